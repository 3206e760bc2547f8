//! Who gets in: a program with its secret, and nobody else.

use crate::program::Program;
use crate::wire::{Shape, asks};
use crate::world::{SECRET, World};
use gateway::Protocol;
use loopback::provider::Reply;

async fn status(world: &World, request: &str) -> String {
    Program::send(world.address, request).await.response().await.status().to_owned()
}

#[tokio::test]
async fn a_wrong_secret_a_page_and_a_foreign_host_get_nothing() {
    let world = World::start(vec![]).await;
    let right = asks(world.address, Protocol::Anthropic, Shape::Whole);
    let host = format!("host: {}", world.address);
    for (request, expected) in [
        (right.replace(SECRET, "fedcba9876543211"), "404"),
        (right.replace(&format!("/{SECRET}"), ""), "404"),
        (right.replace(&host, &format!("{host}\r\norigin: https://evil.example")), "403"),
        (right.replace(&host, &format!("{host}\r\norigin: null")), "403"),
        (right.replace(&host, "host: evil.example"), "403"),
        (right.replace(&host, &format!("host: evil.example:{}", world.address.port())), "403"),
        (right.replace(&format!("{host}\r\n"), ""), "403"),
    ] {
        assert_eq!(status(&world, &request).await, expected, "{request}");
    }
    assert_eq!(world.provider.heard(), Vec::<String>::new());
}

#[tokio::test]
async fn a_body_beyond_the_limit_is_refused_before_it_is_read() {
    let world = World::start(vec![]).await;
    let right = asks(world.address, Protocol::Anthropic, Shape::Whole);
    let (head, _) = right.split_once("\r\n\r\n").unwrap();
    let lines = head.lines().filter(|line| !line.starts_with("content-length"));
    let head = lines.collect::<Vec<_>>().join("\r\n");
    let length = limits::ATTACHED_REQUEST.size() + 1;
    let request = format!("{head}\r\ncontent-length: {length}\r\n\r\n");
    assert_eq!(status(&world, &request).await, "413");
}

#[tokio::test]
async fn a_path_of_no_provider_is_answered_with_what_to_do() {
    let world = World::start(vec![]).await;
    let request =
        format!("GET /{SECRET}/somewhere HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", world.address);
    let received = Program::send(world.address, &request).await.response().await;
    assert_eq!(received.status(), "404");
    assert!(received.body.contains("Set the address"), "{}", received.body);
}

#[tokio::test]
async fn everything_that_is_not_for_a_model_passes_through() {
    let listed = r#"{ "data" : [] }"#;
    let headers = "x-request-id: 7\r\ncontent-type: application/json\r\n";
    let world = World::start(vec![Reply::response("206 Partial Content", headers, listed)]).await;
    let request = format!(
        "GET /{SECRET}/openai/v1/models?limit=2&after=%20a HTTP/1.1\r\nhost: localhost:{}\r\nx-own: 1\r\nconnection: close\r\n\r\n",
        world.address.port(),
    );
    let received = Program::send(world.address, &request).await.response().await;
    assert_eq!((received.status(), received.body.as_str()), ("206", listed));
    assert_eq!(received.header("x-request-id"), Some("7"));
    let heard = world.provider.heard().concat();
    assert!(heard.starts_with("GET /v1/models?limit=2&after=%20a HTTP/1.1\r\n"), "{heard}");
    assert!(heard.contains("x-own: 1\r\n") && !heard.contains("localhost"), "{heard}");
}
