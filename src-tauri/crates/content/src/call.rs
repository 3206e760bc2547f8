//! A function call as a model, or a person in its place, wrote it.

use crate::{CallId, Digits, FunctionName, JsonObject, Origin, ProviderState};
use notices::{Describe, Notice};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;
use ts_rs::TS;

/// The name of the only argument of a function that takes free text.
const TEXT: &str = "input";

/// One request to run a function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FunctionCall {
    pub id: CallId,
    pub function: CalledFunction,
    pub arguments: CallArguments,
    pub origin: Origin,
    /// State the provider wants back beside this call. Only its own connector reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub provider_state: Option<ProviderState>,
}

/// The function a call names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum CalledFunction {
    Known {
        name: FunctionName,
    },
    /// The model wrote a name that was not offered. It is kept as written, so that it can be shown, repaired or
    /// refused.
    Unknown {
        raw: String,
    },
}

/// The name for people.
impl fmt::Display for CalledFunction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known { name } => name.fmt(formatter),
            Self::Unknown { raw } => formatter.write_str(raw),
        }
    }
}

impl CalledFunction {
    pub fn known(&self) -> Option<&FunctionName> {
        match self {
            Self::Known { name } => Some(name),
            Self::Unknown { .. } => None,
        }
    }
}

/// The arguments of a call. The raw text is kept because serializing JSON again changes what the model wrote.
#[derive(Clone, Debug, PartialEq, Deserialize, TS)]
#[serde(from = "WrittenArguments<'static>")]
#[ts(as = "WrittenArguments<'static>")]
pub enum CallArguments {
    /// The model wrote a JSON object, or a value that can only stand for one.
    Parsed { raw: String, value: JsonObject },
    /// The model wrote something else. It is kept so that the person can see it and the model can be informed.
    Malformed { raw: String, reason: Notice },
}

/// Arguments in a log or on the way to the page, which need not know how free text is told from JSON.
#[derive(Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
enum WrittenArguments<'a> {
    Parsed {
        raw: Cow<'a, str>,
        #[ts(type = "Record<string, JsonValue>")]
        value: Cow<'a, JsonObject>,
        /// The raw text is free text and no JSON.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        is_text: bool,
    },
    Malformed {
        raw: Cow<'a, str>,
        reason: Cow<'a, Notice>,
    },
}

impl Serialize for CallArguments {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = match self {
            Self::Parsed { raw, value } => WrittenArguments::Parsed {
                raw: raw.into(),
                value: Cow::Borrowed(value),
                is_text: self.is_text(),
            },
            Self::Malformed { raw, reason } => {
                WrittenArguments::Malformed { raw: raw.into(), reason: Cow::Borrowed(reason) }
            }
        };
        written.serialize(serializer)
    }
}

impl From<WrittenArguments<'_>> for CallArguments {
    fn from(written: WrittenArguments<'_>) -> Self {
        match written {
            WrittenArguments::Parsed { raw, value, is_text: _ } => {
                Self::Parsed { raw: raw.into_owned(), value: value.into_owned() }
            }
            WrittenArguments::Malformed { raw, reason } => {
                Self::Malformed { raw: raw.into_owned(), reason: reason.into_owned() }
            }
        }
    }
}

impl CallArguments {
    /// Reads arguments as a model wrote them. Null, an empty string and no text at all mean no arguments; a string that
    /// contains an object means that object.
    pub fn read(raw: impl Into<String>) -> Self {
        let raw = raw.into();
        if raw.trim().is_empty() {
            return Self::Parsed { raw, value: JsonObject::new() };
        }
        match serde_json::from_str::<Value>(&raw) {
            Ok(Value::Object(value)) => Self::Parsed { raw, value },
            Ok(other) => match object_meant(&other) {
                Some(value) => Self::Parsed { raw, value },
                None => Self::Malformed { reason: ArgumentsFault::not_an_object(&other).notice(), raw },
            },
            Err(error) => Self::Malformed { reason: error.notice(), raw },
        }
    }

    /// Free text in place of arguments. The function receives it as its only argument.
    pub fn of_text(raw: impl Into<String>) -> Self {
        let raw = raw.into();
        let value = JsonObject::from_iter([(TEXT.to_owned(), raw.as_str().into())]);
        Self::Parsed { raw, value }
    }

    /// Other arguments in the place of these. Free text stays free text, whatever it holds.
    pub fn rewritten(&self, raw: impl Into<String>) -> Self {
        if self.is_text() { Self::of_text(raw) } else { Self::read(raw) }
    }

    /// The text that is their only argument as free text. Other arguments stay as they are.
    pub fn into_text(self) -> Self {
        match &self {
            Self::Parsed { value, .. } if value.len() == 1 => match value.get(TEXT) {
                Some(Value::String(text)) => Self::of_text(text),
                Some(_) | None => self,
            },
            Self::Parsed { .. } | Self::Malformed { .. } => self,
        }
    }

    /// Whether the arguments are free text, which no service reads as JSON.
    pub fn is_text(&self) -> bool {
        match self {
            Self::Parsed { raw, value } => {
                value.len() == 1 && value.get(TEXT).and_then(Value::as_str) == Some(raw)
            }
            Self::Malformed { .. } => false,
        }
    }

    /// The arguments as JSON: an object, or the text of what is none.
    pub fn to_value(&self) -> Value {
        match self {
            Self::Parsed { value, .. } => Value::Object(value.clone()),
            Self::Malformed { raw, .. } => Value::String(raw.clone()),
        }
    }

    /// The value that was written, if it is not an object and stands for one.
    pub fn stand_in(&self) -> Option<Value> {
        let Self::Parsed { raw, .. } = self else { return None };
        let written = raw.trim();
        if written.is_empty() || written.starts_with('{') || self.is_text() {
            return None;
        }
        serde_json::from_str(written).ok()
    }

    /// The integers beyond 64 bits, which the parsed value holds only in part.
    pub fn digits(&self) -> Digits {
        match self {
            Self::Parsed { raw, .. } => match self.stand_in() {
                Some(Value::String(object)) => Digits::of(&object),
                Some(_) | None if self.is_text() => Digits::default(),
                Some(_) | None => Digits::of(raw),
            },
            Self::Malformed { .. } => Digits::default(),
        }
    }

    pub fn raw(&self) -> &str {
        match self {
            Self::Parsed { raw, .. } | Self::Malformed { raw, .. } => raw,
        }
    }
}

/// The object that another value can only stand for.
fn object_meant(written: &Value) -> Option<JsonObject> {
    match written {
        Value::Null => Some(JsonObject::new()),
        Value::String(text) if text.trim().is_empty() => Some(JsonObject::new()),
        Value::String(text) => serde_json::from_str(text).ok(),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

notices::declare! {
    /// Why a value can't be arguments, or a text isn't read as them.
    pub enum ArgumentsFault: "arguments-fault" {
        NotAnObject { found: JsonKind } = "expected a JSON object, found {found}",
        TooDeep { limit: usize } = "nested more than {limit} levels deep",
        TooMany { limit: usize } = "more than {limit} values",
    }

    /// The kind of a value in JSON.
    #[derive(Copy)]
    pub enum JsonKind: "json-kind" {
        Null = "null",
        Boolean = "a boolean",
        Number = "a number",
        String = "a string",
        Array = "an array",
        Object = "an object",
    }
}

impl ArgumentsFault {
    pub fn not_an_object(value: &Value) -> Self {
        let found = match value {
            Value::Null => JsonKind::Null,
            Value::Bool(_) => JsonKind::Boolean,
            Value::Number(_) => JsonKind::Number,
            Value::String(_) => JsonKind::String,
            Value::Array(_) => JsonKind::Array,
            Value::Object(_) => JsonKind::Object,
        };
        Self::NotAnObject { found }
    }
}

#[cfg(test)]
mod tests {
    use super::CallArguments;
    use crate::JsonObject;
    use notices::Notice;
    use proptest::prelude::*;
    use serde_json::json;

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
    fn free_text_is_sent_as_such_and_read_again() {
        let sent = |arguments: &CallArguments| serde_json::to_value(arguments).expect("JSON");
        let (text, json) = (CallArguments::of_text("ls"), CallArguments::read(r#"{"input":"ls"}"#));
        assert_eq!(
            sent(&text),
            json!({ "type": "parsed", "raw": "ls", "value": { "input": "ls" }, "isText": true })
        );
        assert_eq!(sent(&json).get("isText"), None);
        for arguments in [text, json, CallArguments::read("[1]")] {
            assert_eq!(
                serde_json::from_value::<CallArguments>(sent(&arguments)).expect("arguments"),
                arguments
            );
        }
        let earlier = json!({ "type": "parsed", "raw": "ls", "value": { "input": "ls" } });
        assert!(serde_json::from_value::<CallArguments>(earlier).expect("arguments").is_text());
    }

    #[test]
    fn free_text_is_rewritten_as_free_text_and_json_as_json() {
        let text = CallArguments::of_text("ls -l");
        for raw in ["pwd", "", r#"{"input":"pwd"}"#] {
            assert_eq!(text.rewritten(raw), CallArguments::of_text(raw));
            assert_eq!(CallArguments::read("{}").rewritten(raw), CallArguments::read(raw));
        }
    }

    #[test]
    fn arguments_become_free_text_where_a_text_is_the_only_one() {
        let check = |raw: &str, expected: CallArguments| {
            assert_eq!(CallArguments::read(raw).into_text(), expected, "{raw}");
        };
        check(r#"{"input": "ls\n"}"#, CallArguments::of_text("ls\n"));
        for raw in [r#"{"input": 1}"#, r#"{"input": "ls", "at": "/"}"#, r#"{"command": "ls"}"#, "{}", "ls"] {
            check(raw, CallArguments::read(raw));
        }
    }

    #[test]
    fn an_object_is_parsed_and_its_text_is_kept() {
        let raw = r#"{ "city":"Boston" }"#;
        let mut value = JsonObject::new();
        value.insert("city".into(), "Boston".into());
        assert_eq!(CallArguments::read(raw), CallArguments::Parsed { raw: raw.into(), value });
    }

    #[test]
    fn null_an_empty_text_and_a_text_that_holds_the_object_stand_for_one() {
        let city = JsonObject::from_iter([("city".to_owned(), "Oslo".into())]);
        for (raw, value) in [
            ("null", JsonObject::new()),
            (r#""""#, JsonObject::new()),
            (r#"" ""#, JsonObject::new()),
            (r#""{\"city\": \"Oslo\"}""#, city),
        ] {
            let read = CallArguments::read(raw);
            assert_eq!(read, CallArguments::Parsed { raw: raw.to_owned(), value });
            assert_eq!(read.stand_in(), serde_json::from_str(raw).ok());
        }
        assert_eq!(CallArguments::read(r#"{"city":"Oslo"}"#).stand_in(), None);
        assert_eq!(CallArguments::of_text("null").stand_in(), None);
    }

    #[test]
    fn anything_but_an_object_is_malformed_and_says_why() {
        let reason = |raw: &str| match CallArguments::read(raw) {
            CallArguments::Malformed { reason, .. } => reason.to_string(),
            CallArguments::Parsed { .. } => panic!("{raw} was read as an object"),
        };
        assert_eq!(reason("[1]"), "expected a JSON object, found an array");
        assert_eq!(reason(r#""Oslo""#), "expected a JSON object, found a string");
        let place = "nothing may follow where the JSON ends (line 1, column 8)";
        assert_eq!(reason(r#"{"a":1}}"#), place);
    }

    #[test]
    fn a_record_that_holds_the_reason_as_a_sentence_keeps_it() {
        let kept = r#"{"type":"malformed","raw":"{","reason":"a closing brace is missing"}"#;
        let read: CallArguments = serde_json::from_str(kept).expect("arguments");
        let reason = Notice::as_written("a closing brace is missing");
        assert_eq!(read, CallArguments::Malformed { raw: "{".to_owned(), reason });
    }

    proptest! {
        #[test]
        fn the_raw_text_survives_whatever_it_is(raw in ".*") {
            let arguments = CallArguments::read(raw.clone());
            prop_assert_eq!(arguments.raw(), raw.as_str());
        }
    }
}
