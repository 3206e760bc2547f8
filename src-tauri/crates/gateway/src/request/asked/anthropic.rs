//! Messages of Anthropic.

use super::{Asked, Field, count, effort, field, float, texts, wire_name};
use crate::json;
use content::{FunctionName, JsonObject};
use ports::{
    CallOptions, FunctionChoice, RequestSettings, ResponseFormat, Thinking, ThinkingDisplay, ThinkingMode,
};
use serde_json::{Value, json};

/// Schemas have no name here.
const SCHEMA_NAME: &str = "answer";

pub(super) fn read(body: &JsonObject) -> Asked {
    let get = |name: &str| body.get(name).filter(|value| !value.is_null());
    let config = |name: &str| get("output_config").and_then(|config| config.get(name));
    let form = config("format").or_else(|| get("output_format"));
    let schema = form.and_then(|form| form.get("schema"));
    let settings = RequestSettings {
        temperature: float(get("temperature")),
        top_p: float(get("top_p")),
        max_output_tokens: count(get("max_tokens")),
        stop: texts(get("stop_sequences")),
        response_format: schema
            .map(|schema| ResponseFormat::Schema { name: SCHEMA_NAME.to_owned(), schema: schema.clone() }),
        thinking: Thinking { effort: effort(config("effort")), ..thinking(get("thinking")) },
        ..RequestSettings::default()
    };
    let choice = get("tool_choice");
    let is_single = choice.and_then(|choice| choice.get("disable_parallel_tool_use")?.as_bool());
    let calls = CallOptions { parallel: is_single.map(|is_single| !is_single), ..CallOptions::NONE };
    Asked { settings, choice: choice.map(read_choice).unwrap_or_default(), calls }
}

pub(super) fn fields(text: &str, asked: &Asked) -> Vec<Field> {
    let settings = &asked.settings;
    let is_old = json::value(text, &json::root(text), "output_format").is_some();
    let format: &[&str] = if is_old { &["output_format"] } else { &["output_config", "format"] };
    let form = settings.response_format.as_ref().and_then(|form| match form {
        ResponseFormat::Text | ResponseFormat::Json => None,
        ResponseFormat::Schema { schema, .. } => Some(json!({ "type": "json_schema", "schema": schema })),
    });
    let thinking = &settings.thinking;
    let kind = kind_of(thinking);
    let display = thinking.display.filter(|_| kind.is_some()).map(|display| match display {
        ThinkingDisplay::Omitted => "omitted".into(),
        ThinkingDisplay::Summarized | ThinkingDisplay::Detailed => "summarized".into(),
    });
    vec![
        field("temperature", &["temperature"], settings.temperature.map(Value::from)),
        field("top_p", &["top_p"], settings.top_p.map(Value::from)),
        field("max_output_tokens", &["max_tokens"], settings.max_output_tokens.map(Value::from)),
        field("stop", &["stop_sequences"], (!settings.stop.is_empty()).then(|| json!(settings.stop))),
        field("response_format", format, form),
        field("thinking", &["output_config", "effort"], thinking.effort.map(|effort| effort.as_str().into())),
        field("thinking", &["thinking", "type"], kind.map(Value::from)),
        field(
            "thinking",
            &["thinking", "budget_tokens"],
            thinking.budget.filter(|_| kind == Some("enabled")).map(Value::from),
        ),
        field("thinking", &["thinking", "display"], display),
        field("tool_choice", &["tool_choice"], write_choice(asked)),
    ]
}

/// Whether a request with these settings says anything about thinking.
pub(super) fn thinks(thinking: &Thinking) -> bool {
    kind_of(thinking).is_some()
}

fn kind_of(thinking: &Thinking) -> Option<&'static str> {
    match (thinking.mode, thinking.budget) {
        (Some(ThinkingMode::Off), _) => Some("disabled"),
        (Some(ThinkingMode::BetweenTools), _) => Some("between_tools"),
        (Some(ThinkingMode::On) | None, Some(_)) => Some("enabled"),
        (Some(ThinkingMode::On), None) => Some("adaptive"),
        (None, None) => thinking.display.map(|_| "adaptive"),
    }
}

fn thinking(value: Option<&Value>) -> Thinking {
    let text = |name: &str| value.and_then(|value| value.get(name)?.as_str());
    let mode = text("type").map(|kind| match kind {
        "disabled" => ThinkingMode::Off,
        "between_tools" => ThinkingMode::BetweenTools,
        _ => ThinkingMode::On,
    });
    let display = text("display").map(|display| match display {
        "omitted" => ThinkingDisplay::Omitted,
        _ => ThinkingDisplay::Summarized,
    });
    let budget = count(value.and_then(|value| value.get("budget_tokens")));
    Thinking { mode, effort: None, budget, display }
}

fn read_choice(choice: &Value) -> FunctionChoice {
    let text = |name: &str| choice.get(name).and_then(Value::as_str);
    match (text("type"), text("name")) {
        (Some("any"), _) => FunctionChoice::Required,
        (Some("none"), _) => FunctionChoice::None,
        (Some("tool"), Some(name)) => FunctionChoice::Function { name: FunctionName::without_plugin(name) },
        (Some(_) | None, _) => FunctionChoice::Auto,
    }
}

/// Whether calls are made one by one stands on the choice.
fn write_choice(asked: &Asked) -> Option<Value> {
    let mut choice = match &asked.choice {
        FunctionChoice::Auto if asked.calls.parallel.is_none() => return None,
        FunctionChoice::Auto | FunctionChoice::Allowed { required: false, .. } => json!({ "type": "auto" }),
        FunctionChoice::Required | FunctionChoice::Allowed { required: true, .. } => json!({ "type": "any" }),
        FunctionChoice::None => return Some(json!({ "type": "none" })),
        FunctionChoice::Function { name } => json!({ "type": "tool", "name": wire_name(name) }),
    };
    if let Some(parallel) = asked.calls.parallel {
        choice["disable_parallel_tool_use"] = (!parallel).into();
    }
    Some(choice)
}
