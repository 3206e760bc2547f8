//! A service on this machine, set up before the application opens.

use anyhow::Result;
use serde_json::json;
use support::provider::{Provider, Reply};
use support::stage::{Stage, Surface};

/// A stage whose first model is `m` of the service Acme, with a price.
pub(crate) async fn stage(provider: &Provider) -> Result<Stage> {
    let home = tempfile::tempdir()?;
    let folder = home.path().join("callwright");
    std::fs::create_dir_all(&folder)?;
    let service = json!({
        "id": "acme", "kind": "openai-compatible", "title": "Acme", "address": provider.address(),
        "key": { "type": "none" }, "headers": [], "models": ["m"], "proxy": { "type": "direct" },
        "certificates": null, "delivery": "streamed", "idleSeconds": null,
    });
    let services = json!({ "format": 1, "services": [service] });
    std::fs::write(folder.join("services.json"), services.to_string())?;
    let prices = json!({ "format": 1, "asOf": "2026-01-01", "models": [{ "model": "m", "input": 1000.0, "output": 2000.0 }] });
    std::fs::write(folder.join("prices.json"), prices.to_string())?;
    Stage::open_at(Surface::Browser, home).await
}

/// An answer in words, and how many tokens its request had.
pub(crate) fn says(text: &str, input: u32) -> Reply {
    let first = json!({ "choices": [{ "delta": { "content": text }, "finish_reason": "stop" }] });
    let last = json!({ "choices": [], "usage": { "prompt_tokens": input, "completion_tokens": 2 } });
    Reply::events(&format!("data: {first}\n\ndata: {last}\n\ndata: [DONE]\n\n"))
}
