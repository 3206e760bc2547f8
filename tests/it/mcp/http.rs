//! Servers that are a web service.

use super::{Bench, McpStatus, McpTransport, npm};
use functions::sources::mcp::{Asks, McpState};
use serde_json::json;
use std::net::{Ipv4Addr, TcpListener};
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::process::{Child, Command};
use workbench::contract::NamedOwnSource;
use workbench::english;

/// The server of npm, listening. It ends when this is dropped.
async fn listening() -> (Child, String) {
    let port = free_port();
    (listening_at(port, "streamableHttp").await, format!("http://127.0.0.1:{port}/mcp"))
}

fn free_port() -> u16 {
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    free.local_addr().expect("its number").port()
}

async fn listening_at(port: u16, transport: &str) -> Child {
    let McpTransport::Command { program, arguments, .. } = npm("server-everything", &[transport]) else {
        panic!("a command")
    };
    let mut command = Command::new(program);
    command
        .args(arguments)
        .env("PORT", port.to_string())
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .kill_on_drop(true);
    let mut child = command.spawn().expect("the server starts");
    until_listening(child.stderr.take().expect("its errors"), "on port").await;
    child
}

/// The first line with these words. What is written after it is read and thrown away.
pub(super) async fn until_listening(output: impl AsyncRead + Unpin + Send + 'static, words: &str) -> String {
    let mut lines = BufReader::new(output).lines();
    while let Some(line) = lines.next_line().await.expect("a line") {
        if line.contains(words) {
            tokio::spawn(async move { while lines.next_line().await.is_ok_and(|line| line.is_some()) {} });
            return line;
        }
    }
    panic!("the server does not listen")
}

#[tokio::test]
async fn a_server_is_asked_over_streamable_http() {
    let (server, address) = listening().await;
    let (bench, _) = Bench::with(McpTransport::Http { address, headers: Vec::new() }).await;
    assert_eq!(bench.text("echo", json!({ "message": "hello" })).await, "Echo: hello");
    let long = bench.text("trigger-long-running-operation", json!({ "duration": 0.2, "steps": 2 })).await;
    assert!(long.contains("completed"), "{long}");
    bench.close().await;
    drop(server);
}

#[tokio::test]
async fn a_server_that_knows_the_old_transport_alone_is_asked_over_that() {
    let port = free_port();
    let server = listening_at(port, "sse").await;
    let address = format!("http://127.0.0.1:{port}/sse");
    let (mut bench, id) = Bench::with(McpTransport::Http { address, headers: Vec::new() }).await;
    assert_eq!(bench.text("echo", json!({ "message": "hello" })).await, "Echo: hello");
    let long = bench.text("trigger-long-running-operation", json!({ "duration": 0.2, "steps": 2 })).await;
    assert!(long.contains("completed"), "{long}");
    drop(server);
    let state = bench.until(&id, |state| matches!(state.status, McpStatus::Waiting { .. })).await;
    assert_eq!(
        state.lines.first().map(|line| line.text.as_str()),
        Some("It speaks the older transport, HTTP with server-sent events, and is asked over that.")
    );
    bench.close().await;
}

#[tokio::test]
async fn a_server_that_is_gone_is_noticed_without_a_call_and_found_again_when_it_is_back() {
    let (mut server, address) = listening().await;
    let port = address.trim_end_matches("/mcp").rsplit(':').next().and_then(|port| port.parse().ok());
    let (mut bench, id) = Bench::with(McpTransport::Http { address, headers: Vec::new() }).await;
    server.kill().await.expect("it ends");
    let state = bench.until(&id, |state| matches!(state.status, McpStatus::Waiting { .. })).await;
    let McpStatus::Waiting { reason, .. } = state.status else { panic!("it waits") };
    assert!(english(&reason).starts_with("it can't be reached any more"), "{reason:?}");
    let _again = listening_at(port.expect("a port"), "streamableHttp").await;
    bench.until_running(&id).await;
    assert_eq!(bench.text("echo", json!({ "message": "back" })).await, "Echo: back");
    bench.close().await;
}

#[tokio::test]
async fn an_address_where_nobody_listens_says_so() {
    let address = format!("http://127.0.0.1:{}/mcp?key=s-1", free_port());
    let mut bench = Bench::new().await;
    let id = bench.save(McpTransport::Http { address, headers: Vec::new() }).await;
    let state = bench.until(&id, |state| matches!(state.status, McpStatus::Failed { .. })).await;
    let McpStatus::Failed { reason } = state.status else { panic!("it failed") };
    assert!(!english(&reason).contains("s-1"), "{reason:?}");
    bench.close().await;
}

/// An example server of the protocol's own library that lets nobody in who has not logged in.
async fn guarded() -> (Child, String) {
    let [port, login] = [(); 2].map(|()| free_port());
    let example = "counterparts/node_modules/@modelcontextprotocol/sdk/dist/esm/examples/server/simpleStreamableHttp.js";
    let mut command = Command::new("node");
    command.arg(super::repository().join(example)).args(["--oauth"]).env("MCP_PORT", port.to_string());
    command
        .env("MCP_AUTH_PORT", login.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    let mut child = command.spawn().expect("the server starts");
    until_listening(child.stdout.take().expect("its output"), "Streamable HTTP Server listening").await;
    (child, format!("http://localhost:{port}/mcp"))
}

#[tokio::test]
async fn a_server_that_wants_to_know_who_asks_lets_one_in_who_logs_in() {
    let (_server, address) = guarded().await;
    let mut bench = Bench::new().await;
    let id = bench.save(McpTransport::Http { address, headers: Vec::new() }).await;
    bench.until(&id, |state| matches!(state.status, McpStatus::Locked { .. })).await;
    bench.app.workbench.server_log_in(NamedOwnSource { source: id.clone() }).await.expect("it begins");
    let request = bench.session.until_sources(|now| now.requests.first().cloned()).await;
    let Asks::Visit { address, .. } = request.asks else { panic!("an address") };
    // The example lets everybody in, so that a browser goes through at once.
    let page =
        support::http::client().redirect(reqwest::redirect::Policy::limited(4)).build().expect("a client");
    let came_back = page.get(address).send().await.expect("an answer").text().await.expect("words");
    assert!(came_back.contains("You can close this page"), "{came_back}");
    let failed = |state: &McpState| state.lines.iter().any(|line| line.text.contains("not logged in"));
    let state =
        bench.until(&id, |state| failed(state) || matches!(state.status, McpStatus::Running { .. })).await;
    assert!(!failed(&state), "{:?}", state.lines);
    let greeting = bench.run("greet", json!({ "name": "Ada" })).await;
    assert!(format!("{greeting:?}").contains("Ada"), "{greeting:?}");
    for entry in std::fs::read_dir(bench.app.home.path()).expect("the folder").flatten() {
        let text = String::from_utf8_lossy(&std::fs::read(entry.path()).unwrap_or_default()).into_owned();
        assert!(!text.contains("access_token"), "{:?}", entry.path());
    }
    bench.close().await;
}
