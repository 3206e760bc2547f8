use crate::Format;
use crate::support::{comes_back, read, texts, whats};
use content::{CallArguments, Item, Message, ProviderState, Role};
use serde_json::{Value, json};

const REQUEST: &str = include_str!("../../tests-data/openai-responses-request.json");
const RESPONSE: &str = include_str!("../../tests-data/openai-responses-response.json");

#[test]
fn items_of_one_side_are_one_message() {
    let imported = read(Format::OpenAiResponses, REQUEST);
    let roles: Vec<_> = imported.messages.iter().map(|message| message.role).collect();
    assert_eq!(roles, [Role::System, Role::User, Role::Assistant, Role::Function]);
    assert_eq!(imported.messages[2].items.len(), 3);
    assert_eq!(imported.messages[3].items.len(), 2);
    assert_eq!(texts(&imported.messages)[0], "Answer as the harbour office.");
    assert_eq!(imported.functions.len(), 2);
}

#[test]
fn thoughts_and_calls_go_back_with_all_that_belongs_to_them() {
    let original: Value = serde_json::from_str(REQUEST).unwrap();
    let written = comes_back(Format::OpenAiResponses, &read(Format::OpenAiResponses, REQUEST).messages);
    assert_eq!(written["instructions"], original["instructions"]);
    for index in 1..=4 {
        assert_eq!(written["input"][index], original["input"][index]);
    }
}

#[test]
fn a_response_is_one_message_of_the_assistant() {
    let imported = read(Format::OpenAiResponses, RESPONSE);
    assert_eq!(imported.messages.len(), 1);
    assert_eq!(imported.messages[0].calls().count(), 2);
    assert!(matches!(imported.messages[0].items[0], Item::Reasoning { .. }));
    comes_back(Format::OpenAiResponses, &imported.messages);
}

#[test]
fn a_text_alone_is_what_a_person_says() {
    let imported = read(Format::OpenAiResponses, r#"{"model":"gpt-5.6-sol","input":"hello"}"#);
    assert_eq!(texts(&imported.messages), ["hello"]);
    assert_eq!(imported.messages[0].role, Role::User);
    comes_back(Format::OpenAiResponses, &imported.messages);
}

#[test]
fn items_nobody_knows_go_back_as_they_were() {
    let text = r#"{"input":[
        {"role":"user","content":"Search."},
        {"type":"web_search_call","id":"ws_1","status":"completed"},
        {"type":"custom_tool_call","id":"ctc_1","call_id":"c","name":"shell","input":"ls"},
        {"type":"custom_tool_call_output","call_id":"c","output":"a.txt"}
    ]}"#;
    let imported = read(Format::OpenAiResponses, text);
    let expected = ["a part of the kind \"web_search_call\" is kept as it is, without being understood"];
    assert_eq!(whats(&imported.losses), expected);
    let written = comes_back(Format::OpenAiResponses, &imported.messages);
    let original: Value = serde_json::from_str(text).unwrap();
    assert_eq!(written["input"][1], original["input"][1]);
    assert_eq!(written["input"][2], original["input"][2]);
    assert_eq!(written["input"][3], original["input"][3]);
}

/// Codex on its newest model: no list of tools, but an item that adds a namespace and a function of free text.
#[test]
fn added_tools_programs_and_searches_come_back_and_functions_of_free_text_are_known() {
    let text = r#"{"input":[
        {"type":"additional_tools","role":"developer","tools":[
            {"type":"namespace","name":"harbour","description":"","tools":[
                {"type":"function","name":"tide","parameters":{"type":"object"},"strict":false}
            ]},
            {"type":"custom","name":"exec","format":{"type":"grammar","syntax":"lark","definition":"start: /.+/"}}
        ]},
        {"type":"message","role":"user","content":[{"type":"input_text","text":"Go."}]},
        {"type":"tool_search_call","id":"s","call_id":null,"execution":"server","status":"completed","arguments":{"paths":["tide"]}},
        {"type":"tool_search_output","id":"o","call_id":null,"execution":"server","status":"completed","tools":[]},
        {"type":"program","id":"p","call_id":"call_p","code":"await tools.tide({})","fingerprint":"RmluZ2Vy"},
        {"type":"function_call","id":"fc","call_id":"a","name":"tide","namespace":"harbour","arguments":"{}","caller":{"type":"program","caller_id":"call_p"}},
        {"type":"function_call_output","call_id":"a","output":"23:41","caller":{"type":"program","caller_id":"call_p"}},
        {"type":"program_output","id":"po","call_id":"call_p","result":"23:41","status":"completed"},
        {"type":"custom_tool_call","id":"c","call_id":"b","name":"exec","input":"ls -l"},
        {"type":"custom_tool_call_output","call_id":"b","output":"a.txt"}
    ]}"#;
    let imported = read(Format::OpenAiResponses, text);
    let written = comes_back(Format::OpenAiResponses, &imported.messages);
    let original: Value = serde_json::from_str(text).unwrap();
    assert_eq!(written["input"], original["input"]);
    let texts: Vec<_> =
        imported.functions.iter().map(|one| (one.name.to_string(), one.text.is_some())).collect();
    assert_eq!(texts, [("tide".to_owned(), false), ("exec".to_owned(), true)]);
    let calls: Vec<_> = imported.messages.iter().flat_map(Message::calls).collect();
    assert_eq!(calls[1].arguments, CallArguments::of_text("ls -l"));
    let elsewhere = crate::export(Format::Anthropic, &imported.messages);
    let written: Value = serde_json::from_str(&elsewhere.text).unwrap();
    assert!(written.to_string().contains(r#""input":{"input":"ls -l"}"#), "{}", elsewhere.text);
}

/// Its service has a kind of its own for it, which needs what was found in full.
#[test]
fn a_search_that_ran_here_is_written_like_any_other_call() {
    let text = r#"{"input":[
        {"type":"function_call","call_id":"c","name":"functions-find","arguments":"{\"query\":\"tide\"}"},
        {"type":"function_call_output","call_id":"c","output":"{\"functions\":[]}"}
    ]}"#;
    let mut imported = read(Format::OpenAiResponses, text);
    let original: Value = serde_json::from_str(text).unwrap();
    let state = serde_json::json!({ "type": "tool_search_call", "id": "tsc_1", "execution": "client" });
    for item in imported.messages.iter_mut().flat_map(|message| &mut message.items) {
        if let Item::FunctionCall { call } = item {
            call.provider_state = Some(ProviderState::unclaimed("openai-responses", state.clone()));
        }
    }
    let written = crate::export(Format::OpenAiResponses, &imported.messages);
    let written: Value = serde_json::from_str(&written.text).unwrap();
    assert_eq!(written["input"], original["input"]);
}

#[test]
fn pictures_in_a_result_are_kept_or_told() {
    let output = json!([
        { "type": "input_text", "text": "here" },
        { "type": "input_image", "image_url": "data:image/png;base64,aGk=", "detail": "high" },
        { "type": "input_image", "image_url": "https://example.org/a.png" },
        { "type": "input_image", "file_id": "file_1" },
    ]);
    for kind in ["function", "custom_tool"] {
        let document = json!([
            { "type": format!("{kind}_call"), "call_id": "c", "name": "look", "arguments": "{}", "input": "x" },
            { "type": format!("{kind}_call_output"), "call_id": "c", "output": output },
        ]);
        let imported = read(Format::OpenAiResponses, &document.to_string());
        let outcome = imported.messages[1].results().next().map(|result| result.outcome.clone());
        let Some(content::Outcome::Returned { output }) = outcome else { panic!("a result") };
        let kinds: Vec<_> = output
            .parts()
            .iter()
            .map(|part| match part {
                content::Output::Text { .. } => "text",
                content::Output::Media { .. } => "media",
                content::Output::Json { .. } => "json",
                content::Output::Nothing | content::Output::Several { .. } => "other",
            })
            .collect();
        assert_eq!(kinds, ["text", "media", "media", "json"]);
        let expected = [
            "the field \"detail\" of a part is not kept",
            "a part of a result of the kind \"input_image\" is kept as JSON",
        ];
        assert_eq!(whats(&imported.losses), expected);
    }
}
