//! Settings of a request, in the spelling of each protocol. What is read is written at the same place, so that a change of
//! one setting touches no other.

mod anthropic;
mod gemini;
mod openai;

use crate::{Protocol, json};
use content::{FunctionName, JsonObject};
use ports::{CallOptions, Effort, FunctionChoice, RequestSettings, ResponseFormat};
use serde_json::Value;

/// How a model is to answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Asked {
    pub(crate) settings: RequestSettings,
    pub(crate) choice: FunctionChoice,
    pub(crate) calls: CallOptions,
}

/// A member that a setting is written as.
pub(super) struct Field {
    /// The setting for people.
    pub(super) name: &'static str,
    pub(super) path: Vec<&'static str>,
    pub(super) value: Option<Value>,
}

/// A body with other settings.
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) changed: Vec<&'static str>,
    /// Settings that this protocol has no place for.
    pub(crate) left_out: Vec<&'static str>,
}

pub(crate) fn read(protocol: Protocol, body: &JsonObject) -> Asked {
    match protocol {
        Protocol::OpenAiChat => openai::read_chat(body),
        Protocol::OpenAiResponses => openai::read_responses(body),
        Protocol::Anthropic => anthropic::read(body),
        Protocol::Gemini => gemini::read(body),
    }
}

/// Lays over a body what differs.
pub(crate) fn write(protocol: Protocol, text: &str, from: &Asked, to: &Asked) -> Written {
    let mut written =
        Written { text: text.to_owned(), changed: Vec::new(), left_out: left_out(protocol, from, to) };
    let (before, after) = (fields(protocol, text, from), fields(protocol, text, to));
    for (old, new) in before.into_iter().zip(after).filter(|(old, new)| old.value != new.value) {
        let value = new.value.map(|value| value.to_string());
        written.text = json::with(&written.text, &old.path, value.as_deref());
        if written.changed.last() != Some(&old.name) {
            written.changed.push(old.name);
        }
    }
    if protocol == Protocol::Anthropic && from != to && !anthropic::thinks(&to.settings.thinking) {
        written.text = json::with(&written.text, &["thinking"], None);
    }
    for (name, value) in
        to.settings.more.iter().filter(|(name, value)| from.settings.more.get(*name) != Some(value))
    {
        written.text = json::with(&written.text, &[name], Some(&value.to_string()));
        written.changed.push("more");
    }
    written
}

/// Takes out what may stand only beside functions.
pub(crate) fn without_functions(protocol: Protocol, text: &str) -> String {
    let paths: &[&[&str]] = match protocol {
        Protocol::OpenAiChat | Protocol::OpenAiResponses => &[&["tool_choice"], &["parallel_tool_calls"]],
        Protocol::Anthropic => &[&["tool_choice"]],
        Protocol::Gemini => {
            &[&["toolConfig", "functionCallingConfig"], &["tool_config", "function_calling_config"]]
        }
    };
    paths.iter().fold(text.to_owned(), |text, path| json::with(&text, path, None))
}

/// The choice where only these functions are left.
pub(crate) fn limited(choice: &FunctionChoice, offered: &[FunctionName]) -> FunctionChoice {
    match choice {
        FunctionChoice::Function { name } if !offered.contains(name) => FunctionChoice::Auto,
        FunctionChoice::Allowed { functions, required } => {
            let left: Vec<_> = functions.iter().filter(|name| offered.contains(name)).cloned().collect();
            match left.is_empty() {
                true => FunctionChoice::None,
                false => FunctionChoice::Allowed { functions: left, required: *required },
            }
        }
        FunctionChoice::Auto
        | FunctionChoice::Required
        | FunctionChoice::None
        | FunctionChoice::Function { .. } => choice.clone(),
    }
}

/// The same fields in the same order, whatever is asked.
pub(super) fn fields(protocol: Protocol, text: &str, asked: &Asked) -> Vec<Field> {
    match protocol {
        Protocol::OpenAiChat => openai::chat_fields(text, asked),
        Protocol::OpenAiResponses => openai::responses_fields(asked),
        Protocol::Anthropic => anthropic::fields(text, asked),
        Protocol::Gemini => gemini::fields(text, asked),
    }
}

fn left_out(protocol: Protocol, from: &Asked, to: &Asked) -> Vec<&'static str> {
    let (old, new) = (&from.settings, &to.settings);
    let is_responses = protocol == Protocol::OpenAiResponses;
    let is_anthropic = protocol == Protocol::Anthropic;
    let json_alone = new.response_format == Some(ResponseFormat::Json);
    let names = matches!(to.choice, FunctionChoice::Allowed { .. });
    let parallel = from.calls.parallel != to.calls.parallel;
    [
        ("seed", old.seed != new.seed && (is_responses || is_anthropic)),
        ("stop", old.stop != new.stop && is_responses),
        ("response_format", old.response_format != new.response_format && is_anthropic && json_alone),
        ("tool_choice", from.choice != to.choice && is_anthropic && names),
        ("parallel", parallel && protocol == Protocol::Gemini),
        ("context_tokens", old.context_tokens != new.context_tokens),
        ("caching", old.caching != new.caching),
        ("hosted", old.hosted != new.hosted),
    ]
    .into_iter()
    .filter_map(|(name, is_left_out)| is_left_out.then_some(name))
    .collect()
}

fn field(name: &'static str, path: &[&'static str], value: Option<Value>) -> Field {
    Field { name, path: path.to_vec(), value }
}

fn float(value: Option<&Value>) -> Option<f64> {
    value.and_then(Value::as_f64)
}

fn count(value: Option<&Value>) -> Option<u32> {
    value.and_then(Value::as_u64).and_then(|count| u32::try_from(count).ok())
}

/// A text, or a list of texts.
fn texts(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::String(text)) => vec![text.clone()],
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        Some(_) | None => Vec::new(),
    }
}

fn effort(value: Option<&Value>) -> Option<Effort> {
    let word = value?.as_str()?.to_ascii_lowercase();
    serde_json::from_value(word.into()).ok()
}

fn names(list: Option<&Value>, name: impl Fn(&Value) -> Option<&str>) -> Vec<FunctionName> {
    let list = list.and_then(Value::as_array).into_iter().flatten();
    list.filter_map(name).map(FunctionName::without_plugin).collect()
}

/// The name in one piece, as formats write it.
pub(crate) fn wire_name(name: &FunctionName) -> String {
    match &name.plugin {
        Some(plugin) => format!("{}-{}", plugin.as_str(), name.function),
        None => name.function.clone(),
    }
}
