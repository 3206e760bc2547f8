//! Programs made with the libraries of others, attached to the application. Each is a test of its own, whose cases stand in
//! `tests/judges/attached/cases.py`: what the program saw is held against what it sees without us.

use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time for all cases of a program, some of which wait for seconds.
const PATIENCE: Duration = Duration::from_secs(240);

/// Cases of a program, most of them streamed and whole.
const CASES: usize = 23 * 2 + 2;

/// Python with the official libraries. `cargo xtask test` installs it.
const LIBRARIES: &str = "judges";

/// Python with frameworks. `cargo xtask test --long` installs it.
const FRAMEWORKS: &str = "frameworks";

fn python(folder: &str) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let program = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
    let python = target.join("xtask").join(folder).join(program);
    assert!(python.exists(), "{} is missing: `cargo xtask test` installs it", python.display());
    python
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Runs every case of a program before an application of its own.
async fn check(folder: &str, program: &str) {
    check_with(folder, program, 0).await;
}

/// The same for a program with so many cases of its own.
async fn check_with(folder: &str, program: &str, own: usize) {
    let home = tempfile::tempdir().expect("a folder");
    let mut talking = std::process::Command::new(python(folder));
    talking.arg(root().join("tests/judges/attached/main.py"));
    talking.arg(env!("CARGO_BIN_EXE_attachable")).arg(program);
    support::process::at_home(&mut talking, home.path());
    talking.env("PYTHONDONTWRITEBYTECODE", "1").env("PYTHONUTF8", "1").env("NO_PROXY", "*");
    talking.env("TMPDIR", home.path());
    let mut talking = tokio::process::Command::from(talking);
    let ended = tokio::time::timeout(PATIENCE, talking.kill_on_drop(true).output()).await;
    let ended = ended.expect("it ends in time").expect("Python starts");
    let printed = String::from_utf8_lossy(&ended.stdout);
    assert!(ended.status.success(), "{printed}\n{}", String::from_utf8_lossy(&ended.stderr));
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
    check(LIBRARIES, "openai-chat").await;
}

#[tokio::test]
async fn openai_for_python_sees_of_responses_what_was_decided() {
    check_with(LIBRARIES, "openai-responses", 2 * 2 + 1).await;
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
async fn semantic_kernel_sees_what_was_decided() {
    check_framework("semantic-kernel").await;
}

#[tokio::test]
async fn langgraph_sees_of_chat_completions_what_was_decided() {
    check_framework("langgraph-chat").await;
}

#[tokio::test]
async fn langgraph_sees_of_responses_what_was_decided() {
    check_framework("langgraph-responses").await;
}
