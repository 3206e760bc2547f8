//! A body, and each piece of it, by the words a model reads in it.

use super::words::in_text;
use serde_json::Value;
use std::iter::Sum;
use std::ops::Add;

/// What a protocol says of a message beside its words is told to a model in a few tokens, whatever it is called.
const MESSAGE: f64 = 4.0;
const FUNCTION: f64 = 6.0;
const REQUEST: f64 = 3.0;

/// Names of fields whose text a model does not read: ids, kinds, signatures.
const UNREAD: [&str; 17] = [
    "role",
    "type",
    "id",
    "tool_call_id",
    "call_id",
    "tool_use_id",
    "toolUseId",
    "model",
    "status",
    "thoughtSignature",
    "signature",
    "encrypted_content",
    "mimeType",
    "mime_type",
    "media_type",
    "format",
    "detail",
];

/// Names of fields below which names are read as well, because a person chose them.
const OPEN: [&str; 9] =
    ["input", "args", "arguments", "response", "json", "parameters", "input_schema", "inputSchema", "schema"];

/// Names of fields that list messages, and of those that list functions.
const MESSAGES: [&str; 3] = ["messages", "contents", "input"];
const FUNCTIONS: [&str; 2] = ["tools", "toolConfig"];
const FORMS: [&str; 6] =
    ["response_format", "text", "output_config", "outputConfig", "generationConfig", BARE_FORM];
const BARE_FORM: &str = "format";
const INSTRUCTIONS: [&str; 4] = ["system", "systemInstruction", "system_instruction", "instructions"];

/// What is read in a body or a piece of one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weight {
    /// About so many tokens of words that were said.
    pub words: f64,
    /// The same of what describes functions,
    pub functions: f64,
    /// and of a schema the answer has to fit.
    pub form: f64,
    /// Pictures and sounds, which count for a number of tokens that only their provider knows.
    pub media: usize,
    pub has_functions: bool,
    pub has_form: bool,
}

impl Add for Weight {
    type Output = Self;

    fn add(self, more: Self) -> Self {
        Self {
            words: self.words + more.words,
            functions: self.functions + more.functions,
            form: self.form + more.form,
            media: self.media + more.media,
            has_functions: self.has_functions || more.has_functions,
            has_form: self.has_form || more.has_form,
        }
    }
}

impl Sum for Weight {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Add::add)
    }
}

/// All of a body.
pub fn weigh(body: &Value) -> Weight {
    let fields = body.as_object().into_iter().flatten();
    let told: Weight = fields.map(|(name, value)| field(name, value)).sum();
    Weight { words: told.words + REQUEST, ..told }
}

/// A piece of a body, by its JSON pointer.
pub fn weigh_piece(pointer: &str, piece: &Value) -> Weight {
    piece_of(pointer.split('/').nth(1).unwrap_or_default(), piece)
}

/// A field, or one message of the field with that name.
fn piece_of(name: &str, piece: &Value) -> Weight {
    if FUNCTIONS.contains(&name) {
        return functions(piece);
    }
    if INSTRUCTIONS.contains(&name) {
        return read(piece, false);
    }
    if FORMS.contains(&name) {
        return form(name, piece);
    }
    if MESSAGES.contains(&name) {
        return with(MESSAGE, read(piece, false));
    }
    Weight::default()
}

fn field(name: &str, value: &Value) -> Weight {
    match value.as_array().filter(|_| MESSAGES.contains(&name)) {
        Some(messages) => messages.iter().map(|message| piece_of(name, message)).sum(),
        None => piece_of(name, value),
    }
}

/// What describes the answer. Where a protocol has nothing around the schema, the field is the schema.
fn form(name: &str, value: &Value) -> Weight {
    let schema =
        if name == BARE_FORM { Some(value).filter(|value| value.is_object()) } else { schema_in(value) };
    let Some(schema) = schema else { return Weight::default() };
    Weight { form: read(schema, true).words, has_form: true, ..Weight::default() }
}

fn schema_in(value: &Value) -> Option<&Value> {
    let fields = value.as_object()?;
    let found = ["schema", "responseJsonSchema"].iter().find_map(|name| fields.get(*name));
    found.or_else(|| fields.values().find_map(schema_in))
}

fn with(more: f64, weight: Weight) -> Weight {
    Weight { words: weight.words + more, ..weight }
}

/// Functions stand in lists of lists, each protocol with its own covers around them.
fn functions(value: &Value) -> Weight {
    match value {
        Value::Array(several) => several.iter().map(functions).sum(),
        Value::Object(fields) => {
            let cover = ["functionDeclarations", "tools"].iter().find_map(|name| fields.get(*name));
            match cover.or_else(|| fields.get("function")).or_else(|| fields.get("toolSpec")) {
                Some(inner) => functions(inner),
                None if fields.contains_key("name") => {
                    let functions = read(value, true).words + FUNCTION;
                    Weight { functions, has_functions: true, ..Weight::default() }
                }
                None => Weight::default(),
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Weight::default(),
    }
}

/// What a model reads in a value. Where names are open, they are read as well.
fn read(value: &Value, is_open: bool) -> Weight {
    match value {
        Value::Null => Weight::default(),
        Value::Bool(_) | Value::Number(_) => with(1.0, Weight::default()),
        Value::String(text) if is_medium(text) => Weight { media: 1, ..Weight::default() },
        Value::String(text) => with(in_text(text), Weight::default()),
        Value::Array(values) => values.iter().map(|value| read(value, is_open)).sum(),
        Value::Object(fields) => {
            let named = |(name, value): (&String, &Value)| {
                if !is_open && value.is_string() && UNREAD.contains(&name.as_str()) {
                    return Weight::default();
                }
                let own = if is_open { in_text(name) + 1.0 } else { 0.0 };
                with(own, read(value, is_open || OPEN.contains(&name.as_str())))
            };
            fields.iter().map(named).sum()
        }
    }
}

/// Long texts without a blank are bytes.
fn is_medium(text: &str) -> bool {
    text.starts_with("data:") && text.contains(";base64,")
        || text.len() > 512
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=-_".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::{Weight, weigh, weigh_piece};
    use crate::corpus::{all_histories, request_with};
    use crate::{Kind, aligned};
    use serde_json::{Value, json};

    #[test]
    fn the_pieces_of_a_body_weigh_about_what_it_weighs() {
        let google = ["gemini", "gemini-interactions"];
        let others = ["openai", "openai-responses", "anthropic", "mistral", "ollama", "bedrock"];
        for kind in google.into_iter().chain(others) {
            let connector = Kind::named(kind).expect("a kind").sample("m").expect("a sample");
            for (name, history) in all_histories() {
                let found = aligned(connector.as_ref(), &request_with(history)).expect("it").expect("a wire");
                let body: Value = serde_json::from_str(&found.preview.body).expect("JSON");
                let piece = |pointer: &str| weigh_piece(pointer, body.pointer(pointer).expect("a piece"));
                let pieces: Weight = found.pieces.iter().map(|found| piece(&found.pointer)).sum();
                let whole = weigh(&body);
                assert_eq!(pieces.has_functions, whole.has_functions, "{kind}, {name}");
                // A message in pieces has its cover told with each.
                let words = |weight: &Weight| weight.words + weight.functions;
                let off = (words(&pieces) - words(&whole)).abs();
                assert!(off <= 8.0 + 5.0 * found.pieces.len() as f64, "{kind}, {name}: {pieces:?} {whole:?}");
            }
        }
    }

    #[test]
    fn pictures_are_counted_by_number_and_not_by_their_letters() {
        let picture = format!("data:image/png;base64,{}", "A".repeat(100_000));
        let message =
            json!({ "role": "user", "content": [{ "image_url": { "url": picture } }, { "text": "This?" }] });
        let weight = weigh(&json!({ "messages": [message], "model": "m" }));
        assert_eq!(weight.media, 1);
        assert!(weight.words < 12.0, "{weight:?}");
    }

    #[test]
    fn functions_are_found_in_the_covers_of_every_protocol() {
        let spec = json!({ "name": "tide", "description": "High tide.", "parameters": { "type": "object" } });
        let bodies = [
            json!({ "tools": [{ "type": "function", "function": spec }] }),
            json!({ "tools": [{ "functionDeclarations": [spec] }] }),
            json!({ "toolConfig": { "tools": [{ "toolSpec": spec }] } }),
            json!({ "tools": [spec] }),
        ];
        let weights = bodies.map(|body| weigh(&body));
        assert!(weights.iter().all(|weight| *weight == weights[0] && weight.has_functions), "{weights:?}");
    }
    #[test]
    fn a_schema_for_the_answer_is_found_where_each_protocol_has_it() {
        let schema = json!({ "type": "object", "properties": { "tide": { "type": "string" } } });
        let bodies = [
            json!({ "response_format": { "type": "json_schema", "json_schema": { "name": "reply", "schema": schema } } }),
            json!({ "text": { "format": { "type": "json_schema", "name": "reply", "schema": schema } } }),
            json!({ "output_config": { "format": { "type": "json_schema", "schema": schema } } }),
            json!({ "generationConfig": { "temperature": 1, "responseJsonSchema": schema } }),
            json!({ "format": schema }),
        ];
        let weights = bodies.map(|body| weigh(&body));
        assert!(weights.iter().all(|weight| *weight == weights[0] && weight.has_form), "{weights:?}");
        assert!(weights[0].form > 5.0, "{weights:?}");
        let without =
            json!({ "text": { "format": { "type": "text" } }, "format": "json", "generationConfig": {} });
        assert!(!weigh(&without).has_form);
    }
}
