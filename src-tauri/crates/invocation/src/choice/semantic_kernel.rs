//! Function choice as Semantic Kernel writes it: `{"type": "auto", "functions": ["P.F"], "options": {…}}`.

use super::ChoicePlan;
use content::FunctionName;
use ports::{CallOptions, FunctionChoice};
use serde::Deserialize;

/// Why a configuration can't be used.
#[derive(Debug, thiserror::Error)]
pub enum ChoiceError {
    #[error("this is not a function choice as Semantic Kernel writes it: {0}")]
    Unreadable(#[from] serde_json::Error),
    #[error("there is no function choice of type {0:?}; there are auto, required and none")]
    UnknownType(String),
    #[error("\"allow_concurrent_invocation\" is not part of a function choice here, but of the policies")]
    IsPolicy,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Behaviour {
    #[serde(rename = "type")]
    kind: String,
    functions: Option<Vec<String>>,
    #[serde(default)]
    options: Options,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    allow_parallel_calls: Option<bool>,
    allow_concurrent_invocation: Option<bool>,
    /// Arguments have the types of JSON here in any case.
    #[serde(rename = "retain_argument_types")]
    _retain_argument_types: Option<bool>,
    #[serde(alias = "allow_strict_schema_adherence")]
    strict: Option<bool>,
}

/// Reads a configuration. In it, a dot stands between a plugin and its function.
pub fn read_choice(text: &str) -> Result<ChoicePlan, ChoiceError> {
    let Behaviour { kind, functions, options } = serde_json::from_str(text)?;
    let choice = match kind.as_str() {
        "auto" => FunctionChoice::Auto,
        "required" => FunctionChoice::Required,
        "none" => FunctionChoice::None,
        other => return Err(ChoiceError::UnknownType(other.to_owned())),
    };
    if options.allow_concurrent_invocation.is_some() {
        return Err(ChoiceError::IsPolicy);
    }
    let functions = functions.map(|names| names.iter().map(|name| named(name)).collect());
    let calls =
        CallOptions { parallel: options.allow_parallel_calls, strict: options.strict, ..CallOptions::NONE };
    Ok(ChoicePlan { choice, functions, calls, requests: Vec::new() })
}

fn named(name: &str) -> FunctionName {
    match name.split_once('.') {
        Some((plugin, function)) => FunctionName::new(plugin.trim(), function.trim()),
        None => FunctionName::without_plugin(name.trim()),
    }
}
