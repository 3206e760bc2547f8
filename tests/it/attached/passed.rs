//! Programs with libraries of others that ask aimock through the application. `tests/judges/attached/passed.py` compares the bytes on
//! both sides of it, and `main.py` runs the cases that need no script of ours.

use super::python::{FRAMEWORKS, LIBRARIES, runs};
use futures::future::join_all;
use support::counterparts::Aimock;

const PYTHON: [&str; 4] = ["openai-chat", "openai-responses", "anthropic", "google-genai"];
const NODE: [&str; 2] = ["openai-node-chat", "openai-node-responses"];
const WITH_FRAMEWORKS: [&str; 3] = ["semantic-kernel", "langgraph-chat", "langgraph-responses"];

/// Cases of a program before aimock, most of them streamed and whole.
const CASES: usize = 8 * 2 + 2;

/// Programs that run side by side. Most of their time is waiting.
const AT_ONCE: usize = 3;

#[tokio::test]
async fn bodies_pass_between_official_libraries_and_a_server_by_others_byte_by_byte() {
    check_bytes(LIBRARIES, &[&PYTHON[..], &NODE[..]].concat()).await;
}

#[tokio::test]
async fn bodies_pass_between_frameworks_and_a_server_by_others_byte_by_byte_in_the_long_run() {
    if std::env::var_os("CALLWRIGHT_LONG").is_some() {
        check_bytes(FRAMEWORKS, &WITH_FRAMEWORKS).await;
    }
}

#[tokio::test]
async fn official_libraries_see_what_was_decided_of_the_answers_of_a_server_by_others() {
    check_cases(LIBRARIES, &[&PYTHON[..], &NODE[..]].concat()).await;
}

#[tokio::test]
async fn frameworks_see_what_was_decided_of_the_answers_of_others_in_the_long_run() {
    if std::env::var_os("CALLWRIGHT_LONG").is_some() {
        check_cases(FRAMEWORKS, &WITH_FRAMEWORKS).await;
    }
}

/// Each program is tried streamed and whole.
async fn check_bytes(folder: &str, programs: &[&str]) {
    let aimock = Aimock::start().await;
    let address = aimock.at("");
    let arguments = [&[address.as_str()], programs].concat();
    let printed = runs(folder, "passed.py", &arguments).await;
    assert_eq!(passed(&printed), 2 * programs.len(), "{printed}");
}

/// Each program has a server of its own, which keeps what it was asked.
async fn check_cases(folder: &str, programs: &[&str]) {
    for programs in programs.chunks(AT_ONCE) {
        join_all(programs.iter().map(async |program| {
            let aimock = Aimock::start().await;
            let printed = runs(folder, "main.py", &[program, "--aimock", &aimock.at("")]).await;
            assert_eq!(passed(&printed), CASES, "{printed}");
        }))
        .await;
    }
}

fn passed(printed: &str) -> usize {
    printed.lines().filter(|line| line.starts_with("ok ")).count()
}
