//! What tools of a provider did in an answer: heard streamed and whole, and sent back as it came.

use crate::gemini::Host;
use crate::openai_responses::Host as Responses;
use crate::over_sockets::{connector, serve};
use crate::testing::{asked, items, result, said};
use crate::{Kind, ModelOptions, Streaming};
use content::{Item, Role};
use futures::StreamExt;
use ports::{CallOptions, CallScope, CompletionRequest, HostedTool, StreamEvent};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

/// A service whose answer has parts of its own and one call.
struct Case {
    kind: Kind,
    model: &'static str,
    whole: Value,
    stream: String,
}

fn request(calls: CallOptions) -> CompletionRequest {
    let mut request = asked(Vec::new());
    request.settings.hosted = vec![HostedTool::WebSearch, HostedTool::CodeExecution];
    request.calls = calls;
    request
}

const FOUND_AND_FROM_CODE: CallOptions =
    CallOptions { deferred: Some(true), from_code: Some(true), ..CallOptions::NONE };

/// Asks, answers the call, and tells the body of the request after that.
async fn second_body(case: &Case, calls: CallOptions, streaming: Streaming) -> Value {
    let (kind, body) = match streaming {
        Streaming::Streamed => ("text/event-stream", case.stream.clone()),
        Streaming::Whole => ("application/json", case.whole.to_string()),
    };
    let (address, served) = serve("200 OK", kind, body.into_bytes());
    let options = ModelOptions { streaming, ..ModelOptions::default() };
    let connector = connector(case.kind, case.model, address, options);
    let scope = CallScope::unobserved(CancellationToken::new());
    let mut request = request(calls);
    let heard: Vec<_> = connector.stream(request.clone(), &scope).collect().await;
    served.join().expect("it was asked");
    let events: Vec<StreamEvent> = heard.into_iter().map(|event| event.expect("an event")).collect();
    let items = items(&events);
    let calls: Vec<_> = items.iter().filter(|item| item.call().is_some()).collect();
    let [call] = calls.as_slice() else { panic!("{calls:?}") };
    let answer: Item = result(call, json!({ "berth": 12, "free": true }));
    request.messages.push(said(Role::Assistant, items));
    request.messages.push(said(Role::Function, vec![answer]));
    let preview = connector.preview(&request).expect("a request").expect("a wire");
    let lost: Vec<_> =
        preview.adaptations.iter().filter(|one| one.what.to_string().contains("left out")).collect();
    assert!(lost.is_empty(), "{lost:?}");
    serde_json::from_str(&preview.body).expect("JSON")
}

fn sse(events: impl IntoIterator<Item = Value>) -> String {
    let line = |event: Value| {
        let name = event["type"].as_str().map(|kind| format!("event: {kind}\n")).unwrap_or_default();
        format!("{name}data: {event}\n\n")
    };
    events.into_iter().map(line).collect()
}

fn anthropic() -> (Case, Value, Value) {
    let code = "code_execution_20260521";
    let content = json!([
        { "type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": { "query": "tide Lysvik" } },
        { "type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "caller": { "type": "direct" }, "content": [
            { "type": "web_search_result", "title": "Tides", "url": "https://tide.example", "encrypted_content": "RW5j", "page_age": null },
        ] },
        { "type": "server_tool_use", "id": "srvtoolu_2", "name": "tool_search_tool_bm25", "input": { "query": "berth" } },
        { "type": "tool_search_tool_result", "tool_use_id": "srvtoolu_2", "content": {
            "type": "tool_search_tool_search_result",
            "tool_references": [{ "type": "tool_reference", "tool_name": "berth_status" }],
        } },
        { "type": "server_tool_use", "id": "srvtoolu_3", "name": "code_execution", "input": { "code": "await berth_status(12)" } },
        { "type": "tool_use", "id": "toolu_1", "name": "berth_status", "input": { "berth": 12 }, "caller": { "type": code, "tool_id": "srvtoolu_3" } },
    ]);
    let container = json!({ "id": "container_1", "expires_at": "2026-11-24T00:00:00Z" });
    let whole = json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": "claude", "content": content,
        "stop_reason": "tool_use", "container": container, "usage": { "input_tokens": 1, "output_tokens": 1 },
    });
    let head = json!({ "type": "message_start", "message": { "id": "msg_1", "content": [], "stop_reason": null, "container": null } });
    let mut events = vec![head];
    for (index, block) in content.as_array().expect("blocks").iter().enumerate() {
        let mut begun = block.clone();
        let input = begun.get_mut("input").map(Value::take);
        if input.is_some() {
            begun["input"] = json!({});
        }
        events.push(json!({ "type": "content_block_start", "index": index, "content_block": begun }));
        if let Some(input) = input {
            let input = input.to_string();
            let (first, second) = input.split_at(3);
            for piece in [first, second] {
                let delta = json!({ "type": "input_json_delta", "partial_json": piece });
                events.push(json!({ "type": "content_block_delta", "index": index, "delta": delta }));
            }
        }
        events.push(json!({ "type": "content_block_stop", "index": index }));
    }
    let end = json!({ "stop_reason": "tool_use", "container": container });
    events.push(json!({ "type": "message_delta", "delta": end, "usage": { "output_tokens": 9 } }));
    events.push(json!({ "type": "message_stop" }));
    (Case { kind: Kind::Anthropic, model: "claude-opus-5-5", whole, stream: sse(events) }, content, container)
}

#[tokio::test]
async fn blocks_of_anthropic_go_back_as_they_came_and_code_goes_on_in_its_container() {
    let (case, content, container) = anthropic();
    for streaming in [Streaming::Streamed, Streaming::Whole] {
        let body = second_body(&case, FOUND_AND_FROM_CODE, streaming).await;
        assert_eq!(body["messages"][1], json!({ "role": "assistant", "content": content }));
        assert_eq!(body["container"], container["id"]);
        let answers = &body["messages"][2]["content"];
        assert_eq!(answers.as_array().map(Vec::len), Some(1));
        assert_eq!(answers[0]["tool_use_id"], "toolu_1");
        let kinds: Vec<_> =
            body["tools"].as_array().expect("tools").iter().map(|tool| &tool["type"]).collect();
        let none = &Value::Null;
        let hosted =
            ["web_search_20260318", "code_execution_20260521", "tool_search_tool_bm25"].map(Value::from);
        assert_eq!(kinds, [none, none, &hosted[0], &hosted[1], &hosted[2]]);
        assert_eq!(
            (&body["tools"][0]["defer_loading"], &body["tools"][1]["defer_loading"]),
            (none, &true.into())
        );
    }
}

fn responses() -> (Case, Value) {
    let output = json!([
        { "type": "web_search_call", "id": "ws_1", "status": "completed", "action": { "type": "search", "query": "tide" } },
        { "type": "tool_search_call", "id": "tsc_1", "call_id": null, "execution": "server", "status": "completed", "arguments": { "paths": ["berth_status"] } },
        { "type": "tool_search_output", "id": "tso_1", "call_id": null, "execution": "server", "status": "completed",
          "tools": [{ "type": "function", "name": "berth_status", "defer_loading": true, "parameters": {}, "strict": false }] },
        { "type": "program", "id": "prog_1", "call_id": "call_p", "code": "await tools.berth_status({})", "fingerprint": "RmluZ2Vy" },
        { "type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "berth_status", "namespace": "berth_status",
          "arguments": "{\"berth\":12}", "status": "completed", "caller": { "type": "program", "caller_id": "call_p" } },
        { "type": "compaction", "id": "cmp_1", "encrypted_content": "RW5j" },
    ]);
    let whole = json!({ "id": "resp_1", "object": "response", "status": "completed", "output": output });
    let mut events = vec![json!({ "type": "response.created", "response": { "status": "in_progress" } })];
    for (index, item) in output.as_array().expect("items").iter().enumerate() {
        let mut begun = item.clone();
        begun["status"] = "in_progress".into();
        if item["type"] == "function_call" {
            begun["arguments"] = "".into();
        }
        events.push(json!({ "type": "response.output_item.added", "output_index": index, "item": begun }));
        events.push(json!({ "type": "response.output_item.done", "output_index": index, "item": item }));
    }
    events.push(json!({ "type": "response.completed", "response": whole }));
    let kind = Kind::OpenAiResponses(Responses::OpenAi);
    (Case { kind, model: "gpt-6-sol", whole, stream: sse(events) }, output)
}

#[tokio::test]
async fn items_of_responses_go_back_as_they_came_and_a_result_says_which_program_called() {
    let (case, output) = responses();
    for streaming in [Streaming::Streamed, Streaming::Whole] {
        let body = second_body(&case, FOUND_AND_FROM_CODE, streaming).await;
        let input = body["input"].as_array().expect("items");
        let (said, answer) = (&input[input.len() - 7..input.len() - 1], &input[input.len() - 1]);
        assert_eq!(said, output.as_array().expect("items").as_slice());
        assert_eq!(answer["caller"], json!({ "type": "program", "caller_id": "call_p" }));
        let kinds: Vec<_> =
            body["tools"].as_array().expect("tools").iter().map(|tool| tool["type"].as_str()).collect();
        let expected = [
            "function",
            "function",
            "web_search",
            "code_interpreter",
            "programmatic_tool_calling",
            "tool_search",
        ];
        assert_eq!(kinds, expected.map(Some));
    }
}

#[tokio::test]
async fn parts_of_gemini_go_back_as_they_came_and_are_asked_for_again() {
    let parts = json!([
        { "toolCall": { "id": "t1", "toolType": "GOOGLE_SEARCH_WEB", "args": { "queries": ["tide"] } }, "thoughtSignature": "c2ln" },
        { "toolResponse": { "id": "t1", "toolType": "GOOGLE_SEARCH_WEB", "response": { "results": [] } } },
        { "executableCode": { "id": "c1", "language": "PYTHON", "code": "print(12)" } },
        { "codeExecutionResult": { "id": "c1", "outcome": "OUTCOME_OK", "output": "12\n" } },
        { "functionCall": { "id": "f1", "name": "berth_status", "args": { "berth": 12 } }, "thoughtSignature": "c2ln" },
    ]);
    let piece = |parts: Value, end: Value| json!({ "candidates": [{ "content": { "role": "model", "parts": parts }, "finishReason": end }] });
    let whole = piece(parts.clone(), "STOP".into());
    let all = parts.as_array().expect("parts");
    let pieces = all.iter().map(|part| piece(json!([part]), Value::Null));
    let stream = sse(pieces.chain([piece(json!([]), "STOP".into())]));
    let case = Case { kind: Kind::Gemini(Host::Gemini), model: "gemini-3.8-flash", whole, stream };
    for streaming in [Streaming::Streamed, Streaming::Whole] {
        let body = second_body(&case, CallOptions::NONE, streaming).await;
        assert_eq!(body["contents"][1], json!({ "role": "model", "parts": parts }));
        assert_eq!(body["toolConfig"]["includeServerSideToolInvocations"], true);
        assert_eq!(body["tools"][1], json!({ "googleSearch": {} }));
        assert_eq!(body["tools"][2], json!({ "codeExecution": {} }));
    }
}
