//! Histories put together at random, from few names and ids so that they meet.

use super::histories::History;
use crate::testing::{answer, call, failed, said, words};
use content::{Item, Media, MediaSource, Outcome, Output, ProviderState, Role};
use proptest::prelude::*;
use serde_json::json;

pub(super) fn any_history() -> impl Strategy<Value = History> {
    let message =
        (any_role(), proptest::collection::vec(any_item(), 0..4)).prop_map(|(role, items)| said(role, items));
    proptest::collection::vec(message, 0..9)
}

fn any_role() -> impl Strategy<Value = Role> {
    prop_oneof![Just(Role::System), Just(Role::User), Just(Role::Assistant), Just(Role::Function)]
}

fn any_item() -> impl Strategy<Value = Item> {
    let text = prop_oneof![Just(""), Just(" "), Just("Hello"), Just("wörter\n")];
    let id = || prop_oneof![Just(""), Just("a"), Just("b"), Just("gW3kR8tQz"), Just("toolu/ü")];
    let name = || prop_oneof![Just("tide_table"), Just("berth_status"), Just("großes ding"), Just("")];
    let arguments = prop_oneof![Just("{}"), Just(r#"{"port":"Lysvik"}"#), Just("{"), Just("7"), Just("")];
    let provider = prop_oneof![
        Just("anthropic"),
        Just("gemini"),
        Just("vertex"),
        Just("gemini-interactions"),
        Just("mistral"),
        Just("bedrock"),
        Just("ollama"),
        Just("openai-responses"),
        Just("openai-chat")
    ];
    let thought = (text.clone(), provider, any::<bool>()).prop_map(|(text, provider, on_text)| {
        let state = match (provider, on_text) {
            ("gemini" | "vertex", true) => json!({ "thoughtSignature": "c2ln", "onText": true }),
            ("gemini" | "vertex", false) => json!({ "thoughtSignature": "c2ln" }),
            ("openai-responses", _) => json!({ "id": "rs_1", "summary": [], "encrypted_content": "x" }),
            ("openai-chat", _) => json!({ "service": "deepseek" }),
            (_, _) => json!({ "signature": "c2ln" }),
        };
        Item::Reasoning { text: text.into(), provider_state: Some(ProviderState::unclaimed(provider, state)) }
    });
    prop_oneof![
        text.prop_map(words),
        (id(), name(), arguments).prop_map(|(id, name, arguments)| call(id, name, arguments)),
        (id(), name(), any_outcome()).prop_map(|(id, name, outcome)| answer(id, name, outcome)),
        thought,
        any_media().prop_map(|media| Item::Media { media }),
        Just(Item::Unknown { value: json!({ "x": 1 }) }),
    ]
}

fn any_outcome() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        Just(failed("")),
        Just(failed("no")),
        Just(Outcome::declined("")),
        Just(Outcome::Returned { output: Output::Nothing }),
        Just(Outcome::Returned { output: Output::Text { text: String::new() } }),
        Just(Outcome::Returned { output: Output::Json { value: json!([1, { "$ref": "x" }]) } }),
        any_media().prop_map(|media| Outcome::Returned { output: Output::Media { media } }),
    ]
}

fn any_media() -> impl Strategy<Value = Media> {
    let mime = prop_oneof![Just("image/png"), Just("application/pdf"), Just("audio/wav"), Just("")];
    let source = prop_oneof![
        Just(MediaSource::Inline { base64: "aGk=".into() }),
        Just(MediaSource::Address { uri: "https://example.org".into() }),
    ];
    (mime, source).prop_map(|(mime, source)| Media { mime_type: mime.into(), source })
}
