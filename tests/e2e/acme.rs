//! A service on this machine, set up before the application opens.

use anyhow::Result;
use serde_json::{Value, json};
use support::provider::{Provider, Reply};
use support::stage::{Stage, Surface};
use support::webdriver::{Page, keys};

/// A stage whose first model is `m` of the service Acme, with a price.
pub(crate) async fn stage(provider: &Provider) -> Result<Stage> {
    staged(provider, &json!({})).await
}

/// The same with other settings of the service.
pub(crate) async fn staged(provider: &Provider, settings: &Value) -> Result<Stage> {
    let home = tempfile::tempdir()?;
    let folder = home.path().join("callwright");
    std::fs::create_dir_all(&folder)?;
    let mut service = json!({
        "id": "acme", "kind": "openai-compatible", "title": "Acme", "address": provider.address(),
        "key": { "type": "none" }, "headers": [], "models": ["m"], "proxy": { "type": "direct" },
        "certificates": null, "delivery": "streamed", "idleSeconds": null,
    });
    if let (Some(service), Some(settings)) = (service.as_object_mut(), settings.as_object()) {
        service.extend(settings.clone());
    }
    let services = json!({ "format": 1, "services": [service] });
    std::fs::write(folder.join("services.json"), services.to_string())?;
    let prices = json!({ "format": 1, "asOf": "2026-01-01", "models": [{ "model": "m", "input": 1000.0, "output": 2000.0 }] });
    std::fs::write(folder.join("prices.json"), prices.to_string())?;
    Stage::open_at(Surface::Browser, home).await
}

/// Writes a message and sends it.
pub(crate) async fn say(page: &Page, text: &str) -> Result<()> {
    let message = page.find(r#"textarea[aria-label="Message"]"#).await?;
    page.write(&message, &format!("{text}{}", keys::ENTER)).await
}

/// An answer in words, and how many tokens its request had.
pub(crate) fn says(text: &str, input: u32) -> Reply {
    let first = json!({ "choices": [{ "delta": { "content": text }, "finish_reason": "stop" }] });
    ending(&first, input)
}

/// An answer that calls one function by its name on the wire.
pub(crate) fn calls(function: &str, arguments: &str) -> Reply {
    let called = json!({ "name": function, "arguments": arguments });
    let call = json!({ "index": 0, "id": "call_1", "type": "function", "function": called });
    let first = json!({ "choices": [{ "delta": { "tool_calls": [call] }, "finish_reason": "tool_calls" }] });
    ending(&first, 300)
}

/// An answer that begins and then stands still.
pub(crate) fn stalls(text: &str) -> Reply {
    let first = json!({ "choices": [{ "delta": { "content": text } }] });
    let begun = format!("data: {first}\n\n");
    Reply::Silence(Reply::stream_head().into_iter().chain(begun.into_bytes()).collect())
}

/// A refusal after which the request is sent again.
pub(crate) fn busy() -> Reply {
    let body = r#"{"error": {"message": "too busy", "type": "server_error"}}"#;
    Reply::response("503 Service Unavailable", "retry-after: 55\r\n", body)
}

fn ending(first: &Value, input: u32) -> Reply {
    let last = json!({ "choices": [], "usage": { "prompt_tokens": input, "completion_tokens": 2 } });
    Reply::events(&format!("data: {first}\n\ndata: {last}\n\ndata: [DONE]\n\n"))
}
