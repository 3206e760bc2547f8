//! MCP servers: those that nobody here wrote, and one that does what good ones do not.

mod content;
mod http;
mod life;
mod questions;
mod turns;
mod verbatim;

use ::content::{FunctionName, Outcome, Output};
use functions::sources::mcp::{McpServer, McpState, McpStatus, McpTransport};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use support::app::{Followed, TestApp};
use workbench::contract::{FunctionRun, RunFunction, SaveServer};

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
                panic!("it does not run: {reason}")
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
        let args = RunFunction {
            run: run.to_owned(),
            function: FunctionName::new("acme", tool),
            arguments: arguments.to_string(),
            session: None,
            is_recorded: false,
            is_allowed: true,
        };
        self.app.workbench.function_run(args).await.expect("it runs")
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

fn names(state: &McpState) -> Vec<&str> {
    state.tools.iter().map(|tool| tool.name.as_str()).collect()
}
