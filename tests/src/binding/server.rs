//! The server itself: `POST /v1/messages`, `POST /v1/messages/count_tokens`, `GET /v1/models`.

use super::answer::{Answering, message};
use super::asked::{Asked, BINDING_CONTROLS};
use super::check::{Account, Seen, verify};
use super::ledger::Ledger;
use super::models::{MODELS, Model};
use super::refusal::Refusal;
use super::script::Script;
use super::tools::Tools;
use super::{form, settings, stream};
use crate::provider::request;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Set {
    pub account: Account,
    pub script: Script,
    /// Tokens below which nothing is cached.
    pub least_cached: u64,
}

/// One request for an answer, and what came of it.
#[derive(Clone, Debug)]
pub struct Exchange {
    pub headers: BTreeMap<String, String>,
    pub body: Value,
    pub status: u16,
    /// The message, or the error.
    pub answer: Value,
}

/// Listens until it is dropped.
pub struct BindingServer {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    _tasks: JoinSet<()>,
}

struct State {
    set: Set,
    ledger: Ledger,
    exchanges: Vec<Exchange>,
}

/// One answer over HTTP.
struct Reply {
    status: u16,
    content_type: &'static str,
    body: String,
}

impl BindingServer {
    pub async fn start(set: Set) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let state = Arc::new(Mutex::new(State { set, ledger: Ledger::default(), exchanges: Vec::new() }));
        let mut tasks = JoinSet::new();
        let answers = Arc::clone(&state);
        tasks.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                connections.spawn(speak(stream, Arc::clone(&answers)));
                while connections.try_join_next().is_some() {}
            }
        });
        Self { address, state, _tasks: tasks }
    }

    pub fn host(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Every request for an answer so far.
    pub fn exchanges(&self) -> Vec<Exchange> {
        lock(&self.state).exchanges.clone()
    }

    /// The words of every error so far.
    pub fn refusals(&self) -> Vec<String> {
        let refused = self.exchanges().into_iter().filter(|exchange| exchange.status != 200);
        refused.map(|exchange| exchange.answer["error"]["message"].to_string()).collect()
    }

    /// Knows nothing any more of what it signed.
    pub fn forgets(&self) {
        lock(&self.state).ledger.forget();
    }

    /// What the model says from now on.
    pub fn says(&self, script: Script) {
        lock(&self.state).set.script = script;
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn speak(mut stream: TcpStream, state: Arc<Mutex<State>>) {
    let Some(asked) = request(&mut stream).await else { return };
    let Reply { status, content_type, body } = reply(&asked, &mut lock(&state));
    let head = format!(
        "HTTP/1.1 {status} -\r\ncontent-type: {content_type}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    // A client that leaves before the end says so itself.
    drop((stream.write_all(head.as_bytes()).await, stream.write_all(body.as_bytes()).await));
}

fn reply(asked: &str, state: &mut State) -> Reply {
    let (head, body) = asked.split_once("\r\n\r\n").unwrap_or((asked, ""));
    let mut words = head.split_whitespace();
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let path = target.split('?').next().unwrap_or_default();
    let lines = head.lines().skip(1).filter_map(|line| line.split_once(':'));
    let headers: BTreeMap<String, String> =
        lines.map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned())).collect();
    let answered = match (method, path) {
        ("POST", "/v1/messages") => return answer(headers, body, state),
        ("POST", "/v1/messages/count_tokens") => count(&headers, body, state),
        ("GET", "/v1/models") => Ok(listed()),
        ("GET", path) => {
            let id = path.strip_prefix("/v1/models/").unwrap_or_default();
            Model::named(id).map(Model::item).ok_or_else(|| Refusal::not_found(format!("model: {id}")))
        }
        _ => Err(Refusal::not_found("Not Found")),
    };
    match answered {
        Ok(body) => Reply::json(200, &body),
        Err(refusal) => Reply::json(refusal.status, &refusal.body(state.ledger.take_number())),
    }
}

impl Reply {
    fn json(status: u16, body: &Value) -> Self {
        Self { status, content_type: "application/json", body: body.to_string() }
    }
}

fn listed() -> Value {
    let items: Vec<Value> = MODELS.iter().map(Model::item).collect();
    let id = |item: Option<&Value>| item.map(|item| item["id"].clone());
    json!({ "first_id": id(items.first()), "last_id": id(items.last()), "has_more": false, "data": items })
}

fn answer(headers: BTreeMap<String, String>, body: &str, state: &mut State) -> Reply {
    let read = Asked::read(&headers, body);
    let is_streamed = read.as_ref().is_ok_and(Asked::is_streamed);
    let answered = read.and_then(|asked| message_to(&asked, state));
    let (status, answer) = match answered {
        Ok(message) => (200, message),
        Err(refusal) => (refusal.status, refusal.body(state.ledger.take_number())),
    };
    let body = serde_json::from_str(body).unwrap_or_default();
    state.exchanges.push(Exchange { headers, body, status, answer: answer.clone() });
    if status == 200 && is_streamed {
        return Reply { status, content_type: "text/event-stream", body: stream::events(&answer) };
    }
    Reply::json(status, &answer)
}

fn message_to(asked: &Asked, state: &mut State) -> Result<Value, Refusal> {
    let settings = settings::read(asked)?;
    let messages = form::messages(asked)?;
    let tools = Tools::read(asked, &messages)?;
    let account = state.set.account;
    let seen = verify(asked, settings, &messages, &tools, &state.ledger, account)?;
    let Seen { messages: shown, transformations } = seen;
    let counted = state.ledger.cache.count(asked, &shown, state.set.least_cached)?;
    let transformations = asked.has_beta(BINDING_CONTROLS).then_some(transformations);
    let said = state.set.script.answer(&messages);
    let answering =
        Answering { asked, settings, messages: &messages, tools: &tools, counted, transformations };
    Ok(message(&answering, &said, &mut state.ledger))
}

/// Runs the same checks, and caches nothing.
fn count(headers: &BTreeMap<String, String>, body: &str, state: &State) -> Result<Value, Refusal> {
    let mut asked = Asked::read(headers, body)?;
    if asked.body["max_tokens"].is_null() {
        asked.body["max_tokens"] = json!(1);
    }
    let settings = settings::read(&asked)?;
    let messages = form::messages(&asked)?;
    let tools = Tools::read(&asked, &messages)?;
    let seen = verify(&asked, settings, &messages, &tools, &state.ledger, state.set.account)?;
    let counted = super::cache::Cache::default().count(&asked, &seen.messages, u64::MAX)?;
    Ok(json!({ "input_tokens": counted.input }))
}
