//! How servers live and die.

use super::{Bench, McpStatus, McpTransport, names, node, unruly};
use content::{FunctionName, Outcome};
use functions::sources::mcp::LineFrom;
use serde_json::json;
use std::path::Path;
use support::app::TestApp;
use workbench::contract::{NamedOwnSource, NamedRun, Nothing};
use workbench::english;

#[tokio::test]
async fn tools_that_come_later_are_offered_without_a_restart() {
    let (mut bench, id) = Bench::with(unruly(&[])).await;
    bench.text("grow", json!({})).await;
    let state = bench.until(&id, |state| names(state).contains(&"grown")).await;
    assert_eq!(state.about.as_deref(), Some("Be careful."));
    assert_eq!(bench.text("grown", json!({})).await, "called grown");
    bench.close().await;
}

#[tokio::test]
async fn a_server_that_dies_is_started_again_and_says_why_it_died() {
    let (mut bench, id) = Bench::with(unruly(&[])).await;
    let before = bench.text("who", json!({})).await;
    let run = bench.run("die", json!({})).await;
    assert!(matches!(run.outcome, Some(Outcome::Failed { failure }) if failure.message.contains("ended")));
    let state = bench.until(&id, |state| matches!(state.status, McpStatus::Waiting { .. })).await;
    let McpStatus::Waiting { reason, .. } = state.status else { panic!("it waits") };
    assert_eq!(english(&reason), "it ended with exit code 3. Its last words: I can not go on");
    let restart = NamedOwnSource { source: id.clone() };
    bench.app.workbench.server_restart(restart).await.expect("it is started");
    bench.until_running(&id).await;
    assert_ne!(bench.text("who", json!({})).await, before);
    bench.close().await;
}

#[tokio::test]
async fn a_call_that_is_stopped_is_called_off_at_the_server() {
    let (mut bench, id) = Bench::with(unruly(&[])).await;
    let runner = Bench { session: bench.app.session("example:weather", &[]).await, app: bench.app.again() };
    let workbench = std::sync::Arc::clone(&bench.app.workbench);
    let has = |state: &super::McpState, words: &str| {
        state.lines.iter().any(|line| line.from == LineFrom::Errors && line.text.contains(words))
    };
    let stopping = async {
        bench.until(&id, |state| has(state, "\"sleep\"")).await;
        workbench.function_run_stop(NamedRun { run: "run-1".to_owned() }).await.expect("it is stopped");
        bench.until(&id, |state| has(state, "notifications/cancelled")).await;
    };
    let (run, ()) = tokio::join!(runner.run("sleep", json!({})), stopping);
    assert!(matches!(run.outcome, Some(Outcome::Failed { .. })));
    bench.close().await;
}

#[tokio::test]
async fn a_call_without_an_answer_is_given_up_in_time() {
    let mut bench = Bench::new().await;
    let id = bench.save(unruly(&[])).await;
    let mut settings = bench.settings(&id).await;
    settings.seconds = 1;
    bench.save_settings(settings).await;
    bench.until_running(&id).await;
    let run = bench.run("sleep", json!({})).await;
    let said = "The call took longer than 1 seconds and was given up.";
    assert!(
        matches!(&run.outcome, Some(Outcome::Failed { failure }) if failure.message == said),
        "{:?}",
        run.outcome
    );
    bench.close().await;
}

#[tokio::test]
async fn a_program_that_is_not_there_and_one_that_is_no_server_say_so() {
    let mut bench = Bench::new().await;
    let nothing = McpTransport::Command {
        program: "no-such-program-at-all".to_owned(),
        arguments: Vec::new(),
        folder: None,
        variables: Vec::new(),
        inherited: Vec::new(),
    };
    let id = bench.save(nothing).await;
    let state = bench.until(&id, |state| matches!(state.status, McpStatus::Failed { .. })).await;
    let McpStatus::Failed { reason } = state.status else { panic!("it failed") };
    assert!(english(&reason).starts_with("no-such-program-at-all can't be started"), "{reason:?}");
    let id = bench.save(node(Path::new("-e"), &["console.error('not me'); process.exit(1)"])).await;
    let state = bench.until(&id, |state| matches!(state.status, McpStatus::Failed { .. })).await;
    let McpStatus::Failed { reason } = state.status else { panic!("it failed") };
    assert_eq!(english(&reason), "it ended before it answered. Its last words: not me");
    bench.close().await;
}

#[tokio::test]
async fn a_tool_with_a_broken_schema_is_named_and_the_others_work() {
    let (bench, _) = Bench::with(unruly(&["--broken-schema"])).await;
    let overview = bench.app.workbench.overview(Nothing {}).await.expect("an overview");
    let source =
        overview.sources.iter().find(|source| source.facts.id.as_str() == "mcp:acme").expect("its source");
    assert_eq!(source.problems.len(), 1);
    assert!(!source.functions.contains(&FunctionName::new("acme", "broken")));
    bench.text("who", json!({})).await;
    bench.close().await;
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_server_ends_with_the_application_even_if_it_would_rather_stay() {
    let (bench, _) = Bench::with(unruly(&["--stays"])).await;
    let process = bench.text("who", json!({})).await;
    let is_there = || Path::new("/proc").join(&process).exists();
    assert!(is_there());
    bench.close().await;
    assert!(!is_there());
}

#[tokio::test]
async fn servers_are_there_again_after_a_restart_and_gone_when_they_are_removed() {
    let (bench, id) = Bench::with(unruly(&[])).await;
    let home = std::sync::Arc::clone(&bench.app.home);
    bench.close().await;
    let app = TestApp::opened_again(home);
    let session = app.session("example:weather", &[]).await;
    let mut bench = Bench { app, session };
    bench.until_running(&id).await;
    bench.app.workbench.source_remove(NamedOwnSource { source: id }).await.expect("it is removed");
    let overview = bench.app.workbench.overview(Nothing {}).await.expect("an overview");
    assert!(
        overview.functions.iter().all(|spec| spec
            .name
            .plugin
            .as_ref()
            .is_none_or(|plugin| plugin.as_str() != "acme"))
    );
    bench.close().await;
}
