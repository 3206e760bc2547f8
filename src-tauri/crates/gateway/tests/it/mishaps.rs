//! What goes wrong on purpose goes wrong in every protocol and shape.

use crate::program::{End, Response};
use crate::wire::{Said, Shape, answer};
use crate::world::{CALLS, NOTHING, World};
use gateway::{Complaint, Exchange, Frames, Protocol};
use loopback::provider::Reply;
use std::sync::Arc;

const SAID: Said<'_> = Said {
    id: "1",
    text: "Let me look.",
    calls: &[["call1", "berth_status", r#"{"berth":12}"#]],
    usage: [100, 20],
};

fn every() -> impl Iterator<Item = (Protocol, Shape)> {
    let shapes = |protocol| Shape::all(protocol).iter().map(move |shape| (protocol, *shape));
    Protocol::ALL.into_iter().flat_map(shapes)
}

/// What a program receives whose exchange is handled so. The provider answers with a call.
async fn receives(
    protocol: Protocol,
    shape: Shape,
    handle: impl AsyncFnOnce(&World, &Arc<Exchange>),
) -> Response {
    let body = answer(protocol, shape, SAID);
    let reply = Reply::response("200 OK", &format!("content-type: {}\r\n", shape.kind()), &body);
    let mut world = World::start(vec![reply]).await;
    let program = world.program(protocol, shape).await;
    let exchange = world.arrived().await;
    handle(&world, &exchange).await;
    program.response().await
}

/// The last JSON of a response.
fn last_json(shape: Shape, body: &str) -> String {
    if shape != Shape::Streamed {
        return body.to_owned();
    }
    let (mut frames, mut last) = (Frames::default(), String::new());
    frames.feed(body.as_bytes());
    frames.finish(|frame| frame.data.clone_into(&mut last));
    last
}

#[track_caller]
fn check_broken(protocol: Protocol, shape: Shape, received: &Response) {
    let last = last_json(shape, &received.body);
    let is_begun = last.starts_with(['{', '[']);
    assert!(
        is_begun && serde_json::from_str::<serde_json::Value>(&last).is_err(),
        "{protocol:?} {shape:?} {last}"
    );
    assert_eq!((received.status(), received.end), ("200", End::Complete));
}

#[tokio::test]
async fn an_answer_of_our_own_breaks_off_in_its_json() {
    for (protocol, shape) in every() {
        let received = receives(protocol, shape, async |_, exchange| exchange.break_json()).await;
        check_broken(protocol, shape, &received);
    }
}

#[tokio::test]
async fn a_held_answer_breaks_off_in_the_json_of_its_call_behind_its_text() {
    for (protocol, shape) in every() {
        let handle = async |world: &World, exchange: &Arc<Exchange>| {
            world.pass(exchange, CALLS).await;
            exchange.break_json();
        };
        let received = receives(protocol, shape, handle).await;
        assert!(received.body.contains("Let me look."), "{}", received.body);
        check_broken(protocol, shape, &received);
    }
}

#[tokio::test]
async fn an_answer_that_is_withheld_can_still_be_refused_with_a_status() {
    for (protocol, shape) in every() {
        let handle = async |world: &World, exchange: &Arc<Exchange>| {
            exchange.withhold();
            world.pass(exchange, CALLS).await;
            exchange.fail(&Complaint { status: 429, message: "enough".to_owned() }, Some(7));
            exchange.show();
        };
        let received = receives(protocol, shape, handle).await;
        assert_eq!((received.status(), received.header("retry-after")), ("429", Some("7")));
        assert!(
            received.body.contains("enough") && !received.body.contains("Let me look."),
            "{}",
            received.body
        );
    }
}

#[tokio::test]
async fn an_answer_that_was_withheld_is_the_one_of_its_provider() {
    for (protocol, shape) in every() {
        let handle = async |world: &World, exchange: &Arc<Exchange>| {
            exchange.withhold();
            world.pass(exchange, NOTHING).await;
            exchange.show();
        };
        let received = receives(protocol, shape, handle).await;
        assert_eq!((received.status(), &received.body), ("200", &answer(protocol, shape, SAID)));
    }
}

#[tokio::test]
async fn a_connection_that_is_cut_before_an_answer_gets_none() {
    let received = receives(Protocol::Anthropic, Shape::Whole, async |_, exchange| exchange.cut()).await;
    assert_eq!((received.head.as_str(), received.body.as_str()), ("", ""));
}

#[tokio::test]
async fn an_answer_that_is_cut_within_has_begun() {
    for (protocol, shape) in every() {
        let received = receives(protocol, shape, async |_, exchange| exchange.cut_within()).await;
        assert_eq!((received.status(), received.end), ("200", End::Broken), "{protocol:?} {shape:?}");
        let is_cut = match shape {
            Shape::Whole => serde_json::from_str::<serde_json::Value>(&received.body).is_err(),
            Shape::Streamed | Shape::Array => received.body.contains("This answer breaks off."),
        };
        assert!(is_cut && !received.body.is_empty(), "{}", received.body);
    }
}

#[tokio::test]
async fn an_answer_that_was_delivered_in_part_is_cut_behind_that_part() {
    let handle = async |world: &World, exchange: &Arc<Exchange>| {
        world.pass(exchange, CALLS).await;
        exchange.cut_within();
    };
    for protocol in Protocol::ALL {
        let received = receives(protocol, Shape::Streamed, handle).await;
        assert_eq!((received.status(), received.end), ("200", End::Broken), "{protocol:?}");
        let has = |text: &str| received.body.contains(text);
        assert!(has("Let me look.") && !has("This answer breaks off."), "{}", received.body);
    }
}
