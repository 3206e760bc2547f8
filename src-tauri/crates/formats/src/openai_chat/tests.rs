use crate::Format;
use crate::support::{comes_back, read, texts, whats};
use content::{
    Author, CallArguments, CalledFunction, FunctionName, Item, Message, ModelId, Origin, Outcome, Output,
    Role,
};
use serde_json::json;

const REQUEST: &str = include_str!("../../tests-data/openai-chat-request.json");
const RESPONSE: &str = include_str!("../../tests-data/openai-chat-response.json");
const COMPATIBLE: &str = include_str!("../../tests-data/openai-compatible-request.json");

#[test]
fn a_request_is_a_path_with_both_results_in_one_message() {
    let imported = read(Format::OpenAiChat, REQUEST);
    let roles: Vec<_> = imported.messages.iter().map(|message| message.role).collect();
    assert_eq!(roles, [Role::System, Role::User, Role::Assistant, Role::Function]);
    let parents: Vec<_> = imported.messages.iter().skip(1).map(|message| message.parent.clone()).collect();
    let before: Vec<_> = imported.messages.iter().map(|message| Some(message.id.clone())).take(3).collect();
    assert_eq!(parents, before);
    assert_eq!(imported.messages[2].author, Author::Model { model: ModelId::new("gpt-5.6-sol") });
    assert_eq!(imported.messages[2].origin, Origin::Model);
    let calls: Vec<_> = imported.messages[2].calls().map(|call| (&call.id, &call.function)).collect();
    let results: Vec<_> = imported.messages[3].results().map(|one| (&one.call_id, &one.function)).collect();
    assert_eq!(calls, results);
    let what = "what stands beside the messages is not kept: tool_choice, parallel_tool_calls";
    assert_eq!(whats(&imported.losses), ["the field \"strict\" of a function is not kept", what]);
}

#[test]
fn the_functions_of_a_request_are_found() {
    let functions = read(Format::OpenAiChat, REQUEST).functions;
    assert_eq!(functions.len(), 2);
    assert_eq!(functions[1].name, FunctionName::without_plugin("tide_table"));
    assert_eq!(functions[1].description, "Next high tide of a port.");
    assert_eq!(functions[1].parameters["required"], json!(["port"]));
}

#[test]
fn a_response_is_one_message_and_its_arguments_stay_the_text_they_are() {
    let imported = read(Format::OpenAiChat, RESPONSE);
    let raw: Vec<_> = imported.messages[0].calls().map(|call| call.arguments.raw()).collect();
    assert_eq!(raw, [r#"{"berth":12}"#, r#"{"port":"Lysvik"}"#]);
    assert_eq!(imported.losses, []);
    comes_back(Format::OpenAiChat, &imported.messages);
}

#[test]
fn requests_come_back_as_they_were() {
    for text in [REQUEST, COMPATIBLE] {
        let messages = read(Format::OpenAiChat, text).messages;
        let written = comes_back(Format::OpenAiChat, &messages);
        let original: serde_json::Value = serde_json::from_str(text).unwrap();
        for (written, original) in
            written["messages"].as_array().unwrap().iter().zip(original["messages"].as_array().unwrap())
        {
            assert_eq!(written["tool_calls"], original["tool_calls"]);
            assert_eq!(written["tool_call_id"], original["tool_call_id"]);
        }
    }
}

#[test]
fn thoughts_of_compatible_servers_are_reasoning() {
    let imported = read(Format::OpenAiChat, COMPATIBLE);
    let thought = Item::Reasoning { text: "Two lookups are needed.".into(), provider_state: None };
    assert_eq!(imported.messages[2].items[0], thought);
}

#[test]
fn pictures_and_sounds_come_back() {
    let text = r#"[{"role":"user","content":[
        {"type":"text","text":"What is this?"},
        {"type":"image_url","image_url":{"url":"data:image/png;base64,aGk=","detail":"low"}},
        {"type":"image_url","image_url":{"url":"https://example.org/a.png"}},
        {"type":"input_audio","input_audio":{"data":"aGk=","format":"wav"}},
        {"type":"hologram","light":5}
    ]}]"#;
    let imported = read(Format::OpenAiChat, text);
    let expected = [
        "the field \"detail\" of a picture is not kept",
        "a part of the kind \"hologram\" is kept as it is, without being understood",
    ];
    assert_eq!(whats(&imported.losses), expected);
    let written = comes_back(Format::OpenAiChat, &imported.messages);
    assert_eq!(written["messages"][0]["content"][4], json!({ "type": "hologram", "light": 5 }));
}

#[test]
fn old_requests_name_functions_instead_of_calls() {
    let text = r#"[
        {"role":"assistant","content":null,"function_call":{"name":"now","arguments":"{}"}},
        {"role":"function","name":"now","content":"12:00"}
    ]"#;
    let imported = read(Format::OpenAiChat, text);
    let call = imported.messages[0].calls().next().unwrap();
    let result = imported.messages[1].results().next().unwrap();
    assert_eq!(call.id, result.call_id);
    assert_eq!(call.id.as_str(), "imported-call-1");
}

#[test]
fn custom_calls_and_what_servers_add_to_calls_come_back() {
    let text = r#"[{"role":"assistant","content":"","tool_calls":[
        {"id":"a","type":"custom","custom":{"name":"shell","input":"ls -l"}},
        {"id":"b","type":"function","function":{"name":"now","arguments":"{ }"},
         "extra_content":{"google":{"thought_signature":"c2ln"}}}
    ]}]"#;
    let imported = read(Format::OpenAiChat, text);
    let arguments: Vec<_> = imported.messages[0].calls().map(|call| call.arguments.clone()).collect();
    assert_eq!(arguments[0], CallArguments::of_text("ls -l"));
    let written = comes_back(Format::OpenAiChat, &imported.messages);
    let original: serde_json::Value = serde_json::from_str(text).unwrap();
    let calls = &written["messages"][0]["tool_calls"];
    assert_eq!(calls[0], original[0]["tool_calls"][0]);
    assert_eq!(calls[1], original[0]["tool_calls"][1]);
}

#[test]
fn a_result_nobody_called_for_is_kept_and_reported() {
    let imported = read(Format::OpenAiChat, r#"[{"role":"tool","tool_call_id":"x","content":"12:00"}]"#);
    let results: Vec<_> = imported.messages.iter().flat_map(Message::results).collect();
    assert_eq!(results[0].function, CalledFunction::Unknown { raw: String::new() });
    assert_eq!(results[0].outcome, Outcome::Returned { output: Output::Text { text: "12:00".into() } });
    assert_eq!(whats(&imported.losses), ["a result answers no call that was made before it"]);
}

#[test]
fn only_the_first_choice_is_read_and_that_is_reported() {
    let text = r#"{"choices":[
        {"message":{"role":"assistant","content":"one"}},{"message":{"role":"assistant","content":"two"}}
    ]}"#;
    let imported = read(Format::OpenAiChat, text);
    assert_eq!(texts(&imported.messages), ["one"]);
    assert_eq!(whats(&imported.losses), ["only the first of several choices is read"]);
}

#[test]
fn the_calls_of_other_choices_are_named() {
    let call = |name: &str| json!({ "id": name, "type": "function", "function": { "name": name, "arguments": "{}" } });
    let choice = |name: &str| json!({ "message": { "role": "assistant", "content": null, "tool_calls": [call(name)] } });
    let document = json!({ "choices": [choice("tide"), choice("berth"), choice("now")] });
    let imported = read(Format::OpenAiChat, &document.to_string());
    assert_eq!(imported.messages[0].calls().count(), 1);
    let expected =
        ["only the first of several choices is read", "the calls of the others are left out: berth, now"];
    assert_eq!(whats(&imported.losses), expected);
}
