//! MCP servers: those that nobody here wrote, and one that does what good ones do not.

mod bounds;
mod consent;
mod content;
mod eras;
mod http;
mod life;
mod official;
mod questions;
mod stateless;
mod tasks;
mod turns;
mod verbatim;

use ::content::{FunctionName, Outcome, Output};
use functions::sources::mcp::{Asks, McpServer, McpState, McpStatus, McpTransport, PersonAnswer};
use ports::Progress;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use support::app::{Followed, TestApp};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStderr, Command};
use workbench::contract::{AnswerRequest, FunctionRun, NamedRun, RunFunction, SaveServer};
use workbench::english;

/// An application, and a session that hears what is told.
struct Bench {
    app: TestApp,
    session: Followed,
}

impl Bench {
    async fn new() -> Self {
        let app = TestApp::new();
        let session = app.session("example:weather", &[]).await;
        Self { app, session }
    }

    /// A server that runs.
    async fn with(transport: McpTransport) -> (Self, String) {
        let mut bench = Self::new().await;
        let id = bench.save(transport).await;
        bench.until_running(&id).await;
        (bench, id)
    }

    async fn save(&mut self, transport: McpTransport) -> String {
        let settings = McpServer {
            id: String::new(),
            title: "Acme".to_owned(),
            transport,
            seconds: 20,
            is_enabled: true,
        };
        self.save_settings(settings).await
    }

    async fn save_settings(&mut self, settings: McpServer) -> String {
        let save = SaveServer { settings, variables: BTreeMap::new(), headers: BTreeMap::new() };
        self.app.workbench.server_save(save).await.expect("the server is kept").id
    }

    async fn settings(&mut self, id: &str) -> McpServer {
        let found = |server: &workbench::contract::ListedServer| server.settings.id == id;
        self.session
            .until_sources(|now| now.servers.iter().find(|one| found(one)).map(|one| one.settings.clone()))
            .await
    }

    async fn until_running(&mut self, id: &str) -> McpState {
        self.until(id, |state| match &state.status {
            McpStatus::Running { .. } => true,
            McpStatus::Failed { reason } | McpStatus::Locked { reason } => {
                panic!("it does not run: {}", english(reason))
            }
            McpStatus::Off | McpStatus::Starting | McpStatus::Waiting { .. } => false,
        })
        .await
    }

    async fn until(&mut self, id: &str, mut wanted: impl FnMut(&McpState) -> bool) -> McpState {
        self.session
            .until_sources(|now| {
                let state = now.servers.iter().find(|server| server.settings.id == id)?.state.clone()?;
                wanted(&state).then_some(state)
            })
            .await
    }

    async fn run(&self, tool: &str, arguments: Value) -> FunctionRun {
        self.run_as("run-1", tool, arguments).await
    }

    async fn run_as(&self, run: &str, tool: &str, arguments: Value) -> FunctionRun {
        self.run_written(run, tool, arguments.to_string()).await
    }

    /// Runs a tool with arguments as they were written.
    async fn run_written(&self, run: &str, tool: &str, arguments: String) -> FunctionRun {
        let args = RunFunction {
            run: run.to_owned(),
            function: FunctionName::new("acme", tool),
            arguments,
            session: None,
            is_recorded: false,
            is_allowed: true,
        };
        self.app.workbench.function_run(args).await.expect("it runs")
    }

    /// Runs a tool whose server asks the person as often as there are answers.
    async fn run_answering(
        &mut self,
        tool: &str,
        arguments: Value,
        answers: Vec<PersonAnswer>,
    ) -> (Outcome, Vec<Asks>) {
        let session = self.app.session("example:weather", &[]).await;
        let runner = Bench { session, app: self.app.again() };
        let workbench = std::sync::Arc::clone(&self.app.workbench);
        let answering = async {
            let (mut asked, mut last) = (Vec::new(), 0);
            for answer in answers {
                let newer = |now: &workbench::contract::OwnSourcesNow| {
                    now.requests.iter().find(|request| request.id > last).cloned()
                };
                let request = self.session.until_sources(newer).await;
                last = request.id;
                asked.push(request.asks);
                let answer = AnswerRequest { request: request.id, answer };
                workbench.request_answer(answer).await.expect("the server waits for it");
            }
            asked
        };
        let (run, asked) = tokio::join!(runner.run(tool, arguments), answering);
        (run.outcome.expect("an outcome"), asked)
    }

    /// Runs a tool and stops it as soon as it says how far it is.
    async fn run_until_it_is_told(&mut self, tool: &str, arguments: Value) -> (Outcome, Progress) {
        let session = self.app.session("example:weather", &[]).await;
        let runner = Bench { session, app: self.app.again() };
        let workbench = std::sync::Arc::clone(&self.app.workbench);
        let stopping = async {
            let progress = self.session.until_sources(|now| now.runs.first()?.progress.clone()).await;
            workbench.function_run_stop(NamedRun { run: "run-1".to_owned() }).await.expect("it is stopped");
            progress
        };
        let (run, progress) = tokio::join!(runner.run(tool, arguments), stopping);
        (run.outcome.expect("an outcome"), progress)
    }

    async fn output(&self, tool: &str, arguments: Value) -> Output {
        match self.run(tool, arguments).await.outcome {
            Some(Outcome::Returned { output }) => output,
            outcome => panic!("{tool} gave {outcome:?}"),
        }
    }

    async fn text(&self, tool: &str, arguments: Value) -> String {
        match self.output(tool, arguments).await {
            Output::Text { text } => text,
            output => panic!("{tool} gave {output:?}"),
        }
    }

    async fn close(self) {
        self.app.workbench.close().await;
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// A server of npm, which the set-up of the tests has installed.
fn npm(name: &str, arguments: &[&str]) -> McpTransport {
    let script =
        repository().join("counterparts/node_modules/@modelcontextprotocol").join(name).join("dist/index.js");
    assert!(script.is_file(), "{} is missing: run `npm ci` in tests/counterparts", script.display());
    node(&script, arguments)
}

/// The server that does what it wants.
fn unruly(arguments: &[&str]) -> McpTransport {
    node(&repository().join("fixtures/mcp/unruly.mjs"), arguments)
}

fn node(script: &Path, arguments: &[&str]) -> McpTransport {
    let words = std::iter::once(script.display().to_string());
    McpTransport::Command {
        program: "node".to_owned(),
        arguments: words.chain(arguments.iter().map(|word| (*word).to_owned())).collect(),
        folder: None,
        variables: Vec::new(),
        inherited: Vec::new(),
    }
}

/// The server made of the official Python library, which the set-up of the tests has installed beside the judges.
fn python(arguments: &[&str]) -> McpTransport {
    let test = std::env::current_exe().expect("this program");
    let target = test.ancestors().nth(3).expect("the folder of the build");
    let python = target.join("xtask/judges/bin/python");
    assert!(python.is_file(), "{} is missing: run `cargo xtask test --only judges`", python.display());
    let script = repository().join("fixtures/mcp/official.py");
    let words = std::iter::once(script.display().to_string());
    McpTransport::Command {
        program: python.display().to_string(),
        arguments: words.chain(arguments.iter().map(|word| (*word).to_owned())).collect(),
        folder: None,
        variables: Vec::new(),
        inherited: Vec::new(),
    }
}

/// A server of ours, or of the official TypeScript library, over pipes.
fn fixture(name: &str, arguments: &[&str]) -> McpTransport {
    node(&repository().join("fixtures/mcp").join(name), arguments)
}

/// A server that was started to listen, and its address. It ends when this is dropped.
struct Listening {
    lines: Lines<BufReader<ChildStderr>>,
    address: String,
    _server: Child,
}

impl Listening {
    async fn at(transport: McpTransport, path: &str) -> Self {
        let McpTransport::Command { program, arguments, .. } = transport else { panic!("a command") };
        let mut command = Command::new(program);
        command.args(arguments).stdout(Stdio::null()).stderr(Stdio::piped()).kill_on_drop(true);
        let mut server = command.spawn().expect("the server starts");
        let lines = BufReader::new(server.stderr.take().expect("its errors")).lines();
        let mut listening = Self { lines, address: String::new(), _server: server };
        // `listening on port 7`, or `Uvicorn running on http://127.0.0.1:7 (Press …)`.
        let line = listening.until(" on ").await;
        let port = line.split("127.0.0.1:").last().and_then(|rest| rest.split(" (").next());
        let port = port.and_then(|rest| rest.rsplit(' ').next()).expect("a port");
        listening.address = format!("http://127.0.0.1:{port}/{path}");
        listening
    }

    /// The first line with these words.
    async fn until(&mut self, words: &str) -> String {
        while let Some(line) = self.lines.next_line().await.expect("a line") {
            if line.contains(words) {
                return line;
            }
        }
        panic!("the server never says {words}")
    }

    fn transport(&self) -> McpTransport {
        McpTransport::Http { address: self.address.clone(), headers: Vec::new() }
    }
}

fn protocol(state: &McpState) -> &str {
    match &state.status {
        McpStatus::Running { protocol, .. } => protocol,
        other => panic!("{other:?}"),
    }
}

fn names(state: &McpState) -> Vec<&str> {
    state.tools.iter().map(|tool| tool.name.as_str()).collect()
}
