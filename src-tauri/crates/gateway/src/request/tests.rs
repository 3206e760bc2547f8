use super::{ProgramRequest, RequestFault};
use crate::GoesOnFrom;
use crate::{Protocol, Route};
use content::{FunctionName, MessageId, Role};
use ports::{
    CallOptions, Effort, FunctionChoice, RequestSettings, ResponseFormat, Thinking, ThinkingDisplay,
    ThinkingMode,
};
use proptest::prelude::*;
use serde_json::{Value, json};

pub(crate) fn route(protocol: Protocol) -> Route {
    Route::of(
        "POST",
        match protocol {
            Protocol::OpenAiChat => "/openai/v1/chat/completions",
            Protocol::OpenAiResponses => "/openai/v1/responses",
            Protocol::Anthropic => "/anthropic/v1/messages",
            Protocol::Gemini => "/gemini/v1beta/models/gemini-4:streamGenerateContent?alt=sse",
        },
    )
}

#[track_caller]
fn read(protocol: Protocol, body: &Value) -> ProgramRequest {
    ProgramRequest::read(&route(protocol), body.to_string().as_bytes(), &|| MessageId::new("m"))
        .expect("a request")
}

fn named(name: &str) -> FunctionName {
    FunctionName::without_plugin(name)
}

#[test]
fn chat_completions_are_read_with_their_settings() {
    let request = read(
        Protocol::OpenAiChat,
        &json!({
            "model": "gpt-6", "stream": true, "stream_options": { "include_usage": true },
            "messages": [{ "role": "user", "content": "Hi" }],
            "tools": [{ "type": "function", "function": { "name": "tide" } }, { "type": "custom", "custom": { "name": "run" } }],
            "temperature": 0.5, "top_p": 1, "max_tokens": 7, "seed": 3, "stop": "END", "reasoning_effort": "none",
            "response_format": { "type": "json_schema", "json_schema": { "name": "n", "schema": { "type": "object" }, "strict": true } },
            "tool_choice": { "type": "function", "function": { "name": "tide" } }, "parallel_tool_calls": false
        }),
    );
    assert_eq!((request.model.as_str(), request.streams, request.includes_usage), ("gpt-6", true, true));
    assert_eq!(request.functions.len(), 2);
    let schema = ResponseFormat::Schema { name: "n".to_owned(), schema: json!({ "type": "object" }) };
    let expected = RequestSettings {
        temperature: Some(0.5),
        top_p: Some(1.0),
        max_output_tokens: Some(7),
        seed: Some(3),
        stop: vec!["END".to_owned()],
        response_format: Some(schema),
        thinking: Thinking { mode: Some(ThinkingMode::Off), ..Thinking::default() },
        ..RequestSettings::default()
    };
    assert_eq!(request.settings, expected);
    assert_eq!(request.choice, FunctionChoice::Function { name: named("tide") });
    assert_eq!(request.calls, CallOptions { parallel: Some(false), ..CallOptions::NONE });
}

#[test]
fn responses_are_read_with_functions_that_an_item_adds() {
    let request = read(
        Protocol::OpenAiResponses,
        &json!({
            "model": "gpt-6", "instructions": "Be brief.", "previous_response_id": "resp_1", "max_output_tokens": 9,
            "input": [
                { "type": "additional_tools", "role": "developer", "tools": [
                    { "type": "namespace", "name": "harbour", "tools": [{ "type": "function", "name": "tide" }] },
                    { "type": "custom", "name": "exec", "format": { "type": "grammar", "syntax": "lark", "definition": "x" } }
                ] },
                { "role": "user", "content": [{ "type": "input_text", "text": "Hi" }] }
            ],
            "reasoning": { "effort": "high", "summary": "detailed" }, "text": { "format": { "type": "json_object" }, "verbosity": "low" },
            "tool_choice": { "type": "allowed_tools", "mode": "required", "tools": [{ "type": "function", "name": "tide" }] }
        }),
    );
    let names: Vec<_> = request.functions.iter().map(|function| function.name.function.as_str()).collect();
    assert_eq!(names, ["tide", "exec"]);
    assert!(request.functions[1].text.is_some());
    assert_eq!(request.goes_on_from, Some(GoesOnFrom::Response("resp_1".to_owned())));
    let thinking = Thinking {
        effort: Some(Effort::High),
        display: Some(ThinkingDisplay::Detailed),
        ..Thinking::default()
    };
    assert_eq!(request.settings.thinking, thinking);
    assert_eq!(request.settings.response_format, Some(ResponseFormat::Json));
    assert_eq!(request.choice, FunctionChoice::Allowed { functions: vec![named("tide")], required: true });
    assert!(!request.streams);
}

#[test]
fn messages_are_read_with_a_system_message_among_them() {
    let request = read(
        Protocol::Anthropic,
        &json!({
            "model": "claude-opus-5-5", "max_tokens": 1000, "stream": true, "system": [{ "type": "text", "text": "S" }],
            "messages": [{ "role": "user", "content": "U" }, { "role": "system", "content": "R" }],
            "thinking": { "type": "adaptive", "display": "summarized" }, "output_config": { "effort": "low" },
            "tool_choice": { "type": "any", "disable_parallel_tool_use": true }, "stop_sequences": ["x"]
        }),
    );
    let roles: Vec<_> = request.messages.iter().map(|message| message.role).collect();
    assert_eq!(roles, [Role::System, Role::User, Role::System]);
    let thinking = Thinking {
        mode: Some(ThinkingMode::On),
        effort: Some(Effort::Low),
        budget: None,
        display: Some(ThinkingDisplay::Summarized),
    };
    assert_eq!(request.settings.thinking, thinking);
    assert_eq!((request.choice, request.calls.parallel), (FunctionChoice::Required, Some(false)));
}

#[test]
fn contents_are_read_in_either_spelling() {
    let contents = json!([{ "role": "user", "parts": [{ "text": "U" }] }]);
    let usual = read(
        Protocol::Gemini,
        &json!({
            "contents": contents,
            "generationConfig": { "topP": 0.5, "maxOutputTokens": 5, "responseMimeType": "application/json",
                "thinkingConfig": { "thinkingLevel": "HIGH", "includeThoughts": true } },
            "toolConfig": { "functionCallingConfig": { "mode": "ANY", "allowedFunctionNames": ["tide"] } }
        }),
    );
    let other = read(
        Protocol::Gemini,
        &json!({
            "contents": contents,
            "generation_config": { "top_p": 0.5, "max_output_tokens": 5, "response_mime_type": "application/json",
                "thinking_config": { "thinking_level": "high", "include_thoughts": true } },
            "tool_config": { "function_calling_config": { "mode": "any", "allowed_function_names": ["tide"] } }
        }),
    );
    assert_eq!(usual.settings, other.settings);
    assert_eq!((usual.choice, usual.model.as_str(), usual.streams), (other.choice, "gemini-4", true));
    assert_eq!(usual.settings.thinking.effort, Some(Effort::High));
}

#[test]
fn half_a_surrogate_pair_is_no_reason_to_watch_nothing() {
    let body = br#"{"messages":[{"role":"user","content":"\ud800"}]}"#;
    let request = ProgramRequest::read(&route(Protocol::OpenAiChat), body, &|| MessageId::new("m"));
    assert_eq!(request.map(|request| request.messages[0].text()).as_deref(), Ok("\u{fffd}"));
}

#[test]
fn what_is_no_request_is_told_with_what_to_do() {
    use notices::Describe;
    let fault = |route: &Route, body: &[u8]| ProgramRequest::read(route, body, &|| MessageId::new("m")).err();
    let chat = route(Protocol::OpenAiChat);
    assert_eq!(fault(&chat, b"\x1f\x8b\x08"), Some(RequestFault::NotText));
    assert_eq!(fault(&chat, b" "), Some(RequestFault::Empty));
    assert!(matches!(fault(&chat, b"{\"a\":"), Some(RequestFault::NotJson { line: 1, column: 5, .. })));
    assert!(matches!(fault(&chat, b"{}"), Some(RequestFault::NotOfProtocol { .. })));
    assert_eq!(fault(&chat, b"{\"messages\":[]}"), Some(RequestFault::NoMessages));
    assert_eq!(fault(&chat, "[".repeat(500).as_bytes()), Some(RequestFault::TooLarge));
    assert_eq!(fault(&Route::Nowhere, b"{}"), Some(RequestFault::NotForAModel));
    assert!(RequestFault::NotText.advice().is_some());
}

proptest! {
    #[test]
    fn no_bytes_are_a_reason_to_panic(bytes in prop::collection::vec(any::<u8>(), 0..60), text in r#"[\[\]{}",:a0-9]{0,60}"#) {
        for protocol in Protocol::ALL {
            for body in [bytes.as_slice(), text.as_bytes()] {
                let _read = ProgramRequest::read(&route(protocol), body, &|| MessageId::new("m"));
            }
        }
    }
}
