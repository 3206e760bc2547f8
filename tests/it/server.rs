//! The application over loopback HTTP: who may come in, and what is served.

use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};
use server::{EmbeddedFile, Options, Page, Server, ServerError};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use support::app::TestApp;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use workbench::contract::CommandError;
use workbench::english;

struct Running {
    client: Client,
    base: String,
    token: String,
    /// Kept as long as the server runs.
    _folder: Option<TempDir>,
    app: TestApp,
}

fn page() -> TempDir {
    let page = tempfile::tempdir().expect("a folder for the page");
    std::fs::write(page.path().join("index.html"), "<!doctype html><title>Callwright</title>")
        .expect("a page");
    page
}

async fn running() -> Running {
    let folder = page();
    let page = Page::Folder(folder.path().to_owned());
    Running { _folder: Some(folder), ..running_with(page).await }
}

async fn running_with(page: Page) -> Running {
    let (app, options) = (TestApp::new(), Options { page, port: 0 });
    let server = Server::bind(Arc::clone(&app.workbench), options).await.expect("any port that is free");
    let address = server.address();
    tokio::spawn(server.run(std::future::pending()));
    let (base, token) = address.split_once("/#token=").expect("an address with a token");
    let client = support::http::client().build().expect("a client");
    Running { client, base: base.to_owned(), token: token.to_owned(), _folder: None, app }
}

impl Running {
    async fn call(&self, command: &str, args: Value) -> Response {
        let body = json!({ "command": command, "args": args });
        let request = self.client.post(format!("{}/api/call", self.base)).bearer_auth(&self.token);
        request.json(&body).send().await.expect("an answer")
    }

    /// A new session, as a feed is asked for it.
    async fn new_session(&self) -> Value {
        let created: Value =
            self.call("session_create", json!({ "model": null })).await.json().await.expect("JSON");
        json!({ "session": created.get("id").expect("an id"), "after": 0 })
    }

    async fn follow(&self, wanted: &Value) -> Response {
        let request = self.client.post(format!("{}/api/follow", self.base)).bearer_auth(&self.token);
        request.json(wanted).send().await.expect("an answer")
    }
}

#[tokio::test]
async fn a_command_is_answered_to_whoever_has_the_token() {
    let server = running().await;
    let answer = server.call("overview", json!({})).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let overview: Value = answer.json().await.expect("JSON");
    assert_eq!(overview.pointer("/functions/0/name/plugin"), Some(&json!("arithmetic")));
}

#[tokio::test]
async fn without_the_token_nothing_is_done_and_the_answer_says_what_to_do() {
    let server = running().await;
    let body = json!({ "command": "session_create", "args": { "model": null } });
    let answer =
        server.client.post(format!("{}/api/call", server.base)).json(&body).send().await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::UNAUTHORIZED);
    let error: CommandError = answer.json().await.expect("an error");
    let advice = error.advice.as_ref().map(english).unwrap_or_default();
    assert_eq!(advice, "Open the address that was printed when Callwright started.");
    let overview = server.app.workbench.overview(workbench::contract::Nothing {}).await.expect("an overview");
    assert!(overview.sessions.is_empty());
}

#[tokio::test]
async fn another_name_for_this_machine_and_another_page_are_refused() {
    let server = running().await;
    let body = json!({ "command": "overview", "args": {} });
    for (name, value) in [("host", "attacker.example"), ("origin", "http://attacker.example")] {
        let request = server.client.post(format!("{}/api/call", server.base)).bearer_auth(&server.token);
        let answer = request.header(name, value).json(&body).send().await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{name}: {value}");
    }
    let page =
        server.client.get(&server.base).header("host", "attacker.example").send().await.expect("an answer");
    assert_eq!(page.status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn the_page_is_served_with_a_policy_and_nothing_outside_its_folder_is() {
    let server = running().await;
    let page = server.client.get(&server.base).send().await.expect("the page");
    assert_eq!(page.status(), StatusCode::OK);
    let policy = page.headers().get("content-security-policy").and_then(|value| value.to_str().ok());
    assert!(policy.is_some_and(|policy| policy.starts_with("default-src 'self'")));
    assert!(page.text().await.expect("text").contains("Callwright"));
    for path in ["/../Cargo.toml", "/%2e%2e/%2e%2e/etc/passwd", "/nothing"] {
        let answer = server.client.get(format!("{}{path}", server.base)).send().await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
    }
}

const EMBEDDED: &[EmbeddedFile] = &[
    EmbeddedFile { path: "assets/main.js", bytes: b"1" },
    EmbeddedFile { path: "index.html", bytes: b"<!doctype html><title>Callwright</title>" },
];

#[tokio::test]
async fn a_page_inside_the_program_is_served_as_one_in_a_folder_is() {
    let server = running_with(Page::Embedded(EMBEDDED)).await;
    let get = |path: &str| server.client.get(format!("{}{path}", server.base)).send();
    for (path, status, kind) in [
        ("/", StatusCode::OK, Some("text/html; charset=utf-8")),
        ("/assets/main.js", StatusCode::OK, Some("text/javascript; charset=utf-8")),
        ("/assets", StatusCode::NOT_FOUND, None),
        ("/assets/../index.html.bak", StatusCode::NOT_FOUND, None),
    ] {
        let answer = get(path).await.expect("an answer");
        let found = answer.headers().get("content-type").and_then(|value| value.to_str().ok());
        assert_eq!((answer.status(), found), (status, kind), "{path}");
        assert!(answer.headers().contains_key("content-security-policy"), "{path}");
    }
    let posted = server.client.post(&server.base).send().await.expect("an answer");
    assert_eq!(posted.status(), StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn without_a_page_the_contract_is_served_alone() {
    let server = running_with(Page::Absent).await;
    assert_eq!(server.call("overview", json!({})).await.status(), StatusCode::OK);
    let page = server.client.get(&server.base).send().await.expect("an answer");
    assert_eq!(page.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_feed_delivers_the_log_and_goes_on_live() {
    let server = running().await;
    let wanted = server.new_session().await;
    let session = wanted.get("session").expect("an id");
    let mut feed = server.follow(&json!([wanted])).await;
    assert_eq!(feed.status(), StatusCode::OK);
    let mut heard = String::new();
    while !heard.contains("configured") {
        heard.push_str(&String::from_utf8_lossy(
            &feed.chunk().await.expect("a chunk").expect("the feed goes on"),
        ));
    }
    server.call("session_rename", json!({ "session": session, "title": "Heard live" })).await;
    while !heard.contains("Heard live") {
        heard.push_str(&String::from_utf8_lossy(
            &feed.chunk().await.expect("a chunk").expect("the feed goes on"),
        ));
    }
    let lines = heard.lines().map(|line| serde_json::from_str::<Value>(line).expect("each line is JSON"));
    let numbers: Vec<_> = lines
        .flat_map(|line| line.pointer("/item/entries").and_then(Value::as_array).cloned().unwrap_or_default())
        .filter_map(|entry| entry.get("seq").and_then(Value::as_u64))
        .collect();
    assert_eq!(numbers, [1, 2, 3]);
}

#[tokio::test]
async fn all_feeds_of_a_page_share_a_stream_and_one_that_is_refused_leaves_the_others_alone() {
    let server = running().await;
    let mut wanted = vec![json!({ "session": "nobody", "after": 0 })];
    for _ in 0..2 {
        wanted.push(server.new_session().await);
    }
    let mut feed = server.follow(&json!(wanted)).await;
    for session in &wanted[1..] {
        let title = format!("Heard of {}", session["session"]);
        server.call("session_rename", json!({ "session": session["session"], "title": title })).await;
    }
    let mut heard = String::new();
    while !wanted[1..]
        .iter()
        .all(|one| heard.contains(&format!("Heard of {}", one["session"]).replace('"', "\\\"")))
    {
        let chunk = feed.chunk().await.expect("a chunk").expect("the feed goes on");
        heard.push_str(&String::from_utf8_lossy(&chunk));
    }
    let lines = heard.lines().map(|line| serde_json::from_str::<Value>(line).expect("each line is JSON"));
    let refused: Vec<_> = lines.filter(|line| line.get("refused").is_some()).collect();
    assert_eq!(refused.len(), 1);
    assert_eq!(refused[0]["session"], "nobody");
}

impl Running {
    fn socket(&self) -> String {
        self.base.trim_start_matches("http://").to_owned()
    }

    /// A request for the overview, as a page writes it.
    fn asked(&self) -> String {
        let body = json!({ "command": "overview", "args": {} }).to_string();
        format!(
            "POST /api/call HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\ncontent-length: {}\r\n\r\n{body}",
            self.socket(),
            self.token,
            body.len()
        )
    }
}

/// How long a page may have to wait, whatever others do.
const PATIENCE: Duration = Duration::from_secs(20);

async fn is_answered(stream: &mut TcpStream, request: &str) {
    stream.write_all(request.as_bytes()).await.expect("the request is sent");
    let whole = timeout(PATIENCE, async {
        let mut answer = Vec::new();
        loop {
            assert_ne!(stream.read_buf(&mut answer).await.expect("an answer"), 0, "it breaks off");
            let text = String::from_utf8_lossy(&answer);
            let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            if length.and_then(|length| length.parse().ok()) == Some(body.len()) {
                return head.starts_with("HTTP/1.1 200 OK");
            }
        }
    });
    assert_eq!(whole.await, Ok(true));
}

#[tokio::test]
async fn a_thousand_connections_that_never_ask_keep_no_page_out() {
    let server = running().await;
    let mut before = TcpStream::connect(server.socket()).await.expect("a connection");
    is_answered(&mut before, &server.asked()).await;
    let mut silent = VecDeque::new();
    for _ in 0..1_000 {
        let mut stream = TcpStream::connect(server.socket()).await.expect("a connection");
        // It may be closed already, to make room for others.
        let _ = stream.write_all(b"POST /api/call HTTP/1.1\r\nhost: 127").await;
        silent.push_back(stream);
        if silent.len() > 400 {
            let mut oldest = silent.pop_front().expect("the oldest");
            let end = timeout(PATIENCE, oldest.read(&mut [0])).await.expect("it is closed in time");
            assert!(matches!(end, Ok(0) | Err(_)), "{end:?}");
        }
    }
    let mut fresh = TcpStream::connect(server.socket()).await.expect("a connection");
    is_answered(&mut fresh, &server.asked()).await;
    // Who has shown the token is not sent away, however many come.
    is_answered(&mut before, &server.asked()).await;
}

#[tokio::test]
async fn a_body_that_never_ends_is_not_waited_for_without_the_token() {
    let server = running().await;
    let mut stream = TcpStream::connect(server.socket()).await.expect("a connection");
    let head =
        format!("POST /api/call HTTP/1.1\r\nhost: {}\r\ncontent-length: 60000000\r\n\r\n{{", server.socket());
    stream.write_all(head.as_bytes()).await.expect("the head is sent");
    let mut answer = String::new();
    timeout(PATIENCE, stream.read_to_string(&mut answer))
        .await
        .expect("in time")
        .expect("an answer and the end");
    assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
}

#[tokio::test]
async fn more_feeds_than_there_is_room_for_are_refused_with_what_to_do() {
    let server = running().await;
    let all: Vec<_> = (0..129).map(|_| json!({ "session": "any", "after": 0 })).collect();
    let answer = server.follow(&json!(all)).await;
    assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS);
    let error: CommandError = answer.json().await.expect("an error");
    assert_eq!(english(&error.message), "more than 128 feeds would be open");
}

#[tokio::test]
async fn a_page_that_does_not_read_for_a_while_misses_nothing() {
    let server = running().await;
    let wanted = server.new_session().await;
    let session = wanted.get("session").expect("an id");
    let mut feed = server.follow(&json!([wanted])).await;
    // More than the sockets and the stream hold, in more batches than any follower may be behind.
    let title = "x".repeat(40_000);
    for number in 0..700 {
        let named = json!({ "session": session, "title": format!("{number} {title}") });
        assert_eq!(server.call("session_rename", named).await.status(), StatusCode::OK);
    }
    let (mut rest, mut numbers) = (Vec::new(), Vec::new());
    while numbers.last() != Some(&702) {
        let chunk = timeout(PATIENCE, feed.chunk()).await.expect("in time").expect("a chunk");
        rest.extend_from_slice(&chunk.expect("the feed goes on"));
        let Some(end) = rest.iter().rposition(|byte| *byte == b'\n') else { continue };
        for line in rest.drain(..=end).as_slice().split(|byte| *byte == b'\n').filter(|line| !line.is_empty())
        {
            let line: Value = serde_json::from_slice(line).expect("each line is JSON");
            let entries =
                line.pointer("/item/entries").and_then(Value::as_array).cloned().unwrap_or_default();
            numbers.extend(entries.iter().filter_map(|entry| entry.get("seq").and_then(Value::as_u64)));
        }
    }
    assert_eq!(numbers, (1..=702).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_command_that_does_not_exist_and_a_body_that_is_no_json_are_errors_a_page_can_read() {
    let server = running().await;
    let answer = server.call("dance", json!({})).await;
    assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
    let error: Value = answer.json().await.expect("JSON");
    assert_eq!(error.get("code"), Some(&json!("failed")));
    let request = server.client.post(format!("{}/api/call", server.base)).bearer_auth(&server.token);
    let answer = request.body("{").send().await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_port_in_use_and_a_page_that_is_not_built_say_what_to_do() {
    let (page, app) = (page(), TestApp::new());
    let taken = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
    let port = taken.local_addr().expect("its address").port();
    let options = Options { page: Page::Folder(page.path().to_owned()), port };
    let Err(error) = Server::bind(Arc::clone(&app.workbench), options).await else {
        panic!("the port is taken")
    };
    let expected = format!(
        "port {port} is in use. Choose another with --port, or leave --port out to take any that is free."
    );
    assert_eq!(error.to_string(), expected);

    let options = Options { page: Page::Folder(page.path().join("nowhere")), port: 0 };
    let Err(error) = Server::bind(Arc::clone(&app.workbench), options).await else {
        panic!("there is no page")
    };
    assert!(matches!(error, ServerError::NoPage { .. }), "{error}");

    let options = Options { page: Page::Embedded(&[]), port: 0 };
    let Err(error) = Server::bind(app.workbench, options).await else { panic!("there is no page") };
    assert!(error.to_string().contains("Name the folder of a built page with --ui"), "{error}");
}
