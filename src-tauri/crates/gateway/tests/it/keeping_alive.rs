//! A program that waits for a decision sees that its stream is alive.

use crate::view::view;
use crate::wire::{Shape, body, target};
use crate::world::{CALLS, NOTHING, exchange_of, heard, incoming};
use content::{CallArguments, CallId, CalledFunction, FunctionCall, Item, Origin, Usage};
use futures::{StreamExt, stream};
use gateway::{ALIVE_EVERY, Delivery, Exchange, HEAD_AFTER, Protocol, Waits};
use ports::{EventStream, StopReason, StreamEvent};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::task::TaskTracker;

fn exchange(protocol: Protocol) -> Arc<Exchange> {
    exchange_in(protocol, Shape::Streamed)
}

fn exchange_in(protocol: Protocol, shape: Shape) -> Arc<Exchange> {
    let incoming = incoming(target(protocol, shape), &body(protocol, shape));
    exchange_of(protocol, shape, "http://127.0.0.1:9", incoming, TaskTracker::new())
}

fn says(text: &str, calls: &[&str]) -> EventStream {
    let call = |id: &&str| Item::FunctionCall {
        call: FunctionCall {
            id: CallId::new(*id),
            function: CalledFunction::Unknown { raw: "berth_status".to_owned() },
            arguments: CallArguments::read("{}".to_owned()),
            origin: Origin::Model,
            provider_state: None,
        },
    };
    let items = [Item::Text { text: text.to_owned() }].into_iter().chain(calls.iter().map(call));
    let mut events: Vec<_> =
        items.enumerate().map(|(index, item)| StreamEvent::finished(index, item)).collect();
    events.push(StreamEvent::Usage(Usage { input: Some(7), output: Some(2), ..Usage::default() }));
    let stop = if calls.is_empty() { StopReason::Complete } else { StopReason::Calls };
    events.push(StreamEvent::Finished(stop));
    stream::iter(events.into_iter().map(Ok)).boxed()
}

/// The clock of these tests stands still unless everybody waits.
async fn passes(time: Duration) {
    let _ = tokio::time::timeout(time, std::future::pending::<()>()).await;
}

async fn rest(mut delivery: Delivery) -> String {
    let mut rest = Vec::new();
    while let Ok(piece) = delivery.next().await {
        rest.extend_from_slice(&piece);
    }
    String::from_utf8(rest).expect("text")
}

#[tokio::test(start_paused = true)]
async fn a_held_request_gets_a_status_and_then_pieces_that_its_client_skips() {
    for (protocol, piece) in [
        (Protocol::OpenAiChat, ": held\n\n"),
        (Protocol::Anthropic, "event: ping\ndata: {\"type\":\"ping\"}\n\n"),
        (Protocol::Gemini, "\n\n"),
    ] {
        let exchange = exchange(protocol);
        let mut delivery = exchange.deliver().expect("a new response");
        let begun = Instant::now();
        exchange.wait(Waits::ForDecision);
        let head = delivery.head().await.expect("a status");
        assert_eq!(head.status, 200);
        assert!(begun.elapsed() >= HEAD_AFTER);
        assert_eq!(delivery.next().await.expect("a piece"), piece);
        assert!(begun.elapsed() >= HEAD_AFTER + ALIVE_EVERY);
    }
}

#[tokio::test(start_paused = true)]
async fn codex_gets_an_event_before_its_response_has_begun_because_it_counts_nothing_else() {
    let (protocol, shape) = (Protocol::OpenAiResponses, Shape::Streamed);
    let mut incoming = incoming(target(protocol, shape), &body(protocol, shape));
    incoming.headers.insert("user-agent", "codex_cli_rs/0.153.0 (Linux)".parse().expect("a value"));
    let exchange = exchange_of(protocol, shape, "http://127.0.0.1:9", incoming, TaskTracker::new());
    let mut delivery = exchange.deliver().expect("a new response");
    exchange.wait(Waits::ForDecision);
    assert_eq!(delivery.head().await.expect("a status").status, 200);
    let piece = delivery.next().await.expect("a piece");
    assert!(piece.starts_with(b"event: keepalive\n"), "{piece:?}");
}

#[tokio::test(start_paused = true)]
async fn a_program_waits_since_its_request_and_not_since_its_last_stop() {
    let exchange = exchange(Protocol::OpenAiChat);
    exchange.wait(Waits::ForDecision);
    passes(ALIVE_EVERY).await;
    exchange.wait(Waits::No);
    exchange.wait(Waits::ForDecision);
    assert!(exchange.age() >= ALIVE_EVERY);
}

#[tokio::test(start_paused = true)]
async fn an_error_that_is_held_before_a_response_began_puts_no_event_in_front_of_it() {
    let exchange = exchange(Protocol::OpenAiResponses);
    let delivery = exchange.deliver().expect("a new response");
    exchange.wait(Waits::ForDecision);
    passes(ALIVE_EVERY * 5).await;
    exchange.wait(Waits::No);
    heard(exchange.answer_with(says("Free.", &[]), NOTHING)).await;
    let received = rest(delivery).await;
    let events: String =
        received.split_inclusive("\n\n").skip_while(|piece| piece.starts_with(": ")).collect();
    assert!(events.starts_with("event: response.created\n"), "{received}");
}

#[tokio::test(start_paused = true)]
async fn a_stream_stays_alive_while_it_goes_on_behind_what_is_held() {
    for protocol in Protocol::ALL {
        let exchange = exchange(protocol);
        let delivery = exchange.deliver().expect("a new response");
        heard(exchange.answer_with(says("Let me look.", &["call1"]), CALLS)).await;
        assert!(exchange.holds());
        let late = stream::once(passes(ALIVE_EVERY * 3)).map(|()| says(" It is free.", &[]));
        heard(exchange.answer_with(late.flatten().boxed(), NOTHING)).await;
        let received = rest(delivery).await;
        let (piece, count) = match protocol {
            Protocol::OpenAiChat => (": held\n\n", 2),
            Protocol::OpenAiResponses => ("event: keepalive\ndata: {\"type\":\"keepalive\"}\n\n", 2),
            Protocol::Anthropic => ("event: ping\ndata: {\"type\":\"ping\"}\n\n", 2),
            // Two of its pieces, behind the end of a frame.
            Protocol::Gemini => ("\n\n\n\n\n\n", 1),
        };
        assert!(received.matches(piece).count() >= count, "{received}");
        let seen = view(protocol, Shape::Streamed, &received.replace(piece, "\n\n"));
        assert_eq!(
            (seen.text.as_str(), seen.calls, seen.usage),
            ("Let me look. It is free.", vec![], [14, 4])
        );
    }
}

/// Nothing but its query says what a program wants: it may accept anything.
#[tokio::test(start_paused = true)]
async fn an_array_is_one_array_however_long_it_is_held() {
    let exchange = exchange_in(Protocol::Gemini, Shape::Array);
    let mut delivery = exchange.deliver().expect("a new response");
    exchange.wait(Waits::ForDecision);
    let head = delivery.head().await.expect("a status");
    assert_eq!(head.headers["content-type"], "application/json; charset=UTF-8");
    passes(ALIVE_EVERY * 3).await;
    exchange.wait(Waits::No);
    heard(exchange.answer_with(says("Let me look.", &["call1"]), CALLS)).await;
    exchange.wait(Waits::ForDecision);
    passes(ALIVE_EVERY * 3).await;
    exchange.release();
    let received = rest(delivery).await;
    assert!(received.starts_with("\n\n") && received.matches("\n\n").count() >= 4, "{received:?}");
    let seen = view(Protocol::Gemini, Shape::Array, &received);
    assert_eq!((seen.text.as_str(), seen.calls.len(), seen.usage), ("Let me look.", 1, [7, 2]));
}
