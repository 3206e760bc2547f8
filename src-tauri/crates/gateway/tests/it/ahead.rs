//! A request that goes on before its turn asks: its program does not wait for the turn, which reads the same.

use crate::program::{End, chunked};
use crate::wire::{Said, Shape, answer, body, recorded};
use crate::world::{ALL, NOTHING, World};
use gateway::{Complaint, Protocol};
use loopback::provider::Reply;
use ports::ConnectorError;

const CALL: Said<'_> = Said {
    id: "1",
    text: "One moment.",
    calls: &[["call_1", "find_berth", r#"{"ship":"Ada"}"#]],
    usage: [9, 4],
};

fn reply(protocol: Protocol, shape: Shape) -> Reply {
    chunked(shape.kind(), &answer(protocol, shape, CALL), 64)
}

#[tokio::test]
async fn a_program_has_its_answer_before_the_turn_asks_and_the_turn_hears_the_same() {
    for protocol in Protocol::ALL {
        for shape in Shape::all(protocol).iter().copied() {
            let mut ordinary = World::start(vec![reply(protocol, shape)]).await;
            let program = ordinary.program(protocol, shape).await;
            let exchange = ordinary.arrived().await;
            let expected = ordinary.pass(&exchange, NOTHING).await;
            let received = program.response().await;

            let mut world = World::start(vec![reply(protocol, shape)]).await;
            let program = world.program(protocol, shape).await;
            let exchange = world.arrived().await;
            exchange.pass_ahead();
            let ahead = program.response().await;
            assert_eq!(
                (ahead.undated(), &ahead.body, ahead.end),
                (received.undated(), &received.body, End::Complete)
            );

            let heard = world.pass(&exchange, ALL).await;
            assert_eq!(format!("{:?}", heard.events), format!("{:?}", expected.events));
            assert!(heard.error.is_none() && !exchange.holds() && exchange.is_over());
            assert_eq!(world.provider.heard().len(), 1, "{protocol:?} {shape:?} is asked once");
            assert!(world.wire.seen().contains(&body(protocol, shape)), "the wire shows what was sent");
        }
    }
}

#[tokio::test]
async fn an_error_of_the_provider_reaches_the_program_once_and_the_turn_as_well() {
    let error = r#"{ "error" : {"message":"slow down"} }"#;
    let refused = Reply::response("429 Too Many Requests", "content-type: application/json\r\n", error);
    let mut world = World::start(vec![refused]).await;
    let program = world.program(Protocol::Anthropic, Shape::Streamed).await;
    let exchange = world.arrived().await;
    exchange.pass_ahead();
    let received = program.response().await;
    assert_eq!((received.status(), received.body.as_str()), ("429", error));
    assert!(world.pass(&exchange, ALL).await.error.is_some());
}

#[tokio::test]
async fn a_provider_that_is_away_is_named_to_the_program_and_the_turn() {
    let mut world = World::start(Vec::new()).await;
    let program = world.program(Protocol::OpenAiChat, Shape::Streamed).await;
    let exchange = world.arrived().await;
    exchange.pass_ahead();
    let received = program.response().await;
    assert_eq!(received.status(), "502", "{}", received.body);
    let heard = world.pass(&exchange, NOTHING).await;
    assert!(matches!(heard.error, Some(ConnectorError::Unreachable { .. })), "{heard:?}");
}

#[tokio::test]
async fn a_turn_that_never_reads_holds_up_nobody() {
    let long = recorded(Protocol::OpenAiChat).repeat(40);
    let mut world = World::start(vec![chunked(Shape::Streamed.kind(), &long, 16)]).await;
    let program = world.program(Protocol::OpenAiChat, Shape::Streamed).await;
    let exchange = world.arrived().await;
    exchange.pass_ahead();
    exchange.release();
    let received = program.response().await;
    assert_eq!((received.body.as_str(), received.end), (long.as_str(), End::Complete));
}

#[tokio::test]
async fn a_turn_that_stands_before_the_request_holds_up_nobody_and_reads_it_afterwards() {
    let (protocol, shape) = (Protocol::OpenAiChat, Shape::Streamed);
    let body = answer(protocol, shape, Said { text: &"One moment. ".repeat(400), ..CALL });
    let mut world = World::start(vec![chunked(shape.kind(), &body, 16)]).await;
    let program = world.program(protocol, shape).await;
    let exchange = world.arrived().await;
    exchange.pass_ahead();
    let received = program.response().await;
    assert_eq!((received.body, received.end), (body, End::Complete));
    let heard = world.pass(&exchange, NOTHING).await;
    assert!(format!("{:?}", heard.events).contains("find_berth") && heard.error.is_none(), "{heard:?}");
}

#[tokio::test]
async fn nothing_is_said_within_an_event_that_was_delivered_in_part() {
    for (delivered, says_why) in [("data: {\"choices\":[]}\n\n", true), ("data: {\"choi", false)] {
        let mut world = World::start(vec![Reply::Silence(
            [Reply::stream_head().as_slice(), delivered.as_bytes()].concat(),
        )])
        .await;
        let mut program = world.program(Protocol::OpenAiChat, Shape::Streamed).await;
        let exchange = world.arrived().await;
        exchange.pass_ahead();
        program.until("choi").await;
        exchange.fail(&Complaint { status: 503, message: "stopped by a person".to_owned() }, None);
        let received = program.response().await;
        assert_eq!(received.body.contains("stopped by a person"), says_why, "{}", received.body);
        assert_eq!(received.end, if says_why { End::Complete } else { End::Broken });
    }
}

#[tokio::test]
async fn a_request_that_is_stopped_ends_at_its_provider_too() {
    let mut world = World::start(vec![Reply::Silence(Vec::new())]).await;
    let program = world.program(Protocol::OpenAiChat, Shape::Whole).await;
    let exchange = world.arrived().await;
    exchange.pass_ahead();
    while world.provider.heard().is_empty() {
        tokio::task::yield_now().await;
    }
    exchange.fail(&Complaint { status: 503, message: "stopped by a person".to_owned() }, None);
    assert_eq!(program.response().await.status(), "503");
    world.provider.until_left().await;
}
