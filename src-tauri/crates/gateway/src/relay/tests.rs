//! The way through the gateway, and the way without it. A counterpart turns away who comes after its last reply, so it stands
//! in for a gateway that goes.

use super::Relay;
use crate::{Secrets, Upstream};
use loopback::provider::{Provider, Reply};
use std::sync::Arc;

const PATH: &str = "/openai/v1/chat/completions";
const BODY: &str = r#"{"model":"m","stream":true,"messages":[]}"#;

async fn relay(gateway: &Provider, provider: &Provider) -> Relay {
    let origin = gateway.address();
    let root = format!("{}/s3cret", origin.trim_end_matches("/v1"));
    let base = provider.address();
    Relay::before(&root, Arc::new(move |_| Some(base.clone()))).await.expect("it listens")
}

/// Asks as a program does, whose base URL is that of the relay.
async fn asks(relay: &Relay, path: &str) -> reqwest::Result<(u16, String)> {
    let client = Upstream::of(relay.root().to_owned(), Secrets::default()).expect("a client").client;
    let asked = client.post(format!("{}{path}", relay.root())).header("authorization", "Bearer sk-0");
    let response = asked.body(BODY).send().await?;
    Ok((response.status().as_u16(), response.text().await?))
}

fn first_line_and_body(request: &str) -> (&str, &str) {
    (request.lines().next().unwrap_or_default(), request.split("\r\n\r\n").nth(1).unwrap_or_default())
}

#[tokio::test]
async fn a_request_goes_through_the_gateway_and_to_the_provider_when_it_has_gone() {
    let gateway = Provider::start(vec![Reply::events("data: watched\n\n")]).await;
    let provider = Provider::start(vec![Reply::events("data: alone\n\n")]).await;
    let relay = relay(&gateway, &provider).await;
    assert!(relay.root().ends_with("/s3cret"), "{}", relay.root());
    for answer in ["data: watched\n\n", "data: alone\n\n"] {
        assert_eq!(asks(&relay, PATH).await.expect("a response"), (200, answer.to_owned()));
    }
    let (watched, alone) = (gateway.heard(), provider.heard());
    let asked_of_gateway = first_line_and_body(&watched[0]);
    assert_eq!(asked_of_gateway, ("POST /s3cret/openai/v1/chat/completions HTTP/1.1", BODY));
    assert_eq!(first_line_and_body(&alone[0]), ("POST /v1/chat/completions HTTP/1.1", BODY));
    assert!(alone[0].contains("authorization: Bearer sk-0"), "{}", alone[0]);
}

#[tokio::test]
async fn a_stream_in_which_the_gateway_goes_ends_with_an_error_of_its_protocol() {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 1000\r\nconnection: close\r\n\r\n";
    let half = format!("{head}data: {{}}\n\n").into_bytes();
    let gateway = Provider::start(vec![Reply::Bytes(half)]).await;
    let provider = Provider::start(Vec::new()).await;
    let relay = relay(&gateway, &provider).await;
    let (status, stream) = asks(&relay, PATH).await.expect("a whole response");
    let rest = stream.strip_prefix("data: {}\n\n").expect("what had come");
    assert!(status == 200 && rest.contains(r#""error""#) && rest.contains("Callwright has ended"), "{rest}");
    assert_eq!(provider.heard(), Vec::<String>::new());
}

#[tokio::test]
async fn a_connection_that_the_gateway_cuts_on_purpose_is_cut_for_the_program() {
    let alive = Reply::response("404 Not Found", "", "");
    let gateway = Provider::start(vec![Reply::Bytes(Vec::new()), alive]).await;
    let provider = Provider::start(Vec::new()).await;
    let relay = relay(&gateway, &provider).await;
    asks(&relay, PATH).await.expect_err("the connection is cut");
    assert_eq!(provider.heard(), Vec::<String>::new());
}

#[tokio::test]
async fn a_provider_that_is_away_too_is_an_error_of_the_protocol() {
    let gateway = Provider::start(Vec::new()).await;
    let provider = Provider::start(Vec::new()).await;
    let relay = relay(&gateway, &provider).await;
    let (status, body) = asks(&relay, PATH).await.expect("a response");
    assert!(status == 502 && body.contains("can't reach OpenAI"), "{status} {body}");
    assert_eq!(asks(&relay, "/elsewhere").await.expect("a response").0, 404);
}

#[tokio::test]
async fn a_program_that_another_model_answers_does_not_reach_its_provider() {
    let gateway = Provider::start(Vec::new()).await;
    let root = format!("{}/s3cret", gateway.address().trim_end_matches("/v1"));
    let relay = Relay::before(&root, Arc::new(|_| None)).await.expect("it listens");
    let (status, body) = asks(&relay, PATH).await.expect("a response");
    assert!(status == 502 && body.contains("not sent to its provider"), "{status} {body}");
}
