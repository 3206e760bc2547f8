//! Function choice as Semantic Kernel writes it: `{"type": "auto", "functions": ["P.F"], "options": {…}}`.

use super::ChoicePlan;
use crate::Invocation;
use content::FunctionName;
use notices::Describe;
use ports::{CallOptions, FunctionChoice};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Why a configuration can't be used.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "choice")]
#[advice("Paste the function_choice_behavior of a prompt.")]
pub enum ChoiceError {
    #[error("this is not a function choice as Semantic Kernel writes it: {source}")]
    Unreadable {
        #[from]
        source: serde_json::Error,
    },
    #[error("there is no function choice of type “{kind}”; there are auto, required and none")]
    UnknownType { kind: String },
}

/// What a configuration says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PastedChoice {
    pub choice: ChoicePlan,
    /// How calls run, which is a policy here. Nothing, where it leaves that open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub invocation: Option<Invocation>,
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
pub fn read_choice(text: &str) -> Result<PastedChoice, ChoiceError> {
    let Behaviour { kind, functions, options } = serde_json::from_str(text)?;
    let choice = match kind.as_str() {
        "auto" => FunctionChoice::Auto,
        "required" => FunctionChoice::Required,
        "none" => FunctionChoice::None,
        other => return Err(ChoiceError::UnknownType { kind: other.to_owned() }),
    };
    let invocation = options.allow_concurrent_invocation;
    let invocation =
        invocation.map(|together| if together { Invocation::Together } else { Invocation::InOrder });
    let functions = functions.map(|names| names.iter().map(|name| named(name)).collect());
    let calls =
        CallOptions { parallel: options.allow_parallel_calls, strict: options.strict, ..CallOptions::NONE };
    Ok(PastedChoice { choice: ChoicePlan { choice, functions, calls, requests: Vec::new() }, invocation })
}

fn named(name: &str) -> FunctionName {
    match name.split_once('.') {
        Some((plugin, function)) => FunctionName::new(plugin.trim(), function.trim()),
        None => FunctionName::without_plugin(name.trim()),
    }
}
