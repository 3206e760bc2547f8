//! OpenAI's Responses.

use super::{and_then, go_on, kept};
use serde_json::{Value, json};

const KIND: &str = "openai-responses";

fn last() -> Value {
    json!({ "role": "user", "content": "Go on." })
}

/// A message of the model as an answer holds it.
fn said(text: &str, phase: &str) -> Value {
    json!({
        "type": "message", "id": "msg_1", "status": "completed", "role": "assistant", "phase": phase,
        "content": [{ "type": "output_text", "text": text, "annotations": [], "logprobs": [] }]
    })
}

/// The same as it goes back.
fn says(text: &str, phase: &str) -> Value {
    json!({ "role": "assistant", "content": text, "phase": phase })
}

fn thought(id: &str) -> Value {
    json!({
        "type": "reasoning", "id": id, "encrypted_content": "Z0FBQUFB",
        "summary": [
            { "type": "summary_text", "text": "First." }, { "type": "summary_text", "text": "Second." }
        ],
        "content": [{ "type": "reasoning_text", "text": "In full." }]
    })
}

/// Items that the service runs itself or that set something. Nobody but the service understands them.
fn hosted() -> Vec<Value> {
    let picture = json!({ "type": "computer_screenshot", "image_url": "data:image/png;base64,aGk=" });
    vec![
        json!({ "type": "web_search_call", "id": "ws_1", "status": "completed", "action": { "type": "search" } }),
        json!({ "type": "file_search_call", "id": "fs_1", "status": "completed", "queries": ["tide"], "results": null }),
        json!({ "type": "code_interpreter_call", "id": "ci_1", "status": "completed", "code": "1+1", "container_id": "cntr_1", "outputs": [] }),
        json!({ "type": "image_generation_call", "id": "ig_1", "status": "completed", "result": "aGk=" }),
        json!({ "type": "mcp_list_tools", "id": "mcpl_1", "server_label": "sea", "tools": [] }),
        json!({ "type": "mcp_approval_request", "id": "mcpr_1", "server_label": "sea", "name": "tide", "arguments": "{}" }),
        json!({ "type": "mcp_approval_response", "approval_request_id": "mcpr_1", "approve": true }),
        json!({ "type": "mcp_call", "id": "mcp_1", "server_label": "sea", "name": "tide", "arguments": "{}", "output": "high" }),
        json!({ "type": "computer_call", "id": "cu_1", "call_id": "call_cu", "status": "completed", "action": { "type": "screenshot" } }),
        json!({ "type": "computer_call_output", "call_id": "call_cu", "output": picture }),
        json!({ "type": "shell_call", "id": "sh_1", "call_id": "call_sh", "action": { "commands": ["ls"] } }),
        json!({ "type": "shell_call_output", "call_id": "call_sh", "output": [] }),
        json!({ "type": "apply_patch_call", "id": "ap_1", "call_id": "call_ap", "operation": { "type": "delete_file", "path": "a" } }),
        json!({ "type": "apply_patch_call_output", "call_id": "call_ap", "status": "completed" }),
        json!({ "type": "tool_search_call", "id": "ts_1", "execution": "server", "arguments": { "paths": ["sea"] } }),
        json!({ "type": "tool_search_output", "id": "tso_1", "execution": "server", "tools": [] }),
        json!({ "type": "program", "id": "prog_1", "code": "await tide()", "fingerprint": "f1" }),
        json!({ "type": "program_output", "id": "po_1", "call_id": "prog_1", "output": "high" }),
        json!({ "type": "configuration_update", "reasoning": { "effort": "high" } }),
        json!({ "type": "compaction", "id": "cmp_1", "encrypted_content": "Z0FBQUFC" }),
    ]
}

#[tokio::test]
async fn every_item_of_a_request_goes_back_as_it_came() {
    let tools =
        json!({ "type": "additional_tools", "role": "developer", "tools": [{ "type": "web_search" }] });
    let asked = json!({ "role": "user", "content": "Is berth 12 free?" });
    let calls = [
        thought("rs_1"),
        json!({ "type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "berth", "namespace": "harbour",
            "arguments": "{ \"berth\": 12 }", "status": "completed", "caller": { "type": "program", "caller_id": "prog_0" } }),
        json!({ "type": "custom_tool_call", "id": "ctc_1", "call_id": "call_2", "name": "shell", "input": "ls -l" }),
    ];
    let results = [
        json!({ "type": "function_call_output", "call_id": "call_1", "output": [
            { "type": "input_text", "text": "It is." },
            { "type": "input_image", "image_url": "data:image/png;base64,aGk=", "detail": "auto" },
            { "type": "input_file", "filename": "document.pdf", "file_data": "data:application/pdf;base64,aGk=" }
        ] }),
        json!({ "type": "custom_tool_call_output", "call_id": "call_2", "output": "a.txt" }),
    ];
    let sides = |said: fn(&str, &str) -> Value| {
        let mut items = vec![tools.clone(), asked.clone(), said("I look.", "commentary")];
        items.extend(calls.clone());
        items.extend(results.clone());
        items.push(thought("rs_2"));
        items.extend(hosted());
        items.push(said("It is free.", "final_answer"));
        Value::from(items)
    };
    let gone_on = go_on(&json!({ "model": "gpt-6-sol", "input": sides(said) }), KIND).await;
    let mut expected = and_then(&sides(says), last());
    // The result of a call that code made says which code waits for it.
    expected[6]["caller"] = json!({ "type": "program", "caller_id": "prog_0" });
    assert_eq!(gone_on.body["input"], expected);
    let mut kinds = vec!["additional_tools".to_owned()];
    kinds.extend(hosted().iter().map(|item| item["type"].as_str().unwrap_or_default().to_owned()));
    let mut told = kept(&kinds.iter().map(String::as_str).collect::<Vec<_>>());
    told.insert(1, "the field \"filename\" of a part is not kept".to_owned());
    assert_eq!(gone_on.losses, told);
    assert_eq!(gone_on.adaptations, [""; 0]);
}

#[tokio::test]
async fn parts_that_only_the_service_understands_stand_where_they_stood() {
    let file = json!({ "type": "input_file", "file_id": "file-1" });
    let sound = json!({ "type": "output_audio", "data": "aGk=", "transcript": "Hi." });
    let document = json!({ "model": "gpt-6-sol", "input": [
        { "role": "user", "content": [
            { "type": "input_text", "text": "Look." }, { "type": "input_image", "file_id": "file-2", "detail": "low" }, file
        ] },
        { "type": "message", "role": "assistant", "phase": "commentary",
            "content": [{ "type": "output_text", "text": "I look." }, sound] }
    ] });
    let gone_on = go_on(&document, KIND).await;
    let expected = json!([
        document["input"][0],
        says("I look.", "commentary"),
        { "type": "message", "role": "assistant", "phase": "commentary", "content": [sound] },
        last()
    ]);
    assert_eq!(gone_on.body["input"], expected);
    assert_eq!(gone_on.losses, kept(&["input_image", "input_file", "output_audio"]));
    assert_eq!(gone_on.adaptations, [""; 0]);
}

#[tokio::test]
async fn what_does_not_go_back_is_told() {
    let citation = json!({ "type": "url_citation", "url": "https://example.org" });
    let document = json!({ "model": "gpt-6-sol", "previous_response_id": "resp_0", "conversation": { "id": "conv_1" }, "input": [
        { "type": "item_reference", "id": "msg_0" },
        { "role": "critic", "content": "Look it up." },
        { "type": "reasoning", "id": "rs_1", "summary": [{ "type": "summary_text", "text": "Hm." }] },
        { "type": "function_call", "call_id": "call_1", "name": "berth", "arguments": "{}" },
        { "type": "function_call_output", "call_id": "call_1", "status": "incomplete", "output": [
            { "type": "input_text", "text": "It is." }, { "type": "input_image", "file_id": "file-1" }
        ] },
        { "type": "message", "role": "assistant", "content": [
            { "type": "output_text", "text": "It is free.", "annotations": [citation] },
            { "type": "refusal", "refusal": "I can't say more." }
        ] }
    ] });
    let gone_on = go_on(&document, KIND).await;
    let expected = json!([
        { "role": "user", "content": "Look it up." },
        { "type": "function_call", "call_id": "call_1", "name": "berth", "arguments": "{}" },
        { "type": "function_call_output", "call_id": "call_1",
            "output": "It is.\n\n{\"type\":\"input_image\",\"file_id\":\"file-1\"}" },
        { "role": "assistant", "content": "It is free." },
        { "role": "assistant", "content": "I can't say more." },
        last()
    ]);
    assert_eq!(gone_on.body["input"], expected);
    let told = [
        "what was said before is kept at the provider and is missing here",
        "an item that is kept at the provider and only named here is left out",
        "the role \"critic\" is unknown and read as \"user\"",
        "a part of a result of the kind \"input_image\" is kept as JSON",
        "the field \"status\" of an item is not kept",
        "the field \"annotations\" of a part is not kept",
        "a refusal is read as text",
    ];
    assert_eq!(gone_on.losses, told);
    assert_eq!(gone_on.adaptations, ["a thought without its encrypted content is left out"]);
}

#[tokio::test]
async fn an_answer_goes_on_as_well_as_a_request() {
    let call = json!({ "type": "web_search_call", "id": "ws_1", "status": "completed" });
    let document = json!({ "object": "response", "model": "gpt-6-sol", "status": "completed", "instructions": [
        { "type": "message", "role": "developer", "content": [{ "type": "input_text", "text": "Be brief." }] }
    ], "output": [thought("rs_1"), call, said("It is free.", "final_answer")] });
    let gone_on = go_on(&document, KIND).await;
    assert_eq!(gone_on.body["instructions"], "Be brief.");
    let expected = json!([thought("rs_1"), call, says("It is free.", "final_answer"), last()]);
    assert_eq!(gone_on.body["input"], expected);
    assert_eq!(gone_on.adaptations, [""; 0]);
}

/// What was imported under the name of the form, before it was kept under the name of the protocol.
#[tokio::test]
async fn parts_of_earlier_imports_go_back() {
    let part = json!({ "type": "web_search_call", "id": "ws_1", "status": "completed" });
    let unknown = json!({ "type": "unknown", "value": { "format": "openAiResponses", "part": part } });
    let said = json!({ "type": "text", "text": "I look." });
    let document = json!({ "format": 1, "messages": [
        { "id": "m1", "parent": null, "role": "user", "items": [{ "type": "text", "text": "Look." }],
            "author": { "type": "person" }, "origin": "person" },
        { "id": "m2", "parent": "m1", "role": "assistant", "items": [unknown, said],
            "author": { "type": "model", "model": "gpt-6-sol" }, "origin": "model" }
    ] });
    let gone_on = go_on(&document, KIND).await;
    let expected = json!([{ "role": "user", "content": "Look." }, part, { "role": "assistant", "content": "I look." }, last()]);
    assert_eq!(gone_on.body["input"], expected);
    assert_eq!((gone_on.losses, gone_on.adaptations), (Vec::new(), Vec::new()));
}

/// State that nobody claims goes home, and to no other service of the same protocol.
#[tokio::test]
async fn another_service_of_the_protocol_gets_nothing_of_it() {
    let document = json!({ "model": "gpt-6-sol", "input": [
        { "role": "user", "content": "Look." }, thought("rs_1"), hosted()[0], said("It is free.", "final_answer")
    ] });
    let gone_on = go_on(&document, "azure-openai-responses").await;
    let said = json!({ "role": "assistant", "content": "It is free." });
    assert_eq!(gone_on.body["input"], json!([{ "role": "user", "content": "Look." }, said, last()]));
    let told = ["a thought of another model is left out", "a part of an unknown kind is left out"];
    assert_eq!(gone_on.adaptations, told);
}
