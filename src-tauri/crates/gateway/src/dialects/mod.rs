//! The seam between holding a response and the protocol it is written in, and the protocols.

mod alternatives;
mod chat;
mod gemini;
mod messages;
mod order;
mod original;
mod responses;

pub(crate) use chat::Chat;
pub(crate) use gemini::{Gemini, UNSIGNED};
pub(crate) use messages::Messages;
pub(crate) use order::are_kept;
pub use original::written_name;
pub(crate) use responses::Responses;

use crate::Frame;
use content::{Item, Usage};
use notices::Describe;
use ports::{ConnectorError, StopReason, StreamEvent};

/// Answers a program in one protocol. Nothing outside the folder of a protocol knows its JSON. All of it is pure.
pub(crate) trait Dialect: Send + Sync {
    /// A piece that keeps a stream alive while it is held, and that every known client skips. `begun` tells whether the
    /// first piece of the response has been delivered. `None` where nothing is known to be skipped at that point.
    fn keep_alive(&self, begun: bool) -> Option<&'static [u8]>;

    /// The name of a response in its JSON, where requests of the protocol go on from one by its name.
    fn response_id(&self, _json: &str) -> Option<String> {
        None
    }

    /// The body of a response that refuses a request.
    fn refusal(&self, complaint: &Complaint) -> Vec<u8>;

    /// The end of a stream that has begun and can't go on.
    fn broken_off(&self, complaint: &Complaint) -> Vec<u8>;

    /// Follows a streamed response, so that its calls can be changed before they are delivered.
    fn tape(&self) -> Box<dyn Tape>;

    /// A whole response with these calls in place of its own. Everything else in it stays.
    fn with_calls(&self, body: &[u8], calls: &[WantedCall]) -> Result<Vec<u8>, Unwritable>;

    /// A whole response that goes on, as [`Tape::continued`] writes a streamed one.
    fn continued_whole(&self, body: &[u8], answer: &WrittenAnswer) -> Result<Vec<u8>, Unwritable>;

    /// Writes a streamed response that no provider of this protocol wrote: another model's, or a person's.
    fn writer(&self, head: Head) -> Box<dyn AnswerWriter>;

    /// The same, unstreamed.
    fn whole(&self, head: &Head, answer: &WrittenAnswer) -> Vec<u8>;
}

/// A streamed response on its way, whose end is held back.
pub(crate) trait Tape: Send {
    /// Whether a frame has a call in it, or the beginning of one. It says so before anything of the call is known.
    fn calls(&self, frame: &Frame<'_>) -> bool;

    /// Takes a frame that the program has received.
    fn passed(&mut self, frame: &Frame<'_>);

    /// Takes a frame that is held back. None passes after the first of these.
    fn held(&mut self, frame: &Frame<'_>);

    /// What to deliver in place of the held frames, so that the response has these calls in place of its own. Everything
    /// else of the held frames stays: text, thinking, usage, unknown fields.
    fn rewritten(&self, calls: &[WantedCall]) -> Result<Vec<u8>, Unwritable>;

    /// What to deliver in place of the held frames, so that the response goes on with the items of this answer in place of
    /// its calls, and ends as the answer does. The usage of the answer counts all of the response.
    fn continued(&self, answer: &WrittenAnswer) -> Result<Vec<u8>, Unwritable>;
}

/// Writes a streamed response piece by piece.
pub(crate) trait AnswerWriter: Send {
    /// What comes before everything else.
    fn begin(&mut self) -> Vec<u8>;

    /// The piece for an event. Deltas of text and thinking are written as they come; a call is written whole when it is
    /// finished, so the deltas of its arguments write nothing. A finished text or thought whose deltas were written is
    /// only closed; one without deltas is written whole.
    fn event(&mut self, event: &StreamEvent) -> Vec<u8>;

    /// What ends the response. Nothing is written after it.
    fn end(&mut self, stop: &StopReason, usage: Usage) -> Vec<u8>;
}

/// A call as the program is to receive it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedCall {
    /// Its place among the calls of the response it comes from, counted from 0. `None` if no model made it.
    pub from: Option<usize>,
    pub id: String,
    /// The name as the program offers it.
    pub name: String,
    /// JSON, or free text where the function takes free text.
    pub arguments: String,
    pub is_text: bool,
}

/// What a written response says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// Unique among responses: letters and digits. A protocol puts its own prefix before it.
    pub id: String,
    /// The model the program asked for.
    pub model: String,
    /// Seconds since 1970.
    pub created: u64,
    /// Whether the request asks for usage at the end of the stream (`stream_options` of chat completions).
    pub includes_usage: bool,
}

/// A response as items.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenAnswer {
    pub items: Vec<Item>,
    pub stop: StopReason,
    pub usage: Usage,
}

/// The reason a program gets instead of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The HTTP status it is sent with, or would be.
    pub status: u16,
    /// In words for the developer of the program.
    pub message: String,
}

impl Complaint {
    /// What a program is told when its request came to nothing here, and what its developer can do.
    pub fn of(error: &ConnectorError) -> Self {
        let advice = error.advice().map(|advice| format!(". {advice}")).unwrap_or_default();
        Self { status: 502, message: format!("{error}{advice}") }
    }
}

/// The reason why a response can't be changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unwritable {
    #[error("the response is not JSON of its protocol: {reason}")]
    NotRead { reason: String },
    #[error("the response has no call {ordinal}")]
    NoCall { ordinal: usize },
    #[error("a call had begun to be delivered before the response was held")]
    CallDelivered,
}

impl Unwritable {
    pub(crate) fn not_read(reason: impl ToString) -> Self {
        Self::NotRead { reason: reason.to_string() }
    }
}

/// The number that comes next.
pub(crate) fn take_next(next: &mut u64) -> u64 {
    std::mem::replace(next, next.saturating_add(1))
}

/// Writes items one after the other, and the end of the response behind them.
pub(crate) fn write_answer(mut writer: impl AnswerWriter, answer: &WrittenAnswer) -> Vec<u8> {
    let items = answer.items.iter().cloned().enumerate();
    let events = items.map(|(index, item)| StreamEvent::finished(index, item));
    let mut written: Vec<u8> = events.flat_map(|event| writer.event(&event)).collect();
    written.extend(writer.end(&answer.stop, answer.usage));
    written
}
