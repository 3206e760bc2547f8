//! A model that calls the first function it is offered, then speaks from the result.
//!
//! It is what answers a program without a key, so its replies depend on the request and not on a file.

use super::source::Script;
use super::wire::{Event, Line};
use content::{Message, Role};
use ports::{CompletionRequest, FunctionChoice, FunctionSpec};
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::Duration;

pub(super) const TITLE: &str = "Calls the first function it is offered";

/// The id of its call in its own script.
const CALL: &str = "call_1";

/// Schemas deeper than this get no value.
const MAX_SCHEMA_DEPTH: usize = 8;

/// Milliseconds between two pieces of a reply.
const PIECE_INTERVAL_MS: u64 = 28;

/// The replies to a request: a call where one is possible, then words about its result.
pub(super) fn script(request: &CompletionRequest, wire_name: impl Fn(&FunctionSpec) -> String) -> Script {
    let replies = match callable(request) {
        Some(spec) => {
            let question = last_question(&request.messages);
            let arguments =
                Value::Object(members(&spec.parameters, &spec.parameters, &question, MAX_SCHEMA_DEPTH));
            vec![call(&wire_name(spec), &arguments.to_string()), words(&answer(spec))]
        }
        None => vec![words("You offered no function, so there is nothing to call.")],
    };
    // A program that asks once more without a new question hears the last words again.
    let since_question = request.messages.iter().rev().take_while(|message| message.role != Role::User);
    let answers = since_question.filter(|message| message.role == Role::Assistant).count();
    let last = replies.last().cloned().unwrap_or_default();
    let missing = (answers + 1).saturating_sub(replies.len());
    let replies = replies.into_iter().chain(std::iter::repeat_n(last, missing)).collect();
    Script { title: TITLE.to_owned(), replies }
}

/// The function it calls: the first one that the request allows.
fn callable(request: &CompletionRequest) -> Option<&FunctionSpec> {
    let mut functions = request.functions.iter().map(Arc::as_ref);
    match &request.choice {
        FunctionChoice::Auto | FunctionChoice::Required => functions.next(),
        FunctionChoice::None => None,
        FunctionChoice::Function { name } => functions.find(|spec| spec.name == *name),
        FunctionChoice::Allowed { functions: allowed, .. } => {
            functions.find(|spec| allowed.contains(&spec.name))
        }
    }
}

fn answer(spec: &FunctionSpec) -> String {
    format!("{} returned: {{{{{CALL}}}}}", spec.name.function)
}

fn call(name: &str, arguments: &str) -> Vec<Line> {
    let begins = Event::Call { id: CALL.to_owned(), name: name.to_owned() };
    let pieces = pieces(arguments).map(|delta| Event::Arguments { delta, call: None });
    lines(std::iter::once(begins).chain(pieces))
}

fn words(text: &str) -> Vec<Line> {
    let pieces = text.split_inclusive(' ').map(|delta| Event::Text { delta: delta.to_owned() });
    lines(pieces)
}

/// Arguments arrive in pieces, as those of any model do.
fn pieces(text: &str) -> impl Iterator<Item = String> {
    let letters: Vec<_> = text.chars().collect();
    let pieces: Vec<_> = letters.chunks(8).map(|piece| piece.iter().collect()).collect();
    pieces.into_iter()
}

fn lines(events: impl Iterator<Item = Event>) -> Vec<Line> {
    let line = |event: Event| Line {
        after: Duration::from_millis(PIECE_INTERVAL_MS),
        text: serde_json::to_string(&event).unwrap_or_default(),
        event,
    };
    events.chain([Event::End]).map(line).collect()
}

fn last_question(messages: &[Arc<Message>]) -> String {
    let question = messages.iter().rev().find(|message| message.role == Role::User);
    question.map(|message| message.text()).unwrap_or_default()
}

/// A value for each required member of an object.
fn members(schema: &Value, root: &Value, question: &str, depth: usize) -> Map<String, Value> {
    let schema = resolved(schema, root);
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    let value_of = |name: &str| {
        let property = schema.get("properties").and_then(|properties| properties.get(name));
        property.map_or(Value::Null, |property| value(property, root, question, depth))
    };
    required.filter_map(Value::as_str).map(|name| (name.to_owned(), value_of(name))).collect()
}

/// A value the schema accepts, as far as its usual keywords say.
fn value(schema: &Value, root: &Value, question: &str, depth: usize) -> Value {
    let schema = resolved(schema, root);
    let first = |key: &str| schema.get(key).and_then(Value::as_array).and_then(|all| all.first());
    let given = schema.get("const").or_else(|| schema.get("default"));
    if let Some(given) = given.or_else(|| first("examples")).or_else(|| first("enum")) {
        return given.clone();
    }
    let Some(depth) = depth.checked_sub(1) else { return Value::Null };
    if let Some(one) = first("anyOf").or_else(|| first("oneOf")).or_else(|| first("allOf")) {
        return value(one, root, question, depth);
    }
    match type_of(schema) {
        "string" => text(schema, question).into(),
        "integer" | "number" => least(schema),
        "boolean" => true.into(),
        "array" => {
            let wanted = schema.get("minItems").and_then(Value::as_u64).unwrap_or(1).clamp(1, 16);
            let item = schema.get("items").map_or(Value::Null, |item| value(item, root, question, depth));
            (0..wanted).map(|_| item.clone()).collect()
        }
        "object" => members(schema, root, question, depth).into(),
        _ => Value::Null,
    }
}

/// A reference within the schema is followed once. What it leads to may refer on, level by level.
fn resolved<'a>(schema: &'a Value, root: &'a Value) -> &'a Value {
    let place = schema.get("$ref").and_then(Value::as_str).and_then(|place| place.strip_prefix('#'));
    place.and_then(|place| root.pointer(place)).unwrap_or(schema)
}

/// The first type that is not null.
fn type_of(schema: &Value) -> &str {
    let types = match schema.get("type") {
        Some(Value::Array(types)) => types.iter().filter_map(Value::as_str).collect(),
        Some(Value::String(one)) => vec![one.as_str()],
        _ if schema.get("properties").is_some() => vec!["object"],
        _ => Vec::new(),
    };
    types.into_iter().find(|one| *one != "null").unwrap_or("null")
}

fn least(schema: &Value) -> Value {
    let above = schema.get("exclusiveMinimum").and_then(Value::as_i64).map(|least| least.saturating_add(1));
    above.map(Value::from).or_else(|| schema.get("minimum").cloned()).unwrap_or_else(|| 1.into())
}

/// A text of the right form, or a name from the question: "Oslo" in "What is the weather in Oslo?".
fn text(schema: &Value, question: &str) -> String {
    match schema.get("format").and_then(Value::as_str) {
        Some("date") => "2026-01-01".to_owned(),
        Some("date-time") => "2026-01-01T12:00:00Z".to_owned(),
        Some("time") => "12:00:00Z".to_owned(),
        Some("uri") => "https://example.com".to_owned(),
        Some("email") => "somebody@example.com".to_owned(),
        Some(_) | None => name_in(question).unwrap_or("example").to_owned(),
    }
}

/// The first word behind the beginning that has a capital letter.
fn name_in(question: &str) -> Option<&str> {
    let words = question.split_whitespace().skip(1);
    let mut bare = words.map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()));
    bare.find(|word| word.chars().count() > 1 && word.starts_with(char::is_uppercase))
}

#[cfg(test)]
mod tests {
    use super::{MAX_SCHEMA_DEPTH, members};
    use serde_json::{Value, json};

    #[track_caller]
    fn check(schema: Value, expected: Value) {
        let written = members(&schema, &schema, "What is the weather in Oslo?", MAX_SCHEMA_DEPTH);
        assert_eq!(Value::Object(written), expected);
    }

    #[test]
    fn arguments_follow_the_schema_and_the_question() {
        check(
            json!({
                "type": "object",
                "properties": {
                    "city": { "type": "string" },
                    "unit": { "enum": ["celsius", "kelvin"] },
                    "days": { "type": ["null", "integer"], "minimum": 3 },
                    "when": { "type": "string", "format": "date" },
                    "note": { "type": "string" },
                    "near": { "type": "array", "items": { "$ref": "#/$defs/place" } }
                },
                "required": ["city", "unit", "days", "when", "near"],
                "$defs": {
                    "place": { "properties": { "name": { "default": "here" } }, "required": ["name"] }
                }
            }),
            json!({
                "city": "Oslo", "unit": "celsius", "days": 3, "when": "2026-01-01", "near": [{ "name": "here" }]
            }),
        );
    }

    #[test]
    fn a_schema_that_contains_itself_ends() {
        let schema = json!({ "properties": { "next": { "$ref": "#" } }, "required": ["next"] });
        let written = members(&schema, &schema, "", MAX_SCHEMA_DEPTH);
        assert!(written.contains_key("next"));
    }

    #[test]
    fn a_function_without_parameters_gets_no_arguments() {
        check(json!({}), json!({}));
        check(json!({ "type": "object" }), json!({}));
    }
}
