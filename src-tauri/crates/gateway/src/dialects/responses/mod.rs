//! OpenAI Responses, as its server.
//!
//! Reasoning is written only as the provider itself wrote it: it looks up or decrypts every reasoning item that is sent
//! back, and refuses a foreign one. Another model's thoughts are therefore left out, and so are media.

mod end;
mod item;
mod output;
mod tape;
#[cfg(test)]
mod tests;
mod writer;
mod written;

use crate::dialects::{AnswerWriter, Complaint, Dialect, Head, Tape, Unwritable, WantedCall, WrittenAnswer};
use crate::json::fields::Fields;
use crate::streams::append_event;
use serde_json::{Value, json};

/// The name of this protocol beside the state that its answers carry.
const PROVIDER: &str = "openai-responses";

/// Before the first event of a response, the stream helper of openai-python takes no event but its own.
const COMMENT: &[u8] = b": held\n\n";

/// An event no client knows. It has no place in the sequence of events, so the next one continues it.
const KEEP_ALIVE: &[u8] = b"event: keepalive\ndata: {\"type\":\"keepalive\"}\n\n";

/// The number of the events that end a stream on the way, whose own number isn't known. Clients check that it is one.
const LAST: u32 = u32::MAX;

/// Answers programs that speak OpenAI Responses.
#[derive(Debug)]
pub(crate) struct Responses;

impl Dialect for Responses {
    /// Before `response.created` the official Python client accepts no other event.
    fn keep_alive(&self, begun: bool) -> Option<&'static [u8]> {
        Some(if begun { KEEP_ALIVE } else { COMMENT })
    }

    /// In the events that show the whole response, or in the response itself.
    fn response_id(&self, json: &str) -> Option<String> {
        let root = Fields::read(json)?;
        let response = root.object("response").unwrap_or(root);
        (response.string("object")? == "response").then(|| response.string("id"))?
    }

    fn refusal(&self, complaint: &Complaint) -> Vec<u8> {
        json!({ "error": error(complaint) }).to_string().into_bytes()
    }

    /// Clients differ in the event that they take for a failure, so both are sent, as the provider does.
    fn broken_off(&self, complaint: &Complaint) -> Vec<u8> {
        let mut out = Vec::new();
        let data = json!({ "type": "error", "sequence_number": LAST, "error": error(complaint) });
        append_event("error", &data.to_string(), &mut out);
        let failure = json!({ "code": failure_code(complaint.status), "message": complaint.message });
        let response = json!({
            "id": "resp_failed",
            "object": "response",
            "created_at": 0,
            "status": "failed",
            "error": failure,
            "incomplete_details": null,
            "output": [],
            "usage": null,
        });
        let data = json!({ "type": "response.failed", "sequence_number": LAST, "response": response });
        append_event("response.failed", &data.to_string(), &mut out);
        out
    }

    fn tape(&self) -> Box<dyn Tape> {
        Box::new(tape::ResponsesTape::default())
    }

    fn with_calls(&self, body: &[u8], calls: &[WantedCall]) -> Result<Vec<u8>, Unwritable> {
        output::with_calls(body, calls)
    }

    fn continued_whole(&self, body: &[u8], answer: &WrittenAnswer) -> Result<Vec<u8>, Unwritable> {
        writer::continued(body, answer)
    }

    fn writer(&self, head: Head) -> Box<dyn AnswerWriter> {
        Box::new(writer::ResponsesWriter::new(head))
    }

    fn whole(&self, head: &Head, answer: &WrittenAnswer) -> Vec<u8> {
        writer::whole(head, answer)
    }
}

fn error(complaint: &Complaint) -> Value {
    let Complaint { status, message } = complaint;
    let (kind, code) = error_terms(*status);
    json!({ "message": message, "type": kind, "param": null, "code": code })
}

/// The provider's type and code for an HTTP status.
fn error_terms(status: u16) -> (&'static str, Option<&'static str>) {
    match status {
        401 => ("invalid_request_error", Some("invalid_api_key")),
        403 => ("invalid_request_error", Some("permission_denied")),
        404 => ("invalid_request_error", Some("not_found")),
        429 => ("requests", Some("rate_limit_exceeded")),
        400..=499 => ("invalid_request_error", None),
        _ => ("server_error", Some("server_error")),
    }
}

/// The code of a failed response, which has a list of its own.
fn failure_code(status: u16) -> &'static str {
    match status {
        429 => "rate_limit_exceeded",
        400..=499 => "invalid_prompt",
        _ => "server_error",
    }
}
