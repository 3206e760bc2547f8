//! Chat completions and Responses.

use super::{Asked, Field, count, effort, field, float, names, texts, wire_name};
use crate::json;
use content::{FunctionName, JsonObject};
use ports::{
    CallOptions, FunctionChoice, RequestSettings, ResponseFormat, Thinking, ThinkingDisplay, ThinkingMode,
};
use serde_json::{Value, json};

const NO_EFFORT: &str = "none";

pub(super) fn read_chat(body: &JsonObject) -> Asked {
    let get = |name: &str| body.get(name).filter(|value| !value.is_null());
    let settings = RequestSettings {
        temperature: float(get("temperature")),
        top_p: float(get("top_p")),
        max_output_tokens: count(get("max_completion_tokens").or_else(|| get("max_tokens"))),
        seed: get("seed").and_then(Value::as_u64),
        stop: texts(get("stop")),
        response_format: get("response_format").and_then(|form| {
            let schema = form.get("json_schema").unwrap_or(form);
            read_format(form, schema)
        }),
        thinking: thinking(get("reasoning_effort"), None),
        ..RequestSettings::default()
    };
    let choice = get("tool_choice").map(|choice| {
        let inner = |kind: &str| choice.get(kind).unwrap_or(choice);
        let named = inner("function").get("name").or_else(|| inner("custom").get("name"));
        read_choice(choice, named, inner("allowed_tools"))
    });
    Asked { settings, choice: choice.unwrap_or_default(), calls: parallel(get("parallel_tool_calls")) }
}

pub(super) fn read_responses(body: &JsonObject) -> Asked {
    let get = |name: &str| body.get(name).filter(|value| !value.is_null());
    let reasoning = |name: &str| get("reasoning").and_then(|reasoning| reasoning.get(name));
    let form = get("text").and_then(|text| text.get("format"));
    let settings = RequestSettings {
        temperature: float(get("temperature")),
        top_p: float(get("top_p")),
        max_output_tokens: count(get("max_output_tokens")),
        response_format: form.and_then(|form| read_format(form, form)),
        thinking: thinking(reasoning("effort"), reasoning("summary")),
        ..RequestSettings::default()
    };
    let choice = get("tool_choice").map(|choice| read_choice(choice, choice.get("name"), choice));
    Asked { settings, choice: choice.unwrap_or_default(), calls: parallel(get("parallel_tool_calls")) }
}

pub(super) fn chat_fields(text: &str, asked: &Asked) -> Vec<Field> {
    let Asked { settings, choice, calls } = asked;
    let has = |name: &str| json::value(text, &json::root(text), name).is_some();
    let is_old = has("max_tokens") && !has("max_completion_tokens");
    let limit = if is_old { "max_tokens" } else { "max_completion_tokens" };
    let named = |name: &FunctionName| json!({ "type": "function", "function": { "name": wire_name(name) } });
    let allowed = |mode: &str, tools: Vec<Value>| json!({ "type": "allowed_tools", "allowed_tools": { "mode": mode, "tools": tools } });
    let form = settings.response_format.as_ref().map(|form| match form {
        ResponseFormat::Text => json!({ "type": "text" }),
        ResponseFormat::Json => json!({ "type": "json_object" }),
        ResponseFormat::Schema { name, schema } => {
            json!({ "type": "json_schema", "json_schema": { "name": name, "schema": schema } })
        }
    });
    vec![
        field("temperature", &["temperature"], settings.temperature.map(Value::from)),
        field("top_p", &["top_p"], settings.top_p.map(Value::from)),
        field("max_output_tokens", &[limit], settings.max_output_tokens.map(Value::from)),
        field("seed", &["seed"], settings.seed.map(Value::from)),
        field("stop", &["stop"], (!settings.stop.is_empty()).then(|| json!(settings.stop))),
        field("response_format", &["response_format"], form),
        field("thinking", &["reasoning_effort"], effort_word(&settings.thinking)),
        field("tool_choice", &["tool_choice"], write_choice(choice, named, allowed)),
        field("parallel", &["parallel_tool_calls"], calls.parallel.map(Value::from)),
    ]
}

pub(super) fn responses_fields(asked: &Asked) -> Vec<Field> {
    let Asked { settings, choice, calls } = asked;
    let named = |name: &FunctionName| json!({ "type": "function", "name": wire_name(name) });
    let allowed =
        |mode: &str, tools: Vec<Value>| json!({ "type": "allowed_tools", "mode": mode, "tools": tools });
    let form = settings.response_format.as_ref().map(|form| match form {
        ResponseFormat::Text => json!({ "type": "text" }),
        ResponseFormat::Json => json!({ "type": "json_object" }),
        ResponseFormat::Schema { name, schema } => {
            json!({ "type": "json_schema", "name": name, "schema": schema })
        }
    });
    let summary = settings.thinking.display.and_then(|display| match display {
        ThinkingDisplay::Omitted => None,
        ThinkingDisplay::Summarized => Some("auto".into()),
        ThinkingDisplay::Detailed => Some("detailed".into()),
    });
    vec![
        field("temperature", &["temperature"], settings.temperature.map(Value::from)),
        field("top_p", &["top_p"], settings.top_p.map(Value::from)),
        field("max_output_tokens", &["max_output_tokens"], settings.max_output_tokens.map(Value::from)),
        field("response_format", &["text", "format"], form),
        field("thinking", &["reasoning", "effort"], effort_word(&settings.thinking)),
        field("thinking", &["reasoning", "summary"], summary),
        field("tool_choice", &["tool_choice"], write_choice(choice, named, allowed)),
        field("parallel", &["parallel_tool_calls"], calls.parallel.map(Value::from)),
    ]
}

fn parallel(value: Option<&Value>) -> CallOptions {
    CallOptions { parallel: value.and_then(Value::as_bool), ..CallOptions::NONE }
}

fn thinking(word: Option<&Value>, summary: Option<&Value>) -> Thinking {
    let is_off = word.and_then(Value::as_str) == Some(NO_EFFORT);
    let display = summary.and_then(Value::as_str).map(|summary| match summary {
        "detailed" => ThinkingDisplay::Detailed,
        _ => ThinkingDisplay::Summarized,
    });
    Thinking { mode: is_off.then_some(ThinkingMode::Off), effort: effort(word), budget: None, display }
}

fn effort_word(thinking: &Thinking) -> Option<Value> {
    match thinking.mode {
        Some(ThinkingMode::Off) => Some(NO_EFFORT.into()),
        Some(ThinkingMode::On | ThinkingMode::BetweenTools) | None => {
            thinking.effort.map(|effort| effort.as_str().into())
        }
    }
}

fn read_format(form: &Value, schema: &Value) -> Option<ResponseFormat> {
    match form.get("type")?.as_str()? {
        "text" => Some(ResponseFormat::Text),
        "json_object" => Some(ResponseFormat::Json),
        "json_schema" => Some(ResponseFormat::Schema {
            name: schema.get("name").and_then(Value::as_str).unwrap_or_default().to_owned(),
            schema: schema.get("schema").cloned().unwrap_or_default(),
        }),
        _ => None,
    }
}

fn read_choice(choice: &Value, named: Option<&Value>, allowed: &Value) -> FunctionChoice {
    let kind = choice.as_str().or_else(|| choice.get("type").and_then(Value::as_str));
    match kind {
        Some("none") => FunctionChoice::None,
        Some("required" | "any") => FunctionChoice::Required,
        Some("allowed_tools") => FunctionChoice::Allowed {
            functions: names(allowed.get("tools"), |tool| {
                let inner = tool.get("function").or_else(|| tool.get("custom")).unwrap_or(tool);
                inner.get("name")?.as_str()
            }),
            required: allowed.get("mode").is_some_and(|mode| mode == "required"),
        },
        Some("function" | "custom") => match named.and_then(Value::as_str) {
            Some(name) => FunctionChoice::Function { name: FunctionName::without_plugin(name) },
            None => FunctionChoice::Auto,
        },
        Some(_) | None => FunctionChoice::Auto,
    }
}

fn write_choice(
    choice: &FunctionChoice,
    named: impl Fn(&FunctionName) -> Value,
    allowed: impl Fn(&str, Vec<Value>) -> Value,
) -> Option<Value> {
    match choice {
        FunctionChoice::Auto => None,
        FunctionChoice::Required => Some("required".into()),
        FunctionChoice::None => Some("none".into()),
        FunctionChoice::Function { name } => Some(named(name)),
        FunctionChoice::Allowed { functions, required } => {
            let mode = if *required { "required" } else { "auto" };
            Some(allowed(mode, functions.iter().map(named).collect()))
        }
    }
}
