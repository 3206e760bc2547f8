//! A response that is held: its text is with the program, its calls wait.

use crate::program::{End, chunked};
use crate::view::view;
use crate::wire::{Said, Shape, answer, recorded};
use crate::world::{ALL, CALLS, END, ERRORS, NOTHING, World, as_made};
use gateway::{Complaint, Protocol, WantedCall};
use loopback::provider::Reply;

const SAID: Said<'_> = Said {
    id: "1",
    text: "Let me look.",
    calls: &[["call1", "berth_status", r#"{"berth":12}"#], ["call2", "tide_table", r#"{"port":"Lysvik"}"#]],
    usage: [100, 20],
};
const QUIET: Said<'_> = Said { calls: &[], ..SAID };

fn reply(protocol: Protocol, shape: Shape, said: Said<'_>) -> Reply {
    let body = answer(protocol, shape, said);
    match shape {
        Shape::Streamed | Shape::Array => chunked(shape.kind(), &body, 23),
        Shape::Whole => Reply::response("200 OK", "content-type: application/json\r\n", &body),
    }
}

#[tokio::test]
async fn the_text_before_a_call_is_with_the_program_while_the_call_is_held() {
    let streams = Protocol::ALL.map(|protocol| (protocol, Shape::Streamed));
    for (protocol, shape) in streams.into_iter().chain([(Protocol::Gemini, Shape::Array)]) {
        let mut world = World::start(vec![reply(protocol, shape, SAID)]).await;
        let mut program = world.program(protocol, shape).await;
        let exchange = world.arrived().await;
        world.pass(&exchange, CALLS).await;
        assert!(exchange.holds() && !exchange.is_over());
        let seen = program.until("Let me look.").await;
        assert!(!seen.contains("berth_status"), "{seen}");
        exchange.release();
        let received = program.response().await;
        assert_eq!((received.body, received.end), (answer(protocol, shape, SAID), End::Complete));
    }
}

#[tokio::test]
async fn what_is_released_unchanged_has_the_bytes_of_its_provider() {
    for protocol in Protocol::ALL {
        for rules in [CALLS, END, ALL] {
            for stream in [recorded(protocol).to_owned(), recorded(protocol).replace('\n', "\r\n")] {
                let mut world = World::start(vec![chunked(Shape::Streamed.kind(), &stream, 37)]).await;
                let program = world.program(protocol, Shape::Streamed).await;
                let exchange = world.arrived().await;
                world.pass(&exchange, rules).await;
                assert!(exchange.holds());
                exchange.release_with(&as_made(&exchange));
                assert_eq!(program.response().await.body, stream, "{protocol:?} {rules:?}");
            }
        }
    }
}

type Edit = fn(Vec<WantedCall>) -> Vec<WantedCall>;

const EDITS: [(Edit, &[[&str; 3]]); 4] = [
    (
        |mut calls| {
            calls[0].arguments = r#"{"berth":13}"#.to_owned();
            calls
        },
        &[["call1", "berth_status", r#"{"berth":13}"#], ["call2", "tide_table", r#"{"port":"Lysvik"}"#]],
    ),
    (|calls| calls[1..].to_vec(), &[["call2", "tide_table", r#"{"port":"Lysvik"}"#]]),
    (|_| Vec::new(), &[]),
    (
        |mut calls| {
            calls.truncate(1);
            let added = WantedCall { from: None, id: "added1".to_owned(), ..calls[0].clone() };
            calls.push(added);
            calls
        },
        &[["call1", "berth_status", r#"{"berth":12}"#], ["added1", "berth_status", r#"{"berth":12}"#]],
    ),
];

#[tokio::test]
async fn a_program_receives_the_calls_as_they_were_edited() {
    for protocol in Protocol::ALL {
        for shape in Shape::all(protocol).iter().copied() {
            for (edit, expected) in EDITS {
                let mut world = World::start(vec![reply(protocol, shape, SAID)]).await;
                let program = world.program(protocol, shape).await;
                let exchange = world.arrived().await;
                world.pass(&exchange, CALLS).await;
                exchange.release_with(&edit(as_made(&exchange)));
                let received = program.response().await;
                let seen = view(protocol, shape, &received.body);
                assert_eq!(seen.text, "Let me look.");
                assert_eq!(
                    seen.calls,
                    expected.iter().map(|call| call.map(str::to_owned)).collect::<Vec<_>>()
                );
                assert_eq!((seen.usage, received.end), ([100, 20], End::Complete));
            }
        }
    }
}

#[tokio::test]
async fn an_answer_without_calls_is_held_at_its_end_if_that_is_wanted() {
    for protocol in Protocol::ALL {
        for shape in Shape::all(protocol).iter().copied() {
            let mut world = World::start(vec![reply(protocol, shape, QUIET)]).await;
            let program = world.program(protocol, shape).await;
            let exchange = world.arrived().await;
            world.pass(&exchange, END).await;
            assert!(exchange.holds() && !exchange.is_over());
            exchange.release();
            assert_eq!(program.response().await.body, answer(protocol, shape, QUIET));
        }
    }
}

#[tokio::test]
async fn an_error_is_held_and_what_is_asked_again_takes_its_place() {
    for protocol in Protocol::ALL {
        for shape in Shape::all(protocol).iter().copied() {
            let refused = Reply::response("503 Service Unavailable", "", r#"{"error":{"message":"later"}}"#);
            let mut world = World::start(vec![refused.clone(), refused, reply(protocol, shape, SAID)]).await;
            let program = world.program(protocol, shape).await;
            let exchange = world.arrived().await;
            for _ in 0..2 {
                assert!(world.pass(&exchange, ERRORS).await.error.is_some());
                assert!(exchange.holds() && !exchange.is_over());
            }
            world.pass(&exchange, NOTHING).await;
            let received = program.response().await;
            assert_eq!((received.status(), &received.body), ("200", &answer(protocol, shape, SAID)));
        }
    }
}

#[tokio::test]
async fn an_error_that_is_released_is_the_one_of_the_provider() {
    let error = r#"{"error":{"message":"later"}}"#;
    let mut world =
        World::start(vec![Reply::response("503 Service Unavailable", "retry-after: 2\r\n", error)]).await;
    let program = world.program(Protocol::OpenAiChat, Shape::Streamed).await;
    let exchange = world.arrived().await;
    world.pass(&exchange, ERRORS).await;
    exchange.release();
    let received = program.response().await;
    assert_eq!((received.status(), received.body.as_str()), ("503", error));
    assert_eq!(received.header("retry-after"), Some("2"));
}

#[tokio::test]
async fn a_held_response_can_be_refused_in_the_terms_of_its_protocol() {
    for protocol in Protocol::ALL {
        for shape in Shape::all(protocol).iter().copied() {
            let mut world = World::start(vec![reply(protocol, shape, SAID)]).await;
            let program = world.program(protocol, shape).await;
            let exchange = world.arrived().await;
            world.pass(&exchange, CALLS).await;
            exchange.fail(&Complaint { status: 429, message: "enough".to_owned() }, Some(7));
            let received = program.response().await;
            assert!(received.body.contains("enough") && !received.body.contains("berth_status"));
            if shape == Shape::Array {
                let elements: Vec<serde_json::Value> =
                    serde_json::from_str(&received.body).expect("an array");
                assert_eq!(elements.last().map(|last| &last["error"]["code"]), Some(&429.into()));
            }
            let expected = if shape == Shape::Whole { ("429", Some("7")) } else { ("200", None) };
            assert_eq!((received.status(), received.header("retry-after")), expected);
        }
    }
}

#[tokio::test]
async fn a_second_attempt_joins_the_response_that_is_held() {
    let protocol = Protocol::Anthropic;
    let mut world = World::start(vec![reply(protocol, Shape::Streamed, SAID)]).await;
    let mut first = world.program(protocol, Shape::Streamed).await;
    let exchange = world.arrived().await;
    world.pass(&exchange, CALLS).await;
    first.until("Let me look.").await;
    drop(first);
    exchange.left().await;
    let mut second = world.program(protocol, Shape::Streamed).await;
    second.until("Let me look.").await;
    exchange.release();
    assert_eq!(second.response().await.body, answer(protocol, Shape::Streamed, SAID));
    assert_eq!(world.provider.heard().len(), 1);
}
