use crate::Format;
use crate::support::{comes_back, read, texts, whats};
use content::{Failure, FailureKind, Item, Outcome, Output, Role};
use serde_json::{Value, json};

const REQUEST: &str = include_str!("../../tests-data/anthropic-request.json");
const RESPONSE: &str = include_str!("../../tests-data/anthropic-response.json");

#[test]
fn results_are_a_message_of_the_function_side_and_failures_are_marked() {
    let imported = read(Format::Anthropic, REQUEST);
    let roles: Vec<_> = imported.messages.iter().map(|message| message.role).collect();
    assert_eq!(roles, [Role::System, Role::User, Role::Assistant, Role::Function]);
    let outcomes: Vec<_> = imported.messages[3].results().map(|result| result.outcome.clone()).collect();
    let text = r#"{"berth":12,"free":true,"until":"06:00"}"#.to_owned();
    let message = "tide service timed out after 5 s".to_owned();
    let expected = [
        Outcome::Returned { output: Output::Text { text } },
        Outcome::Failed { failure: Failure { kind: FailureKind::Reported, message } },
    ];
    assert_eq!(outcomes, expected);
    assert_eq!(imported.functions.len(), 2);
}

#[test]
fn thoughts_and_calls_go_back_unchanged() {
    let original: Value = serde_json::from_str(REQUEST).unwrap();
    let written = comes_back(Format::Anthropic, &read(Format::Anthropic, REQUEST).messages);
    assert_eq!(written["system"], original["system"]);
    assert_eq!(written["messages"][1], original["messages"][1]);
}

#[test]
fn a_response_is_one_message() {
    let imported = read(Format::Anthropic, RESPONSE);
    assert_eq!(imported.messages[0].calls().count(), 2);
    assert_eq!(imported.losses, []);
    comes_back(Format::Anthropic, &imported.messages);
}

#[test]
fn what_a_person_says_beside_results_is_said_after_them() {
    let text = r#"{"system":"Be brief.","messages":[
        {"role":"assistant","content":[{"type":"tool_use","id":"a","name":"now","input":{}}]},
        {"role":"user","content":[
            {"type":"tool_result","tool_use_id":"a"},
            {"type":"text","text":"And the date?"}
        ]}
    ]}"#;
    let imported = read(Format::Anthropic, text);
    assert_eq!(texts(&imported.messages), ["Be brief.", "", "", "And the date?"]);
    let nothing = Outcome::Returned { output: Output::Nothing };
    assert_eq!(imported.messages[2].results().next().unwrap().outcome, nothing);
    comes_back(Format::Anthropic, &imported.messages);
}

#[test]
fn redacted_thoughts_pictures_and_unknown_blocks_come_back() {
    let text = r#"[{"role":"user","content":[
        {"type":"image","source":{"type":"base64","media_type":"image/png","data":"aGk="}},
        {"type":"image","source":{"type":"url","url":"https://example.org/a"}},
        {"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"aGk="}}
    ]},{"role":"assistant","content":[
        {"type":"redacted_thinking","data":"b3BhcXVl"},
        {"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"tide"}}
    ]}]"#;
    let imported = read(Format::Anthropic, text);
    let expected = ["a part of the kind \"server_tool_use\" is kept as it is, without being understood"];
    assert_eq!(whats(&imported.losses), expected);
    assert!(matches!(&imported.messages[1].items[0], Item::Reasoning { text, .. } if text.is_empty()));
    let written = comes_back(Format::Anthropic, &imported.messages);
    let original: Value = serde_json::from_str(text).unwrap();
    assert_eq!(written["messages"], original);
}

#[test]
fn a_thought_without_a_signature_is_left_out_and_reported() {
    let text = r#"[{"role":"assistant","reasoning_content":"Hm.","content":"Yes."}]"#;
    let imported = read(Format::OpenAiChat, text);
    let exported = crate::export(Format::Anthropic, &imported.messages);
    assert!(whats(&exported.losses).contains(&"thoughts of another model are left out"));
    let written: Value = serde_json::from_str(&exported.text).unwrap();
    assert_eq!(written["messages"], json!([{ "role": "assistant", "content": "Yes." }]));
}

#[test]
fn what_stood_on_a_text_is_written_on_it_again() {
    let citations = json!([{ "type": "char_location", "cited_text": "noon" }]);
    let state = json!({ "onText": true, "citations": citations });
    let text = r#"[{"role":"assistant","content":[
        {"type":"text","text":"At noon."},
        {"type":"tool_use","id":"a","name":"now","input":{}}
    ]}]"#;
    let mut imported = read(Format::Anthropic, text);
    let provider_state = Some(content::ProviderState::unclaimed("anthropic", state));
    imported.messages[0].items.insert(1, Item::Reasoning { text: String::new(), provider_state });
    let exported = crate::export(Format::Anthropic, &imported.messages);
    let written: Value = serde_json::from_str(&exported.text).unwrap();
    let block = json!({ "type": "text", "text": "At noon.", "citations": citations });
    assert_eq!(written["messages"][0]["content"][0], block);
    assert_eq!(written["messages"][0]["content"][1]["type"], "tool_use");
}

#[test]
fn what_the_provider_ran_comes_back_and_the_container_stands_beside_the_messages() {
    let text = r#"{"container":"container_1","messages":[
        {"role":"user","content":"Tides?"},
        {"role":"assistant","content":[
            {"type":"server_tool_use","id":"srvtoolu_1","name":"tool_search_tool_bm25","input":{"query":"tide"}},
            {"type":"tool_search_tool_result","tool_use_id":"srvtoolu_1","content":{"type":"tool_search_tool_search_result","tool_references":[{"type":"tool_reference","tool_name":"tide"}]}},
            {"type":"compaction","content":"So far.","signature":"c2ln"},
            {"type":"tool_use","id":"a","name":"tide","input":{"port":"Lysvik"},"caller":{"type":"code_execution_20260521","tool_id":"srvtoolu_2"}}
        ]},
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"23:41"}]}
    ]}"#;
    let imported = read(Format::Anthropic, text);
    let written = comes_back(Format::Anthropic, &imported.messages);
    let original: Value = serde_json::from_str(text).unwrap();
    assert_eq!(written["container"], "container_1");
    assert_eq!(written["messages"][1], original["messages"][1]);
    let elsewhere = crate::export(Format::OpenAiResponses, &imported.messages);
    let lost = "a part that was never understood is left out";
    assert_eq!(whats(&elsewhere.losses).iter().filter(|what| **what == lost).count(), 1);
    let response = r#"{"id":"msg_1","type":"message","role":"assistant","model":"claude","content":[{"type":"text","text":"Hi."}],"stop_reason":"end_turn","container":{"id":"c","expires_at":"x"}}"#;
    assert_eq!(comes_back(Format::Anthropic, &read(Format::Anthropic, response).messages)["container"], "c");
}

#[test]
fn examples_of_arguments_are_read_with_their_function() {
    let text = r#"{"messages":[{"role":"user","content":"Hi"}],
        "tools":[{"name":"tide","input_schema":{"type":"object"},"input_examples":[{"port":"Lysvik"}]}]}"#;
    let imported = read(Format::Anthropic, text);
    assert_eq!(imported.functions[0].examples, [json!({ "port": "Lysvik" })]);
    assert_eq!(imported.losses, []);
}

#[test]
fn a_cache_point_is_told_wherever_it_stands() {
    let mark = json!({ "type": "ephemeral" });
    let blocks = [
        ("user", json!({ "type": "text", "text": "Hello", "cache_control": mark })),
        ("assistant", json!({ "type": "text", "text": "Hello", "cache_control": mark })),
        (
            "assistant",
            json!({ "type": "tool_use", "id": "a", "name": "now", "input": {}, "cache_control": mark }),
        ),
        ("user", json!({ "type": "tool_result", "tool_use_id": "a", "content": "1", "cache_control": mark })),
    ];
    for (role, block) in blocks {
        let thought = json!({ "type": "thinking", "thinking": "hm", "signature": "c2ln" });
        let document =
            json!([{ "role": "assistant", "content": [thought] }, { "role": role, "content": [block] }]);
        let losses = read(Format::Anthropic, &document.to_string()).losses;
        assert!(whats(&losses).contains(&"the field \"cache_control\" of a block is not kept"), "{block}");
    }
}
