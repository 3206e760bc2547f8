//! The binding of a call before it runs: the arguments the function receives, the name it was resolved to, and who must
//! agree.

use content::{FunctionName, JsonObject};
use notices::Notice;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// The arguments a function receives, where they differ from the written ones. The call itself keeps the text of the
/// model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Bound {
    #[ts(type = "Record<string, JsonValue>")]
    pub arguments: JsonObject,
    pub changes: Vec<ArgumentChange>,
}

/// One place where the function receives a value other than the written one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ArgumentChange {
    /// The place in the arguments, as a JSON pointer.
    pub path: String,
    pub kind: ChangeKind,
    /// The written value. `None` if nothing was written.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    #[ts(optional, type = "JsonValue")]
    pub before: Option<Value>,
    /// The value the function receives. `None` if it receives nothing.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    #[ts(optional, type = "JsonValue")]
    pub after: Option<Value>,
}

/// The reason why a value differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ChangeKind {
    /// Converted to the type the schema asks for: `"36"` became `36`.
    Converted,
    /// It was omitted, and the schema has a default.
    Default,
    /// The function has no such parameter.
    Ignored,
    /// Null was written for an optional parameter that can't be null.
    LeftOut,
}

/// The repair of a name that was not offered and can only mean one that was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct NameRepair {
    pub before: String,
    pub after: FunctionName,
    pub why: RepairReason,
}

/// The reason why a name was taken for another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum RepairReason {
    /// Both parts are right, with a different separator between them.
    Separator { separator: String },
    /// The plugin is missing, and only one function has this name.
    FunctionAlone,
    /// The same letters in another case, or with other punctuation between them.
    Spelling,
    /// No other name is nearly as similar.
    Nearest { distance: usize },
}

/// A question only a person can settle before a call runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Ask {
    /// Whether the repaired name is the one the model meant.
    NameRepair,
    /// Whether the function may do what it does, one phrase for a person per action.
    Consent { to: Vec<Notice> },
    /// The result itself, because a person stands in for the function.
    Result { because: Option<Notice> },
}

/// Null is a value here, not the absence of one.
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
