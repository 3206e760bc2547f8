//! Which era of the protocol a server speaks is found out once, quickly, and without harm to those of before.

use super::{Bench, Listening, McpState, McpStatus, fixture, protocol};
use content::{Outcome, Output};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use workbench::contract::NamedOwnSource;
use workbench::english;

async fn seen(bench: &Bench) -> Vec<String> {
    let Output::Json { value } = bench.output("seen", json!({})).await else { panic!("what it was sent") };
    let messages = value.as_array().cloned().unwrap_or_default();
    let method = |message: Value| message["method"].as_str().map(str::to_owned);
    messages.into_iter().filter_map(method).collect()
}

async fn restart(bench: &mut Bench, id: &str) {
    let running = |state: &McpState| matches!(state.status, McpStatus::Running { .. });
    let restart = NamedOwnSource { source: id.to_owned() };
    bench.app.workbench.server_restart(restart).await.expect("it is started");
    bench.until(id, |state| !running(state)).await;
    bench.until(id, running).await;
}

#[tokio::test]
async fn a_server_that_says_nothing_to_what_it_doesnt_know_is_greeted_in_the_old_way_soon() {
    let before = Instant::now();
    let (mut bench, id) = Bench::with(fixture("stateless.mjs", &["--pipes", "--silent"])).await;
    assert!(before.elapsed() < Duration::from_secs(5), "{:?}", before.elapsed());
    assert_eq!(protocol(&bench.until_running(&id).await), "2024-11-05");
    let first = ["server/discover", "initialize", "notifications/initialized", "tools/list", "tools/call"];
    assert_eq!(seen(&bench).await, first);
    restart(&mut bench, &id).await;
    assert_eq!(seen(&bench).await, first[1..]);
    bench.close().await;
}

#[tokio::test]
async fn a_server_that_hangs_up_on_what_it_doesnt_know_is_started_again_and_greeted_in_the_old_way() {
    let (mut bench, id) = Bench::with(fixture("stateless.mjs", &["--pipes", "--hangs-up"])).await;
    let old = ["initialize", "notifications/initialized", "tools/list", "tools/call"];
    assert_eq!(seen(&bench).await, old);
    restart(&mut bench, &id).await;
    assert_eq!(seen(&bench).await, old);
    bench.close().await;
}

#[tokio::test]
async fn a_server_that_only_starts_slowly_is_spoken_to_in_the_new_way() {
    let (mut bench, id) = Bench::with(fixture("stateless.mjs", &["--pipes", "--slow"])).await;
    assert_eq!(protocol(&bench.until_running(&id).await), "2026-07-28");
    assert_eq!(seen(&bench).await[..2], ["server/discover", "initialize"]);
    restart(&mut bench, &id).await;
    assert!(!seen(&bench).await.contains(&"initialize".to_owned()));
    bench.close().await;
}

#[tokio::test]
async fn a_web_service_that_has_to_be_woken_is_spoken_to_in_the_new_way() {
    let server = Listening::at(fixture("stateless.mjs", &["--http", "--wakes"]), "mcp").await;
    let (mut bench, id) = Bench::with(server.transport()).await;
    assert_eq!(protocol(&bench.until_running(&id).await), "2026-07-28");
    assert_eq!(seen(&bench).await[..3], ["server/discover", "initialize", "server/discover"]);
    restart(&mut bench, &id).await;
    let seen = seen(&bench).await;
    assert_eq!(seen.iter().filter(|method| *method == "initialize").count(), 1, "{seen:?}");
    bench.close().await;
}

#[tokio::test]
async fn a_server_of_a_later_time_says_which_versions_it_speaks() {
    let http = Listening::at(fixture("stateless.mjs", &["--http", "--later"]), "mcp").await;
    for transport in [fixture("stateless.mjs", &["--pipes", "--later"]), http.transport()] {
        let mut bench = Bench::new().await;
        let id = bench.save(transport).await;
        let state = bench.until(&id, |state| matches!(state.status, McpStatus::Failed { .. })).await;
        let McpStatus::Failed { reason } = state.status else { panic!("it failed") };
        let said = "it speaks no version of the protocol that is known here, only 2027-05-01";
        assert!(english(&reason).starts_with(said), "{reason:?}");
        bench.close().await;
    }
}

#[tokio::test]
async fn a_server_that_was_replaced_by_one_of_before_is_greeted_afresh() {
    let server = Listening::at(fixture("stateless.mjs", &["--http", "--turns"]), "mcp").await;
    let (mut bench, id) = Bench::with(server.transport()).await;
    assert_eq!(bench.text("both", json!({})).await, "called both");
    let refused = bench.run("both", json!({})).await.outcome;
    let said =
        "The server speaks another version of the protocol by now and is greeted afresh. Nothing was done.";
    assert!(matches!(&refused, Some(Outcome::Failed { failure }) if failure.message == said), "{refused:?}");
    let is_old = |state: &McpState| matches!(&state.status, McpStatus::Running { protocol, .. } if protocol == "2024-11-05");
    bench.until(&id, is_old).await;
    assert_eq!(bench.text("both", json!({})).await, "called both");
    bench.close().await;
}
