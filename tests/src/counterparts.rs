//! Programs by others, at the other end of a wire. `cargo xtask test` installs them into `tests/counterparts`.

use crate::process::at_home;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::process::{Child, Command};
use tokio::task::JoinSet;

/// A server that speaks every provider's protocol, with the answers in `tests/fixtures/aimock.json`.
pub struct Aimock {
    address: String,
    /// Ends with this value.
    _child: Child,
    _listeners: JoinSet<()>,
    _home: TempDir,
}

impl Aimock {
    pub async fn start() -> Self {
        let home = tempfile::tempdir().expect("a folder for the server");
        let mut node = std::process::Command::new("node");
        node.arg(installed("@copilotkit/aimock/dist/cli.js"));
        node.args(["--port", "0", "--strict", "--fixtures"]).arg(fixtures());
        let mut node = Command::from({
            at_home(&mut node, home.path());
            node
        });
        node.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        let mut child = node.spawn().expect("node starts");
        let mut listeners = JoinSet::new();
        let mut said = lines(child.stderr.take(), &mut listeners);
        let mut printed = lines(child.stdout.take(), &mut listeners);
        let mut told = Vec::new();
        let address = loop {
            let line = tokio::select! {
                Some(line) = printed.recv() => line,
                Some(line) = said.recv() => line,
                else => panic!("aimock ended before it listened:\n{}", told.join("\n")),
            };
            if let Some((_, address)) = line.split_once("listening on ") {
                break address.trim().to_owned();
            }
            told.push(line);
        };
        // What it says later is nobody's business, but has to be taken from it all the same.
        listeners.spawn(async move { while printed.recv().await.is_some() {} });
        listeners.spawn(async move { while said.recv().await.is_some() {} });
        Self { address, _child: child, _listeners: listeners, _home: home }
    }

    /// The address with a path behind it.
    pub fn at(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    /// The path, status and parsed body of every request so far.
    pub async fn journal(&self) -> Vec<Asked> {
        let client = crate::http::client().build().expect("a client");
        let answer = client.get(self.at("/__aimock/journal?limit=1000")).send().await.expect("a journal");
        let entries: Vec<Value> = answer.json().await.expect("a list");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let asked = entries.into_iter().map(|mut entry| Asked {
            path: text(&entry["path"]).split('?').next().unwrap_or_default().to_owned(),
            status: entry["response"]["status"].as_u64().unwrap_or_default(),
            body: entry["body"].take(),
        });
        asked.collect()
    }
}

/// One request as the server saw it.
#[derive(Clone, Debug)]
pub struct Asked {
    pub path: String,
    pub status: u64,
    pub body: Value,
}

type Lines = tokio::sync::mpsc::UnboundedReceiver<String>;

fn lines(pipe: Option<impl AsyncRead + Unpin + Send + 'static>, listeners: &mut JoinSet<()>) -> Lines {
    let (sender, receiver) = tokio::sync::mpsc::unbounded_channel();
    let mut lines = BufReader::new(pipe.expect("a pipe")).lines();
    listeners.spawn(async move {
        while let Ok(Some(line)) = lines.next_line().await {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// A file of an installed program.
fn installed(file: &str) -> PathBuf {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/counterparts/node_modules"));
    let path = folder.join(file);
    assert!(path.is_file(), "{} is missing: `cargo xtask test --only tests` installs it", path.display());
    path
}

fn fixtures() -> PathBuf {
    crate::app::fixtures().join("aimock.json")
}
