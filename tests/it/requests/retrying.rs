//! A request that waits to be sent again, and a person who does not.

use super::{says, with_service};
use content::ExchangeId;
use invocation::{TurnEvent, TurnOutcome};
use ports::WireEvent;
use sessions::SessionEvent;
use std::time::Duration;
use support::app::TestApp;
use support::provider::{Provider, Reply};
use workbench::contract::{NamedTurn, Note, ReadExchange};

async fn waits(app: &TestApp, exchange: &ExchangeId) -> bool {
    let read = app.workbench.exchange_read(ReadExchange { exchange: exchange.clone() }).await;
    let Ok(read) = read else { return false };
    read.frames.iter().any(|timed| matches!(timed.frame, WireEvent::Retrying { wait: 100_000, .. }))
}

#[tokio::test]
async fn a_person_ends_the_wait_for_the_next_attempt_and_the_turn_is_answered() {
    let busy = Reply::response("429 Too Many Requests", "retry-after: 100\r\n", "{}");
    let provider = Provider::start(vec![busy, says("Hello")]).await;
    let app = with_service(&provider).await;
    let mut session = app.session("acme/m", &[]).await;
    let turn = NamedTurn { turn: session.says("Is it warm in Oslo?").await };
    let sent = session.until(|event| match event {
        SessionEvent::Noted { note: Note::Turn { event: TurnEvent::RequestSent { exchange, .. }, .. } } => {
            Some(exchange.clone())
        }
        _ => None,
    });
    let exchange = sent.await;
    while !waits(&app, &exchange).await {
        tokio::task::yield_now().await;
    }
    app.workbench.turn_retry_now(turn.clone()).await.expect("it is sent again");
    let ended = tokio::time::timeout(Duration::from_secs(60), session.outcome()).await;
    assert_eq!(ended.expect("no wait of 100 s"), TurnOutcome::Answered);
    assert_eq!(provider.heard().len(), 2);
    app.workbench.turn_retry_now(turn).await.expect("a turn that has ended has no wait to end");
}
