//! How calls and results behave in saved conversations, whatever the form.

use crate::support::{comes_back, fresh_ids, read, whats};
use crate::{Format, export, import_as};
use content::{
    Author, CallArguments, CallId, CalledFunction, FunctionCall, FunctionName, FunctionResult, Item, Media,
    MediaSource, Message, MessageId, Origin, Outcome, Output, ProviderState, Role,
};
use serde_json::json;

fn message(role: Role, items: Vec<Item>) -> Message {
    let id = MessageId::new("m1");
    Message { id, parent: None, role, items, author: Author::Person, origin: Origin::Person }
}

fn text(text: &str) -> Item {
    Item::Text { text: text.to_owned() }
}

fn call(id: &str, function: &str, raw: &str) -> Item {
    let function = CalledFunction::Known { name: FunctionName::without_plugin(function) };
    let call = FunctionCall {
        id: CallId::new(id),
        function,
        arguments: CallArguments::read(raw),
        origin: Origin::Model,
        provider_state: None,
    };
    Item::FunctionCall { call }
}

fn result(id: &str, function: &str, said: &str) -> Item {
    let function = CalledFunction::Known { name: FunctionName::without_plugin(function) };
    let outcome = Outcome::Returned { output: Output::Text { text: said.to_owned() } };
    Item::FunctionResult {
        result: FunctionResult { call_id: CallId::new(id), function, outcome, origin: Origin::Function },
    }
}

/// S07 and S11.
#[test]
fn malformed_arguments_survive_in_every_form_that_has_a_place_for_them() {
    let messages = [message(Role::Assistant, vec![call("call_1", "now", r#"{"city":"Oslo"}}"#)])];
    for format in Format::ALL {
        match format {
            Format::Anthropic | Format::Gemini => {
                let losses = export(format, &messages).losses;
                assert!(
                    whats(&losses).contains(&"arguments that are not a JSON object are left out"),
                    "{format}"
                );
            }
            Format::Own
            | Format::SemanticKernel
            | Format::ExtensionsAi
            | Format::OpenAiChat
            | Format::OpenAiResponses
            | Format::OpenTelemetry
            | Format::JsonLines => {
                comes_back(format, &messages);
            }
        }
    }
}

/// S12.
#[test]
fn a_call_without_arguments_has_none_and_not_an_empty_text() {
    let messages = [message(Role::Assistant, vec![call("call_1", "now", "")])];
    for format in [Format::SemanticKernel, Format::ExtensionsAi, Format::Gemini, Format::OpenTelemetry] {
        comes_back(format, &messages);
    }
    comes_back(Format::OpenAiChat, &messages);
}

/// S03.
#[test]
fn the_calls_of_a_mixed_message_are_found_in_order() {
    let source = MediaSource::Inline { base64: "aGk=".into() };
    let picture = Item::Media { media: Media { mime_type: "image/png".into(), source } };
    let items = vec![text("First this."), call("a", "now", "{}"), picture, call("b", "tide", "{}")];
    let messages = [message(Role::Assistant, items)];
    for format in [Format::SemanticKernel, Format::ExtensionsAi, Format::Anthropic, Format::Gemini] {
        let read = import_as(format, &export(format, &messages).text, &fresh_ids()).unwrap();
        let ids: Vec<_> = read.messages[0].calls().map(|call| call.id.as_str().to_owned()).collect();
        assert_eq!(ids, ["a", "b"], "{format}");
        comes_back(format, &messages);
    }
}

/// The role of a message with a call is not important.
#[test]
fn a_call_in_a_persons_message_is_said_by_the_assistant_where_only_that_may_call() {
    let messages = [message(Role::User, vec![text("Look it up:"), call("a", "now", "{}")])];
    comes_back(Format::SemanticKernel, &messages);
    comes_back(Format::ExtensionsAi, &messages);
    let exported = export(Format::OpenAiChat, &messages);
    assert!(
        whats(&exported.losses)
            .contains(&"a message with parts of several sides is cut into several messages")
    );
    let read = import_as(Format::OpenAiChat, &exported.text, &fresh_ids()).unwrap();
    let roles: Vec<_> = read.messages.iter().map(|message| message.role).collect();
    assert_eq!(roles, [Role::User, Role::Assistant]);
    assert_eq!(read.messages[1].calls().count(), 1);
}

/// S71.
#[test]
fn a_function_message_may_carry_one_result_or_many() {
    let calls = message(Role::Assistant, vec![call("a", "now", "{}"), call("b", "tide", "{}")]);
    let both = message(Role::Function, vec![result("a", "now", "12:00"), result("b", "tide", "high")]);
    for format in Format::ALL {
        comes_back(format, &[calls.clone(), both.clone()]);
    }
    let first = message(Role::Function, vec![result("a", "now", "12:00")]);
    let second = message(Role::Function, vec![result("b", "tide", "high")]);
    let apart = [calls, first, second];
    for format in [Format::SemanticKernel, Format::ExtensionsAi, Format::Anthropic, Format::Gemini] {
        comes_back(format, &apart);
    }
    let losses = export(Format::OpenAiChat, &apart).losses;
    assert!(whats(&losses).contains(&"results of two messages one after the other read back as one message"));
}

/// S72.
#[test]
fn an_assistant_that_calls_and_says_nothing_has_an_empty_text_for_openai_and_none_elsewhere() {
    let messages = [message(Role::Assistant, vec![call("a", "now", "{}")])];
    assert_eq!(comes_back(Format::OpenAiChat, &messages)["messages"][0]["content"], "");
    let blocks = &comes_back(Format::Anthropic, &messages)["messages"][0]["content"];
    assert_eq!(blocks, &json!([{ "type": "tool_use", "id": "a", "name": "now", "input": {} }]));
    let parts = &comes_back(Format::Gemini, &messages)["contents"][0]["parts"];
    assert_eq!(parts, &json!([{ "functionCall": { "id": "a", "name": "now", "args": {} } }]));
}

/// S56.
#[test]
fn a_conversation_with_one_provider_goes_on_with_another() {
    let request = read(Format::Anthropic, include_str!("../../tests-data/anthropic-request.json"));
    for format in [Format::OpenAiChat, Format::OpenAiResponses, Format::Gemini] {
        let exported = export(format, &request.messages);
        assert!(
            whats(&exported.losses).contains(&"what anthropic wants to see again is not kept"),
            "{format}"
        );
        assert!(!exported.text.contains("RXhhbXBsZVNpZ25hdHVyZQ"), "a signature went to {format}");
        let read = import_as(format, &exported.text, &fresh_ids()).unwrap();
        let calls: Vec<_> =
            read.messages.iter().flat_map(Message::calls).map(|call| call.id.clone()).collect();
        let results: Vec<_> =
            read.messages.iter().flat_map(Message::results).map(|one| one.call_id.clone()).collect();
        assert_eq!(calls, results, "{format}");
    }
}

#[test]
fn thoughts_of_another_model_are_left_out_where_they_would_be_refused() {
    let thought = Item::Reasoning { text: "Hm.".into(), provider_state: None };
    let messages = [message(Role::Assistant, vec![thought, text("Yes.")])];
    for format in [Format::Anthropic, Format::OpenAiResponses] {
        let losses = export(format, &messages).losses;
        assert_eq!(whats(&losses), ["thoughts of another model are left out"], "{format}");
    }
    for format in [Format::SemanticKernel, Format::ExtensionsAi, Format::OpenTelemetry, Format::Gemini] {
        comes_back(format, &messages);
    }
}

#[test]
fn what_a_provider_wants_back_goes_to_that_provider_alone() {
    let state = ProviderState::unclaimed("gemini", json!({ "thoughtSignature": "c2ln" }));
    let thought = Item::Reasoning { text: "Hm.".into(), provider_state: Some(state) };
    let messages = [message(Role::Assistant, vec![thought, text("Yes.")])];
    let part = comes_back(Format::Gemini, &messages)["contents"][0]["parts"][0].clone();
    assert_eq!(part, json!({ "thoughtSignature": "c2ln", "text": "Hm.", "thought": true }));
    for format in [Format::OpenAiResponses, Format::Anthropic, Format::SemanticKernel] {
        let losses = export(format, &messages).losses;
        assert!(whats(&losses).contains(&"what gemini wants to see again is not kept"), "{format}");
    }
}

/// S04 and S15.
#[test]
fn a_plugin_survives_where_names_are_written_apart_and_is_reported_elsewhere() {
    let mut item = call("a", "get-current-time", "{}");
    if let Item::FunctionCall { call } = &mut item {
        call.function = CalledFunction::Known { name: FunctionName::new("time", "get-current-time") };
    }
    let messages = [message(Role::Assistant, vec![item])];
    comes_back(Format::SemanticKernel, &messages);
    let exported = export(Format::OpenAiChat, &messages);
    assert!(exported.text.contains("time-get-current-time"));
    assert!(
        whats(&exported.losses).contains(&"the names of plugins are joined to the names of their functions")
    );
}

#[test]
fn a_simulated_call_looks_like_any_other_and_that_is_reported() {
    let mut item = call("a", "now", "{}");
    if let Item::FunctionCall { call } = &mut item {
        call.origin = Origin::Simulated;
    }
    let messages = [message(Role::Assistant, vec![item])];
    for format in Format::ALL.into_iter().filter(|&format| format != Format::Own) {
        let exported = export(format, &messages);
        assert!(!exported.text.contains("imulated"));
        let said = "that a person wrote something in the place of a model or a function is not kept";
        assert!(whats(&exported.losses).contains(&said), "{format}");
    }
}
