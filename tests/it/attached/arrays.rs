//! Gemini without `alt=sse`, whose stream is one JSON array.

use super::stage::{KEY, Stage};
use invocation::{Decision, StopPlace};
use serde_json::{Value, json};
use support::provider::Reply;
use workbench::contract::{ProgramSettings, Upstreams};

fn array(parts: &[Value]) -> String {
    let chunk = |(place, part): (usize, &Value)| {
        let mut candidate = json!({ "content": { "role": "model", "parts": [part] }, "index": 0 });
        if place + 1 == parts.len() {
            candidate["finishReason"] = json!("STOP");
        }
        serde_json::to_string_pretty(&json!({ "candidates": [candidate], "responseId": "r1" })).expect("JSON")
    };
    format!("[{}\n]\n", parts.iter().enumerate().map(chunk).collect::<Vec<_>>().join("\n,\r\n"))
}

/// A client of its own making, which accepts whatever comes.
async fn asks(base: &str, question: &str) -> (String, Vec<Value>, String) {
    let function = json!({ "name": "get_weather", "parameters": { "type": "object", "properties": {} } });
    let body = json!({
        "contents": [{ "role": "user", "parts": [{ "text": question }] }],
        "tools": [{ "functionDeclarations": [function] }]
    });
    let client = support::http::client().build().expect("a client");
    let asked = client.post(format!("{base}/v1beta/models/gemini-4:streamGenerateContent"));
    let asked = asked.header("x-goog-api-key", KEY).header("accept", "*/*").body(body.to_string());
    let response = asked.send().await.expect("a response");
    let kind = response.headers()["content-type"].to_str().expect("text").to_owned();
    let body = response.text().await.expect("a body");
    (kind, serde_json::from_str(&body).expect(&body), body)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_array_that_is_held_is_one_array_with_what_was_decided() {
    let call = json!({ "functionCall": { "id": "c1", "name": "get_weather", "args": { "city": "Oslo" } } });
    let written = array(&[json!({ "text": "Let me look." }), call]);
    let said = array(&[json!({ "text": "Let me look." }), json!({ "text": " It is clear." })]);
    let reply = |body: &str| Reply::response("200 OK", "content-type: application/json\r\n", body);
    let mut stage = Stage::with(vec![reply(&said), reply(&written)]).await;
    let address = stage.provider.address().trim_end_matches("/v1").to_owned();
    let upstreams = Upstreams { gemini: Some(address), ..Upstreams::default() };
    stage.settles(ProgramSettings { upstreams, ..stage.program.settings.clone() }).await;
    let line = stage.program.lines.iter().find(|line| line.text.starts_with("GOOGLE_GEMINI_BASE_URL="));
    let base = line.expect("a line").text.split_once('=').expect("a variable").1.to_owned();
    assert_eq!(asks(&base, "Weather?").await.2, said, "nothing is held, and no byte is another");

    let stage = stage.stopping(&[StopPlace::BeforeCall]).await;
    let asked = tokio::spawn(async move { asks(&base, "Is it warm?").await });
    while stage.now().await.held.is_empty() {
        assert!(!asked.is_finished(), "no stop held it");
        tokio::task::yield_now().await;
    }
    let mut followed = stage.followed().await;
    let edited = Decision::EditArguments { raw: r#"{"city":"Bergen"}"#.to_owned() };
    followed.answers(1, edited).await;
    let (kind, elements, _) = asked.await.expect("a response");
    assert_eq!(kind, "application/json");
    let parts: Vec<_> = elements.iter().map(|one| &one["candidates"][0]["content"]["parts"][0]).collect();
    assert_eq!(parts[0]["text"], "Let me look.");
    assert_eq!(parts[1]["functionCall"]["args"], json!({ "city": "Bergen" }));
}
