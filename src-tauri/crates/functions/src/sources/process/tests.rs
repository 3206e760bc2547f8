//! Real programs, most of them badly behaved.

#![allow(clippy::expect_used, reason = "a test that can't be set up fails loudly")]

use super::run::{End, Program, Ran};
use super::told;
use content::Output;
use ports::{CallScope, FunctionError};
use rustix::process::{Pid, test_kill_process};
use serde_json::json;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

/// Long enough for whatever is meant to come to its end by itself.
const AMPLE: Duration = Duration::from_secs(60);

fn shell(folder: &TempDir, script: &str, time: Duration) -> Program {
    Program {
        path: "/bin/sh".into(),
        arguments: vec!["-c".to_owned(), script.to_owned()],
        folder: folder.path().to_owned(),
        seen: vec!["PATH".to_owned()],
        variables: Vec::new(),
        time,
        output_bytes: 64 * 1024,
    }
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn scope() -> CallScope {
    CallScope::unobserved(CancellationToken::new())
}

async fn run(script: &str) -> Ran {
    shell(&folder(), script, AMPLE).run(&[], b"{}".to_vec(), &scope()).await
}

/// What a call of this script comes to, as a function tells it.
async fn result(script: &str) -> Result<Output, String> {
    let ran = run(script).await;
    match ran.end {
        End::Exited(status) if status.success() => match told::result(&ran.output) {
            Ok(output) => Ok(output),
            Err(FunctionError::Broken { reason }) => Err(reason.to_string()),
            Err(other) => Err(other.to_string()),
        },
        End::Exited(status) => Err(told::failure(status, &ran.output)),
        End::TimedOut(_) | End::TooMuch | End::Cancelled | End::NotStarted(_) => panic!("it came to no end"),
    }
}

/// Whether a process still does anything. One that has ended and was not asked for yet does not.
fn is_running(process: i32) -> bool {
    let Some(id) = Pid::from_raw(process) else { return false };
    let state = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let is_over = state.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z'));
    test_kill_process(id).is_ok() && !is_over
}

async fn until_over(process: i32) {
    let over = async {
        while is_running(process) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(AMPLE, over).await.expect("it is over");
}

/// The number a script has written to a file, once it is there.
async fn number_in(path: &Path) -> i32 {
    let written = async {
        loop {
            let text = std::fs::read_to_string(path).unwrap_or_default();
            if let Some(number) = text.strip_suffix('\n').and_then(|text| text.parse().ok()) {
                return number;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(AMPLE, written).await.expect("it is written")
}

#[tokio::test]
async fn arguments_go_in_as_json_and_the_result_comes_out_as_json() {
    let folder = folder();
    let cat = shell(&folder, "cat", AMPLE);
    let ran = cat.run(&[], br#"{"city":"Oslo"}"#.to_vec(), &scope()).await;
    assert_eq!(told::result(&ran.output).expect("JSON"), Output::Json { value: json!({ "city": "Oslo" }) });
    assert_eq!(result("echo '\"fine\"'").await, Ok(Output::Text { text: "fine".to_owned() }));
    assert_eq!(result("exit 0").await, Ok(Output::Nothing));
    assert_eq!(result("echo null").await, Ok(Output::Nothing));
}

#[tokio::test]
async fn a_program_sees_the_variables_that_are_named_and_its_mark() {
    let folder = folder();
    let mut env = shell(&folder, "", AMPLE);
    (env.path, env.arguments) = ("/usr/bin/env".into(), Vec::new());
    env.seen = vec!["CARGO_MANIFEST_DIR".to_owned(), "NOBODY_SET_THIS".to_owned()];
    env.variables = vec![("COLOUR".to_owned(), "blue green".to_owned())];
    let ran = env.run(&[], Vec::new(), &scope()).await;
    let text = String::from_utf8(ran.output).expect("text");
    let mut names: Vec<_> = text.lines().filter_map(|line| Some(line.split_once('=')?.0)).collect();
    names.sort_unstable();
    assert_eq!(names, ["CALLWRIGHT_CALL", "CARGO_MANIFEST_DIR", "COLOUR"]);
    assert!(text.contains("COLOUR=blue green\n"));
}

#[tokio::test]
async fn a_program_runs_in_its_folder_with_what_is_added_to_its_command() {
    let folder = folder();
    std::fs::write(folder.path().join("answer"), "42").expect("it is written");
    let script = shell(&folder, "printf '[%s, \"%s\"]' $(cat answer) \"$1\"", AMPLE);
    let ran = script.run(&["sh".to_owned(), "two words".to_owned()], Vec::new(), &scope()).await;
    assert_eq!(told::result(&ran.output).expect("JSON"), Output::Json { value: json!([42, "two words"]) });
}

#[tokio::test]
async fn arguments_need_not_be_read() {
    let large = vec![b' '; 10 * 1024 * 1024];
    let ran = shell(&folder(), "exec 0<&-; echo 1", AMPLE).run(&[], large, &scope()).await;
    assert!(matches!(ran.end, End::Exited(status) if status.success()));
    assert_eq!(ran.output, b"1\n");
}

#[tokio::test]
async fn what_is_no_text_and_what_is_no_json_is_told() {
    assert_eq!(
        result("printf '12\\377'").await,
        Err("its result is not text: the byte at 2 is no UTF-8".to_owned())
    );
    let broken = result("echo '{\"a\": '").await.expect_err("it is half an object");
    assert!(broken.starts_with("its result is not JSON: a value is missing"), "{broken}");
}

#[tokio::test]
async fn what_no_value_here_can_hold_is_replaced_and_the_result_arrives() {
    let text = |text: &str| Ok(Output::Text { text: text.to_owned() });
    assert_eq!(result(r#"printf '%s' '"a\ud800"'"#).await, text("a\u{fffd}"));
    assert_eq!(result(r#"printf '"caf\351"'"#).await, text("caf\u{fffd}"));
    assert_eq!(result(r#"printf '\357\273\277"a"'"#).await, text("a"));
    assert_eq!(result("echo '[1e400, NaN]'").await, Ok(Output::Json { value: json!(["1e400", "NaN"]) }));
    let failed = result(r#"printf '%s' '{"error": "no \ud800"}'; exit 1"#).await;
    assert_eq!(failed, Err("no \u{fffd} (it ended with exit code 1)".to_owned()));
}

#[tokio::test]
async fn a_failure_says_how_it_ended_and_what_it_said() {
    let check =
        async |script: &str, expected: &str| assert_eq!(result(script).await, Err(expected.to_owned()));
    check("exit 3", "it ended with exit code 3").await;
    check("echo '{\"error\": \"no such city\"}'; exit 1", "no such city (it ended with exit code 1)").await;
    check("echo 'no such city'; exit 1", "no such city (it ended with exit code 1)").await;
    check("kill -9 $$", "it was ended by signal 9, by force").await;
    check("nobody-has-this-program", "it ended with exit code 127: a program was not found").await;
}

#[tokio::test]
async fn what_a_program_says_is_kept_for_the_person_and_bounded() {
    assert_eq!(run("echo careful >&2; echo 1").await.said, "careful\n");
    let ran = run("yes | head -c 1000000 >&2; echo last >&2; echo 1").await;
    assert!(ran.said.len() < 70_000 && ran.said.starts_with('…') && ran.said.ends_with("last\n"));
    assert_eq!(ran.output, b"1\n");
}

#[tokio::test]
async fn endless_output_is_cut_off() {
    let ran = run("echo $$ >&2; exec yes").await;
    assert!(matches!(ran.end, End::TooMuch));
    until_over(ran.said.trim().parse().expect("a number")).await;
}

#[tokio::test]
async fn a_program_that_ignores_every_request_to_end_is_ended() {
    let stubborn = "trap '' TERM INT HUP; echo $$ >&2; while :; do sleep 1000; done";
    let ran = shell(&folder(), stubborn, Duration::from_millis(300)).run(&[], Vec::new(), &scope()).await;
    assert!(matches!(ran.end, End::TimedOut(_)));
    until_over(ran.said.trim().parse().expect("a number")).await;
}

#[tokio::test]
async fn what_a_program_left_running_ends_with_it() {
    let folder = folder();
    // The one left behind holds the pipe for the result open.
    let ran = shell(&folder, "sleep 1000 & echo $!", AMPLE).run(&[], Vec::new(), &scope()).await;
    assert!(matches!(ran.end, End::Exited(_)));
    until_over(String::from_utf8_lossy(&ran.output).trim().parse().expect("a number")).await;
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn what_left_its_group_ends_as_well() {
    let escape = "setsid sh -c 'echo $$ > escaped; exec sleep 1000' & while ! test -s escaped; do :; done; cat escaped";
    let folder = folder();
    let ran = shell(&folder, escape, AMPLE).run(&[], Vec::new(), &scope()).await;
    until_over(String::from_utf8_lossy(&ran.output).trim().parse().expect("a number")).await;
}

#[tokio::test]
async fn a_call_that_is_called_off_ends_its_program() {
    let (folder, scope) = (folder(), scope());
    let program = shell(&folder, "echo $$ > started; exec sleep 1000", AMPLE);
    let started = folder.path().join("started");
    let call_off = async {
        let process = number_in(&started).await;
        scope.cancel.cancel();
        process
    };
    let (ran, process) = tokio::join!(program.run(&[], Vec::new(), &scope), call_off);
    assert!(matches!(ran.end, End::Cancelled));
    until_over(process).await;
}

#[tokio::test]
async fn a_call_that_is_dropped_ends_its_program() {
    let (folder, scope) = (folder(), scope());
    let program = shell(&folder, "echo $$ > started; exec sleep 1000", AMPLE);
    let started = folder.path().join("started");
    let process = tokio::select! {
        _ = program.run(&[], Vec::new(), &scope) => panic!("it goes on"),
        process = number_in(&started) => process,
    };
    until_over(process).await;
}

#[tokio::test]
async fn a_program_that_is_not_there_is_told() {
    let folder = folder();
    let mut program = shell(&folder, "", AMPLE);
    program.folder = folder.path().join("nowhere");
    let ran = program.run(&[], Vec::new(), &scope()).await;
    assert!(matches!(ran.end, End::NotStarted(reason) if reason.id() == "io.not-found"));
}
