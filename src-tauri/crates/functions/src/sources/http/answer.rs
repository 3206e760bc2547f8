//! What an answer means to the model that asked.

use crate::native::report;
use content::Output;
use ports::FunctionError;
use reqwest::StatusCode;

/// How much of a refusal a model is told.
const TOLD: usize = 2_000;

pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) kind: Option<String>,
    pub(super) location: Option<String>,
    pub(super) body: Vec<u8>,
}

pub(super) fn output(answer: Answer, secrets: &[String]) -> Result<Output, FunctionError> {
    let Answer { status, kind, location, body } = answer;
    let kind = kind.unwrap_or_default();
    if status.is_redirection() {
        let to = without(location.unwrap_or_else(|| "elsewhere".to_owned()), secrets);
        return Err(report(format!("the answer sends on to {to}, which is not followed")));
    }
    let text = match String::from_utf8(body) {
        Ok(text) => without(text, secrets),
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
    let value = serde_json::from_str(&text)
        .map_err(|error| report(format!("the answer calls itself JSON and is not: {error}")))?;
    Ok(Output::Json { value })
}

/// A key that comes back, in an error perhaps, goes no further.
fn without(text: String, secrets: &[String]) -> String {
    let telling = secrets.iter().filter(|secret| secret.len() >= 4);
    telling.fold(text, |text, secret| text.replace(secret.as_str(), "•••"))
}
