//! Programs made with the libraries of others, attached to the application. Each is a test of its own, whose cases stand in
//! `tests/judges/attached/cases.py`: what the program saw is held against what it sees without us.
//!
//! Of the cases that all programs have, the usual run takes every third, beginning at another one for each library. So each library
//! has a third of them, streamed and whole, and each case has two libraries of different protocols. The long run takes all.

use super::python::{FRAMEWORKS, LIBRARIES, runs};

/// Cases that all programs have, most of them streamed and whole.
const CASES: usize = 29 * 2 + 5;

/// Cases of a program with a custom tool.
const OF_FREE_TEXT: usize = 3 * 2;

/// Cases of a program that names responses.
const OF_NAMED_RESPONSES: usize = 2 * 2 + 1;

/// Parts of the common cases, of which a library has one in the usual run.
const PARTS: usize = 3;

/// Runs the cases of a library before an application of its own: a part of the common ones, or in the long run all, and its own.
async fn check(program: &str, part: usize, own: usize) {
    let (part, parts) = if is_long() { (0, 1) } else { (part, PARTS) };
    let cases = (CASES - part).div_ceil(parts) + own;
    check_cases(LIBRARIES, &[program, "--part", &format!("{part}/{parts}")], cases).await;
}

async fn check_framework(program: &str) {
    if is_long() {
        check_cases(FRAMEWORKS, &[program], CASES).await;
    }
}

async fn check_cases(folder: &str, arguments: &[&str], cases: usize) {
    let printed = runs(folder, "main.py", arguments).await;
    let passed = printed.lines().filter(|line| line.starts_with("ok ")).count();
    assert_eq!(passed, cases, "{printed}");
}

fn is_long() -> bool {
    std::env::var_os("CALLWRIGHT_LONG").is_some()
}

#[tokio::test]
async fn openai_for_python_sees_of_chat_completions_what_was_decided() {
    check("openai-chat", 0, OF_FREE_TEXT).await;
}

#[tokio::test]
async fn openai_for_python_sees_of_responses_what_was_decided() {
    check("openai-responses", 1, OF_FREE_TEXT + OF_NAMED_RESPONSES).await;
}

#[tokio::test]
async fn anthropic_for_python_sees_what_was_decided() {
    check("anthropic", 2, 0).await;
}

#[tokio::test]
async fn google_genai_for_python_sees_what_was_decided() {
    check("google-genai", 0, 0).await;
}

#[tokio::test]
async fn openai_for_node_sees_of_chat_completions_what_was_decided() {
    check("openai-node-chat", 1, 0).await;
}

#[tokio::test]
async fn openai_for_node_sees_of_responses_what_was_decided() {
    check("openai-node-responses", 2, 0).await;
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
