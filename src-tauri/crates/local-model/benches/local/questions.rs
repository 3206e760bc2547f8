//! How long a question takes that one of three functions answers.

use crate::asking::{ask, request};
use crate::raw;
use anyhow::{Context, Result, bail};
use content::{
    Author, FunctionName, FunctionResult, Item, Message, MessageId, ModelId, Origin, Outcome, Output, Role,
};
use local_model::LocalModel;
use ports::{CallOptions, CompletionRequest, Connector, Effect, FunctionChoice, FunctionInput, FunctionSpec};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Each asks something else, so that nothing of it was read before.
const QUESTIONS: [&str; 5] = [
    "What will the weather be like in Oslo tomorrow?",
    "Will it rain in Lisbon on Friday?",
    "Give me the forecast for Kyoto.",
    "How warm is it going to be in Nairobi today?",
    "Do I need an umbrella in Bergen this evening?",
];

/// Seconds.
pub(crate) struct Taken {
    pub(crate) first_token: Vec<f64>,
    /// llama.cpp alone, from the same prompt to its first token.
    pub(crate) first_token_alone: Vec<f64>,
    pub(crate) turn: Vec<f64>,
}

pub(crate) async fn take(path: &Path) -> Result<Taken> {
    let mut taken = Taken { first_token: Vec::new(), first_token_alone: Vec::new(), turn: Vec::new() };
    for question in QUESTIONS {
        let model = LocalModel::open(ModelId::new("local:measured"), path.to_owned());
        // The weights are in memory, and no function was read.
        ask(&model, request("Hi", &[], 1)).await?;
        let asked = question_to(question);
        let preview: Value = serde_json::from_str(&model.preview(&asked)?.context("a preview")?.body)?;
        let prompt = preview.get("prompt").and_then(Value::as_str).unwrap_or_default().to_owned();
        let begun = Instant::now();
        let answer = ask(&model, asked.clone()).await?;
        let first = answer.first.context("a first token")?;
        let Some(call) = answer.calls.first() else { bail!("{question} was answered without a call") };
        ask(&model, closing(asked, call)).await?;
        taken.turn.push(begun.elapsed().as_secs_f64());
        taken.first_token.push(first.as_secs_f64());
        let alone = raw::run(path, &[prompt], 1)?;
        taken.first_token_alone.push(alone.first().context("an answer")?.reading.as_secs_f64());
    }
    Ok(taken)
}

/// As a guided turn opens.
fn question_to(text: &str) -> CompletionRequest {
    let forecast = function(
        "get_forecast",
        "Forecasts the weather of a place for some days.",
        &json!({
            "place": { "type": "string", "description": "A city, with its country where that is not clear" },
            "days": { "type": "integer", "minimum": 1, "maximum": 7, "description": "How many days, 1 where it is not said" }
        }),
        &["place"],
    );
    let evaluate = function(
        "evaluate",
        "Evaluates an arithmetic expression exactly.",
        &json!({ "expression": { "type": "string", "description": "With + - * / ^ and parentheses" } }),
        &["expression"],
    );
    let now = function(
        "now",
        "Tells the date and the time of a time zone.",
        &json!({ "zone": { "type": "string", "description": "As in Europe/Oslo" } }),
        &[],
    );
    let asked = request(text, &[forecast, evaluate, now], 200);
    let calls = CallOptions { parallel: Some(false), only_new: Some(true), ..CallOptions::default() };
    let fitting = vec![FunctionName::new("measured", "get_forecast")];
    CompletionRequest {
        choice: FunctionChoice::Allowed { functions: fitting, required: true },
        calls,
        ..asked
    }
}

/// As it closes, with what the function returned.
fn closing(asked: CompletionRequest, call: &content::FunctionCall) -> CompletionRequest {
    let value = json!({ "place": "the city", "high": 17, "low": 9, "sky": "light rain", "wind": "6 m/s" });
    let result = FunctionResult {
        call_id: call.id.clone(),
        function: call.function.clone(),
        outcome: Outcome::Returned { output: Output::Json { value } },
        origin: Origin::Person,
    };
    let mut messages = asked.messages.clone();
    messages.push(message("call", Role::Assistant, Item::FunctionCall { call: call.clone() }));
    messages.push(message("result", Role::Function, Item::FunctionResult { result }));
    let calls = CallOptions { retell: Some(true), ..asked.calls };
    CompletionRequest { messages, choice: FunctionChoice::None, calls, ..asked }
}

fn message(id: &str, role: Role, item: Item) -> Arc<Message> {
    let id = MessageId::new(id);
    Arc::new(Message {
        id,
        parent: None,
        role,
        items: vec![item],
        author: Author::Person,
        origin: Origin::Person,
    })
}

fn function(name: &str, description: &str, properties: &Value, required: &[&str]) -> Arc<FunctionSpec> {
    Arc::new(FunctionSpec {
        name: FunctionName::new("measured", name),
        description: description.to_owned(),
        parameters: json!({ "type": "object", "properties": properties, "required": required }),
        effect: Effect::ReadsOnly,
        input: FunctionInput::default(),
        returns: None,
    })
}
