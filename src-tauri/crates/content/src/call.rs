//! A function call as a model (or a person in its place) asked for it.

use crate::{CallId, FunctionName, Origin, ProviderState};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// The arguments of a call once they are known to be a JSON object.
pub type JsonObject = serde_json::Map<String, Value>;

/// The argument that free text is.
const TEXT: &str = "input";

/// One request to run a function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FunctionCall {
    pub id: CallId,
    pub function: CalledFunction,
    pub arguments: CallArguments,
    pub origin: Origin,
    /// What a provider wants to see again next to this call. Only its own connector reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub provider_state: Option<ProviderState>,
}

/// Which function a call means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum CalledFunction {
    Known {
        name: FunctionName,
    },
    /// The model wrote a name nobody advertised. It is kept as written, so that it can be shown, repaired or refused.
    Unknown {
        raw: String,
    },
}

impl CalledFunction {
    pub fn known(&self) -> Option<&FunctionName> {
        match self {
            Self::Known { name } => Some(name),
            Self::Unknown { .. } => None,
        }
    }
}

/// What a call brings along. The raw text is kept because writing JSON anew changes what the model wrote.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum CallArguments {
    /// The model sent a JSON object.
    Parsed {
        raw: String,
        #[ts(type = "Record<string, JsonValue>")]
        value: JsonObject,
    },
    /// The model sent something else. It is kept so that the person can see it and the model can be told.
    Malformed { raw: String, reason: String },
}

impl CallArguments {
    /// Reads what a model wrote. Nothing at all means a call without arguments.
    pub fn read(raw: impl Into<String>) -> Self {
        let raw = raw.into();
        if raw.trim().is_empty() {
            return Self::Parsed { raw, value: JsonObject::new() };
        }
        match serde_json::from_str::<Value>(&raw) {
            Ok(Value::Object(value)) => Self::Parsed { raw, value },
            Ok(other) => {
                let reason = format!("expected a JSON object, found {}", kind_of(&other));
                Self::Malformed { raw, reason }
            }
            Err(error) => Self::Malformed { reason: error.to_string(), raw },
        }
    }

    /// Free text in the place of arguments. The function gets it as its only argument.
    pub fn of_text(raw: impl Into<String>) -> Self {
        let raw = raw.into();
        let value = JsonObject::from_iter([(TEXT.to_owned(), raw.as_str().into())]);
        Self::Parsed { raw, value }
    }

    /// Whether they are free text, which no service reads as JSON.
    pub fn is_text(&self) -> bool {
        match self {
            Self::Parsed { raw, value } => {
                value.len() == 1 && value.get(TEXT).and_then(Value::as_str) == Some(raw)
            }
            Self::Malformed { .. } => false,
        }
    }

    pub fn raw(&self) -> &str {
        match self {
            Self::Parsed { raw, .. } | Self::Malformed { raw, .. } => raw,
        }
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::{CallArguments, JsonObject};
    use proptest::prelude::*;

    #[test]
    fn no_text_is_a_call_without_arguments() {
        for raw in ["", "  \n"] {
            let expected = CallArguments::Parsed { raw: raw.to_owned(), value: JsonObject::new() };
            assert_eq!(CallArguments::read(raw), expected);
        }
    }

    #[test]
    fn free_text_is_the_only_argument_of_its_function() {
        let text = CallArguments::of_text("ls -l");
        let value = JsonObject::from_iter([("input".to_owned(), "ls -l".into())]);
        assert_eq!(text, CallArguments::Parsed { raw: "ls -l".to_owned(), value });
        assert!(text.is_text());
        assert!(!CallArguments::read(r#"{"input":"ls -l"}"#).is_text());
    }

    #[test]
    fn an_object_is_parsed_and_its_text_is_kept() {
        let raw = r#"{ "city":"Boston" }"#;
        let mut value = JsonObject::new();
        value.insert("city".into(), "Boston".into());
        assert_eq!(CallArguments::read(raw), CallArguments::Parsed { raw: raw.into(), value });
    }

    #[test]
    fn anything_but_an_object_is_malformed_and_says_why() {
        let reason = |raw: &str| match CallArguments::read(raw) {
            CallArguments::Malformed { reason, .. } => reason,
            CallArguments::Parsed { .. } => panic!("{raw} was read as an object"),
        };
        assert_eq!(reason("[1]"), "expected a JSON object, found an array");
        assert_eq!(reason("null"), "expected a JSON object, found null");
        assert_eq!(reason(r#"{"a":1}}"#), "trailing characters at line 1 column 8");
    }

    proptest! {
        #[test]
        fn the_raw_text_survives_whatever_it_is(raw in ".*") {
            let arguments = CallArguments::read(raw.clone());
            prop_assert_eq!(arguments.raw(), raw.as_str());
        }
    }
}
