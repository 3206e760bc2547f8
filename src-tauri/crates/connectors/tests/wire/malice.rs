//! A service that means harm, or is broken as if it did: each is survived with a clear error.

use super::{Asked, HELLO, KEY, limits, text};
use loopback::provider::{Provider, Reply};
use ports::{ConnectorError, WireEvent};
use std::time::Duration;

async fn error(reply: Reply) -> ConnectorError {
    let provider = Provider::start(vec![reply.clone(), reply.clone(), reply]).await;
    Asked::of(provider.address(), limits()).error().await
}

#[track_caller]
fn check_unreadable(error: &ConnectorError, expected: &str) {
    assert!(
        matches!(error, ConnectorError::Unreadable { reason, .. } if reason.to_string().contains(expected)),
        "{error:?}"
    );
}

#[tokio::test]
async fn headers_without_end_are_cut_off() {
    let error =
        error(Reply::Endless(b"HTTP/1.1 200 OK\r\n".to_vec(), b"x-more: and more\r\n".repeat(64))).await;
    assert!(matches!(&error, ConnectorError::Unreachable { .. }), "{error:?}");
}

fn interim_answers() -> Reply {
    Reply::Endless(Vec::new(), b"HTTP/1.1 100 Continue\r\n\r\n".repeat(64))
}

#[tokio::test]
async fn interim_answers_without_end_are_given_up_in_time() {
    let provider = Provider::start(vec![interim_answers(); 3]).await;
    let soon = connectors::transport::Limits { first_byte: Duration::from_millis(40), ..limits() };
    let error = Asked::of(provider.address(), soon).error().await;
    assert!(matches!(&error, ConnectorError::TimedOut { .. }), "{error:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn interim_answers_without_end_keep_no_other_service_waiting() {
    let (flooding, other) =
        (Provider::start(vec![interim_answers()]).await, Provider::start(vec![Reply::events(HELLO)]).await);
    let mut flooded = Asked::of(flooding.address(), limits());
    let cancel = flooded.cancel.clone();
    let flooded = tokio::spawn(async move { flooded.error().await });
    while flooding.heard().is_empty() {
        tokio::task::yield_now().await;
    }
    let answer = Asked::of(other.address(), limits()).answer().await.expect("an answer");
    assert_eq!(text(&answer), "Hello");
    assert!(!flooded.is_finished());
    cancel.cancel();
    let error = flooded.await.expect("it ends");
    assert!(matches!(&error, ConnectorError::Cancelled), "{error:?}");
}

#[tokio::test]
async fn a_line_without_end_is_cut_off() {
    let error =
        error(Reply::Endless([Reply::stream_head(), b"data: ".to_vec()].concat(), vec![b'x'; 8192])).await;
    check_unreadable(&error, "a piece of it is longer than 1048576 bytes");
}

#[tokio::test]
async fn a_line_that_drips_and_never_ends_is_given_up() {
    let provider = Provider::start(vec![Reply::Endless(Reply::stream_head(), b"x".to_vec())]).await;
    let soon = connectors::transport::Limits {
        idle: Duration::from_millis(40),
        frame: usize::MAX,
        answer: usize::MAX,
        ..limits()
    };
    let error = Asked::of(provider.address(), soon).error().await;
    assert!(matches!(&error, ConnectorError::TimedOut { .. }), "{error:?}");
}

#[tokio::test]
async fn frames_without_end_are_cut_off() {
    let frame = format!("data: {{\"choices\":[{{\"delta\":{{\"content\":\"{}\"}}}}]}}\n\n", "x".repeat(4096));
    let error = error(Reply::Endless(Reply::stream_head(), frame.into_bytes())).await;
    check_unreadable(&error, "it is longer than 4194304 bytes");
}

#[tokio::test]
async fn a_redirect_is_told_and_not_followed_so_the_key_goes_nowhere() {
    let thief = Provider::start(vec![Reply::events(HELLO)]).await;
    for status in ["301 Moved Permanently", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"] {
        let location = format!("location: {}/take?all=1\r\n", thief.address());
        let error = error(Reply::response(status, &location, "")).await;
        let to = format!("{}/take", thief.address());
        assert_eq!(error, ConnectorError::Redirected { service: "Acme".into(), to });
    }
    assert_eq!(thief.heard(), Vec::<String>::new());
}

#[tokio::test]
async fn bytes_that_are_no_text_are_shown_as_such() {
    let body =
        [b"data: {\"choices\":[{\"delta\":{\"content\":\"a\xff\xfeb\"}}]}\n\n".as_slice(), HELLO.as_bytes()]
            .concat();
    let reply = Reply::Bytes([Reply::stream_head(), body].concat());
    let provider = Provider::start(vec![reply]).await;
    let answer = Asked::of(provider.address(), limits()).answer().await.expect("an answer");
    assert_eq!(text(&answer), "a\u{fffd}\u{fffd}bHello");
}

#[tokio::test]
async fn half_a_letter_costs_that_letter_and_not_the_answer() {
    let body = r#"data: {"choices":[{"index":0,"delta":{"content":"a\ud83d","logprobs":1e400}}]}"#;
    let provider = Provider::start(vec![Reply::events(&format!("{body}\n\n{HELLO}"))]).await;
    let answer = Asked::of(provider.address(), limits()).answer().await.expect("an answer");
    assert_eq!(text(&answer), "a\u{fffd}Hello");
}

#[tokio::test]
async fn an_answer_without_content_is_called_what_it_is() {
    for status in ["204 No Content", "205 Reset Content"] {
        let reply = Reply::response(status, "content-type: text/html\r\n", "");
        check_unreadable(&error(reply).await, "it is empty");
    }
}

#[tokio::test]
async fn a_refusal_in_the_form_of_an_event_is_told_in_its_words_with_the_number_of_the_request() {
    let refusal =
        r#"{"error":{"message":"No such tool.","type":"invalid_request_error"},"request_id":"req_7"}"#;
    let told = "Acme refused: No such tool. (400, invalid_request_error, request req_7)";
    let event = format!("event: error\ndata: {refusal}\n\n");
    let error =
        error(Reply::response("400 Bad Request", "content-type: text/event-stream\r\n", &event)).await;
    assert_eq!(error.to_string(), told);
    let provider = Provider::start(vec![Reply::events(&format!("{event}{HELLO}"))]).await;
    let error = Asked::of(provider.address(), limits()).error().await;
    assert_eq!(error.to_string(), "Acme refused: No such tool. (invalid_request_error, request req_7)");
}

#[tokio::test]
async fn a_compressed_answer_is_refused_before_it_is_unpacked() {
    let headers = "content-type: text/event-stream\r\ncontent-encoding: gzip\r\n";
    check_unreadable(&error(Reply::response("200 OK", headers, "\u{1f}bomb")).await, "compressed (gzip)");
}

#[tokio::test]
async fn a_web_page_is_no_answer() {
    let reply = Reply::response("200 OK", "content-type: text/html\r\n", "<html>Log in</html>");
    check_unreadable(&error(reply).await, "a web page");
}

#[tokio::test]
async fn an_answer_that_is_not_json_is_shown_and_refused() {
    let provider = Provider::start(vec![Reply::events("data: {\"choices\": oops\n\n")]).await;
    let mut asked = Asked::of(provider.address(), limits());
    check_unreadable(&asked.error().await, "line 1");
    let shown = asked.log.events().into_iter().any(|event| {
        matches!(event, WireEvent::Frame(frame) if !frame.is_understood && frame.text.contains("oops"))
    });
    assert!(shown, "{:?}", asked.log.events());
}

#[tokio::test]
async fn a_key_that_is_repeated_gets_neither_into_the_history_nor_into_an_error() {
    let echo = HELLO.replace("Hello", &format!("Your key is {KEY}"));
    let provider = Provider::start(vec![Reply::events(&echo)]).await;
    let mut asked = Asked::of(provider.address(), limits());
    let events = asked.answer().await.expect("an answer");
    assert_eq!(text(&events), "Your key is •••");
    assert!(!asked.log.everything().contains(KEY));
    let said = format!("{{\"error\":{{\"message\":\"Incorrect API key provided: {KEY}\"}}}}");
    let error = error(Reply::response("401 Unauthorized", &format!("x-echo: {KEY}\r\n"), &said)).await;
    assert_eq!(error.to_string(), "Acme refused: Incorrect API key provided: ••• (401)");
}

#[tokio::test]
async fn an_error_without_end_is_read_up_to_a_limit() {
    let head = b"HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain\r\n\r\n".to_vec();
    let error = error(Reply::Endless(head, b"no ".repeat(4096))).await;
    assert!(error.to_string().len() < 4096, "{} letters", error.to_string().len());
}
