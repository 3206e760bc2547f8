//! How each provider says no.

use super::{PLAYED, exchanges, play};
use ports::{ConnectorError, RefusalKind};
use std::time::Duration;

/// How a recorded refusal is told.
struct Refused {
    name: &'static str,
    kind: RefusalKind,
    code: Option<&'static str>,
    request_id: Option<&'static str>,
    wait: Option<Duration>,
    words: &'static str,
}

const fn bad_request(name: &'static str, code: Option<&'static str>, words: &'static str) -> Refused {
    Refused { name, kind: RefusalKind::BadRequest, code, request_id: None, wait: None, words }
}

const REFUSED: [Refused; 11] = [
    Refused {
        request_id: Some("req_test1"),
        ..bad_request(
            "anthropic/03-error-missing-result.json",
            Some("invalid_request_error"),
            "messages.1: `tool_use` ids were found without `tool_result` blocks",
        )
    },
    Refused {
        kind: RefusalKind::Filtered,
        ..bad_request(
            "azure-openai/03-v1-content-filter.json",
            Some("content_filter"),
            "The response was filtered due to the prompt",
        )
    },
    bad_request(
        "bedrock/04-error-no-toolconfig.json",
        Some("ValidationException"),
        "The toolConfig field must be defined",
    ),
    bad_request("gemini/03-error-count.json", Some("INVALID_ARGUMENT"), "Please ensure that the number"),
    Refused {
        kind: RefusalKind::RateLimited,
        wait: Some(Duration::from_millis(21_500)),
        ..bad_request(
            "gemini/04-error-429.json",
            Some("RESOURCE_EXHAUSTED"),
            "You exceeded your current quota.",
        )
    },
    bad_request("gemini-interactions/03-error-choice.json", None, "Function calling config is set without"),
    bad_request("mistral/03-error-id.json", Some("invalid_function_call"), "Tool call id was call_Vd7nR2"),
    Refused {
        kind: RefusalKind::NoFunctions,
        ..bad_request("ollama/03-error-no-tools.json", None, "registry.ollama.ai/library/gemma:2b does not")
    },
    bad_request(
        "openai-chat/03-error-missing-result.json",
        Some("invalid_request_error"),
        "An assistant message with 'tool_calls' must be followed",
    ),
    Refused {
        kind: RefusalKind::RateLimited,
        request_id: Some("req_test"),
        wait: Some(Duration::from_millis(1_234)),
        ..bad_request(
            "openai-chat/04-error-rate-limit.json",
            Some("rate_limit_exceeded"),
            "Rate limit reached for gpt-5.6-sol",
        )
    },
    bad_request(
        "openai-responses/03-error-missing-output.json",
        Some("invalid_request_error"),
        "No tool output found for function call call_Yw4kT9.",
    ),
];

#[tokio::test]
async fn every_recorded_refusal_is_told_in_the_words_of_its_provider_and_for_what_it_is() {
    let mut names = Vec::new();
    for played in &PLAYED {
        for step in exchanges(played.folder).iter().flatten().filter(|step| step.status != 200) {
            let expected = REFUSED.iter().find(|refused| refused.name == step.name);
            let expected = expected.unwrap_or_else(|| panic!("{} is listed", step.name));
            let heard = play(played, step, &[]).await.events;
            let Err(ConnectorError::Refused(refusal)) = heard else { panic!("{}: {heard:?}", step.name) };
            let told =
                (refusal.kind, refusal.code.as_deref(), refusal.request_id.as_deref(), refusal.retry_after);
            let Refused { kind, code, request_id, wait, words, .. } = expected;
            assert_eq!(told, (*kind, *code, *request_id, *wait), "{}", step.name);
            assert_eq!(refusal.status, Some(step.status), "{}", step.name);
            assert!(refusal.message.to_string().starts_with(words), "{}: {}", step.name, refusal.message);
            names.push(step.name.as_str().to_owned());
        }
    }
    assert_eq!(names, REFUSED.map(|refused| refused.name));
}
