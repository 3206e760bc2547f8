//! A short mark of a JSON value, the same however the value is written down.

use crate::fingerprint;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Names what a value says, and not how: the order of keys and blanks between them don't count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Mark(String);

impl Mark {
    pub(crate) fn of(value: &Value) -> Self {
        let mut running = Running::default();
        running.value(value, &[]);
        running.mark()
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn digits(&self, count: usize) -> &str {
        self.0.get(..count).unwrap_or(&self.0)
    }
}

/// A mark that grows with what is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Running(u64);

impl Default for Running {
    fn default() -> Self {
        Self(fingerprint::BEGINNING)
    }
}

impl Running {
    pub(super) fn mark(self) -> Mark {
        Mark(format!("{:016x}", self.0))
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.0 = fingerprint::grown(self.0, bytes.iter().copied());
    }

    /// A value without some of its outermost members. A member that is null says nothing.
    pub(super) fn value(&mut self, value: &Value, without: &[&str]) {
        match value {
            Value::Object(members) => {
                let mut members: Vec<_> = members
                    .iter()
                    .filter(|(name, value)| !value.is_null() && !without.contains(&name.as_str()))
                    .collect();
                members.sort_by_key(|(name, _)| *name);
                self.bytes(b"{");
                for (name, value) in members {
                    self.text(name);
                    self.value(value, &[]);
                }
                self.bytes(b"}");
            }
            Value::Array(values) => {
                self.bytes(b"[");
                values.iter().for_each(|value| self.value(value, &[]));
                self.bytes(b"]");
            }
            Value::String(text) => self.text(text),
            Value::Null | Value::Bool(_) | Value::Number(_) => {
                self.bytes(value.to_string().as_bytes());
                self.bytes(b",");
            }
        }
    }

    pub(super) fn text(&mut self, text: &str) {
        self.bytes(b"\"");
        self.bytes(text.as_bytes());
        // No text holds this byte, so no two texts run into each other.
        self.bytes(&[0xff]);
    }
}

#[cfg(test)]
mod tests {
    use super::Mark;
    use serde_json::{Value, json};

    #[test]
    fn how_a_value_is_written_does_not_count_and_what_it_says_does() {
        let read = |text: &str| Mark::of(&serde_json::from_str::<Value>(text).expect("JSON"));
        assert_eq!(read(r#"{"a":1,"b":[true,null]}"#), read(r#"{ "b": [true, null], "a": 1 }"#));
        assert_eq!(read(r#"{"a":1,"b":null}"#), read(r#"{"a":1}"#));
        let others =
            [json!({ "a": 1.0 }), json!({ "a": "1" }), json!(["a", 1]), json!({ "a": [1] }), json!({})];
        assert!(others.iter().all(|other| Mark::of(other) != read(r#"{"a":1}"#)));
        assert_ne!(Mark::of(&json!(["ab", "c"])), Mark::of(&json!(["a", "bc"])));
    }
}
