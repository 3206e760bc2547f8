//! A conversation with the server, request by request, without anything of the application.

use serde_json::{Value, json};
use support::binding::asked::{BINDING_CONTROLS, NEWEST_VERSION};
use support::binding::check::Account;
use support::binding::script::{Said, Script};
use support::binding::server::{BindingServer, Set};

pub(super) const FABLE: &str = "claude-fable-5-2";

/// A conversation so far.
pub(super) struct Talk {
    client: reqwest::Client,
    address: String,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: Value,
}

/// A server that lets the model look at two cities, one after the other, and then say something.
pub(super) async fn server(account: Account) -> BindingServer {
    let look = |city: &str| Said::Calls { name: "forecast", input: json!({ "city": city }) };
    let turn = vec![
        vec![Said::Thinks("Oslo comes first."), look("Oslo")],
        vec![Said::Between("Now Rome."), Said::Redacted, look("Rome")],
        vec![Said::Thinks("That is all."), Said::Says("Rome is warmer.")],
    ];
    BindingServer::start(Set { account, script: Script::new(vec![turn]), least_cached: 0 }).await
}

impl Talk {
    pub(super) fn new(server: &BindingServer, model: &str) -> Self {
        Self {
            client: support::http::client().build().expect("a client"),
            address: format!("{}/v1/messages", server.host()),
            headers: vec![("anthropic-version", NEWEST_VERSION.to_owned()), ("x-api-key", "key".to_owned())],
            body: json!({
                "model": model,
                "max_tokens": 1000,
                "system": "Be brief.",
                "tools": [tool("forecast"), tool("alerts")],
                "messages": [{ "role": "user", "content": "Which city is warmer?" }],
            }),
        }
    }

    /// One with three answers: two calls, and words. A question stands at its end.
    pub(super) async fn after_two_calls(server: &BindingServer, model: &str) -> Self {
        let mut talk = Self::new(server, model);
        for degrees in [3, 17] {
            talk.answered().await;
            talk.gives(&format!("{degrees} degrees"));
        }
        talk.answered().await;
        talk.push(json!({ "role": "user", "content": [{ "type": "text", "text": "And tomorrow?" }] }));
        talk
    }

    pub(super) fn header(&mut self, name: &'static str, value: &str) {
        self.headers.retain(|(known, _)| *known != name);
        self.headers.push((name, value.to_owned()));
    }

    /// Asks for blocks to be dropped.
    pub(super) fn drops(&mut self) {
        self.header("anthropic-beta", BINDING_CONTROLS);
        self.body["thinking"] =
            json!({ "type": "adaptive", "block_binding": { "prefix_mismatch_behavior": "drop_block" } });
    }

    pub(super) fn messages(&mut self) -> &mut Vec<Value> {
        self.body["messages"].as_array_mut().expect("messages")
    }

    /// A block of a message.
    pub(super) fn block(&mut self, message: usize, block: usize) -> &mut Value {
        &mut self.body["messages"][message]["content"][block]
    }

    pub(super) fn push(&mut self, message: Value) {
        self.messages().push(message);
    }

    /// Answers every call of the last message.
    pub(super) fn gives(&mut self, text: &str) {
        let last = self.messages().last().cloned().unwrap_or_default();
        let calls = last["content"].as_array().into_iter().flatten().filter(|one| one["type"] == "tool_use");
        let results: Vec<Value> = calls
            .map(|call| {
                let content = json!([{ "type": "text", "text": text }]);
                json!({ "type": "tool_result", "tool_use_id": call["id"], "content": content })
            })
            .collect();
        self.push(json!({ "role": "user", "content": results }));
    }

    /// Sends the request as it is.
    pub(super) async fn send(&self) -> (u16, Value) {
        let mut request = self.client.post(&self.address).body(self.body.to_string());
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        let answer = request.send().await.expect("an answer");
        let status = answer.status().as_u16();
        (status, answer.json().await.expect("JSON"))
    }

    /// Sends the request and takes the answer in.
    pub(super) async fn answered(&mut self) -> Value {
        let (status, answer) = self.send().await;
        assert_eq!(status, 200, "{answer}");
        self.push(json!({ "role": "assistant", "content": answer["content"] }));
        answer
    }

    /// The words of the error that comes.
    pub(super) async fn refused(&self) -> String {
        let (status, answer) = self.send().await;
        assert_eq!(status, 400, "{answer}");
        answer["error"]["message"].as_str().unwrap_or_default().to_owned()
    }

    /// The code of the error that comes.
    pub(super) async fn refused_code(&self) -> Value {
        let (status, answer) = self.send().await;
        assert_eq!(status, 400, "{answer}");
        answer["error"]["details"]["error_code"].clone()
    }

    /// Where blocks were dropped or let through, and why.
    pub(super) async fn transformations(&self) -> Vec<String> {
        let (status, answer) = self.send().await;
        assert_eq!(status, 200, "{answer}");
        let told = |one: &Value| {
            let [kind, path, reason] =
                ["type", "path", "reason"].map(|field| one[field].as_str().unwrap_or_default().to_owned());
            format!("{path} {kind} {reason}")
        };
        answer["input_transformations"].as_array().expect("a list").iter().map(told).collect()
    }
}

pub(super) fn tool(name: &str) -> Value {
    json!({ "name": name, "description": format!("Tells the {name} of a city."), "input_schema": {
        "type": "object", "properties": { "city": { "type": "string" } }, "required": ["city"] } })
}

pub(super) fn deferred(name: &str) -> Value {
    let mut tool = tool(name);
    tool["defer_loading"] = true.into();
    tool
}
