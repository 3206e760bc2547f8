//! The end of a response that is held back, and what becomes of it.

use crate::dialect::{AnswerWriter, Tape, Unwritable};
use crate::{Head, Protocol, ResponseHead, WantedCall, WrittenAnswer, headers};
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

/// A held response.
pub(super) enum Held {
    /// The end of a stream.
    Streamed { raw: Vec<u8>, tape: Box<dyn Tape> },
    /// A whole response.
    Whole { head: ResponseHead, body: Bytes },
    /// A response written here, whose text is delivered.
    Written { writer: Box<dyn AnswerWriter>, events: Vec<StreamEvent>, stop: StopReason, usage: Usage },
    /// A whole response written here.
    WrittenWhole { head: Box<Head>, answer: WrittenAnswer, protocol: Protocol },
}

/// What is delivered of it.
pub(super) struct Delivered {
    /// `None` if status and headers are with the program already.
    pub(super) head: Option<ResponseHead>,
    pub(super) bytes: Bytes,
}

impl Held {
    pub(super) fn as_it_came(self) -> Delivered {
        match self {
            Self::Streamed { raw, .. } => Delivered { head: None, bytes: raw.into() },
            Self::Whole { head, body } => Delivered { head: Some(head), bytes: body },
            Self::Written { writer, events, stop, usage } => written(writer, &events, &stop, usage),
            Self::WrittenWhole { head, answer, protocol } => whole(&head, &answer, protocol),
        }
    }

    pub(super) fn with_calls(
        self,
        protocol: Protocol,
        calls: &[WantedCall],
    ) -> Result<Delivered, Unwritable> {
        Ok(match self {
            Self::Streamed { tape, .. } => Delivered { head: None, bytes: tape.rewritten(calls)?.into() },
            Self::Whole { head, body } => {
                let bytes = protocol.dialect().with_calls(&body, calls)?.into();
                let headers = headers::of_written(&head.headers);
                Delivered { head: Some(ResponseHead { headers, ..head }), bytes }
            }
            Self::Written { writer, events, stop, usage } => {
                let kept = events.into_iter().filter(|event| !is_call(event));
                let first = 1_000;
                let calls_written = calls.iter().enumerate().map(|(place, call)| {
                    StreamEvent::finished(first + place, Item::FunctionCall { call: call_of(call) })
                });
                let events: Vec<_> = kept.chain(calls_written).collect();
                written(writer, &events, &stop_with(stop, calls), usage)
            }
            Self::WrittenWhole { head, answer, protocol } => {
                let WrittenAnswer { mut items, stop, usage } = answer;
                items.retain(|item| item.call().is_none());
                items.extend(calls.iter().map(|call| Item::FunctionCall { call: call_of(call) }));
                let stop = stop_with(stop, calls);
                whole(&head, &WrittenAnswer { items, stop, usage }, protocol)
            }
        })
    }
}

fn written(
    mut writer: Box<dyn AnswerWriter>,
    events: &[StreamEvent],
    stop: &StopReason,
    usage: Usage,
) -> Delivered {
    let mut bytes: Vec<u8> = events.iter().flat_map(|event| writer.event(event)).collect();
    bytes.extend(writer.end(stop, usage));
    Delivered { head: None, bytes: bytes.into() }
}

fn whole(head: &Head, answer: &WrittenAnswer, protocol: Protocol) -> Delivered {
    let status = http::StatusCode::OK;
    let head_sent = ResponseHead { status, headers: super::json_headers() };
    Delivered { head: Some(head_sent), bytes: protocol.dialect().whole(head, answer).into() }
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

fn call_of(call: &WantedCall) -> FunctionCall {
    let raw = call.arguments.clone();
    FunctionCall {
        id: CallId::new(&call.id),
        function: CalledFunction::Known { name: FunctionName::without_plugin(&call.name) },
        arguments: if call.is_text { CallArguments::of_text(raw) } else { CallArguments::read(raw) },
        origin: Origin::Model,
        provider_state: None,
    }
}
