//! What a call of an MCP tool costs over pipes, beside the same messages to the same server without us.

use crate::figure::{Better, Figure, Unit, quantile};
use anyhow::{Context, Result, bail, ensure};
use content::{FunctionName, JsonObject};
use functions::Library;
use functions::sources::mcp::{
    McpHost, McpSecrets, McpServer, McpServers, McpStatus, McpTransport, McpVault, Requests, VaultError,
};
use ports::doubles::TickingClock;
use ports::{CallScope, Catalogue};
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

const WARM_UP: u32 = 200;
const CALLS: u32 = 2_000;

const SERVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/mcp/unruly.mjs");

pub(crate) async fn measure() -> Result<Vec<Figure>> {
    let mut bare = Bare::start().await?;
    let theirs = bare.calls().await?;
    drop(bare);
    let ours = ours().await?;
    let [call, reference] = [&ours, &theirs].map(|runs| quantile(runs, 0.5, Unit::Microseconds));
    Ok(vec![Figure {
        area: "functions",
        name: format!("what a call of an MCP tool over pipes costs besides the server, median of {CALLS}"),
        value: call - reference,
        unit: Unit::Microseconds,
        better: Better::Lower,
        target: None,
        reference: Some("the same messages over bare pipes, there and back"),
        reference_value: Some(reference),
    }])
}

struct NoVault;

impl McpVault for NoVault {
    fn read(&self, _: &McpServer) -> Result<Option<String>, VaultError> {
        Ok(None)
    }

    fn write(&self, _: &McpServer, _: Option<&str>) -> Result<(), VaultError> {
        Ok(())
    }
}

async fn ours() -> Result<Vec<Duration>> {
    let library = Arc::new(Library::default());
    let news = watch::Sender::new(0);
    let mut heard = news.subscribe();
    let servers = McpServers::new(McpHost {
        library: Arc::clone(&library),
        requests: Arc::new(Requests::new(news.clone())),
        vault: Arc::new(NoVault),
        clock: Arc::new(TickingClock::default()),
        news,
    });
    let transport = McpTransport::Command {
        program: "node".to_owned(),
        arguments: vec![SERVER.to_owned()],
        folder: None,
        variables: Vec::new(),
        inherited: Vec::new(),
    };
    let (id, title) = ("unruly".to_owned(), "unruly".to_owned());
    servers.put(McpServer { id, title, transport, seconds: 60, is_enabled: true }, McpSecrets::default());
    loop {
        match servers.states().first().map(|state| state.status.clone()) {
            Some(McpStatus::Running { .. }) => break,
            Some(McpStatus::Failed { reason }) => bail!("the server does not run: {reason}"),
            Some(
                McpStatus::Starting | McpStatus::Waiting { .. } | McpStatus::Locked { .. } | McpStatus::Off,
            )
            | None => {}
        }
        heard.changed().await?;
    }
    let who = library.current().function(&FunctionName::new("unruly", "who")).context("its tool")?;
    let scope = CallScope::unobserved(CancellationToken::new());
    let mut calls = Vec::new();
    for number in 0..WARM_UP + CALLS {
        let began = Instant::now();
        let answer = who.invoke(&JsonObject::new(), &scope).await;
        let took = began.elapsed();
        ensure!(answer.is_ok(), "call {number} failed");
        if number >= WARM_UP {
            calls.push(took);
        }
    }
    servers.close().await;
    Ok(calls)
}

/// The server with nothing but its pipes.
struct Bare {
    _child: Child,
    writes: ChildStdin,
    reads: Lines<BufReader<ChildStdout>>,
}

impl Bare {
    async fn start() -> Result<Self> {
        let mut command = Command::new("node");
        command
            .arg(SERVER)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        let mut child = command.spawn().context("node runs the server")?;
        let writes = child.stdin.take().context("its input")?;
        let reads = BufReader::new(child.stdout.take().context("its output")?).lines();
        let mut bare = Self { _child: child, writes, reads };
        bare.ask(
            r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
        )
        .await?;
        Ok(bare)
    }

    async fn calls(&mut self) -> Result<Vec<Duration>> {
        let mut calls = Vec::new();
        for number in 0..WARM_UP + CALLS {
            let call = format!(
                r#"{{"jsonrpc":"2.0","id":{},"method":"tools/call","params":{{"name":"who","arguments":{{}}}}}}"#,
                number + 1
            );
            let began = Instant::now();
            self.ask(&call).await?;
            let took = began.elapsed();
            if number >= WARM_UP {
                calls.push(took);
            }
        }
        Ok(calls)
    }

    async fn ask(&mut self, line: &str) -> Result<()> {
        self.writes.write_all(line.as_bytes()).await?;
        self.writes.write_all(b"\n").await?;
        let answer = self.reads.next_line().await?.context("an answer")?;
        ensure!(answer.contains("\"result\""), "the server answered {answer}");
        Ok(())
    }
}
