//! Anthropic's Messages.

use super::{and_then, go_on, kept, unmark};
use serde_json::{Value, json};

const KIND: &str = "anthropic";

fn text(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

fn picture() -> Value {
    json!({ "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": "aGk=" } })
}

fn paper() -> Value {
    json!({ "type": "document", "source": { "type": "base64", "media_type": "application/pdf", "data": "aGk=" } })
}

/// Blocks of what the service runs itself.
fn hosted() -> Vec<Value> {
    vec![
        json!({ "type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": { "query": "tide" } }),
        json!({ "type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [
            { "type": "web_search_result", "url": "https://example.org", "title": "Tides", "encrypted_content": "ZW5j" }
        ] }),
        json!({ "type": "server_tool_use", "id": "srvtoolu_2", "name": "code_execution", "input": { "code": "1+1" } }),
        json!({ "type": "code_execution_tool_result", "tool_use_id": "srvtoolu_2", "content": { "type": "code_execution_result", "stdout": "2" } }),
        json!({ "type": "mcp_tool_use", "id": "mcptoolu_1", "name": "tide", "server_name": "sea", "input": {} }),
        json!({ "type": "mcp_tool_result", "tool_use_id": "mcptoolu_1", "is_error": false, "content": [text("high")] }),
    ]
}

#[tokio::test]
async fn every_block_of_a_request_goes_back_as_it_came() {
    let upload = json!({ "type": "container_upload", "file_id": "file_1" });
    let found = json!({ "type": "search_result", "source": "https://example.org", "title": "Tides", "content": [text("high")] });
    let file =
        json!({ "type": "document", "source": { "type": "file", "file_id": "file_2" }, "title": "Berths" });
    let cited = json!({ "type": "text", "text": "It is free.", "citations": [
        { "type": "web_search_result_location", "url": "https://example.org", "cited_text": "free", "encrypted_index": "aW5k" }
    ] });
    let mut answer = vec![
        json!({ "type": "thinking", "thinking": "", "signature": "c2ln" }),
        json!({ "type": "redacted_thinking", "data": "b3Bh" }),
        text("I look."),
    ];
    answer.extend(hosted());
    answer.push(cited);
    answer.push(json!({ "type": "tool_use", "id": "toolu_1", "name": "berth", "input": { "berth": 12 },
        "caller": { "type": "direct" }, "cache_control": { "type": "ephemeral" } }));
    answer.push(json!({ "type": "tool_use", "id": "toolu_2", "name": "berth", "input": { "berth": 13 } }));
    let document = json!({ "model": "claude-opus-5-5", "system": [text("Be brief.")], "messages": [
        { "role": "user", "content": [text("Is it free?"), picture(), paper(), file, upload, found] },
        { "role": "assistant", "content": answer },
        { "role": "user", "content": [
            { "type": "tool_result", "tool_use_id": "toolu_1", "content": [text("It is."), picture(), paper(), text("Look.")] },
            { "type": "tool_result", "tool_use_id": "toolu_2", "content": [picture()] },
            text("And the next?")
        ] }
    ] });
    let gone_on = go_on(&document, KIND).await;
    assert_eq!(gone_on.body["system"], document["system"]);
    let mut expected = document["messages"].clone();
    unmark(&mut expected);
    expected[2]["content"] = and_then(&expected[2]["content"], text("Go on."));
    assert_eq!(gone_on.body["messages"], expected);
    let kinds = [
        "document",
        "container_upload",
        "search_result",
        "server_tool_use",
        "web_search_tool_result",
        "code_execution_tool_result",
        "mcp_tool_use",
        "mcp_tool_result",
    ];
    let cached = "the field \"cache_control\" of a block is not kept".to_owned();
    assert_eq!(gone_on.losses, [kept(&kinds), vec![cached]].concat());
    // What it was made from is not known of an imported thought.
    assert_eq!(gone_on.adaptations, ["a thought may be dropped by its provider"]);
}

#[tokio::test]
async fn what_does_not_go_back_is_told() {
    let mark = json!({ "type": "ephemeral" });
    let found = json!({ "type": "search_result", "source": "a", "title": "b", "content": [] });
    let document = json!({ "model": "claude-opus-5-5", "system": [
        { "type": "text", "text": "Be brief.", "cache_control": mark }
    ], "messages": [
        { "role": "user", "content": [
            { "type": "document", "title": "Berths", "source": { "type": "url", "url": "https://example.org/a.pdf" } }
        ] },
        { "role": "assistant", "content": [
            { "type": "thinking", "thinking": "Hm.", "signature": "" },
            { "type": "tool_use", "id": "toolu_1", "name": "berth", "input": {} },
            { "type": "tool_use", "id": "toolu_2", "name": "berth", "input": {} }
        ] },
        { "role": "user", "content": [
            { "type": "tool_result", "tool_use_id": "toolu_1", "content": [text("It is."), found] },
            { "type": "tool_result", "tool_use_id": "toolu_2", "is_error": true, "content": [text("No."), picture()] }
        ] }
    ] });
    let gone_on = go_on(&document, KIND).await;
    let expected = json!([
        { "role": "user", "content": [
            { "type": "document", "source": { "type": "url", "url": "https://example.org/a.pdf" } }
        ] },
        { "role": "assistant", "content": [document["messages"][1]["content"][1], document["messages"][1]["content"][2]] },
        { "role": "user", "content": [
            { "type": "tool_result", "tool_use_id": "toolu_1", "content": [text("It is."), text(&found.to_string())] },
            { "type": "tool_result", "tool_use_id": "toolu_2", "is_error": true, "content": [text("No.\n\n(image/png)")] },
            text("Go on.")
        ] }
    ]);
    assert_eq!(gone_on.body["messages"], expected);
    let told = [
        "the field \"cache_control\" of a block is not kept",
        "the field \"title\" of a block is not kept",
        "a part of a result of the kind \"search_result\" is kept as JSON",
        "the parts of a result are joined to one text, and its media are named",
    ];
    assert_eq!(gone_on.losses, told);
    assert_eq!(gone_on.adaptations, ["a thought without a signature is left out"]);
}
