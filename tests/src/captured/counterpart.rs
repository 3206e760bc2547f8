//! A server that every service of the application is set up at, and what it was asked.

use super::answer::{Asked, Mint, Planted, Reply, Script, answer};
use super::service::Served;
use crate::provider::request;
use serde_json::Value;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// One request, as it came in.
#[derive(Clone, Debug)]
pub struct Heard {
    /// Which of the services was asked.
    pub service: usize,
    pub body: Value,
    /// Everything any service had said in this session that only it may see again.
    pub planted: Vec<Planted>,
}

/// What is to be said, and what was heard and said.
#[derive(Default)]
struct State {
    script: Option<Script>,
    heard: Vec<Heard>,
    planted: Vec<Planted>,
    number: usize,
}

/// Listens until it is dropped. One session at a time speaks with it.
pub struct Counterpart {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    _tasks: JoinSet<()>,
}

impl Counterpart {
    pub async fn start(services: Arc<Vec<Served>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let state = Arc::new(Mutex::new(State::default()));
        let mut tasks = JoinSet::new();
        let speaks = Arc::clone(&state);
        tasks.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                connections.spawn(speak(stream, Arc::clone(&services), Arc::clone(&speaks)));
                while connections.try_join_next().is_some() {}
            }
        });
        Self { address, state, _tasks: tasks }
    }

    pub fn host(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Forgets what was said: another session begins.
    pub fn begin(&self) {
        self.state().planted.clear();
    }

    /// What the next answer is. Those that follow are words.
    pub fn says(&self, script: Script) {
        self.state().script = Some(script);
    }

    /// What was asked since this was called last.
    pub fn take_heard(&self) -> Vec<Heard> {
        std::mem::take(&mut self.state().heard)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn speak(mut stream: TcpStream, services: Arc<Vec<Served>>, state: Arc<Mutex<State>>) {
    let Some(asked) = request(&mut stream).await else { return };
    let Reply { content_type, body } = reply(&asked, &services, &mut lock(&state));
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: {content_type}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    // Who leaves before the end is seen by what the application says of it.
    drop((stream.write_all(head.as_bytes()).await, stream.write_all(&body).await));
}

fn reply(asked: &str, services: &[Served], state: &mut State) -> Reply {
    let (head, body) = asked.split_once("\r\n\r\n").expect("a request has a body");
    let path = head.split_whitespace().nth(1).expect("a request has a path");
    let number: usize =
        path.split('/').nth(1).and_then(|part| part.parse().ok()).expect("the path names a service");
    let served = services.get(number).expect("the service is there");
    let body: Value = serde_json::from_str(body).expect("the request is JSON");
    let is_streamed = body["stream"] == Value::Bool(true) || path.to_lowercase().contains("stream");
    state.heard.push(Heard { service: number, body: body.clone(), planted: state.planted.clone() });
    let script = state.script.take().unwrap_or_else(Script::words);
    let mut mint = Mint::new(&served.id, &mut state.number, &mut state.planted);
    answer(&Asked { served, body: &body, is_streamed }, &script, &mut mint)
}
