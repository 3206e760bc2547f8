//! Changes parts of a JSON text and leaves the rest byte by byte as it was written.
//!
//! Reading a document and writing it again changes numbers, escapes and spaces. Providers bind thinking to the values they
//! sent, so only the changed value is replaced.

use super::members::{self, InOrder};
use super::quoted;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

/// The fields of an object, each with its text.
#[derive(Debug)]
pub(crate) struct Fields<'a> {
    text: &'a str,
    fields: Vec<(String, &'a str)>,
}

impl<'a> Fields<'a> {
    /// Reads an object. Anything else has no fields.
    pub(crate) fn read(text: &'a str) -> Option<Self> {
        let InOrder(fields) = serde_json::from_str(text).ok()?;
        Some(Self { text, fields: fields.into_iter().map(|(name, value)| (name, value.get())).collect() })
    }

    /// The text of a value. If a name occurs twice, the last one counts.
    pub(crate) fn raw(&self, name: &str) -> Option<&'a str> {
        self.fields.iter().rev().find(|(known, _)| known == name).map(|(_, value)| *value)
    }

    pub(crate) fn string(&self, name: &str) -> Option<String> {
        serde_json::from_str(self.raw(name)?).ok()
    }

    pub(crate) fn number(&self, name: &str) -> Option<u64> {
        serde_json::from_str(self.raw(name)?).ok()
    }

    pub(crate) fn object(&self, name: &str) -> Option<Self> {
        Self::read(self.raw(name)?)
    }

    /// The text of the object with these values. A field it does not have is added at its end.
    pub(crate) fn with(&self, changes: &[(&str, String)]) -> String {
        let mut changed = String::with_capacity(self.text.len());
        let mut copied = 0;
        for (name, value) in &self.fields {
            let Some((_, new)) = changes.iter().find(|(changed, _)| changed == name) else { continue };
            let at = value.as_ptr().addr() - self.text.as_ptr().addr();
            changed.push_str(self.text.get(copied..at).unwrap_or_default());
            changed.push_str(new);
            copied = at + value.len();
        }
        let end = self.text.rfind('}').unwrap_or(self.text.len());
        changed.push_str(self.text.get(copied..end).unwrap_or_default());
        let mut is_first = self.fields.is_empty();
        for (name, value) in changes {
            if self.raw(name).is_some() {
                continue;
            }
            if !std::mem::take(&mut is_first) {
                changed.push(',');
            }
            changed.push_str(&quoted(name));
            changed.push(':');
            changed.push_str(value);
        }
        changed.push_str(self.text.get(end..).unwrap_or_default());
        changed
    }
}

/// The texts of the values in an array.
pub(crate) fn elements(text: &str) -> Option<Vec<&str>> {
    Some(members::elements(text)?.into_iter().map(RawValue::get).collect())
}

/// An array of these values.
pub(crate) fn array<'a>(values: impl IntoIterator<Item = &'a str>) -> String {
    let values: Vec<_> = values.into_iter().collect();
    format!("[{}]", values.join(","))
}

pub(crate) fn is_json(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

/// Whether both are the same JSON, digit for digit, but for spaces between values. No text at all is an empty object.
pub(crate) fn is_same(left: &str, right: &str) -> bool {
    let [left, right] = [left, right].map(|text| match text.trim() {
        "" => "{}",
        text => text,
    });
    left == right || (is_json(left) && is_json(right) && compact(left) == compact(right))
}

/// JSON without the spaces between its values.
fn compact(json: &str) -> String {
    let mut compact = String::with_capacity(json.len());
    let (mut is_text, mut is_escaped) = (false, false);
    for letter in json.chars() {
        if is_text || !letter.is_ascii_whitespace() {
            compact.push(letter);
        }
        let is_literal = std::mem::take(&mut is_escaped);
        match letter {
            '"' if !is_literal => is_text = !is_text,
            '\\' if !is_literal => is_escaped = true,
            _ => {}
        }
    }
    compact
}

#[cfg(test)]
mod tests {
    use super::{Fields, elements, is_same};

    #[test]
    fn only_the_changed_value_gets_another_text() {
        let text = r#"{ "a" : 1.0, "b":18446744073709551617 ,"c":{"d":"\ud800"} }"#;
        let fields = Fields::read(text).unwrap();
        assert_eq!(fields.with(&[]), text);
        let changed = fields.with(&[("b", "2".to_owned()), ("new", "null".to_owned())]);
        assert_eq!(changed, r#"{ "a" : 1.0, "b":2 ,"c":{"d":"\ud800"} ,"new":null}"#);
        assert_eq!(Fields::read(" {} ").unwrap().with(&[("a", "1".to_owned())]), r#" {"a":1} "#);
    }

    #[test]
    fn what_is_no_object_has_no_fields() {
        for text in ["", "[]", "null", "{", r#"{"a":}"#, "\u{0}", "{} {}"] {
            assert!(Fields::read(text).is_none(), "{text}");
        }
        let deep = format!(r#"{{"a":{}}}"#, "[".repeat(100_000));
        assert!(Fields::read(&deep).is_none());
    }

    #[test]
    fn elements_keep_their_text() {
        assert_eq!(elements(r#" [1.0 , {"a": 2}] "#), Some(vec!["1.0", r#"{"a": 2}"#]));
        assert_eq!(elements("{}"), None);
    }

    #[test]
    fn spaces_make_no_difference_and_digits_do() {
        assert!(is_same(r#"{"a": [1, "b c"]}"#, "{\"a\":[1,\n\"b c\"]}"));
        assert!(is_same(" ", "{}"));
        assert!(is_same(r#"{"\"" : 1}"#, r#"{"\"":1}"#));
        assert!(!is_same(r#"{"a":"b c"}"#, r#"{"a":"bc"}"#));
        assert!(!is_same("18446744073709551617", "18446744073709551616"));
        assert!(!is_same("1.0", "1"));
        assert!(!is_same(r#"{"a"#, r#"{ "a"#), "spaces of what is no JSON count");
    }
}
