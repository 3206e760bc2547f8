//! The server before Anthropic's official library: it takes every answer, and what it sends back is valid.

use super::talk::server;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use support::binding::check::Account;
use support::binding::models::MODELS;

/// The Python that has the library. `cargo xtask test` installs it.
fn python() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let program = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
    let python = target.join("xtask/judges").join(program);
    assert!(python.exists(), "{} is missing: `cargo xtask test --only judges` installs it", python.display());
    python
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_official_library_takes_every_answer_and_sends_back_what_is_valid() {
    let server = server(Account::New).await;
    let home = tempfile::tempdir().expect("a folder");
    let mut talking = std::process::Command::new(python());
    talking.arg(root().join("tests/judges/binding.py")).arg(server.host());
    support::process::at_home(&mut talking, home.path());
    talking.env("PYTHONDONTWRITEBYTECODE", "1").env("NO_PROXY", "*");
    let ended = tokio::process::Command::from(talking).output().await.expect("Python starts");
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    let told: Value = serde_json::from_slice(&ended.stdout).expect("JSON");
    let dropped = ["messages.3.content.0", "messages.3.content.1", "messages.5.content.0"];
    let talk = json!({
        "said": [["thinking", "tool_use"], ["thinking", "redacted_thinking", "tool_use"], ["thinking", "text"]],
        "reported": [],
        "refusal": "messages.3.content.0: Invalid `signature` in `thinking` block. The block is bound to a different \
            conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to \"drop_block\". \
            That setting requires the `thinking-binding-controls-2026-08-01` value in the `anthropic-beta` header.",
        "dropped": dropped.map(|path| json!(["thinking_dropped", path, "prefix_binding_mismatch"])),
    });
    let ids: Vec<_> = MODELS.iter().map(|model| model.id).collect();
    assert_eq!(told, json!({ "models": ids, "whole": talk, "streamed": talk }));
}
