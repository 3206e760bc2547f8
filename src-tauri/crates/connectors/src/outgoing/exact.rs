//! Arguments with whole numbers beyond 64 bits, which go out with all their digits where arguments are objects.
//!
//! Bodies hold values, and values hold 64 bits. So a body is written with the digits put back into the arguments they
//! are of.

use super::Place;
use content::{CallArguments, Digits, JsonObject, Message};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::sync::Arc;

/// The arguments of one call.
#[derive(Clone, Debug)]
pub(crate) struct ExactArguments {
    pub(super) place: Place,
    pub(super) arguments: CallArguments,
    /// As they stand in the body, and what that holds in part only.
    pub(super) written: JsonObject,
    pub(super) digits: Digits,
}

impl ExactArguments {
    /// Whether whatever looks the same in the body has the same digits.
    pub(super) fn is_clear(&self, messages: &[Arc<Message>], others: &[Self]) -> bool {
        let of = self.arguments.digits();
        let mut calls = messages.iter().flat_map(|message| message.calls());
        let mut others = others.iter();
        calls.all(|call| !is_alike(&call.arguments, &self.arguments) || call.arguments.digits() == of)
            && others.all(|other| other.written != self.written || other.digits == self.digits)
    }
}

fn is_alike(one: &CallArguments, other: &CallArguments) -> bool {
    match (one, other) {
        (CallArguments::Parsed { value: one, .. }, CallArguments::Parsed { value: other, .. }) => {
            one == other
        }
        (CallArguments::Parsed { .. } | CallArguments::Malformed { .. }, _) => false,
    }
}

/// A body, or a part of one, with all digits of the arguments in it.
pub(crate) struct Restored<'a> {
    pub(crate) body: &'a Value,
    /// What a protocol calls the arguments of a call.
    pub(crate) key: &'static str,
    pub(crate) exact: &'a [ExactArguments],
}

impl Restored<'_> {
    fn part<'a>(&'a self, body: &'a Value) -> Restored<'a> {
        Restored { body, ..*self }
    }

    fn found(&self, key: &str, value: &Value) -> Option<&ExactArguments> {
        let object = value.as_object().filter(|_| key == self.key)?;
        self.exact.iter().find(|exact| exact.written == *object)
    }
}

impl Serialize for Restored<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.body {
            Value::Array(items) => serializer.collect_seq(items.iter().map(|item| self.part(item))),
            Value::Object(members) => {
                let mut written = serializer.serialize_map(Some(members.len()))?;
                for (key, value) in members {
                    match self.found(key, value) {
                        Some(found) => written.serialize_entry(key, &found.digits.object(&found.written))?,
                        None => written.serialize_entry(key, &self.part(value))?,
                    }
                }
                written.end()
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                self.body.serialize(serializer)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::over_sockets::connector;
    use crate::testing::{answer, asked, call, said};
    use crate::{Kind, ModelOptions};
    use content::{Outcome, Output, Role};
    use ports::{CompletionRequest, Preview};
    use serde_json::json;
    use std::sync::Arc;

    const BIG: &str =
        r#"{"port":115792089237316195423570985008687907853269984665640564039457584007913129639935}"#;
    const OBJECTS: [(&str, &str, &str); 7] = [
        ("anthropic", "claude-opus-5-5", "input"),
        ("gemini", "gemini-3.6-flash", "args"),
        ("vertex", "gemini-3.6-flash", "args"),
        ("gemini-interactions", "gemini-3.6-flash", "arguments"),
        ("ollama", "qwen3:8b", "arguments"),
        ("bedrock", "eu.anthropic.claude-opus-5-5-v1:0", "input"),
        ("bedrock", "us.amazon.nova-pro-v1:0", "input"),
    ];
    const TEXTS: [(&str, &str); 3] =
        [("openai", "gpt-5"), ("openai-responses", "gpt-5"), ("mistral", "mistral-large-latest")];

    fn preview(kind: &str, model: &str, request: &CompletionRequest, options: ModelOptions) -> Preview {
        let kind = Kind::named(kind).expect("a kind");
        let connector = connector(kind, model, "https://x.example/v1".to_owned(), options);
        connector.preview(request).expect("a request").expect("a wire")
    }

    fn called(arguments: &[&str]) -> CompletionRequest {
        let names: Vec<_> = (0..arguments.len()).map(|place| format!("c{place}")).collect();
        let calls = names.iter().zip(arguments).map(|(id, arguments)| call(id, "tide_table", arguments));
        let output = || Outcome::Returned { output: Output::Text { text: "23:41".to_owned() } };
        let answers = names.iter().map(|id| answer(id, "tide_table", output()));
        asked(vec![said(Role::Assistant, calls.collect()), said(Role::Function, answers.collect())])
    }

    /// Where digits are told as lost.
    fn lost(preview: &Preview) -> Vec<&str> {
        let what = "a whole number beyond 64 bits is written with fewer digits";
        let told = preview.adaptations.iter().filter(|one| one.what.to_string() == what);
        told.flat_map(|one| one.places.iter().map(String::as_str)).collect()
    }

    #[test]
    fn a_whole_number_beyond_64_bits_goes_back_with_all_its_digits() {
        let more = json!({ "further": { "input": 1 } }).as_object().cloned().expect("an object");
        for options in [ModelOptions::default(), ModelOptions { more, ..ModelOptions::default() }] {
            for (kind, model, key) in OBJECTS {
                let preview = preview(kind, model, &called(&[BIG, r#"{"port":1}"#]), options.clone());
                assert!(preview.body.contains(&format!("\"{key}\":{BIG}")), "{kind}: {}", preview.body);
                assert_eq!(lost(&preview), Vec::<&str>::new(), "{kind}");
            }
            for (kind, model) in TEXTS {
                let preview = preview(kind, model, &called(&[BIG]), options.clone());
                assert!(preview.body.contains(&json!(BIG).to_string()), "{kind}: {}", preview.body);
            }
        }
    }

    /// Arguments that are the object as a text.
    fn preview_of_text(kind: &str, model: &str) -> Preview {
        preview(kind, model, &called(&[&json!(BIG).to_string()]), ModelOptions::default())
    }

    #[test]
    fn an_object_in_a_text_has_all_its_digits() {
        let (_, digits) = BIG.split_once(':').expect("a number");
        for (kind, model) in TEXTS {
            let body = preview_of_text(kind, model).body;
            assert!(body.contains(digits.trim_end_matches('}')), "{kind}: {body}");
        }
        for (kind, model, key) in OBJECTS {
            let body = preview_of_text(kind, model).body;
            assert!(body.contains(&format!("\"{key}\":{BIG}")), "{kind}: {body}");
        }
    }

    #[test]
    fn a_number_under_a_name_the_provider_does_not_take_has_all_its_digits() {
        let mut request = called(&[r#"{"größe":18446744073709551616}"#]);
        let spec = Arc::make_mut(&mut request.functions[1]);
        spec.parameters = json!({ "type": "object", "properties": { "größe": { "type": "integer" } } });
        for (kind, model, key) in [OBJECTS[0], OBJECTS[5]] {
            let preview = preview(kind, model, &request, ModelOptions::default());
            let (_, behind) = preview.body.split_once(&format!("\"{key}\":{{")).expect("arguments");
            let (name, behind) = behind.split_once(':').expect("a name");
            assert!(behind.starts_with("18446744073709551616}"), "{kind}: {}", preview.body);
            assert_ne!(name, "\"größe\"");
        }
    }

    #[test]
    fn calls_that_differ_in_these_digits_alone_are_told_apart_by_nothing_and_that_is_told() {
        let alike =
            [r#"{"port":1000000000000000000001}"#, r#"{"port":1000000000000000000002}"#, r#"{"port":1e21}"#];
        for (kind, model, key) in OBJECTS {
            for calls in [&alike[..2], &alike[1..], &alike] {
                let preview = preview(kind, model, &called(calls), ModelOptions::default());
                let written = preview.body.matches(&format!("\"{key}\":{{\"port\":1e+21}}")).count();
                let big = calls.iter().filter(|arguments| !arguments.contains('e')).count();
                assert_eq!((written, lost(&preview).len()), (calls.len(), big), "{kind}: {}", preview.body);
            }
        }
    }
}
