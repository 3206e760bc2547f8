//! A response that nobody holds: the program receives the bytes of its provider.

use crate::program::{End, Response, chunked};
use crate::wire::{Said, Shape, answer, body, recorded};
use crate::world::{ERRORS, KEY, NOTHING, World};
use gateway::Protocol;
use loopback::provider::Reply;
use ports::{StopReason, StreamEvent};

const SAID: Said<'_> = Said { id: "1", text: "Berth 12 is free é.", calls: &[], usage: [9, 4] };

async fn received(protocol: Protocol, shape: Shape, reply: Reply) -> Response {
    let mut world = World::start(vec![reply]).await;
    let program = world.program(protocol, shape).await;
    let exchange = world.arrived().await;
    world.pass(&exchange, NOTHING).await;
    program.response().await
}

#[tokio::test]
async fn a_stream_passes_byte_by_byte_however_it_is_cut() {
    for protocol in Protocol::ALL {
        for size in [1, 7, 64, 100_000] {
            let received = received(
                protocol,
                Shape::Streamed,
                chunked(Shape::Streamed.kind(), recorded(protocol), size),
            )
            .await;
            assert_eq!((received.body.as_str(), received.end), (recorded(protocol), End::Complete));
        }
    }
}

#[tokio::test]
async fn line_breaks_comments_and_events_nobody_knows_pass_as_they_are() {
    for protocol in Protocol::ALL {
        let known = recorded(protocol).replace('\n', "\r\n");
        let odd = ": a router\r\n\r\nid: 7\nretry: 10\nevent: unknown.event\ndata: {\"type\":\"unknown.event\"}\n\n\n";
        let stream = format!("{odd}{known}{odd}");
        let received =
            received(protocol, Shape::Streamed, chunked(Shape::Streamed.kind(), &stream, 11)).await;
        assert_eq!((received.body, received.end), (stream, End::Complete));
    }
}

#[tokio::test]
async fn a_stream_that_can_not_be_read_passes_all_the_same() {
    for stream in [
        "data: {\"choices\":[{\"index\n\ndata: more\n\n",
        "no stream at all",
        "data: {\"error\":{\"message\":\"no\"}}\n\ndata: x\n\n",
    ] {
        let received =
            received(Protocol::OpenAiChat, Shape::Streamed, chunked(Shape::Streamed.kind(), stream, 5)).await;
        assert_eq!((received.body.as_str(), received.end), (stream, End::Complete));
    }
}

#[tokio::test]
async fn a_whole_response_passes_with_its_headers() {
    for protocol in Protocol::ALL {
        let whole = answer(protocol, Shape::Whole, SAID).replace(':', " : ");
        let headers = "content-type: application/json\r\nrequest-id: req_7\r\nx-ratelimit-remaining: 3\r\n";
        let received = received(protocol, Shape::Whole, Reply::response("200 OK", headers, &whole)).await;
        assert_eq!((received.body.as_str(), received.end), (whole.as_str(), End::Complete));
        assert_eq!(received.header("request-id"), Some("req_7"));
        assert_eq!(received.header("x-ratelimit-remaining"), Some("3"));
        assert_eq!(received.header("content-type"), Some("application/json"));
    }
}

#[tokio::test]
async fn an_array_passes_byte_by_byte_however_it_is_cut_and_is_read_on_the_way() {
    let array = answer(Protocol::Gemini, Shape::Array, SAID);
    for size in [1, 7, 64, 4_096] {
        let mut world = World::start(vec![chunked(Shape::Array.kind(), &array, size)]).await;
        let program = world.program(Protocol::Gemini, Shape::Array).await;
        let exchange = world.arrived().await;
        let heard = world.pass(&exchange, NOTHING).await;
        let is_finished = matches!(heard.events.last(), Some(StreamEvent::Finished(StopReason::Complete)));
        assert!(is_finished && heard.error.is_none(), "{heard:?}");
        let received = program.response().await;
        assert_eq!((received.body.as_str(), received.end), (array.as_str(), End::Complete));
        assert_eq!(received.header("content-type"), Some("application/json"));
    }
}

#[tokio::test]
async fn an_error_passes_with_its_status_and_what_its_client_reads_of_its_headers() {
    for shape in Shape::all(Protocol::Anthropic).iter().copied() {
        let error = r#"{ "error" : {"message":"slow down"} }"#;
        let headers = "request-id: req_9\r\nretry-after: 7\r\ncontent-type: application/json\r\n";
        let reply = Reply::response("429 Too Many Requests", headers, error);
        let received = received(Protocol::Anthropic, shape, reply).await;
        assert_eq!((received.status(), received.body.as_str()), ("429", error));
        assert_eq!(
            (received.header("request-id"), received.header("retry-after")),
            (Some("req_9"), Some("7"))
        );
    }
}

#[tokio::test]
async fn the_request_reaches_the_provider_as_the_program_wrote_it() {
    for protocol in Protocol::ALL {
        let mut world = World::start(vec![Reply::events(recorded(protocol))]).await;
        let _program = world.program(protocol, Shape::Streamed).await;
        let exchange = world.arrived().await;
        world.pass(&exchange, NOTHING).await;
        let heard = world.provider.heard().concat();
        assert!(heard.ends_with(&body(protocol, Shape::Streamed)), "{heard}");
        assert!(heard.contains(&format!("authorization: Bearer {KEY}")), "{heard}");
        assert!(!heard.contains(crate::world::SECRET), "{heard}");
    }
}

#[tokio::test]
async fn where_a_provider_breaks_off_its_program_sees_that_too() {
    for rules in [NOTHING, crate::world::CALLS] {
        let stream = answer(Protocol::Anthropic, Shape::Streamed, SAID);
        let half = &stream[..stream.find("event: content_block_stop").unwrap()];
        let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 99999\r\n\r\n";
        let mut world = World::start(vec![Reply::Bytes(format!("{head}{half}").into_bytes())]).await;
        let program = world.program(Protocol::Anthropic, Shape::Streamed).await;
        let exchange = world.arrived().await;
        assert!(world.pass(&exchange, rules).await.error.is_some());
        let received = program.response().await;
        assert_eq!((received.body.as_str(), received.end), (half, End::Broken));
    }
}

#[tokio::test]
async fn a_provider_that_is_away_is_named_to_the_program() {
    let mut world = World::start(vec![]).await;
    let program = world.program(Protocol::OpenAiChat, Shape::Whole).await;
    let exchange = world.arrived().await;
    assert!(world.pass(&exchange, NOTHING).await.error.is_some());
    let received = program.response().await;
    assert_eq!(received.status(), "502");
    let error: serde_json::Value = serde_json::from_str(&received.body).expect("an error of the protocol");
    assert!(error["error"]["message"].is_string(), "{error}");
}

#[tokio::test]
async fn a_whole_response_that_breaks_off_is_an_error_to_the_program() {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n";
    let reply = Reply::Bytes(format!("{head}{{\"id\":").into_bytes());
    let received = received(Protocol::Gemini, Shape::Whole, reply).await;
    assert_eq!(received.status(), "502");
    assert!(received.body.contains("UNAVAILABLE"), "{}", received.body);
}

#[tokio::test]
async fn the_key_of_a_program_is_in_no_event_of_its_wire() {
    let echo = format!(r#"{{"error":{{"message":"the key {KEY} is wrong"}}}}"#);
    let headers = format!("x-echo: {KEY}\r\ncontent-type: application/json\r\n");
    let replies = vec![
        Reply::response("401 Unauthorized", &headers, &echo),
        Reply::events(&format!("data: {echo}\n\n")),
    ];
    let mut world = World::start(replies).await;
    let _program = world.program(Protocol::OpenAiChat, Shape::Streamed).await;
    let exchange = world.arrived().await;
    let errors = [world.pass(&exchange, ERRORS).await, world.pass(&exchange, NOTHING).await];
    let seen = world.wire.seen();
    assert!(seen.contains("is wrong") && seen.contains("authorization"), "{seen}");
    assert!(!seen.contains(KEY), "{seen}");
    assert!(!format!("{errors:?}").contains(KEY), "{errors:?}");
    assert!(!format!("{:?}", exchange.preview(b"{}", Vec::new())).contains(KEY));
}

#[tokio::test]
async fn a_program_that_leaves_is_noticed_and_its_answer_is_read_to_its_end() {
    let mut world = World::start(vec![Reply::events(recorded(Protocol::Anthropic))]).await;
    let program = world.program(Protocol::Anthropic, Shape::Streamed).await;
    let exchange = world.arrived().await;
    drop(program);
    exchange.left().await;
    let heard = world.pass(&exchange, NOTHING).await;
    assert!(heard.error.is_none() && exchange.is_over());
    let again = world.program(Protocol::Anthropic, Shape::Streamed).await.response().await;
    assert_eq!(again.body, recorded(Protocol::Anthropic), "a second attempt reads it from its beginning");
    assert_eq!(world.provider.heard().len(), 1);
}
