//! Anthropic Messages, as its server.
//!
//! Thinking is written only where its signature is known: a block without one, or with an invented one, is refused by the
//! provider as soon as the program sends it back. Another model's thoughts are therefore left out, and so are media, which
//! no answer of this protocol holds.

mod block;
mod tape;
#[cfg(test)]
mod tests;
mod writer;

use crate::dialects::{AnswerWriter, Complaint, Dialect, Head, Tape, Unwritable, WantedCall, WrittenAnswer};
use crate::streams::append_event;
use serde_json::{Value, json};

/// The name of this protocol beside the state that its answers carry.
const PROVIDER: &str = "anthropic";

/// Every official client skips it, also before the first event of an answer.
const PING: &[u8] = b"event: ping\ndata: {\"type\":\"ping\"}\n\n";

/// Answers programs that speak Anthropic Messages.
#[derive(Debug)]
pub(crate) struct Messages;

impl Dialect for Messages {
    fn keep_alive(&self, _begun: bool) -> Option<&'static [u8]> {
        Some(PING)
    }

    fn refusal(&self, complaint: &Complaint) -> Vec<u8> {
        error(complaint).to_string().into_bytes()
    }

    fn broken_off(&self, complaint: &Complaint) -> Vec<u8> {
        let mut out = Vec::new();
        append_event("error", &error(complaint).to_string(), &mut out);
        out
    }

    fn tape(&self) -> Box<dyn Tape> {
        Box::new(tape::MessagesTape::default())
    }

    fn with_calls(&self, body: &[u8], calls: &[WantedCall]) -> Result<Vec<u8>, Unwritable> {
        block::with_calls(body, calls)
    }

    fn continued_whole(&self, body: &[u8], answer: &WrittenAnswer) -> Result<Vec<u8>, Unwritable> {
        writer::continued(body, answer)
    }

    fn writer(&self, head: Head) -> Box<dyn AnswerWriter> {
        Box::new(writer::MessagesWriter::new(head))
    }

    fn whole(&self, head: &Head, answer: &WrittenAnswer) -> Vec<u8> {
        writer::whole(head, answer)
    }
}

fn error(complaint: &Complaint) -> Value {
    let Complaint { status, message } = complaint;
    json!({ "type": "error", "error": { "type": error_type(*status), "message": message } })
}

/// The term of the provider for an HTTP status.
fn error_type(status: u16) -> &'static str {
    match status {
        401 => "authentication_error",
        402 => "billing_error",
        403 => "permission_error",
        404 => "not_found_error",
        413 => "request_too_large",
        429 => "rate_limit_error",
        504 => "timeout_error",
        529 => "overloaded_error",
        400..=499 => "invalid_request_error",
        _ => "api_error",
    }
}
