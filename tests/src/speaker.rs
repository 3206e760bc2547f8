//! A provider that plays a part over real sockets. The request decides the reply, so a resumed turn finds it unchanged.

use crate::provider::request;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// One reply of one model.
#[derive(Clone, Debug, Default)]
pub struct Said {
    pub text: &'static str,
    /// Each with its id, its name and its arguments.
    pub calls: Vec<(&'static str, &'static str, &'static str)>,
    /// It refuses the request with this instead.
    pub refusal: Option<&'static str>,
}

impl Said {
    pub fn words(text: &'static str) -> Self {
        Self { text, ..Self::default() }
    }

    pub fn calls(calls: &[(&'static str, &'static str, &'static str)]) -> Self {
        Self { calls: calls.to_vec(), ..Self::default() }
    }

    pub fn refuses(why: &'static str) -> Self {
        Self { refusal: Some(why), ..Self::default() }
    }
}

/// The replies of each model, by name: the first one answers the first request after a person's message, and so on.
pub type Parts = BTreeMap<&'static str, Vec<Said>>;

/// Listens until it is dropped.
pub struct Speaker {
    address: SocketAddr,
    _tasks: JoinSet<()>,
}

impl Speaker {
    pub async fn start(parts: Parts) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let parts = Arc::new(parts);
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                connections.spawn(speak(stream, Arc::clone(&parts)));
                while connections.try_join_next().is_some() {}
            }
        });
        Self { address, _tasks: tasks }
    }

    pub fn address(&self) -> String {
        format!("http://{}/v1", self.address)
    }
}

/// Answers one request in many pieces, and stays until the other side has let go of the connection.
async fn speak(mut stream: TcpStream, parts: Arc<Parts>) {
    let Some(asked) = request(&mut stream).await else { return };
    let (head, pieces) = answer(&parts, &asked);
    let mut written = stream.write_all(head.as_bytes()).await;
    for piece in pieces {
        // Each piece is read by itself, so that there is a place to break off between any two.
        tokio::task::yield_now().await;
        written = written.and(stream.write_all(piece.as_bytes()).await);
    }
    drop((written, stream.read_to_end(&mut Vec::new()).await));
}

fn answer(parts: &Parts, asked: &str) -> (String, Vec<String>) {
    let body = asked.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    let body: Value = serde_json::from_str(body).expect("the request is JSON");
    let said = match fault_in(&body) {
        Some(fault) => Said::refuses(fault),
        None => reply(parts, &body),
    };
    if let Some(refusal) = said.refusal {
        let body = json!({ "error": { "message": refusal } }).to_string();
        return (head("400 Bad Request", "application/json", body.len()), vec![body]);
    }
    let pieces: Vec<_> = chunks(&said).iter().map(|chunk| format!("data: {chunk}\n\n")).collect();
    let pieces: Vec<_> = pieces.into_iter().chain(["data: [DONE]\n\n".to_owned()]).collect();
    let length = pieces.iter().map(String::len).sum();
    (head("200 OK", "text/event-stream", length), pieces)
}

fn head(status: &str, kind: &str, length: usize) -> String {
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
    )
}

fn reply(parts: &Parts, body: &Value) -> Said {
    let messages = body["messages"].as_array().cloned().unwrap_or_default();
    let since_person = messages.iter().rev().take_while(|message| message["role"] != "user");
    let number = since_person.filter(|message| message["role"] == "assistant").count();
    let model = body["model"].as_str().unwrap_or_default();
    let said = parts.get(model).and_then(|replies| replies.get(number)).cloned();
    said.unwrap_or_else(|| Said::refuses("There is nothing left to say."))
}

/// Every call has its result right behind it, as the real ones want it.
fn fault_in(body: &Value) -> Option<&'static str> {
    let mut open: Vec<&str> = Vec::new();
    for message in body["messages"].as_array().map(Vec::as_slice).unwrap_or_default() {
        if message["role"] == "tool" {
            let id = message["tool_call_id"].as_str().unwrap_or_default();
            let Some(place) = open.iter().position(|call| *call == id) else {
                return Some("A result answers no call.");
            };
            open.remove(place);
        } else if !open.is_empty() {
            return Some("A call has no result.");
        }
        let calls = message["tool_calls"].as_array().map(Vec::as_slice).unwrap_or_default();
        open.extend(calls.iter().filter_map(|call| call["id"].as_str()));
    }
    (!open.is_empty()).then_some("The last call has no result.")
}

fn chunks(said: &Said) -> Vec<Value> {
    let delta = |delta: Value| json!({ "choices": [{ "index": 0, "delta": delta }] });
    let mut chunks = Vec::new();
    for word in said.text.split_inclusive(' ') {
        chunks.push(delta(json!({ "content": word })));
    }
    for (index, (id, name, arguments)) in said.calls.iter().enumerate() {
        let (first, second) = arguments.split_at(arguments.len() / 2);
        let begun = json!({ "index": index, "id": id, "type": "function", "function": { "name": name, "arguments": "" } });
        chunks.push(delta(json!({ "tool_calls": [begun] })));
        for piece in [first, second] {
            chunks.push(delta(
                json!({ "tool_calls": [{ "index": index, "function": { "arguments": piece } }] }),
            ));
        }
    }
    let reason = if said.calls.is_empty() { "stop" } else { "tool_calls" };
    chunks.push(json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": reason }] }));
    chunks.push(json!({ "choices": [], "usage": { "prompt_tokens": 20, "completion_tokens": 4 } }));
    chunks
}
