//! A response whose calls are answered here: the program receives one, with what its model says next.

use crate::program::Response;
use crate::view::{View, view};
use crate::wire::{Said, Shape, answer, body};
use crate::world::{CALLS, ERRORS, NOTHING, World, as_made};
use gateway::{HoldRules, Protocol, WantedCall};
use loopback::provider::Reply;

const FIRST: Said<'_> = Said {
    id: "1",
    text: "Let me look.",
    calls: &[["call1", "berth_status", r#"{"berth":12}"#], ["call2", "tide_table", r#"{"port":"Lysvik"}"#]],
    usage: [100, 20],
};
const ASKS_ON: Said<'_> = Said {
    id: "2",
    text: " And the tide.",
    calls: &[["call3", "tide_table", r#"{"port":"Oslo"}"#]],
    usage: [130, 10],
};
const LAST: Said<'_> = Said { id: "3", text: " It is free.", calls: &[], usage: [150, 5] };

fn reply(protocol: Protocol, shape: Shape, said: Said<'_>) -> Reply {
    let body = answer(protocol, shape, said);
    match shape {
        Shape::Streamed => Reply::events(&body),
        Shape::Array | Shape::Whole => Reply::response("200 OK", "content-type: application/json\r\n", &body),
    }
}

fn ended(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::OpenAiChat => "stop",
        Protocol::OpenAiResponses => "completed",
        Protocol::Anthropic => "end_turn",
        Protocol::Gemini => "STOP",
    }
}

fn called(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::OpenAiChat => "tool_calls",
        Protocol::OpenAiResponses => "completed",
        Protocol::Anthropic => "tool_use",
        Protocol::Gemini => "STOP",
    }
}

/// What the program receives where these answers follow each other, by these rules. The last is released with the calls.
async fn receives(
    protocol: Protocol,
    shape: Shape,
    rounds: &[(Said<'_>, HoldRules)],
    released: impl FnOnce(Vec<WantedCall>) -> Option<Vec<WantedCall>>,
) -> Response {
    let mut world =
        World::start(rounds.iter().map(|(said, _)| reply(protocol, shape, *said)).collect()).await;
    let program = world.program(protocol, shape).await;
    let exchange = world.arrived().await;
    for (said, rules) in rounds {
        let heard = world.pass(&exchange, *rules).await;
        assert!(heard.error.is_none(), "{heard:?}");
        let calls: Vec<_> = as_made(&exchange).into_iter().map(|call| call.id).collect();
        assert_eq!(calls, said.calls.iter().map(|[id, ..]| (*id).to_owned()).collect::<Vec<_>>());
    }
    if let Some(calls) = released(as_made(&exchange)) {
        assert!(exchange.holds());
        exchange.release_with(&calls);
    }
    assert!(exchange.is_over());
    program.response().await
}

#[track_caller]
fn check(protocol: Protocol, shape: Shape, received: &Response, expected: View) {
    assert_eq!(received.status(), "200");
    assert_eq!(view(protocol, shape, &received.body), expected, "{protocol:?} {shape:?}\n{}", received.body);
}

#[tokio::test]
async fn a_response_goes_on_with_what_its_model_says_next_and_without_its_calls() {
    for (protocol, shape) in every() {
        let rounds = [(FIRST, CALLS), (LAST, CALLS)];
        let received = receives(protocol, shape, &rounds, |_| None).await;
        let expected = View {
            text: "Let me look. It is free.".to_owned(),
            calls: Vec::new(),
            stop: ended(protocol).to_owned(),
            usage: [250, 25],
            id: "1".to_owned(),
        };
        check(protocol, shape, &received, expected);
    }
}

#[tokio::test]
async fn a_response_goes_on_as_often_as_its_calls_are_answered_here() {
    for (protocol, shape) in every() {
        let rounds = [(FIRST, CALLS), (ASKS_ON, CALLS), (LAST, NOTHING)];
        let received = receives(protocol, shape, &rounds, |_| None).await;
        let expected = View {
            text: "Let me look. And the tide. It is free.".to_owned(),
            calls: Vec::new(),
            stop: ended(protocol).to_owned(),
            usage: [380, 35],
            id: "1".to_owned(),
        };
        check(protocol, shape, &received, expected);
    }
}

#[tokio::test]
async fn the_calls_of_the_last_response_are_released_as_they_are_or_edited() {
    for (protocol, shape) in every() {
        for edited in [None, Some(r#"{"port":"Bergen"}"#)] {
            let rounds = [(FIRST, CALLS), (ASKS_ON, CALLS)];
            let received = receives(protocol, shape, &rounds, |mut calls| {
                edited.iter().for_each(|edited| calls[0].arguments = (*edited).to_owned());
                Some(calls)
            });
            let received = received.await;
            let arguments = edited.unwrap_or(r#"{"port":"Oslo"}"#);
            let expected = View {
                text: "Let me look. And the tide.".to_owned(),
                calls: vec![["call3", "tide_table", arguments].map(str::to_owned)],
                stop: called(protocol).to_owned(),
                usage: [230, 30],
                id: "1".to_owned(),
            };
            check(protocol, shape, &received, expected);
            let is_signed = received.body.contains(r#""thoughtSignature":"c2ln""#);
            assert_eq!(is_signed, protocol == Protocol::Gemini, "{}", received.body);
        }
    }
}

#[tokio::test]
async fn an_error_of_a_further_response_can_be_asked_again() {
    for (protocol, shape) in every() {
        let refused = Reply::response("529 Overloaded", "", r#"{"error":{"message":"later"}}"#);
        let replies = vec![reply(protocol, shape, FIRST), refused, reply(protocol, shape, LAST)];
        let mut world = World::start(replies).await;
        let program = world.program(protocol, shape).await;
        let exchange = world.arrived().await;
        world.pass(&exchange, CALLS).await;
        let heard = world.pass(&exchange, ERRORS).await;
        assert!(heard.error.is_some() && exchange.holds());
        assert_eq!(as_made(&exchange).len(), 2, "the response before it is held still");
        world.pass(&exchange, NOTHING).await;
        let received = program.response().await;
        assert_eq!(view(protocol, shape, &received.body).text, "Let me look. It is free.");
        assert_eq!(world.provider.heard().len(), 3);
    }
}

#[tokio::test]
async fn an_error_of_a_further_response_reaches_the_program_where_errors_are_not_held() {
    for (protocol, shape) in every() {
        let refused = Reply::response("529 Overloaded", "", r#"{"error":{"message":"later"}}"#);
        let mut world = World::start(vec![reply(protocol, shape, FIRST), refused]).await;
        let program = world.program(protocol, shape).await;
        let exchange = world.arrived().await;
        world.pass(&exchange, CALLS).await;
        assert!(world.pass(&exchange, NOTHING).await.error.is_some());
        let received = program.response().await;
        assert!(received.body.contains("later"), "{}", received.body);
        assert_eq!(received.status(), if shape == Shape::Whole { "529" } else { "200" });
        assert!(!received.body.contains("call1"), "{}", received.body);
    }
}

#[tokio::test]
async fn a_response_that_breaks_off_behind_a_held_one_leaves_no_program_waiting() {
    let protocol = Protocol::Anthropic;
    let further = answer(protocol, Shape::Streamed, LAST);
    let broken = Reply::Bytes(
        format!(
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 99999\r\n\r\n{}",
            &further[..further.len() / 2]
        )
        .into_bytes(),
    );
    let mut world = World::start(vec![reply(protocol, Shape::Streamed, FIRST), broken]).await;
    let program = world.program(protocol, Shape::Streamed).await;
    let exchange = world.arrived().await;
    world.pass(&exchange, CALLS).await;
    assert!(world.pass(&exchange, NOTHING).await.error.is_some());
    let received = program.response().await;
    assert!(received.body.contains("event: error"), "{}", received.body);
}

#[tokio::test]
async fn the_same_request_is_made_for_a_response_that_goes_on() {
    let protocol = Protocol::OpenAiChat;
    let replies = vec![reply(protocol, Shape::Whole, FIRST), reply(protocol, Shape::Whole, LAST)];
    let mut world = World::start(replies).await;
    let _program = world.program(protocol, Shape::Whole).await;
    let exchange = world.arrived().await;
    world.pass(&exchange, CALLS).await;
    world.pass(&exchange, NOTHING).await;
    let heard = world.provider.heard();
    let sent = body(protocol, Shape::Whole);
    assert!(heard.len() == 2 && heard.iter().all(|request| request.ends_with(&sent)), "{heard:?}");
}

fn every() -> impl Iterator<Item = (Protocol, Shape)> {
    let shapes = |protocol| Shape::all(protocol).iter().map(move |shape| (protocol, *shape));
    Protocol::ALL.into_iter().flat_map(shapes)
}
