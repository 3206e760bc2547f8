//! One text in the place of another, wherever it stands in what leaves, so that redaction misses nothing.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use content::{
    CallArguments, CalledFunction, DeclinedBy, FunctionCall, Item, JsonObject, Media, MediaSource, Message,
    Outcome, Output,
};
use serde_json::Value;
use std::sync::Arc;

/// What is looked for, and what stands there afterwards. Each part says whether it changed.
#[derive(Clone, Copy)]
pub(super) struct Replace<'a> {
    pub(super) find: &'a str,
    pub(super) replacement: &'a str,
}

impl Replace<'_> {
    /// A message that does not change stays shared.
    pub(super) fn in_message(self, message: &mut Arc<Message>) {
        let mut is_changed = false;
        let items = message.items.iter().map(|item| {
            let mut item = item.clone();
            is_changed |= self.in_item(&mut item);
            item
        });
        if message.items.iter().any(|item| self.may_be_in(item)) {
            let items = items.collect();
            if is_changed {
                Arc::make_mut(message).items = items;
            }
        }
    }

    /// Spares long histories the copy of a text that has nothing to be found.
    fn may_be_in(self, item: &Item) -> bool {
        match item {
            Item::Text { text } | Item::Reasoning { text, .. } => {
                text.contains(self.find) || is_escaped(text)
            }
            Item::FunctionCall { .. } | Item::FunctionResult { .. } | Item::Media { .. } => true,
            Item::Unknown { .. } => false,
        }
    }

    /// What a provider keeps beside a part says the same once more, perhaps sealed, so it goes when the part changes.
    fn in_item(self, item: &mut Item) -> bool {
        match item {
            Item::Text { text } => self.in_text(text),
            Item::Reasoning { text, provider_state } => {
                let is_changed = self.in_text(text);
                if is_changed {
                    *provider_state = None;
                }
                is_changed
            }
            Item::Media { media } => self.in_media(media),
            Item::FunctionCall { call } => self.in_call(call),
            Item::FunctionResult { result } => {
                let in_name = self.in_called(&mut result.function);
                self.in_outcome(&mut result.outcome) | in_name
            }
            Item::Unknown { .. } => false,
        }
    }

    fn in_call(self, call: &mut FunctionCall) -> bool {
        let in_name = self.in_called(&mut call.function);
        let is_changed = self.in_arguments(&mut call.arguments) | in_name;
        if is_changed {
            call.provider_state = None;
        }
        is_changed
    }

    /// A name that nobody advertised is words of the model.
    fn in_called(self, function: &mut CalledFunction) -> bool {
        match function {
            CalledFunction::Known { .. } => false,
            CalledFunction::Unknown { raw } => self.in_text(raw),
        }
    }

    fn in_arguments(self, arguments: &mut CallArguments) -> bool {
        if arguments.is_text() {
            let mut raw = arguments.raw().to_owned();
            let is_changed = self.in_text(&mut raw);
            *arguments = CallArguments::of_text(raw);
            return is_changed;
        }
        let before = arguments.raw().to_owned();
        let raw = match arguments {
            CallArguments::Malformed { raw, .. } => {
                self.in_text(raw);
                raw.clone()
            }
            CallArguments::Parsed { raw, value } => {
                if self.in_object(value) {
                    Value::Object(value.clone()).to_string()
                } else {
                    raw.clone()
                }
            }
        };
        // It may also stand across the signs between two values.
        let raw = self.replaced(&raw).unwrap_or(raw);
        let is_changed = raw != before;
        if is_changed {
            *arguments = CallArguments::read(raw);
        }
        is_changed
    }

    pub(super) fn in_outcome(self, outcome: &mut Outcome) -> bool {
        match outcome {
            Outcome::Returned { output } => self.in_output(output),
            Outcome::Failed { failure } => self.in_text(&mut failure.message),
            Outcome::Declined { reason, by } => {
                let in_words = match by {
                    DeclinedBy::Person { words: Some(words) } => self.in_text(words),
                    DeclinedBy::Person { words: None } | DeclinedBy::Rule | DeclinedBy::Filter { .. } => {
                        false
                    }
                };
                self.in_text(reason) | in_words
            }
        }
    }

    fn in_output(self, output: &mut Output) -> bool {
        match output {
            Output::Nothing => false,
            Output::Text { text } => self.in_text(text),
            Output::Json { value } => self.in_value(value),
            Output::Media { media } => self.in_media(media),
            Output::Several { parts } => {
                parts.iter_mut().fold(false, |is_changed, part| self.in_output(part) | is_changed)
            }
        }
    }

    /// A medium that is text is told as its text.
    fn in_media(self, Media { mime_type, source }: &mut Media) -> bool {
        match source {
            MediaSource::Address { uri } => self.in_text(uri),
            MediaSource::Inline { base64 } if is_text(mime_type) => {
                let bytes = BASE64_STANDARD.decode(base64.as_bytes()).ok();
                let Some(mut text) = bytes.and_then(|bytes| String::from_utf8(bytes).ok()) else {
                    return false;
                };
                let is_changed = self.in_text(&mut text);
                if is_changed {
                    *base64 = BASE64_STANDARD.encode(text);
                }
                is_changed
            }
            MediaSource::Inline { .. } => false,
        }
    }

    fn in_value(self, value: &mut Value) -> bool {
        match value {
            Value::String(text) => self.in_text(text),
            // The digits leave as text, so what they become is one.
            Value::Number(number) => match self.replaced(&number.to_string()) {
                Some(text) => {
                    *value = Value::String(text);
                    true
                }
                None => false,
            },
            Value::Array(values) => {
                values.iter_mut().fold(false, |is_changed, value| self.in_value(value) | is_changed)
            }
            Value::Object(fields) => self.in_object(fields),
            Value::Null | Value::Bool(_) => false,
        }
    }

    /// Names of fields are said too. Of two that become one, the later stays.
    fn in_object(self, fields: &mut JsonObject) -> bool {
        let in_values =
            fields.values_mut().fold(false, |is_changed, value| self.in_value(value) | is_changed);
        if !fields.keys().any(|key| key.contains(self.find)) {
            return in_values;
        }
        let named = |(key, value): (String, Value)| (self.replaced(&key).unwrap_or(key), value);
        *fields = std::mem::take(fields).into_iter().map(named).collect();
        true
    }

    /// A text that is JSON may have it with escapes.
    pub(super) fn in_text(self, text: &mut String) -> bool {
        let mut is_changed = false;
        if let Some(replaced) = self.replaced(text) {
            *text = replaced;
            is_changed = true;
        }
        if is_escaped(text)
            && let Ok(mut value) = serde_json::from_str::<Value>(text)
            && self.in_value(&mut value)
        {
            *text = value.to_string();
            is_changed = true;
        }
        is_changed
    }

    /// Nothing is found everywhere, so looking for nothing finds nothing.
    fn replaced(self, text: &str) -> Option<String> {
        let is_there = !self.find.is_empty() && text.contains(self.find);
        is_there.then(|| text.replace(self.find, self.replacement))
    }
}

/// Whether it may be JSON in which something is written in another way than it reads.
fn is_escaped(text: &str) -> bool {
    text.contains('\\') && text.trim_start().starts_with(['{', '[', '"'])
}

fn is_text(mime_type: &str) -> bool {
    mime_type.starts_with("text/") || mime_type.contains("json") || mime_type.contains("xml")
}

#[cfg(test)]
mod tests {
    use super::Replace;
    use base64::Engine;
    use base64::prelude::BASE64_STANDARD;
    use content::{CallArguments, Media, MediaSource, Outcome, Output};
    use serde_json::{Value, json};

    const REPLACE: Replace<'_> = Replace { find: "Ann \"A\"", replacement: "[name]" };

    #[track_caller]
    fn check_value(mut before: Value, after: Value) {
        let is_changed = before != after;
        assert_eq!(REPLACE.in_value(&mut before), is_changed);
        assert_eq!(before, after);
    }

    #[test]
    fn it_is_found_in_values_names_of_fields_and_json_inside_of_texts() {
        check_value(json!({ "a": ["Ann \"A\"", 1, null] }), json!({ "a": ["[name]", 1, null] }));
        check_value(json!({ "Ann \"A\"": true }), json!({ "[name]": true }));
        let inner = json!({ "who": "Ann \"A\"" }).to_string();
        let outer = json!({ "said": inner }).to_string();
        check_value(
            json!(outer),
            json!(json!({ "said": json!({ "who": "[name]" }).to_string() }).to_string()),
        );
        check_value(json!({ "a": "Ann" }), json!({ "a": "Ann" }));
    }

    #[test]
    fn digits_of_a_number_are_found_and_leave_a_text() {
        let mut value = json!({ "card": 4_111_111, "cvc": 12 });
        assert!(Replace { find: "4111", replacement: "…" }.in_value(&mut value));
        assert_eq!(value, json!({ "card": "…111", "cvc": 12 }));
    }

    #[test]
    fn arguments_stay_arguments() {
        let check = |raw: &str, find: &str, after: &str| {
            let mut arguments = CallArguments::read(raw);
            let replace = Replace { find, replacement: "x" };
            assert_eq!(replace.in_arguments(&mut arguments), raw != after);
            assert_eq!(arguments, CallArguments::read(after));
        };
        check(r#"{ "city": "\u004fslo" }"#, "Oslo", r#"{"city":"x"}"#);
        check(r#"{ "city": "Oslo" }"#, "Rome", r#"{ "city": "Oslo" }"#);
        check(r#"{ "city": "Oslo""#, "Oslo", r#"{ "city": "x""#);
    }

    #[test]
    fn a_failure_and_a_medium_of_text_are_looked_into() {
        let failure =
            content::Failure { kind: content::FailureKind::Reported, message: "Ann \"A\" is away".into() };
        let mut outcome = Outcome::Failed { failure };
        assert!(REPLACE.in_outcome(&mut outcome));
        let Outcome::Failed { failure } = outcome else { panic!("it failed") };
        assert_eq!(failure.message, "[name] is away");
        let medium = |text: &str| {
            let source = MediaSource::Inline { base64: BASE64_STANDARD.encode(text) };
            let media = Media { mime_type: "text/plain".into(), source };
            Outcome::Returned { output: Output::Media { media } }
        };
        let mut outcome = medium("Dear Ann \"A\"");
        assert!(REPLACE.in_outcome(&mut outcome));
        assert_eq!(outcome, medium("Dear [name]"));
    }

    #[test]
    fn looking_for_nothing_finds_nothing() {
        let mut text = "text".to_owned();
        assert!(!Replace { find: "", replacement: "x" }.in_text(&mut text));
        assert_eq!(text, "text");
    }
}
