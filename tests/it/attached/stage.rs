//! An application with a program attached to it, and the provider behind.

use content::SessionId;
use invocation::StopPlace;
use reqwest::Response;
use serde_json::{Value, json};
use support::app::{Followed, TestApp};
use support::provider::{Provider, Reply};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use workbench::contract::{
    AttachProgram, AttachedNow, AttachedProgram, ChangeProgram, Nothing, ProgramSettings, Upstreams,
};

/// What the official library for Python says of itself.
const PYTHON: [(&str, &str); 1] = [("user-agent", "OpenAI/Python 3.54.0")];

pub(super) const KEY: &str = "sk-canary-0123456789abcdef";

/// One program, asking Chat Completions.
pub(super) struct Stage {
    pub(super) app: TestApp,
    pub(super) provider: Provider,
    pub(super) program: AttachedProgram,
    pub(super) base: String,
}

impl Stage {
    /// The provider gives these replies, one to each request.
    pub(super) async fn with(replies: Vec<Reply>) -> Self {
        Self::in_app(TestApp::new(), replies).await
    }

    pub(super) async fn in_app(app: TestApp, replies: Vec<Reply>) -> Self {
        let provider = Provider::start(replies).await;
        let upstreams = Upstreams { openai: Some(provider.address()), ..Upstreams::default() };
        let args = AttachProgram { title: "My agent".to_owned(), upstreams };
        let program = app.workbench.program_attach(args).await.expect("it is attached");
        let base = base_of(&program);
        Self { app, provider, program, base }
    }

    /// Stops at these places from the next turn on.
    pub(super) async fn stopping(mut self, places: &[StopPlace]) -> Self {
        for breakpoint in &mut self.program.settings.breakpoints {
            breakpoint.is_enabled = places.contains(&breakpoint.place);
        }
        let settings = self.program.settings.clone();
        self.settles(settings).await;
        self
    }

    pub(super) async fn settles(&mut self, settings: ProgramSettings) {
        let (program, title) = (self.program.id.clone(), self.program.title.clone());
        let args = ChangeProgram { program, title, settings };
        self.program = self.app.workbench.program_change(args).await.expect("it is changed");
    }

    pub(super) async fn now(&self) -> AttachedProgram {
        let AttachedNow { programs, .. } =
            self.app.workbench.attached_list(Nothing {}).await.expect("a list");
        programs.into_iter().next().expect("the program")
    }

    /// The number of the last change that the window was told of.
    pub(super) async fn version(&self) -> u64 {
        self.app.workbench.attached_list(Nothing {}).await.expect("a list").version
    }

    /// Sends a request as the program does, and reads the whole response.
    pub(super) async fn asks(&self, body: Value) -> (u16, String) {
        asks(&self.base, &body.to_string()).await
    }

    /// Sends a request as the program does, and leaves its response to be read.
    pub(super) async fn sends(&self, body: Value) -> Response {
        sends(&self.base, KEY, &PYTHON, &body.to_string()).await
    }

    /// Sends a request on a connection that can be closed at any moment.
    pub(super) async fn connects(&self, body: &Value) -> TcpStream {
        let (host, path) = self.base.trim_start_matches("http://").split_once('/').expect("a path");
        let body = body.to_string();
        let head = format!(
            "POST /{path}/chat/completions HTTP/1.1\r\nhost: {host}\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        let mut stream = TcpStream::connect(host).await.expect("a connection");
        stream.write_all((head + &body).as_bytes()).await.expect("it is sent");
        stream
    }

    /// The sessions of its conversations, the latest first, once there are that many. A program may have its answer before that.
    pub(super) async fn sessions(&self, count: usize) -> Vec<SessionId> {
        loop {
            let sessions = self.now().await.sessions;
            if sessions.len() >= count {
                return sessions;
            }
            tokio::task::yield_now().await;
        }
    }

    /// The session of the latest conversation.
    pub(super) async fn session(&self) -> SessionId {
        self.sessions(1).await.swap_remove(0)
    }

    pub(super) async fn followed(&self) -> Followed {
        self.app.follow(&self.session().await).await
    }

    /// The bodies the provider has received.
    pub(super) fn bodies(&self) -> Vec<String> {
        let heard = self.provider.heard();
        heard
            .iter()
            .filter_map(|request| request.split_once("\r\n\r\n"))
            .map(|(_, body)| body.to_owned())
            .collect()
    }
}

pub(super) fn base_of(program: &AttachedProgram) -> String {
    let line = program.lines.iter().find(|line| line.client == "OpenAI SDKs").expect("a line");
    line.text.split_once('=').expect("a variable").1.to_owned()
}

pub(super) async fn asks(base: &str, body: &str) -> (u16, String) {
    asks_with(base, KEY, body).await
}

pub(super) async fn asks_with(base: &str, key: &str, body: &str) -> (u16, String) {
    asks_as(base, key, &PYTHON, body).await
}

/// Asks as a client does that sends these headers.
pub(super) async fn asks_as(base: &str, key: &str, headers: &[(&str, &str)], body: &str) -> (u16, String) {
    let response = sends(base, key, headers, body).await;
    let status = response.status().as_u16();
    (status, String::from_utf8_lossy(&response.bytes().await.expect("a body")).into_owned())
}

async fn sends(base: &str, key: &str, headers: &[(&str, &str)], body: &str) -> Response {
    let client = support::http::client().build().expect("a client");
    let asked = client
        .post(format!("{base}/chat/completions"))
        .header("authorization", format!("Bearer {key}"))
        .header("content-type", "application/json")
        .body(body.to_owned());
    let asked = headers.iter().fold(asked, |asked, (name, value)| asked.header(*name, *value));
    asked.send().await.expect("a response")
}

/// The request of a program that offers a function.
pub(super) fn request(messages: &[Value]) -> Value {
    json!({
        "model": "gpt-5",
        "stream": true,
        "temperature": 0.5,
        "messages": messages,
        "tools": [{ "type": "function", "function": {
            "name": "get_weather",
            "description": "Returns the weather in a city",
            "parameters": { "type": "object", "properties": { "city": { "type": "string" } } }
        } }],
    })
}

pub(super) fn user(text: &str) -> Value {
    json!({ "role": "user", "content": text })
}

pub(super) fn result(call: &str, content: &str) -> Value {
    json!({ "role": "tool", "tool_call_id": call, "content": content })
}

pub(super) fn called(text: &str, calls: &[(&str, &str)]) -> Value {
    let calls: Vec<_> = calls
        .iter()
        .map(|(id, arguments)| {
            json!({ "id": id, "type": "function", "function": { "name": "get_weather", "arguments": arguments } })
        })
        .collect();
    json!({ "role": "assistant", "content": text, "tool_calls": calls })
}

/// A streamed answer with calls, as the provider writes it.
pub(super) fn calling(text: &str, calls: &[(&str, &str)]) -> String {
    let mut stream = chunk(&json!({ "role": "assistant", "content": "" }), None);
    stream += &chunk(&json!({ "content": text }), None);
    for (index, (id, arguments)) in calls.iter().enumerate() {
        let function = json!({ "name": "get_weather", "arguments": arguments });
        let call = json!({ "index": index, "id": id, "type": "function", "function": function });
        stream += &chunk(&json!({ "tool_calls": [call] }), None);
    }
    stream + &chunk(&json!({}), Some("tool_calls")) + "data: [DONE]\n\n"
}

pub(super) fn saying(text: &str) -> String {
    chunk(&json!({ "role": "assistant", "content": "" }), None)
        + &chunk(&json!({ "content": text }), None)
        + &chunk(&json!({}), Some("stop"))
        + "data: [DONE]\n\n"
}

fn chunk(delta: &Value, finish: Option<&str>) -> String {
    let choice = json!({ "index": 0, "delta": delta, "finish_reason": finish });
    let chunk = json!({
        "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "gpt-5", "choices": [choice]
    });
    format!("data: {chunk}\n\n")
}

/// The text and the calls of a streamed response, as a program puts them together.
pub(super) fn put_together(stream: &str) -> (String, Vec<(String, String)>) {
    let (mut text, mut calls) = (String::new(), Vec::<(String, String)>::new());
    for data in stream.lines().filter_map(|line| line.strip_prefix("data: ")) {
        let Ok(chunk) = serde_json::from_str::<Value>(data) else { continue };
        let delta = &chunk["choices"][0]["delta"];
        text += delta["content"].as_str().unwrap_or_default();
        for call in delta["tool_calls"].as_array().into_iter().flatten() {
            let index = usize::try_from(call["index"].as_u64().expect("an index")).expect("a small one");
            if calls.len() <= index {
                calls.resize(index + 1, Default::default());
            }
            calls[index].0 += call["id"].as_str().unwrap_or_default();
            calls[index].1 += call["function"]["arguments"].as_str().unwrap_or_default();
        }
    }
    (text, calls)
}

pub(super) fn events(stream: &str) -> Reply {
    Reply::events(stream)
}

pub(super) fn refused(status: u16, body: &str) -> Reply {
    Reply::response(&format!("{status} No"), "content-type: text/plain\r\n", body)
}
