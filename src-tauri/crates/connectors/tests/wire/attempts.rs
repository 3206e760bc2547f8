//! Requests that are sent, answered, refused, sent again and called off.

use super::{Asked, HELLO, KEY, limits, service, text};
use connectors::transport::{Limits, Proxying, Slots};
use futures::StreamExt;
use loopback::provider::{Provider, Reply};
use notices::Describe;
use ports::{ConnectorError, RefusalKind, StopReason, StreamEvent, WaitStep, WireEvent};
use std::sync::Arc;
use std::time::Duration;

const SLOW_DOWN: &str = r#"{"error":{"message":"Slow down.","type":"tokens","code":"rate_limit_exceeded"}}"#;

#[tokio::test]
async fn an_answer_comes_in_and_the_key_goes_out_and_is_shown_to_nobody() {
    let provider = Provider::start(vec![Reply::events(HELLO)]).await;
    let mut asked = Asked::of(provider.address(), limits());
    let events = asked.answer().await.expect("an answer");
    assert_eq!(
        (text(&events).as_str(), events.last()),
        ("Hello", Some(&StreamEvent::Finished(StopReason::Complete)))
    );
    let heard = provider.heard().concat();
    assert!(heard.starts_with("POST /v1/chat/completions HTTP/1.1\r\n"), "{heard}");
    assert!(
        heard.contains(&format!("authorization: Bearer {KEY}\r\n"))
            && heard.contains("x-extra: a-secret-of-ours")
    );
    let told = asked.log.everything();
    assert!(
        told.contains("Bearer •••") && !told.contains(KEY) && !told.contains("a-secret-of-ours"),
        "{told}"
    );
    let frames = asked.log.events().into_iter().filter(|event| matches!(event, WireEvent::Frame(_))).count();
    assert_eq!(frames, 3);
}

#[tokio::test]
async fn a_service_that_is_busy_is_asked_again_and_each_attempt_is_told() {
    let busy =
        Reply::response("429 Too Many Requests", "retry-after-ms: 3\r\nx-request-id: req_1\r\n", SLOW_DOWN);
    let provider =
        Provider::start(vec![busy, Reply::response("503 Busy", "", ""), Reply::events(HELLO)]).await;
    let mut asked = Asked::of(provider.address(), limits());
    assert_eq!(text(&asked.answer().await.expect("an answer")), "Hello");
    assert_eq!(provider.heard().len(), 3);
    let told: Vec<_> = asked
        .log
        .events()
        .into_iter()
        .filter_map(|event| match event {
            WireEvent::Attempt { number, .. } => Some(format!("attempt {number}")),
            WireEvent::Answered { status, .. } => Some(status.to_string()),
            WireEvent::Retrying { reason, .. } => Some(reason.to_string()),
            WireEvent::Queued
            | WireEvent::Admitted
            | WireEvent::Adapted { .. }
            | WireEvent::Failed { .. }
            | WireEvent::Frame(_) => None,
        })
        .collect();
    let refused = "Acme refused: Slow down. (429, rate_limit_exceeded, request req_1)";
    let busy = "Acme refused: Service Unavailable (503)";
    assert_eq!(told, ["attempt 1", "429", refused, "attempt 2", "503", busy, "attempt 3", "200"]);
}

#[tokio::test]
async fn a_wait_before_the_next_attempt_ends_as_soon_as_a_person_asks() {
    let busy = Reply::response("429 Too Many Requests", "retry-after: 100\r\n", SLOW_DOWN);
    let provider = Provider::start(vec![busy, Reply::events(HELLO)]).await;
    let mut asked = Asked::of(provider.address(), limits());
    let (log, retry_now) = (Arc::clone(&asked.log), asked.retry_now.clone());
    // Asked for too early, it ends no wait that begins later.
    retry_now.ask();
    let person = async move {
        let waits = |event: &WireEvent| matches!(event, WireEvent::Retrying { wait: 100_000, .. });
        while !log.events().iter().any(waits) {
            tokio::task::yield_now().await;
        }
        retry_now.ask();
    };
    let both = futures::future::join(asked.answer(), person);
    let (answer, ()) = tokio::time::timeout(Duration::from_secs(60), both).await.expect("no wait of 100 s");
    assert_eq!(text(&answer.expect("an answer")), "Hello");
    assert_eq!(provider.heard().len(), 2);
}

#[tokio::test]
async fn a_request_that_finds_no_free_slot_says_so_and_follows_when_another_has_ended() {
    let begun: Vec<u8> = Reply::stream_head().into_iter().chain(HELLO.bytes().take(90)).collect();
    let provider = Provider::start(vec![Reply::Silence(begun), Reply::events(HELLO)]).await;
    let mut service = service(provider.address(), limits());
    service.network.slots = Some(Slots::new(1));
    let mut first = Asked::service(service.clone());
    first.stream.next().await.expect("it has begun").expect("it is answered");
    let mut second = Asked::service(service);
    let log = Arc::clone(&second.log);
    let other = async move {
        while !log.events().contains(&WireEvent::Queued) {
            tokio::task::yield_now().await;
        }
        drop(first);
    };
    let (answer, ()) = futures::future::join(second.answer(), other).await;
    assert_eq!(text(&answer.expect("an answer")), "Hello");
    let events = second.log.events();
    assert!(matches!(events.as_slice(), [WireEvent::Queued, WireEvent::Admitted, ..]), "{events:?}");
}

#[tokio::test]
async fn attempts_end_and_the_last_refusal_is_told_with_what_to_do() {
    let busy = Reply::response("429 Too Many Requests", "retry-after: 0\r\n", SLOW_DOWN);
    let provider = Provider::start(vec![busy; 9]).await;
    let error = Asked::of(provider.address(), limits()).error().await;
    let ConnectorError::Refused(refusal) = &error else { panic!("{error:?}") };
    assert_eq!((refusal.kind, refusal.status), (RefusalKind::RateLimited, Some(429)));
    let advice = error.advice().map(|advice| advice.to_string());
    assert_eq!(advice.as_deref(), Some("Wait a while and send the request again."));
    assert_eq!(provider.heard().len(), 3);
}

#[tokio::test]
async fn what_does_not_pass_by_waiting_is_not_asked_again() {
    let quota = r#"{"error":{"message":"Pay.","code":"insufficient_quota"}}"#;
    for (status, body, kind) in [
        ("429 Too Many Requests", quota, RefusalKind::QuotaUsedUp),
        ("401 Unauthorized", "{}", RefusalKind::Key),
        ("400 Bad Request", r#"{"error":"x does not support tools"}"#, RefusalKind::NoFunctions),
    ] {
        let provider = Provider::start(vec![Reply::response(status, "", body); 2]).await;
        let error = Asked::of(provider.address(), limits()).error().await;
        assert!(matches!(&error, ConnectorError::Refused(refusal) if refusal.kind == kind), "{error:?}");
        assert_eq!(provider.heard().len(), 1, "{status}");
    }
}

#[tokio::test]
async fn an_answer_that_has_begun_is_never_asked_for_again() {
    let begun: Vec<u8> = Reply::stream_head().into_iter().chain(HELLO.bytes().take(90)).collect();
    let provider = Provider::start(vec![Reply::Bytes(begun), Reply::events(HELLO)]).await;
    assert_eq!(Asked::of(provider.address(), limits()).error().await, ConnectorError::BrokenOff);
    assert_eq!(provider.heard().len(), 1);
}

#[tokio::test]
async fn calling_off_and_looking_away_both_close_the_connection() {
    for by_token in [true, false] {
        let first = HELLO.split_inclusive("\n\n").next().expect("a frame");
        let begun: Vec<u8> = Reply::stream_head().into_iter().chain(first.bytes()).collect();
        let provider = Provider::start(vec![Reply::Silence(begun)]).await;
        let mut asked = Asked::of(provider.address(), limits());
        let started = asked.stream.next().await;
        assert!(matches!(started, Some(Ok(StreamEvent::ItemStarted { .. }))), "{started:?}");
        if by_token {
            asked.cancel.cancel();
            assert_eq!(asked.error().await, ConnectorError::Cancelled);
        } else {
            drop(asked);
        }
        provider.until_left().await;
    }
}

#[tokio::test]
async fn a_service_that_says_nothing_is_given_up() {
    let soon = Duration::from_millis(40);
    let step = |error: ConnectorError| match error {
        ConnectorError::TimedOut { step, .. } => step,
        other => panic!("{other:?}"),
    };
    let provider = Provider::start(vec![Reply::Silence(Vec::new()); 3]).await;
    let error = Asked::of(provider.address(), Limits { first_byte: soon, ..limits() }).error().await;
    assert_eq!((step(error), provider.heard().len()), (WaitStep::Begin, 3));
    let provider = Provider::start(vec![Reply::Silence(Reply::stream_head())]).await;
    let error = Asked::of(provider.address(), Limits { idle: soon, ..limits() }).error().await;
    assert_eq!((step(error), provider.heard().len()), (WaitStep::GoOn, 1));
    let provider = Provider::start(vec![Reply::Endless(Reply::stream_head(), b": awake\n\n".to_vec())]).await;
    let slow = Limits { whole: soon, answer: usize::MAX, ..limits() };
    assert_eq!(step(Asked::of(provider.address(), slow).error().await), WaitStep::Finish);
}

#[tokio::test]
async fn a_service_that_is_not_there_says_so() {
    let gone = Provider::start(Vec::new()).await.address();
    let error = Asked::of(gone, limits()).error().await;
    assert!(matches!(&error, ConnectorError::Unreachable { .. }) && error.is_retryable(), "{error:?}");
}

#[tokio::test]
async fn a_proxy_is_used_where_it_is_asked_for() {
    let proxy = Provider::start(vec![Reply::events(HELLO)]).await;
    let mut service = service("http://models.example/v1".to_owned(), limits());
    service.network.proxy = Proxying::Through(proxy.address());
    assert_eq!(text(&Asked::service(service).answer().await.expect("an answer")), "Hello");
    assert!(proxy.heard().concat().starts_with("POST http://models.example/v1/chat/completions "));
}

#[tokio::test]
async fn a_service_that_does_not_stream_is_understood_all_the_same() {
    let whole =
        r#"{"choices":[{"message":{"content":"Hello"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3}}"#;
    let reply = Reply::response("200 OK", "content-type: application/json\r\n", whole);
    let provider = Provider::start(vec![reply]).await;
    assert_eq!(text(&Asked::of(provider.address(), limits()).answer().await.expect("an answer")), "Hello");
}
