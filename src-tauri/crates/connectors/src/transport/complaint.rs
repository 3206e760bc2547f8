//! What services say when something is wrong, in the many forms they say it.

use notices::{Describe, Notice};
use ports::{Refusal, RefusalKind};
use reqwest::header::HeaderMap;
use serde_json::Value;
use std::borrow::Cow;
use std::time::Duration;

/// What was read out of an error: the service's words, its own name for the problem, and the status it names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Complaint {
    /// Empty where the service explains nothing.
    pub(crate) message: String,
    /// What stands in the place of an explanation.
    pub(crate) unexplained: Option<Box<Unexplained>>,
    pub(crate) code: Option<String>,
    pub(crate) status: Option<u16>,
    /// How long it asks to wait, where it says so beside its words.
    pub(crate) retry_after: Option<Duration>,
    /// The number of the request, where it stands in the document.
    pub(crate) request_id: Option<String>,
}

notices::declare! {
    /// A complaint without an explanation.
    pub(crate) enum Unexplained: "unexplained" {
        NoReason = "it gave no reason",
        NoAnswer { reason: String } = "the model gave no answer: {reason}",
        Blocked { reason: String } = "the request was blocked: {reason}",
        Stopped = "the model stopped with an error",
    }
}

const AMAZON_ERROR: &str = "x-amzn-errortype";

/// The most that is repeated of an error nobody understands.
const MAX_UNKNOWN_LETTERS: usize = 2_000;

/// The most that is repeated of the number of a request.
pub(super) const LONGEST_ID: usize = 128;

impl Complaint {
    /// Reads any document that is, or holds, an error. Gives nothing for a document without one.
    pub(crate) fn find(document: &Value) -> Option<Self> {
        let document = match document.as_array() {
            Some(documents) => documents.first()?,
            None => document,
        };
        match document.get("error").or_else(|| document.get("errors")?.get(0)) {
            Some(Value::String(message)) => Some(Self {
                message: message.clone(),
                unexplained: None,
                code: text(document, &["code", "type"]),
                status: status(document),
                retry_after: None,
                request_id: request_id(document),
            }),
            Some(error @ Value::Object(_)) => {
                let inner = Self::of(error);
                Some(Self { request_id: request_id(document).or(inner.request_id), ..inner })
            }
            Some(Value::Bool(true)) => Some(Self::of(document)),
            Some(_) | None => {
                let is_error = document.get("object").or_else(|| document.get("type"));
                is_error.is_some_and(|kind| kind == "error").then(|| Self::of(document))
            }
        }
    }

    /// Reads the body of a response whose status says that it is an error.
    pub(crate) fn read(status: u16, body: &str) -> Self {
        let body = of_event(body);
        let document = serde_json::from_str::<Value>(&body).ok();
        let found = document.as_ref().and_then(|document| {
            let found = Self::find(document);
            found.or_else(|| document.is_object().then(|| Self::of(document)))
        });
        let mut complaint = found.unwrap_or_default();
        if complaint.message.trim().is_empty() {
            complaint.message = spoken(status, &body);
            complaint.unexplained = complaint.message.is_empty().then(|| Box::new(Unexplained::NoReason));
        }
        complaint.status = Some(status);
        complaint
    }

    /// Amazon names an error beside the body, and repeats it there only sometimes.
    pub(crate) fn named(self, headers: &HeaderMap) -> Self {
        let name = headers.get(AMAZON_ERROR).and_then(|value| value.to_str().ok());
        let name = name.and_then(|name| name.split(':').next()).filter(|name| !name.is_empty());
        Self { code: self.code.or(name.map(str::to_owned)), ..self }
    }

    fn of(error: &Value) -> Self {
        let inner = text(error, &["message", "Message", "detail", "msg"]);
        // What stands behind a router, or what the model wrote that its service holds to be wrong (Groq).
        let raw = error.pointer("/metadata/raw").or_else(|| error.get("failed_generation"));
        let raw = raw.and_then(|raw| match raw {
            Value::String(raw) => Some(raw.clone()).filter(|raw| !raw.is_empty()),
            Value::Object(_) | Value::Array(_) => Some(raw.to_string()),
            Value::Null | Value::Bool(_) | Value::Number(_) => None,
        });
        let message = match (inner, raw) {
            (Some(message), Some(raw)) => format!("{}: {}", message.trim_end_matches('.'), shortened(&raw)),
            (Some(message), None) => message,
            (None, _) => error.get("detail").map(Value::to_string).unwrap_or_default(),
        };
        // The code says more than the type, unless it only repeats the status.
        let code = text(error, &["code"]).filter(|code| code.parse::<u16>().is_err());
        let code = code.or_else(|| text(error, &["type", "status", "__type"]));
        Self {
            message,
            unexplained: None,
            code,
            status: status(error),
            retry_after: waits(error),
            request_id: request_id(error),
        }
    }

    pub(crate) fn unexplained(why: Unexplained) -> Self {
        Self { unexplained: Some(Box::new(why)), ..Self::default() }
    }

    /// The explanation, for a person.
    pub(crate) fn explanation(&self) -> Notice {
        match &self.unexplained {
            Some(why) => why.notice(),
            None => Notice::as_written(&self.message),
        }
    }

    /// What a service refuses with these words.
    pub(crate) fn refusal(self, service: String) -> Refusal {
        Refusal {
            service,
            kind: self.kind(),
            message: self.explanation(),
            status: self.status,
            code: self.code,
            request_id: self.request_id,
            retry_after: self.retry_after,
        }
    }

    pub(crate) fn kind(&self) -> RefusalKind {
        let code = self.code.as_deref().unwrap_or_default().to_ascii_lowercase();
        let said = self.message.to_ascii_lowercase();
        // Amazon gives these a code that says less.
        let by_thinking = of_thinking(&said).or_else(|| by_code(&code));
        by_thinking.or_else(|| by_words(&said)).unwrap_or_else(|| by_status(self.status))
    }
}

/// What a service that was asked to stream says in the form of an event, although its status says that nothing follows.
fn of_event(body: &str) -> Cow<'_, str> {
    let is_event = |line: &str| ["data:", "event:", "id:", ":"].iter().any(|field| line.starts_with(field));
    if !body.trim_start().lines().next().is_some_and(is_event) {
        return Cow::Borrowed(body);
    }
    let data = body.lines().filter_map(|line| line.trim_start().strip_prefix("data:")).map(str::trim);
    let said: Vec<_> = data.filter(|data| !data.is_empty() && *data != "[DONE]").collect();
    said.first().map_or(Cow::Borrowed(body), |_| Cow::Owned(said.join("\n")))
}

fn request_id(document: &Value) -> Option<String> {
    let id = ["request_id", "requestId", "requestID"].iter().find_map(|name| document.get(name)?.as_str())?;
    (!id.is_empty() && id.len() <= LONGEST_ID).then(|| id.to_owned())
}

/// Google says among the details how long to wait, as in `21.5s`, and in no header.
fn waits(error: &Value) -> Option<Duration> {
    let mut details = error.get("details")?.as_array()?.iter();
    let delay = details.find_map(|detail| detail.get("retryDelay")?.as_str())?;
    Duration::try_from_secs_f64(delay.strip_suffix('s')?.parse().ok()?).ok()
}

fn by_code(code: &str) -> Option<RefusalKind> {
    Some(match code {
        "insufficient_quota" | "billing_error" | "billing_hard_limit_reached" => RefusalKind::QuotaUsedUp,
        "rate_limit_exceeded"
        | "rate_limit_error"
        | "ratelimitreached"
        | "too_many_requests"
        | "resource_exhausted"
        | "throttlingexception" => RefusalKind::RateLimited,
        "context_length_exceeded" | "string_above_max_length" | "request_too_large" => RefusalKind::TooLong,
        "content_filter" | "content_policy_violation" => RefusalKind::Filtered,
        "model_not_found" | "deploymentnotfound" | "not_found_error" | "not_found" => {
            RefusalKind::UnknownModel
        }
        "invalid_api_key" | "authentication_error" | "unauthenticated" => RefusalKind::Key,
        "permission_error" | "permission_denied" => RefusalKind::NotPermitted,
        "tool_use_failed"
        | "malformed_function_call"
        | "unexpected_tool_call"
        | "too_many_tool_calls"
        | "malformed_response" => RefusalKind::RejectedCall,
        "safety" | "prohibited_content" | "blocklist" | "recitation" | "spii" | "image_safety"
        | "model_armor" => RefusalKind::Filtered,
        "validationexception" | "missing_thought_signature" => RefusalKind::BadRequest,
        "accessdeniedexception" => RefusalKind::NotPermitted,
        "overloaded_error" | "unavailable" | "unavailable_error" | "serviceunavailableexception" => {
            RefusalKind::Busy
        }
        "server_error" | "internal_server_error" | "api_error" | "internal" => RefusalKind::Fault,
        _ => return None,
    })
}

/// A thought that came back and is refused, because of what stands before it or because of itself.
fn of_thinking(said: &str) -> Option<RefusalKind> {
    if said.contains("the block is bound to a different conversation") {
        return Some(RefusalKind::VoidThinking);
    }
    let altered = ["invalid `signature` in `thinking` block", "invalid `data` in `redacted_thinking` block"];
    altered.iter().any(|words| said.contains(words)).then_some(RefusalKind::AlteredThinking)
}

fn by_words(said: &str) -> Option<RefusalKind> {
    let has = |words: &[&str]| words.iter().any(|word| said.contains(word));
    if has(&["does not support tools", "support tool use", "--enable-auto-tool-choice", "requires --jinja"]) {
        return Some(RefusalKind::NoFunctions);
    }
    if has(&[
        "maximum context length",
        "context window",
        "prompt is too long",
        "exceeds the available context",
    ]) {
        return Some(RefusalKind::TooLong);
    }
    if has(&[
        "api key not valid",
        "incorrect api key",
        "invalid api key",
        // Amazon says what is wrong with a key under the status of a missing permission.
        "make sure your api key is valid",
        "security token included in the request is",
        "signature we calculated does not match",
    ]) {
        return Some(RefusalKind::Key);
    }
    None
}

fn by_status(status: Option<u16>) -> RefusalKind {
    match status {
        Some(401) => RefusalKind::Key,
        Some(402) => RefusalKind::QuotaUsedUp,
        Some(403) => RefusalKind::NotPermitted,
        Some(404) => RefusalKind::UnknownModel,
        Some(413) => RefusalKind::TooLong,
        Some(429) => RefusalKind::RateLimited,
        Some(408 | 409 | 425 | 502 | 503 | 504 | 529) => RefusalKind::Busy,
        Some(400..=499) => RefusalKind::BadRequest,
        Some(_) | None => RefusalKind::Fault,
    }
}

fn text(value: &Value, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| match value.get(name)? {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    })
}

fn status(value: &Value) -> Option<u16> {
    let number = |name: &str| match value.get(name)? {
        Value::Number(number) => u16::try_from(number.as_u64()?).ok(),
        Value::String(text) => text.parse().ok(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    };
    ["status_code", "status", "code"]
        .iter()
        .find_map(|name| number(name))
        .filter(|status| (400..600).contains(status))
}

/// What a body says that is no JSON: a page of a proxy, or nothing.
fn spoken(status: u16, body: &str) -> String {
    let body = body.trim();
    let reason = reqwest::StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason());
    if body.is_empty() || body.starts_with('<') {
        return reason.unwrap_or_default().to_owned();
    }
    shortened(body)
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_UNKNOWN_LETTERS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::Complaint;
    use ports::RefusalKind;
    use serde_json::json;
    use std::time::Duration;

    #[track_caller]
    fn check(status: u16, body: &str, message: &str, code: Option<&str>, kind: RefusalKind) {
        let complaint = Complaint::read(status, body);
        assert_eq!((complaint.message.as_str(), complaint.code.as_deref()), (message, code));
        assert_eq!(complaint.kind(), kind, "{body}");
    }

    #[test]
    fn errors_are_read_in_every_form_services_give_them() {
        use RefusalKind as Kind;
        let openai =
            r#"{"error":{"message":"Slow down.","type":"tokens","param":null,"code":"rate_limit_exceeded"}}"#;
        check(429, openai, "Slow down.", Some("rate_limit_exceeded"), Kind::RateLimited);
        let quota = r#"{"error":{"message":"Pay.","type":"insufficient_quota","code":"insufficient_quota"}}"#;
        check(429, quota, "Pay.", Some("insufficient_quota"), Kind::QuotaUsedUp);
        let vllm = r#"{"error":{"message":"No.","type":"BadRequestError","param":null,"code":400}}"#;
        check(400, vllm, "No.", Some("BadRequestError"), Kind::BadRequest);
        let old_vllm = r#"{"object":"error","message":"No.","type":"BadRequestError","code":400}"#;
        check(400, old_vllm, "No.", Some("BadRequestError"), Kind::BadRequest);
        let xai = r#"{"code":"invalid-argument","error":"Incorrect API key provided"}"#;
        check(400, xai, "Incorrect API key provided", Some("invalid-argument"), Kind::Key);
        let anthropic = r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#;
        check(529, anthropic, "Overloaded", Some("overloaded_error"), Kind::Busy);
        let gemini = r#"[{"error":{"code":429,"message":"Quota","status":"RESOURCE_EXHAUSTED"}}]"#;
        check(429, gemini, "Quota", Some("RESOURCE_EXHAUSTED"), Kind::RateLimited);
        let ollama = r#"{"error":"registry.ollama.ai/library/x does not support tools"}"#;
        check(400, ollama, "registry.ollama.ai/library/x does not support tools", None, Kind::NoFunctions);
        let bedrock = r#"{"message":"The toolConfig field must be defined"}"#;
        check(400, bedrock, "The toolConfig field must be defined", None, Kind::BadRequest);
        let token = r#"{"message":"The security token included in the request is expired"}"#;
        check(403, token, "The security token included in the request is expired", None, Kind::Key);
        let router = r#"{"error":{"code":502,"message":"Upstream","metadata":{"raw":"gone"}}}"#;
        check(502, router, "Upstream: gone", None, Kind::Busy);
    }

    #[test]
    fn a_call_that_a_service_rejects_is_shown_as_the_model_wrote_it() {
        let groq = r#"{"error":{"message":"Failed to call a function.","type":"invalid_request_error","code":"tool_use_failed","failed_generation":"{\"name\": \"f\""}}"#;
        let told = r#"Failed to call a function: {"name": "f""#;
        check(400, groq, told, Some("tool_use_failed"), RefusalKind::RejectedCall);
    }

    #[test]
    fn thinking_that_is_not_taken_back_is_told_from_thinking_that_was_altered() {
        use RefusalKind as Kind;
        let check = |said: &str, kind: Kind| {
            let error = json!({ "type": "invalid_request_error", "message": said });
            let anthropic = json!({ "type": "error", "error": error }).to_string();
            check(400, &anthropic, said, Some("invalid_request_error"), kind);
            let amazon = json!({ "__type": "ValidationException", "message": said }).to_string();
            check(400, &amazon, said, Some("ValidationException"), kind);
        };
        let altered = "messages.1.content.0: Invalid `signature` in `thinking` block";
        let void = format!("{altered}. The block is bound to a different conversation");
        let told = format!(
            "{void}. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to \"drop_block\". \
             The `system` prompt differs from the one this block was created with."
        );
        check(altered, Kind::AlteredThinking);
        check(&format!("{altered}."), Kind::AlteredThinking);
        check("messages.3.content.1: Invalid `data` in `redacted_thinking` block", Kind::AlteredThinking);
        check(&void, Kind::VoidThinking);
        check(&told, Kind::VoidThinking);
    }

    #[test]
    fn an_error_in_the_form_of_an_event_is_read_as_one() {
        let event = "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n";
        check(529, event, "Overloaded", Some("overloaded_error"), RefusalKind::Busy);
        let bare = "data: {\"error\":{\"message\":\"No.\",\"code\":\"bad\"}}\n\ndata: [DONE]\n\n";
        check(400, bare, "No.", Some("bad"), RefusalKind::BadRequest);
        check(400, "data: not JSON\n\n", "not JSON", None, RefusalKind::BadRequest);
        check(400, "data: \n", "data:", None, RefusalKind::BadRequest);
    }

    #[test]
    fn the_number_of_the_request_is_read_wherever_it_stands() {
        let id = |body: &str| Complaint::read(500, body).request_id;
        let beside = r#"{"type":"error","error":{"type":"api_error","message":"x"},"request_id":"req_1"}"#;
        let inside = r#"{"error":{"message":"x","request_id":"req_1"}}"#;
        let plain = r#"{"message":"x","requestId":"req_1"}"#;
        assert_eq!(
            [beside, inside, plain].map(id),
            [const { Some("req_1") }; 3].map(|id| id.map(str::to_owned))
        );
        assert_eq!(id(&format!(r#"{{"error":{{"message":"x"}},"request_id":"{}"}}"#, "x".repeat(200))), None);
    }

    #[test]
    fn how_long_to_wait_is_found_among_the_details() {
        let said = |delay: &str| {
            let info =
                format!(r#"{{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"{delay}"}}"#);
            Complaint::read(429, &format!(r#"{{"error":{{"message":"Quota","details":[{{}},{info}]}}}}"#))
                .retry_after
        };
        assert_eq!(said("21.5s"), Some(Duration::from_millis(21_500)));
        assert_eq!(["soon", "s", "-1s", "1e400s", "NaNs"].map(said), [None; 5]);
    }

    #[test]
    fn a_body_that_is_no_error_document_still_says_something() {
        check(502, "<html>Bad gateway</html>", "Bad Gateway", None, RefusalKind::Busy);
        check(500, "", "Internal Server Error", None, RefusalKind::Fault);
        check(404, "no such route", "no such route", None, RefusalKind::UnknownModel);
        check(418, "[1]", "[1]", None, RefusalKind::BadRequest);
    }

    #[test]
    fn an_answer_without_an_error_is_none() {
        for text in [r#"{"id":"x","error":null}"#, r#"{"choices":[]}"#, "[]", "7"] {
            let document = serde_json::from_str(text).expect("JSON");
            assert_eq!(Complaint::find(&document), None, "{text}");
        }
    }
}
