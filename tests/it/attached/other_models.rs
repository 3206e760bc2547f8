//! What a program asks of its model reaches a model of another protocol that answers in its place.

use super::stage::{KEY, Stage, request, saying, user};
use super::thoughts::answer;
use crate::services::acme;
use content::ModelId;
use invocation::TurnEvent;
use ports::WireEvent;
use serde_json::{Value, json};
use sessions::SessionEvent;
use support::provider::{Provider, Reply};
use workbench::contract::{Answerer, Note, Nothing, ProgramSettings, ReadExchange};
use workbench::english;

/// A program that a model of this kind of service answers.
struct Other {
    stage: Stage,
    service: Provider,
}

impl Other {
    async fn of(kind: &str, reply: String) -> Self {
        let mut stage = Stage::with(Vec::new()).await;
        let service = Provider::always(Reply::events(&reply)).await;
        let address = service.address().trim_end_matches("/v1").to_owned();
        let mut save = acme(if kind == "anthropic" { address } else { service.address() });
        kind.clone_into(&mut save.settings.kind);
        stage.app.workbench.service_save(save).await.expect("the service is kept");
        let models = stage.app.workbench.overview(Nothing {}).await.expect("an overview").models;
        let is_other = |model: &&ModelId| model.as_str().ends_with("/m");
        let model = models.iter().map(|profile| &profile.model).find(is_other).expect("the model").clone();
        let settings =
            ProgramSettings { answerer: Answerer::Model { model }, ..stage.program.settings.clone() };
        stage.settles(settings).await;
        Self { stage, service }
    }

    /// The body that the service gets when the program sends this to this place below its address.
    async fn asked(&self, path: &str, body: &Value) -> Value {
        let root = self.stage.base.trim_end_matches("openai/v1");
        let client = support::http::client().build().expect("a client");
        let asked = client.post(format!("{root}{path}")).bearer_auth(KEY).json(body);
        let response = asked.send().await.expect("a response");
        let (status, text) = (response.status().as_u16(), response.text().await.expect("a body"));
        assert_eq!(status, 200, "{text}");
        let heard = self.service.heard();
        let (_, body) = heard.last().expect("a request").split_once("\r\n\r\n").expect("a body");
        serde_json::from_str(body).expect("JSON")
    }

    /// What the wire view of the request lists as left out.
    async fn left_out(&self) -> Vec<String> {
        let mut followed = self.stage.followed().await;
        followed.outcome().await;
        let sent = followed.log.iter().find_map(|entry| match &entry.event {
            SessionEvent::Noted {
                note: Note::Turn { event: TurnEvent::RequestSent { exchange, .. }, .. },
            } => Some(exchange.clone()),
            _ => None,
        });
        let exchange = sent.expect("a request");
        let read = ReadExchange { exchange };
        let kept = self.stage.app.workbench.exchange_read(read).await.expect("it is kept");
        let left_out = kept.frames.into_iter().filter_map(|frame| match frame.frame {
            WireEvent::Adapted { adaptation } => Some(english(&adaptation.what)),
            _ => None,
        });
        left_out.collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_of_anthropic_calls_as_a_program_of_openai_asks() {
    let other = Other::of("anthropic", answer()).await;
    let named = json!({ "type": "function", "function": { "name": "get_weather" } });
    for (place, (choice, expected)) in [
        (named, json!({ "type": "tool", "name": "get_weather", "disable_parallel_tool_use": true })),
        (json!("required"), json!({ "type": "any", "disable_parallel_tool_use": true })),
        (json!("auto"), json!({ "type": "auto", "disable_parallel_tool_use": true })),
        (json!("none"), json!({ "type": "none" })),
    ]
    .into_iter()
    .enumerate()
    {
        let mut body = request(&[user(&format!("Question {place}?"))]);
        body["tool_choice"] = choice;
        body["parallel_tool_calls"] = json!(false);
        let asked = other.asked("openai/v1/chat/completions", &body).await;
        assert_eq!(asked["tool_choice"], expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_of_openai_calls_as_programs_of_anthropic_and_gemini_ask() {
    let other = Other::of("openai-compatible", saying("Rain.")).await;
    let schema = json!({ "type": "object" });
    let named = json!({ "type": "function", "function": { "name": "get_weather" } });
    let body = |question: &str, choice: Value| {
        json!({
            "model": "claude", "max_tokens": 100, "stream": true, "messages": [user(question)],
            "tools": [{ "name": "get_weather", "input_schema": schema }], "tool_choice": choice,
        })
    };
    for (choice, expected) in [
        (json!({ "type": "any", "disable_parallel_tool_use": true }), json!("required")),
        (json!({ "type": "tool", "name": "get_weather", "disable_parallel_tool_use": true }), named.clone()),
    ] {
        let asked = other.asked("anthropic/v1/messages", &body(&choice.to_string(), choice)).await;
        assert_eq!((&asked["tool_choice"], &asked["parallel_tool_calls"]), (&expected, &json!(false)));
    }
    let body = json!({
        "contents": [{ "role": "user", "parts": [{ "text": "Weather?" }] }],
        "tools": [{ "functionDeclarations": [{ "name": "get_weather", "parameters": schema }] }],
        "toolConfig": { "functionCallingConfig": { "mode": "ANY", "allowedFunctionNames": ["get_weather"] } },
    });
    let asked = other.asked("gemini/v1beta/models/m:streamGenerateContent?alt=sse", &body).await;
    assert_eq!(asked["tool_choice"], named);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_model_is_not_told_is_listed() {
    let other = Other::of("anthropic", answer()).await;
    let mut body = request(&[user("Weather?")]);
    body["stream_options"] = json!({ "include_usage": true });
    body["tool_choice"] = json!("required");
    body["logit_bias"] = json!({ "1": 1 });
    body["user"] = json!("me");
    other.asked("openai/v1/chat/completions", &body).await;
    let left_out = other.left_out().await;
    assert!(left_out.iter().any(|what| what.contains("logit_bias, user")), "{left_out:?}");
}
