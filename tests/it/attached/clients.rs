//! Programs made with the libraries of others, attached to the application. Each is a test of its own, whose cases stand in
//! `tests/judges/attached/cases.py`: what the program saw is held against what it sees without us.

use super::python::{FRAMEWORKS, LIBRARIES, runs};

/// Cases of a program, most of them streamed and whole.
const CASES: usize = 29 * 2 + 5;

/// Cases of a program with a custom tool.
const OF_FREE_TEXT: usize = 3 * 2;

/// Runs every case of a program before an application of its own.
async fn check(folder: &str, program: &str) {
    check_with(folder, program, 0).await;
}

/// The same for a program with so many cases of its own.
async fn check_with(folder: &str, program: &str, own: usize) {
    let printed = runs(folder, "main.py", &[program]).await;
    let passed = printed.lines().filter(|line| line.starts_with("ok ")).count();
    assert_eq!(passed, CASES + own, "{printed}");
}

async fn check_framework(program: &str) {
    if std::env::var_os("CALLWRIGHT_LONG").is_some() {
        check(FRAMEWORKS, program).await;
    }
}

#[tokio::test]
async fn openai_for_python_sees_of_chat_completions_what_was_decided() {
    check_with(LIBRARIES, "openai-chat", OF_FREE_TEXT).await;
}

#[tokio::test]
async fn openai_for_python_sees_of_responses_what_was_decided() {
    check_with(LIBRARIES, "openai-responses", OF_FREE_TEXT + 2 * 2 + 1).await;
}

#[tokio::test]
async fn anthropic_for_python_sees_what_was_decided() {
    check(LIBRARIES, "anthropic").await;
}

#[tokio::test]
async fn google_genai_for_python_sees_what_was_decided() {
    check(LIBRARIES, "google-genai").await;
}

#[tokio::test]
async fn openai_for_node_sees_of_chat_completions_what_was_decided() {
    check(LIBRARIES, "openai-node-chat").await;
}

#[tokio::test]
async fn openai_for_node_sees_of_responses_what_was_decided() {
    check(LIBRARIES, "openai-node-responses").await;
}

#[tokio::test]
async fn semantic_kernel_sees_what_was_decided_in_the_long_run() {
    check_framework("semantic-kernel").await;
}

#[tokio::test]
async fn langgraph_sees_of_chat_completions_what_was_decided_in_the_long_run() {
    check_framework("langgraph-chat").await;
}

#[tokio::test]
async fn langgraph_sees_of_responses_what_was_decided_in_the_long_run() {
    check_framework("langgraph-responses").await;
}
