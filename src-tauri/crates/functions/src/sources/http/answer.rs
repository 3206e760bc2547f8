//! What an answer means to the model that asked.

use crate::native::report;
use content::{Output, parse_lossy};
use limits::HTTP_TOLD;
use ports::FunctionError;
use redaction::Redactor;
use reqwest::StatusCode;

/// How much of a refusal a model is told.
const TOLD: usize = HTTP_TOLD.size();

pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) kind: Option<String>,
    pub(super) location: Option<String>,
    pub(super) body: Vec<u8>,
}

/// A key that comes back, in an error perhaps, goes no further. It is taken out before anything is cut or read.
pub(super) fn output(answer: Answer, redactor: &Redactor) -> Result<Output, FunctionError> {
    let Answer { status, kind, location, body } = answer;
    let kind = kind.unwrap_or_default();
    if status.is_redirection() {
        let to = location.unwrap_or_else(|| "elsewhere".to_owned());
        let to = redactor.clean(&to);
        return Err(report(format!("the answer sends on to {to}, which is not followed")));
    }
    let text = match String::from_utf8(body) {
        Ok(text) => redactor.clean(&text).into_owned(),
        // A letter nobody can read is no reason to lose the rest: the request was answered.
        Err(error) if is_text(&kind) => {
            redactor.clean(&String::from_utf8_lossy(error.as_bytes())).into_owned()
        }
        Err(error) if status.is_success() => {
            let length = error.as_bytes().len();
            return Err(report(format!("the answer is {length} bytes of {kind:?} and no text")));
        }
        Err(_) => String::new(),
    };
    if !status.is_success() {
        let said: String = text.trim().chars().take(TOLD).collect();
        return Err(report(format!("the answer is {status}: {said}").trim_end_matches([':', ' '])));
    }
    if text.trim().is_empty() {
        return Ok(Output::Nothing);
    }
    if !kind.to_ascii_lowercase().contains("json") {
        return Ok(Output::Text { text });
    }
    let read = parse_lossy(&text)
        .map_err(|error| report(format!("the answer calls itself JSON and is not: {error}")))?;
    Ok(Output::Json { value: read.value })
}

fn is_text(kind: &str) -> bool {
    let kind = kind.to_ascii_lowercase();
    kind.starts_with("text/") || kind.contains("json") || kind.contains("xml")
}

#[cfg(test)]
mod tests {
    use super::{Answer, output};
    use content::{Failure, FailureKind, Output};
    use ports::FunctionError;
    use redaction::Redactor;
    use reqwest::StatusCode;
    use serde_json::json;

    fn read(status: u16, kind: &str, body: &[u8]) -> Result<Output, FunctionError> {
        let status = StatusCode::from_u16(status).expect("a status");
        let answer = Answer { status, kind: Some(kind.to_owned()), location: None, body: body.to_vec() };
        output(answer, &Redactor::default())
    }

    #[track_caller]
    fn check(kind: &str, body: &[u8], expected: Output) {
        assert_eq!(read(200, kind, body).expect("an output"), expected);
    }

    #[track_caller]
    fn check_failed(status: u16, kind: &str, body: &[u8], expected: &str) {
        let failure = Failure { kind: FailureKind::Reported, message: expected.to_owned() };
        let failed = read(status, kind, body).expect_err("a failure");
        assert!(matches!(&failed, FunctionError::Report(said) if *said == failure), "{failed:?}");
    }

    #[test]
    fn what_no_value_here_can_hold_is_replaced_and_the_answer_arrives() {
        let json = |value| Output::Json { value };
        check("application/json", br#"["\ud800", 1e400]"#, json(json!(["\u{fffd}", "1e400"])));
        check(
            "application/problem+json",
            b"\xef\xbb\xbf{\"a\":\"caf\xe9\"}",
            json(json!({ "a": "caf\u{fffd}" })),
        );
        check("text/plain", b"caf\xe9", Output::Text { text: "caf\u{fffd}".to_owned() });
        check_failed(404, "text/plain", b"no caf\xe9", "the answer is 404 Not Found: no caf\u{fffd}");
    }

    #[test]
    fn bytes_that_call_themselves_no_text_are_refused() {
        check_failed(200, "image/png", b"\x89PNG", "the answer is 4 bytes of \"image/png\" and no text");
        check_failed(
            200,
            "application/json",
            b"{",
            "the answer calls itself JSON and is not: EOF while parsing an object at line 1 column 1",
        );
    }
}
