//! Spans of instrumentations that others wrote, in programs with the official libraries. `tests/judges/attached/instrumented.py` has
//! the conversations and what must become of them.

use super::python::{LIBRARIES, runs};

async fn check(instrumentation: &str, programs: usize) {
    let printed = runs(LIBRARIES, "instrumented.py", &[instrumentation]).await;
    let passed = printed.lines().filter(|line| line.starts_with("ok ")).count();
    assert_eq!(passed, programs, "{printed}");
}

#[tokio::test]
async fn spans_of_opentelemetry_become_sessions_that_run_again() {
    check("opentelemetry", 1).await;
}

#[tokio::test]
async fn messages_that_opentelemetry_logs_beside_its_spans_become_sessions_that_run_again() {
    check("opentelemetry+messages", 1).await;
}

#[tokio::test]
async fn details_that_opentelemetry_logs_beside_its_spans_become_sessions_that_run_again() {
    check("opentelemetry+details", 1).await;
}

#[tokio::test]
async fn spans_of_openllmetry_become_sessions_that_run_again() {
    check("openllmetry", 3).await;
}

#[tokio::test]
async fn spans_of_openinference_become_sessions_that_run_again() {
    check("openinference", 3).await;
}

#[tokio::test]
async fn spans_of_the_library_of_anthropic_become_sessions_that_run_again() {
    check("anthropic", 1).await;
}
