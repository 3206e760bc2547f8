//! Gemini's `generateContent`, streamed as server-sent events (`alt=sse`) or whole.
//!
//! Without `alt=sse` Gemini streams the elements of one JSON array. An element is an event here: what is written becomes elements where
//! it is delivered.

mod calls;
mod edit;
mod tape;
#[cfg(test)]
mod tests;
mod writer;

pub(crate) use calls::UNSIGNED;

use crate::dialects::{AnswerWriter, Dialect, Tape, Unwritable};
use crate::streams::frame;
use crate::{Complaint, Head, WantedCall, WrittenAnswer};
use serde_json::{Value, json};

/// Gemini.
pub(crate) struct Gemini;

/// Blank lines, which end no event. A comment breaks Google's SDK for Python, and a chunk without candidates makes its
/// chats forget the turn.
const KEEP_ALIVE: &[u8] = b"\n\n";

impl Dialect for Gemini {
    fn keep_alive(&self, _begun: bool) -> Option<&'static [u8]> {
        Some(KEEP_ALIVE)
    }

    fn refusal(&self, complaint: &Complaint) -> Vec<u8> {
        error(complaint).to_string().into_bytes()
    }

    fn broken_off(&self, complaint: &Complaint) -> Vec<u8> {
        frame(&error(complaint).to_string())
    }

    fn tape(&self) -> Box<dyn Tape> {
        Box::new(tape::GeminiTape::default())
    }

    fn with_calls(&self, body: &[u8], calls: &[WantedCall]) -> Result<Vec<u8>, Unwritable> {
        edit::whole(body, calls)
    }

    fn continued_whole(&self, body: &[u8], answer: &WrittenAnswer) -> Result<Vec<u8>, Unwritable> {
        edit::continued(body, answer)
    }

    fn writer(&self, head: Head) -> Box<dyn AnswerWriter> {
        Box::new(writer::Writer::new(&head))
    }

    fn whole(&self, head: &Head, answer: &WrittenAnswer) -> Vec<u8> {
        writer::whole(head, answer)
    }
}

fn error(complaint: &Complaint) -> Value {
    let Complaint { status, message } = complaint;
    json!({ "error": { "code": status, "message": message, "status": name_of(*status) } })
}

/// The canonical code of a status (`google.rpc.Code`).
fn name_of(status: u16) -> &'static str {
    match status {
        401 => "UNAUTHENTICATED",
        403 => "PERMISSION_DENIED",
        404 => "NOT_FOUND",
        409 => "ABORTED",
        429 => "RESOURCE_EXHAUSTED",
        499 => "CANCELLED",
        501 => "UNIMPLEMENTED",
        502 | 503 => "UNAVAILABLE",
        504 => "DEADLINE_EXCEEDED",
        500.. => "INTERNAL",
        _ => "INVALID_ARGUMENT",
    }
}
