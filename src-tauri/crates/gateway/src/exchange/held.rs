//! The end of a response that is held back, and what becomes of it.

use super::headers;
use crate::dialects::{AnswerWriter, Tape, Unwritable};
use crate::{Head, Protocol, ResponseHead, WantedCall, WrittenAnswer};
use bytes::Bytes;
use content::{CallArguments, CallId, CalledFunction, FunctionCall, FunctionName, Item, Origin, Usage};
use ports::{StopReason, StreamEvent};

/// What of a response is held back until it is decided what becomes of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HoldRules {
    /// From its first call on.
    pub calls: bool,
    /// Its end, also without calls.
    pub end: bool,
    /// All of it, if it is an error.
    pub errors: bool,
}

impl HoldRules {
    /// Whether any response can be held.
    pub(super) fn hold_responses(self) -> bool {
        self.end || self.calls
    }

    /// Whether a response with these calls is held.
    pub(super) fn hold(self, calls: &[FunctionCall]) -> bool {
        self.end || (self.calls && !calls.is_empty())
    }
}

/// A held response.
pub(super) enum Held {
    /// The end of a stream.
    Streamed { raw: Vec<u8>, tape: Box<dyn Tape>, usage: Usage },
    /// A whole response.
    Whole { head: ResponseHead, body: Bytes, usage: Usage },
    /// A response whose calls were answered here, and what its model said then.
    Continued { first: First, answer: WrittenAnswer },
    /// An error.
    Refused { head: ResponseHead, body: Bytes },
    /// A response written here, whose text is delivered.
    Written { writer: Box<dyn AnswerWriter>, events: Vec<StreamEvent>, stop: StopReason, usage: Usage },
    /// A whole response written here.
    WrittenWhole { head: Box<Head>, answer: WrittenAnswer, protocol: Protocol },
}

/// The response of a provider that goes on.
pub(super) enum First {
    Streamed { tape: Box<dyn Tape> },
    Whole { head: ResponseHead, body: Bytes },
}

/// What is delivered of it.
pub(super) struct Delivered {
    /// `None` if status and headers are with the program already.
    pub(super) head: Option<ResponseHead>,
    pub(super) bytes: Bytes,
    pub(super) form: Form,
}

/// The form of what is delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As the program is to receive it.
    Received,
    /// The last events of a stream.
    Events,
}

impl Delivered {
    fn received(head: Option<ResponseHead>, bytes: Bytes) -> Self {
        Self { head, bytes, form: Form::Received }
    }

    pub(super) fn events(bytes: Vec<u8>) -> Self {
        Self { head: None, bytes: bytes.into(), form: Form::Events }
    }

    pub(super) fn whole(head: ResponseHead, bytes: Bytes) -> Self {
        Self::received(Some(head), bytes)
    }
}

impl Held {
    pub(super) fn unchanged(self, protocol: Protocol) -> Result<Delivered, Unwritable> {
        Ok(match self {
            Self::Streamed { raw, .. } => Delivered::received(None, raw.into()),
            Self::Whole { head, body, .. } | Self::Refused { head, body } => Delivered::whole(head, body),
            Self::Continued { first, answer } => continued(first, &answer, protocol)?,
            Self::Written { writer, events, stop, usage } => written(writer, &events, &stop, usage),
            Self::WrittenWhole { head, answer, protocol } => whole(&head, &answer, protocol),
        })
    }

    pub(super) fn with_calls(
        self,
        protocol: Protocol,
        calls: &[WantedCall],
    ) -> Result<Delivered, Unwritable> {
        Ok(match self {
            Self::Streamed { tape, .. } => Delivered::events(tape.rewritten(calls)?),
            Self::Whole { head, body, .. } => {
                let bytes = protocol.dialect().with_calls(&body, calls)?.into();
                of_written(head, bytes)
            }
            Self::Continued { first, answer } => continued(first, &with_wanted(answer, calls), protocol)?,
            Self::Refused { head, body } => Delivered::whole(head, body),
            Self::Written { writer, events, stop, usage } => {
                let made: Vec<_> = events.iter().filter_map(finished_call).cloned().collect();
                let free = free_index(&events);
                let kept = events.into_iter().filter(|event| !is_call(event));
                let wanted = calls.iter().enumerate().map(|(place, call)| {
                    StreamEvent::finished(free + place, Item::FunctionCall { call: call_of(call, &made) })
                });
                let events: Vec<_> = kept.chain(wanted).collect();
                written(writer, &events, &stop_with(stop, calls), usage)
            }
            Self::WrittenWhole { head, answer, protocol } => {
                whole(&head, &with_wanted(answer, calls), protocol)
            }
        })
    }

    /// The response with what its model said next in place of its calls.
    pub(super) fn going_on(self, more: WrittenAnswer) -> Self {
        match self {
            Self::Streamed { tape, usage, .. } => {
                let answer = WrittenAnswer { usage: sum(usage, more.usage), ..more };
                Self::Continued { first: First::Streamed { tape }, answer }
            }
            Self::Whole { head, body, usage } => {
                let answer = WrittenAnswer { usage: sum(usage, more.usage), ..more };
                Self::Continued { first: First::Whole { head, body }, answer }
            }
            Self::Continued { first, answer } => Self::Continued { first, answer: joined(answer, more) },
            Self::Written { writer, mut events, usage, .. } => {
                events.retain(|event| !is_call(event));
                let free = free_index(&events);
                let items = more.items.into_iter().enumerate();
                events.extend(items.map(|(place, item)| StreamEvent::finished(free + place, item)));
                Self::Written { writer, events, stop: more.stop, usage: sum(usage, more.usage) }
            }
            Self::WrittenWhole { head, answer, protocol } => {
                Self::WrittenWhole { head, answer: joined(answer, more), protocol }
            }
            Self::Refused { .. } => self,
        }
    }
}

fn continued(first: First, answer: &WrittenAnswer, protocol: Protocol) -> Result<Delivered, Unwritable> {
    Ok(match first {
        First::Streamed { tape } => Delivered::events(tape.continued(answer)?),
        First::Whole { head, body } => {
            let bytes = protocol.dialect().continued_whole(&body, answer)?.into();
            of_written(head, bytes)
        }
    })
}

fn of_written(head: ResponseHead, bytes: Bytes) -> Delivered {
    let headers = headers::of_written(&head.headers);
    Delivered::whole(ResponseHead { headers, ..head }, bytes)
}

/// An answer without its calls, and the next one behind it.
fn joined(mut answer: WrittenAnswer, more: WrittenAnswer) -> WrittenAnswer {
    answer.items.retain(|item| item.call().is_none());
    answer.items.extend(more.items);
    WrittenAnswer { stop: more.stop, usage: sum(answer.usage, more.usage), ..answer }
}

/// An answer with these calls in place of its own.
fn with_wanted(mut answer: WrittenAnswer, calls: &[WantedCall]) -> WrittenAnswer {
    let made: Vec<_> = answer.items.iter().filter_map(Item::call).cloned().collect();
    answer.items.retain(|item| item.call().is_none());
    answer.items.extend(calls.iter().map(|call| Item::FunctionCall { call: call_of(call, &made) }));
    WrittenAnswer { stop: stop_with(answer.stop, calls), ..answer }
}

fn sum(mut usage: Usage, more: Usage) -> Usage {
    usage += more;
    usage
}

/// An index behind those of the events, and of the items before them.
fn free_index(events: &[StreamEvent]) -> usize {
    let index = |event: &StreamEvent| match event {
        StreamEvent::ItemStarted { index, .. }
        | StreamEvent::TextDelta { index, .. }
        | StreamEvent::ReasoningDelta { index, .. }
        | StreamEvent::ArgumentsDelta { index, .. }
        | StreamEvent::ItemFinished { index, .. } => Some(*index),
        StreamEvent::Usage(_)
        | StreamEvent::Adapted(_)
        | StreamEvent::Replaced(_)
        | StreamEvent::Others { .. }
        | StreamEvent::Odd { .. }
        | StreamEvent::Finished(_) => None,
    };
    events.iter().filter_map(index).max().unwrap_or(0).saturating_add(1_000)
}

fn written(
    mut writer: Box<dyn AnswerWriter>,
    events: &[StreamEvent],
    stop: &StopReason,
    usage: Usage,
) -> Delivered {
    let mut bytes: Vec<u8> = events.iter().flat_map(|event| writer.event(event)).collect();
    bytes.extend(writer.end(stop, usage));
    Delivered::events(bytes)
}

fn whole(head: &Head, answer: &WrittenAnswer, protocol: Protocol) -> Delivered {
    let status = http::StatusCode::OK;
    let head_sent = ResponseHead { status, headers: super::json_headers() };
    Delivered::whole(head_sent, protocol.dialect().whole(head, answer).into())
}

/// Whether an event belongs to a call.
pub(super) fn is_call(event: &StreamEvent) -> bool {
    match event {
        StreamEvent::ItemStarted { kind: ports::ItemKind::Call { .. }, .. }
        | StreamEvent::ArgumentsDelta { .. } => true,
        StreamEvent::ItemFinished { item, .. } => item.call().is_some(),
        StreamEvent::ItemStarted { .. }
        | StreamEvent::TextDelta { .. }
        | StreamEvent::ReasoningDelta { .. }
        | StreamEvent::Usage(_)
        | StreamEvent::Adapted(_)
        | StreamEvent::Replaced(_)
        | StreamEvent::Others { .. }
        | StreamEvent::Odd { .. }
        | StreamEvent::Finished(_) => false,
    }
}

fn stop_with(stop: StopReason, calls: &[WantedCall]) -> StopReason {
    match stop {
        StopReason::Complete | StopReason::Calls if calls.is_empty() => StopReason::Complete,
        StopReason::Complete | StopReason::Calls => StopReason::Calls,
        StopReason::Length
        | StopReason::Filtered { .. }
        | StopReason::Refused { .. }
        | StopReason::Paused
        | StopReason::Unstated
        | StopReason::Other { .. } => stop,
    }
}

pub(super) fn finished_call(event: &StreamEvent) -> Option<&FunctionCall> {
    let StreamEvent::ItemFinished { item, .. } = event else { return None };
    item.call()
}

/// The call of a response as it is wanted, with the state that its provider wants back, or a new one.
fn call_of(wanted: &WantedCall, made: &[FunctionCall]) -> FunctionCall {
    let raw = wanted.arguments.clone();
    let own = wanted.from.and_then(|from| made.get(from));
    FunctionCall {
        id: CallId::new(&wanted.id),
        function: CalledFunction::Known { name: FunctionName::without_plugin(&wanted.name) },
        arguments: if wanted.is_text { CallArguments::of_text(raw) } else { CallArguments::read(raw) },
        origin: Origin::Model,
        provider_state: own.and_then(|own| own.provider_state.clone()),
    }
}
