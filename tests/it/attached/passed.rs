//! Programs with libraries of others that ask aimock through the application. `tests/judges/attached/passed.py` compares the bytes on
//! both sides of it.

use super::python::{FRAMEWORKS, LIBRARIES, runs};
use support::counterparts::Aimock;

#[tokio::test]
async fn bodies_pass_between_official_libraries_and_a_server_by_others_byte_by_byte() {
    let python = ["openai-chat", "openai-responses", "anthropic", "google-genai"];
    let node = ["openai-node-chat", "openai-node-responses"];
    check(LIBRARIES, &[&python[..], &node[..]].concat()).await;
}

#[tokio::test]
async fn bodies_pass_between_frameworks_and_a_server_by_others_byte_by_byte() {
    if std::env::var_os("CALLWRIGHT_LONG").is_some() {
        check(FRAMEWORKS, &["semantic-kernel", "langgraph-chat", "langgraph-responses"]).await;
    }
}

/// Each program is tried streamed and whole.
async fn check(folder: &str, programs: &[&str]) {
    let aimock = Aimock::start().await;
    let address = aimock.at("");
    let arguments = [&[address.as_str()], programs].concat();
    let printed = runs(folder, "passed.py", &arguments).await;
    let passed = printed.lines().filter(|line| line.starts_with("ok ")).count();
    assert_eq!(passed, 2 * programs.len(), "{printed}");
}
