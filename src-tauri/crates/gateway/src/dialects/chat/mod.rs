//! Chat completions, as OpenAI and the services compatible with it write them.

mod calls;
mod edit;
mod tape;
#[cfg(test)]
mod tests;
mod writer;

use crate::dialects::{AnswerWriter, Dialect, Tape, Unwritable};
use crate::streams::frame;
use crate::{Complaint, Head, WantedCall, WrittenAnswer};
use serde_json::{Value, json};

/// Chat completions.
pub(crate) struct Chat;

/// The data behind the last chunk.
const DONE: &str = "[DONE]";

/// A comment, which routers send as well. A chunk without choices would be valid too, but programs that don't ask for
/// usage read `choices[0]` of every chunk.
const KEEP_ALIVE: &[u8] = b": held\n\n";

impl Dialect for Chat {
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
        Box::new(tape::ChatTape::default())
    }

    fn with_calls(&self, body: &[u8], calls: &[WantedCall]) -> Result<Vec<u8>, Unwritable> {
        edit::whole(body, calls)
    }

    fn continued_whole(&self, body: &[u8], answer: &WrittenAnswer) -> Result<Vec<u8>, Unwritable> {
        edit::continued(body, answer)
    }

    fn writer(&self, head: Head) -> Box<dyn AnswerWriter> {
        Box::new(writer::Writer::new(head))
    }

    fn whole(&self, head: &Head, answer: &WrittenAnswer) -> Vec<u8> {
        writer::whole(head, answer)
    }
}

fn error(complaint: &Complaint) -> Value {
    let (kind, code) = kind_of(complaint.status);
    json!({ "error": { "message": complaint.message, "type": kind, "param": null, "code": code } })
}

/// The type and the code of an error, by its status.
fn kind_of(status: u16) -> (&'static str, Option<&'static str>) {
    match status {
        401 => ("invalid_request_error", Some("invalid_api_key")),
        429 => ("requests", Some("rate_limit_exceeded")),
        500.. => ("server_error", None),
        _ => ("invalid_request_error", None),
    }
}
