//! What a call became before it ran: the arguments a function gets, the name it was meant by, and who has to agree.

use content::{FunctionName, JsonObject};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// The arguments a function gets, where they are not what was written. The call itself keeps the words of the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Bound {
    #[ts(type = "Record<string, JsonValue>")]
    pub arguments: JsonObject,
    pub changes: Vec<ArgumentChange>,
}

/// One place where the function gets something else than was written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ArgumentChange {
    /// Where in the arguments, as a JSON pointer.
    pub path: String,
    pub kind: ChangeKind,
    /// What was written. Nothing where nothing was.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    #[ts(optional, type = "JsonValue")]
    pub before: Option<Value>,
    /// What the function gets. Nothing where it gets nothing.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    #[ts(optional, type = "JsonValue")]
    pub after: Option<Value>,
}

/// Why a function gets something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ChangeKind {
    /// The same value in the type the schema asks for: `"36"` became `36`.
    Converted,
    /// It was left out, and the schema has a default.
    Default,
    /// The function has no such parameter.
    Ignored,
    /// Null was written for a parameter that may be left out and can't be null.
    LeftOut,
}

/// A name that was not offered and could only mean one that was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct NameRepair {
    pub before: String,
    pub after: FunctionName,
    pub why: RepairReason,
}

/// Why a name was taken for another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum RepairReason {
    /// The parts are right, and something else stands between them.
    Separator { separator: String },
    /// The plugin is missing, and only one function has this name.
    FunctionAlone,
    /// The same letters in other case, or with other signs between them.
    Spelling,
    /// No other name is nearly as like it.
    Nearest { distance: usize },
}

/// Something only a person can settle before a call runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Ask {
    /// Whether the name was meant as it was taken.
    NameRepair,
    /// Whether the function may do what it does, each thing in words for a person.
    Consent { to: Vec<String> },
    /// What the result is, because a person stands in for the function.
    Result,
}

/// Null is a value here and not the lack of one.
fn some<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use super::{ArgumentChange, ChangeKind};
    use serde_json::{Value, json};

    #[test]
    fn null_and_nothing_stay_apart() {
        let change = ArgumentChange {
            path: "/day".into(),
            kind: ChangeKind::LeftOut,
            before: Some(Value::Null),
            after: None,
        };
        let written = serde_json::to_value(&change).expect("it can be written");
        assert_eq!(written, json!({ "path": "/day", "kind": "leftOut", "before": null }));
        let read: ArgumentChange = serde_json::from_value(written).expect("it can be read");
        assert_eq!(read, change);
    }
}
