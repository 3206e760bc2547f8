//! Functions that hold something outside while they run: a connection, a process.

use content::{FunctionName, JsonObject, Output};
use futures::future::BoxFuture;
use ports::{CallScope, Effect, Function, FunctionError, FunctionInput, FunctionSpec};
use std::net::SocketAddr;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::Command;
use tokio::task::JoinSet;

fn spec(name: &str) -> FunctionSpec {
    FunctionSpec {
        name: FunctionName::new("test", name),
        description: format!("Does what {name} does."),
        parameters: serde_json::json!({ "type": "object" }),
        effect: Effect::ReadsOnly,
        input: FunctionInput::default(),
        returns: None,
    }
}

fn broken(error: &std::io::Error) -> FunctionError {
    FunctionError::broken(&error.to_string())
}

/// Someone who answers each line and stays until the other side has gone.
pub(super) struct Door {
    address: SocketAddr,
    _tasks: JoinSet<()>,
}

impl Door {
    pub(super) async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            let mut guests = JoinSet::new();
            while let Ok((guest, _)) = listener.accept().await {
                guests.spawn(greet(guest));
                while guests.try_join_next().is_some() {}
            }
        });
        Self { address, _tasks: tasks }
    }

    /// Says a word there and returns what comes back.
    pub(super) fn function(&self) -> Arc<dyn Function> {
        Arc::new(Dial { spec: spec("dial"), address: self.address })
    }
}

async fn greet(mut guest: TcpStream) {
    let (from, mut to) = guest.split();
    let mut lines = BufReader::new(from).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        for piece in ["Hello, ", &line, "!\n"] {
            tokio::task::yield_now().await;
            // Whoever has gone meanwhile hears nothing, and their end of the connection tells so.
            drop(to.write_all(piece.as_bytes()).await);
        }
    }
}

struct Dial {
    spec: FunctionSpec,
    address: SocketAddr,
}

impl Dial {
    async fn dial(&self) -> std::io::Result<String> {
        let mut stream = TcpStream::connect(self.address).await?;
        stream.write_all(b"turn\n").await?;
        let mut answer = String::new();
        BufReader::new(&mut stream).read_line(&mut answer).await?;
        Ok(answer.trim().to_owned())
    }
}

impl Function for Dial {
    fn spec(&self) -> &FunctionSpec {
        &self.spec
    }

    fn invoke<'a>(
        &'a self,
        _arguments: &'a JsonObject,
        _scope: &'a CallScope,
    ) -> BoxFuture<'a, Result<Output, FunctionError>> {
        Box::pin(async {
            let text = self.dial().await.map_err(|error| broken(&error))?;
            Ok(Output::Text { text })
        })
    }
}

/// The processes that were started, whether they run or not.
#[derive(Clone, Default)]
pub(super) struct Started(Arc<Mutex<Vec<u32>>>);

impl Started {
    /// Lets a process repeat a word.
    pub(super) fn function(&self) -> Arc<dyn Function> {
        Arc::new(Repeat { spec: spec("repeat"), started: self.clone() })
    }

    /// Waits until none of them runs.
    pub(super) async fn until_ended(&self, when: &str) {
        let started = std::mem::take(&mut *self.0.lock().expect("no test panicked here"));
        let ended = async {
            while started.iter().any(|id| runs(*id)) {
                tokio::task::yield_now().await;
            }
        };
        let waited = tokio::time::timeout(Duration::from_secs(20), ended).await;
        assert!(waited.is_ok(), "{when}: a process still runs");
    }
}

/// One that has ended and was not asked how is nothing but a line in a table.
fn runs(id: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    status.rsplit_once(") ").is_some_and(|(_, state)| !state.starts_with(['Z', 'X']))
}

struct Repeat {
    spec: FunctionSpec,
    started: Started,
}

impl Repeat {
    async fn repeat(&self) -> std::io::Result<String> {
        let mut command = Command::new("cat");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
        let mut process = command.spawn()?;
        self.started.0.lock().expect("no test panicked here").extend(process.id());
        let (mut to, from) = (process.stdin.take(), process.stdout.take());
        if let Some(to) = &mut to {
            to.write_all(b"again").await?;
        }
        drop(to);
        let mut text = String::new();
        if let Some(mut from) = from {
            from.read_to_string(&mut text).await?;
        }
        process.wait().await?;
        Ok(text)
    }
}

impl Function for Repeat {
    fn spec(&self) -> &FunctionSpec {
        &self.spec
    }

    fn invoke<'a>(
        &'a self,
        _arguments: &'a JsonObject,
        _scope: &'a CallScope,
    ) -> BoxFuture<'a, Result<Output, FunctionError>> {
        Box::pin(async {
            let text = self.repeat().await.map_err(|error| broken(&error))?;
            Ok(Output::Text { text })
        })
    }
}
