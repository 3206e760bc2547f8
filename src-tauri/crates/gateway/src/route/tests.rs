use super::{AddressFault, Provider, Route, framing, upstream, with_model};
use crate::Protocol;
use crate::streams::Framing;
use proptest::prelude::*;

#[track_caller]
fn generates(path: &str, provider: Provider, protocol: Protocol, streams: Option<bool>, model: Option<&str>) {
    let expected = Route::Generate { provider, protocol, streams, model: model.map(str::to_owned) };
    assert_eq!(Route::of("POST", path), expected, "{path}");
}

#[track_caller]
fn goes(provider: Provider, base: &str, path: &str, expected: &str) {
    assert_eq!(upstream(provider, base, path).as_deref(), Ok(expected), "{base} {path}");
}

#[test]
fn what_a_model_is_to_answer_is_told_by_the_path() {
    use Protocol::{Anthropic, Gemini, OpenAiChat, OpenAiResponses};
    generates("/openai/v1/chat/completions", Provider::OpenAi, OpenAiChat, None, None);
    generates("openai/v1/responses?x=1", Provider::OpenAi, OpenAiResponses, None, None);
    generates(
        "/openai/openai/deployments/d/chat/completions?api-version=1",
        Provider::OpenAi,
        OpenAiChat,
        None,
        None,
    );
    generates("/anthropic/v1/messages?beta=true", Provider::Anthropic, Anthropic, None, None);
    generates(
        "/gemini/v1beta/models/g-4:generateContent",
        Provider::Gemini,
        Gemini,
        Some(false),
        Some("g-4"),
    );
    let streamed = "/gemini/v1alpha/models/g-4%3AstreamGenerateContent?alt=sse&key=k";
    generates(streamed, Provider::Gemini, Gemini, Some(true), Some("g-4"));
    for array in ["", "?key=k", "?%24alt=json", "?alt=json&key=k"] {
        let path = format!("/gemini/v1beta/models/g-4:streamGenerateContent{array}");
        generates(&path, Provider::Gemini, Gemini, Some(true), Some("g-4"));
        assert_eq!(framing(&path), Framing::Array);
    }
    assert_eq!(framing(streamed), Framing::Events);
    let tuned = "/gemini/v1/tunedModels/mine:generateContent";
    generates(tuned, Provider::Gemini, Gemini, Some(false), Some("tunedModels/mine"));
    generates("/gemini/v1beta/openai/chat/completions", Provider::Gemini, OpenAiChat, None, None);
}

#[test]
fn a_model_that_is_asked_in_another_protocol_is_known() {
    for (path, provider, place) in [
        ("/openai/v1/completions?x=1", Provider::OpenAi, "/v1/completions"),
        ("/openai/api/chat", Provider::OpenAi, "/api/chat"),
        ("/openai/api/generate", Provider::OpenAi, "/api/generate"),
        ("/anthropic/v1/complete", Provider::Anthropic, "/v1/complete"),
        ("/gemini/v1beta/interactions", Provider::Gemini, "/v1beta/interactions"),
    ] {
        assert_eq!(Route::of("POST", path), Route::PassUnwatched { provider, path: place.to_owned() });
        assert_eq!(Route::of("GET", path), Route::Pass { provider });
    }
}

#[test]
fn everything_else_passes() {
    for path in [
        "/openai/v1/models",
        "/openai/v1/responses/compact",
        "/openai/v1/responses/input_tokens",
        "/openai/v1/threads/t/messages",
        "/anthropic/v1/messages/count_tokens?beta=true",
        "/anthropic/v1/messages/batches",
        "/gemini/v1beta/models/g:countTokens",
        "/gemini/v1beta/models/g:streamGenerateContent?alt=proto",
        "/gemini/upload/v1beta/files",
        "/gemini",
    ] {
        assert!(matches!(Route::of("POST", path), Route::Pass { .. }), "{path}");
    }
    assert_eq!(Route::of("GET", "/openai/v1/responses"), Route::Pass { provider: Provider::OpenAi });
    for path in ["", "/", "/openaix/v1", "/v1/messages", "//openai/v1", "/favicon.ico"] {
        assert_eq!(Route::of("POST", path), Route::Nowhere, "{path}");
    }
}

#[test]
fn an_address_joins_the_base_as_it_is_written_for_the_sdk() {
    let (openai, anthropic, gemini) = (Provider::OpenAi, Provider::Anthropic, Provider::Gemini);
    for provider in Provider::ALL {
        let path = format!("/{}/v1/models?limit=2", provider.base_path().trim_end_matches("/v1"));
        assert!(
            upstream(provider, provider.usual_base(), &path)
                .is_ok_and(|to| to.ends_with("/v1/models?limit=2"))
        );
    }
    goes(
        openai,
        "https://api.openai.com/v1/",
        "/openai/v1/chat/completions",
        "https://api.openai.com/v1/chat/completions",
    );
    goes(openai, "https://openrouter.ai/api/v1", "/openai/v1/models", "https://openrouter.ai/api/v1/models");
    let azure = "https://r.openai.azure.com/openai/deployments/d?api-version=7";
    let joined = "https://r.openai.azure.com/openai/deployments/d/chat/completions?api-version=7&x=%20";
    goes(openai, azure, "/openai/v1/chat/completions?x=%20", joined);
    goes(
        anthropic,
        "https://api.anthropic.com",
        "/anthropic/v1/messages?beta=true",
        "https://api.anthropic.com/v1/messages?beta=true",
    );
    goes(
        anthropic,
        "http://127.0.0.1:8080/v1",
        "/anthropic/v1/messages",
        "http://127.0.0.1:8080/v1/messages",
    );
    let file = "https://generativelanguage.googleapis.com/v1beta/files/a%2Fb";
    goes(gemini, super::GEMINI_BASE, "/gemini/v1beta/files/a%2Fb", file);
    goes(openai, "https://api.openai.com/v1", "/openai/v1x/y", "https://api.openai.com/v1/v1x/y");
}

#[test]
fn no_path_leaves_the_base() {
    for path in
        ["/../x", "/a/..", "/%2e%2E/x", "/..%2fx", "/%252e%252e/x", "/a\\..\\x", "/./x", "/a b", "/é", "/a#b"]
    {
        let found = upstream(Provider::Gemini, "https://host/base", &format!("/gemini{path}"));
        assert!(matches!(found, Err(AddressFault::LeavesBase { .. })), "{path}: {found:?}");
    }
    for base in [
        "",
        "api.openai.com",
        "ftp://host",
        "https://",
        "https:///v1",
        "https://:80",
        "https://host/a b",
        "https://host#a",
    ] {
        let found = upstream(Provider::OpenAi, base, "/openai/v1/models");
        assert!(matches!(found, Err(AddressFault::NotABase { .. })), "{base}: {found:?}");
    }
    let found = upstream(Provider::OpenAi, "https://host", "/gemini/v1");
    assert_eq!(found, Err(AddressFault::NotBelow { path: "/gemini/v1".to_owned() }));
}

#[test]
fn a_model_in_the_path_is_replaced() {
    let path = "/gemini/v1beta/models/g-3:generateContent?key=a:b/c";
    assert_eq!(
        with_model(path, "g-4").as_deref(),
        Some("/gemini/v1beta/models/g-4:generateContent?key=a:b/c")
    );
    assert_eq!(
        with_model(path, "tunedModels/m").as_deref(),
        Some("/gemini/v1beta/tunedModels/m:generateContent?key=a:b/c")
    );
    assert_eq!(with_model("/openai/v1/responses", "g-4"), None);
}

proptest! {
    #[test]
    fn any_path_has_a_route_and_no_address_outside_of_its_base(path in r"(/gemini|/openai)?[/.%2eEfF\\:?a-zé]{0,24}") {
        Route::of("POST", &path);
        with_model(&path, "a/b c");
        for provider in Provider::ALL {
            if let Ok(address) = upstream(provider, "https://host/base", &path) {
                prop_assert!(address.starts_with("https://host/base"), "{}", address);
                prop_assert!(!address.contains("/../"), "{}", address);
            }
        }
    }
}
