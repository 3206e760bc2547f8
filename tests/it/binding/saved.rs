//! What a session of many rounds reads from the cache, of what it could have read.

use super::stage::{Ran, Scenario, Step, calls, everything};
use connectors::caching::{SharedPrefix, shared};
use invocation::{TurnLimits, TurnPlan};
use ports::Caching;
use serde_json::json;
use support::binding::script::Said;
use support::binding::server::Exchange;
use workbench::contract::AnswerDelivery;

const ROUNDS: usize = 20;

/// Twenty requests, each behind the results of the one before it.
async fn twenty_rounds(settles: impl FnOnce(&mut TurnPlan)) -> Ran {
    let looks = || vec![Said::Thinks("Once more."), calls("get_forecast", json!({ "city": "Oslo" }))];
    let mut rounds: Vec<_> = (1..ROUNDS).map(|_| looks()).collect();
    rounds.push(vec![Said::Thinks("Enough."), Said::Says("Take a coat.")]);
    let mut scenario = Scenario::new(vec![Step::Says("What is the weather in Oslo?", Vec::new())], ROUNDS);
    scenario.turns = vec![rounds];
    scenario.delivery = AnswerDelivery::Whole;
    let ran = scenario
        .run(|plan| {
            everything(plan);
            plan.limits = TurnLimits::rounds(40);
            settles(plan);
        })
        .await;
    assert_eq!((ran.refusals(), ran.exchanges.len()), (Vec::new(), ROUNDS));
    ran
}

/// The tokens of each request, and those of them that were read from the cache.
fn used(ran: &Ran) -> Vec<(u64, u64)> {
    let count =
        |exchange: &Exchange, field: &str| exchange.answer["usage"][field].as_u64().unwrap_or_default();
    let of = |exchange: &Exchange| {
        let read = count(exchange, "cache_read_input_tokens");
        (read + count(exchange, "cache_creation_input_tokens") + count(exchange, "input_tokens"), read)
    };
    ran.exchanges.iter().map(of).collect()
}

#[tokio::test]
async fn twenty_rounds_read_again_what_stood_in_the_request_before() {
    let ran = twenty_rounds(|_| {}).await;
    let used = used(&ran);
    // What stood in the last request could have been read.
    let could: u64 = used.iter().take(ROUNDS - 1).map(|(all, _)| all).sum();
    let was: u64 = used.iter().skip(1).map(|(_, read)| read).sum();
    assert!(was * 10 >= could * 9, "{was} of {could} tokens");
    let bodies: Vec<String> = ran.exchanges.iter().map(|exchange| exchange.body.to_string()).collect();
    for pair in bodies.windows(2) {
        let SharedPrefix { first_difference, .. } = shared(&pair[0], &pair[1]).expect("two requests");
        assert_eq!(first_difference, None);
    }
}

#[tokio::test]
async fn nothing_is_written_where_the_person_says_so() {
    let ran = twenty_rounds(|plan| plan.settings.caching = Some(Caching::Off)).await;
    assert_eq!(used(&ran).iter().map(|(_, read)| read).sum::<u64>(), 0);
    let marks = ran.exchanges.iter().filter(|exchange| exchange.body.to_string().contains("cache_control"));
    assert_eq!(marks.count(), 0);
}
