//! How much of a long session every service could read again, by what was really sent to it.

use connectors::caching::{SharedPrefix, shared};
use std::sync::Arc;
use support::captured::answer::Script;
use support::captured::case::{Asked, Case, Turn, alerts, forecast};
use support::captured::record::Captured;
use support::captured::service::Served;
use support::captured::stand::Stand;

/// Each has two requests: one that is answered with calls, and one with their results.
const TURNS: usize = 10;

async fn had(stand: &Stand, service: usize, asked: impl Fn(usize) -> Asked) -> Vec<Captured> {
    let turns = (0..TURNS).map(|turn| Turn::new(service, Script::calls()).asked("as before", asked(turn)));
    let outcome = stand.run(&Case::new("a long session", turns.collect())).await;
    assert_eq!((outcome.findings, outcome.captured.len()), (Vec::new(), 2 * TURNS));
    outcome.captured
}

fn parts(captured: &[Captured]) -> impl Iterator<Item = SharedPrefix> {
    captured.windows(2).map(|pair| match pair {
        [before, now] => shared(&before.body.to_string(), &now.body.to_string()).expect("two requests"),
        _ => unreachable!("windows of two"),
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_service_can_read_again_what_stood_in_the_request_before() {
    let services = Arc::new(Served::all());
    let stand = Stand::new(Arc::clone(&services)).await;
    for (number, served) in services.iter().enumerate() {
        let captured = had(&stand, number, |_| Asked::default()).await;
        let differ: Vec<_> = parts(&captured).filter_map(|part| part.first_difference).collect();
        assert_eq!(differ, [""; 0], "{}", served.id);
        let names: Vec<_> = captured.iter().map(|one| one.body.get("prompt_cache_key")).collect();
        assert!(names.windows(2).all(|pair| pair[0] == pair[1]), "{}: {names:?}", served.id);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_function_is_named_where_the_request_first_differs() {
    let services = Arc::new(Served::all());
    let stand = Stand::new(Arc::clone(&services)).await;
    let number = services.iter().position(|served| served.kind == "openai-responses").expect("a service");
    let other = Asked { offered: vec![alerts(), forecast()], ..Asked::default() };
    let asked = |turn| if turn == 1 { other.clone() } else { Asked::default() };
    let captured = had(&stand, number, asked).await;
    let differ = parts(&captured).map(|part| part.first_difference).enumerate();
    let differ: Vec<_> = differ.filter_map(|(at, place)| Some((at, place?))).collect();
    // From the first turn to the second, and from that to the third.
    assert_eq!(differ, [(1, "/tools/0/name".to_owned()), (3, "/tools/0/name".to_owned())]);
}
