//! Contents of Gemini, whose libraries write `generationConfig` and `generation_config`.

use super::{Asked, Field, count, effort, field, float, names, texts, wire_name};
use crate::json;
use content::{FunctionName, JsonObject};
use ports::{
    CallOptions, FunctionChoice, RequestSettings, ResponseFormat, Thinking, ThinkingDisplay, ThinkingMode,
};
use serde_json::{Value, json};

/// Schemas have no name here.
const SCHEMA_NAME: &str = "answer";
const JSON: &str = "application/json";

/// The names as the protocol spells them, and as some libraries do.
type Spelled = [&'static str; 2];

const CONFIG: Spelled = ["generationConfig", "generation_config"];
const TOP_P: Spelled = ["topP", "top_p"];
const LIMIT: Spelled = ["maxOutputTokens", "max_output_tokens"];
const STOP: Spelled = ["stopSequences", "stop_sequences"];
const MIME: Spelled = ["responseMimeType", "response_mime_type"];
const JSON_SCHEMA: Spelled = ["responseJsonSchema", "response_json_schema"];
const SCHEMA: Spelled = ["responseSchema", "response_schema"];
const THINKING: Spelled = ["thinkingConfig", "thinking_config"];
const BUDGET: Spelled = ["thinkingBudget", "thinking_budget"];
const LEVEL: Spelled = ["thinkingLevel", "thinking_level"];
const SHOWN: Spelled = ["includeThoughts", "include_thoughts"];
const TOOLS: Spelled = ["toolConfig", "tool_config"];
const CALLING: Spelled = ["functionCallingConfig", "function_calling_config"];
const ALLOWED: Spelled = ["allowedFunctionNames", "allowed_function_names"];

pub(super) fn read(body: &JsonObject) -> Asked {
    let config = CONFIG.iter().find_map(|name| body.get(*name));
    let tools = TOOLS.iter().find_map(|name| body.get(*name));
    let schema = get(config, JSON_SCHEMA).or_else(|| get(config, SCHEMA));
    let is_json = get(config, MIME).and_then(Value::as_str) == Some(JSON);
    let response_format = match schema {
        Some(schema) => Some(ResponseFormat::Schema { name: SCHEMA_NAME.to_owned(), schema: schema.clone() }),
        None => is_json.then_some(ResponseFormat::Json),
    };
    let settings = RequestSettings {
        temperature: float(get(config, ["temperature"; 2])),
        top_p: float(get(config, TOP_P)),
        max_output_tokens: count(get(config, LIMIT)),
        seed: get(config, ["seed"; 2]).and_then(Value::as_u64),
        stop: texts(get(config, STOP)),
        response_format,
        thinking: thinking(get(config, THINKING)),
        ..RequestSettings::default()
    };
    let (choice, strict) = choice(get(tools, CALLING));
    Asked { settings, choice, calls: CallOptions { strict, ..CallOptions::NONE } }
}

pub(super) fn fields(text: &str, asked: &Asked) -> Vec<Field> {
    let settings = &asked.settings;
    let path = |names: &[Spelled]| spelled(text, names);
    let (mime, schema) = match &settings.response_format {
        None | Some(ResponseFormat::Text) => (None, None),
        Some(ResponseFormat::Json) => (Some(JSON.into()), None),
        Some(ResponseFormat::Schema { schema, .. }) => (Some(JSON.into()), Some(schema.clone())),
    };
    let has = |names: &[Spelled]| found(text, names);
    let is_old = has(&[CONFIG, SCHEMA]) && !has(&[CONFIG, JSON_SCHEMA]);
    let Thinking { mode, effort, budget, display } = settings.thinking;
    let budget = match mode {
        Some(ThinkingMode::Off) => Some(0.into()),
        Some(ThinkingMode::On) if budget.is_none() && effort.is_none() => Some((-1).into()),
        Some(ThinkingMode::On | ThinkingMode::BetweenTools) | None => budget.map(Value::from),
    };
    let level = effort.map(|effort| Value::from(effort.as_str().to_ascii_uppercase()));
    let shown = display.map(|display| Value::from(display != ThinkingDisplay::Omitted));
    let (calling, allowed) = calling(asked);
    let mut fields = vec![
        ("temperature", path(&[CONFIG, ["temperature"; 2]]), settings.temperature.map(Value::from)),
        ("top_p", path(&[CONFIG, TOP_P]), settings.top_p.map(Value::from)),
        ("max_output_tokens", path(&[CONFIG, LIMIT]), settings.max_output_tokens.map(Value::from)),
        ("seed", path(&[CONFIG, ["seed"; 2]]), settings.seed.map(Value::from)),
        ("stop", path(&[CONFIG, STOP]), (!settings.stop.is_empty()).then(|| json!(settings.stop))),
        ("response_format", path(&[CONFIG, MIME]), mime),
        ("response_format", path(&[CONFIG, if is_old { SCHEMA } else { JSON_SCHEMA }]), schema),
        ("thinking", path(&[CONFIG, THINKING, BUDGET]), budget),
        ("thinking", path(&[CONFIG, THINKING, LEVEL]), level),
        ("thinking", path(&[CONFIG, THINKING, SHOWN]), shown),
        ("tool_choice", path(&[TOOLS, CALLING, ["mode"; 2]]), calling.map(Value::from)),
    ];
    fields.push(("tool_choice", path(&[TOOLS, CALLING, ALLOWED]), allowed));
    fields.into_iter().map(|(name, path, value)| field(name, &path, value)).collect()
}

fn get(object: Option<&Value>, names: Spelled) -> Option<&Value> {
    names.iter().find_map(|name| object?.get(name)).filter(|value| !value.is_null())
}

/// The path as far as it stands in the text, and the protocol's own spelling beyond.
fn spelled(text: &str, names: &[Spelled]) -> Vec<&'static str> {
    let mut object = Some(json::root(text));
    let mut path = Vec::new();
    for [usual, other] in names {
        let member = |name: &str| object.as_ref().and_then(|object| json::member(text, object, name));
        let (name, next) = match (member(usual), member(other)) {
            (None, Some(member)) => (*other, Some(member.value)),
            (member, _) => (*usual, member.map(|member| member.value)),
        };
        path.push(name);
        object = next;
    }
    path
}

fn found(text: &str, names: &[Spelled]) -> bool {
    let path = spelled(text, names);
    let inner = path.iter().try_fold(json::root(text), |object, name| json::value(text, &object, name));
    inner.is_some()
}

fn thinking(config: Option<&Value>) -> Thinking {
    let budget = get(config, BUDGET).and_then(Value::as_i64);
    let mode = match budget {
        Some(0) => Some(ThinkingMode::Off),
        Some(-1) => Some(ThinkingMode::On),
        Some(_) | None => None,
    };
    let display = get(config, SHOWN).and_then(Value::as_bool).map(|is_shown| match is_shown {
        true => ThinkingDisplay::Summarized,
        false => ThinkingDisplay::Omitted,
    });
    let budget = budget.and_then(|budget| u32::try_from(budget).ok()).filter(|budget| *budget > 0);
    Thinking { mode, effort: effort(get(config, LEVEL)), budget, display }
}

fn choice(config: Option<&Value>) -> (FunctionChoice, Option<bool>) {
    let mode =
        config.and_then(|config| config.get("mode")?.as_str()).unwrap_or_default().to_ascii_uppercase();
    let allowed = names(get(config, ALLOWED), Value::as_str);
    match (mode.as_str(), allowed.as_slice()) {
        ("NONE", _) => (FunctionChoice::None, None),
        ("ANY", []) => (FunctionChoice::Required, None),
        ("ANY", [name]) => (FunctionChoice::Function { name: name.clone() }, None),
        ("ANY", [..]) => (FunctionChoice::Allowed { functions: allowed, required: true }, None),
        ("VALIDATED", []) => (FunctionChoice::Auto, Some(true)),
        ("VALIDATED", [..]) => (FunctionChoice::Allowed { functions: allowed, required: false }, Some(true)),
        (_, _) => (FunctionChoice::Auto, None),
    }
}

/// The mode, and the names that may be called.
fn calling(asked: &Asked) -> (Option<&'static str>, Option<Value>) {
    let list = |names: &[FunctionName]| Some(names.iter().map(wire_name).collect::<Vec<_>>().into());
    match &asked.choice {
        FunctionChoice::Auto if asked.calls.strict == Some(true) => (Some("VALIDATED"), None),
        FunctionChoice::Auto => (None, None),
        FunctionChoice::Required => (Some("ANY"), None),
        FunctionChoice::None => (Some("NONE"), None),
        FunctionChoice::Function { name } => (Some("ANY"), list(std::slice::from_ref(name))),
        FunctionChoice::Allowed { functions, required: true } => (Some("ANY"), list(functions)),
        FunctionChoice::Allowed { functions, required: false } => (Some("VALIDATED"), list(functions)),
    }
}
