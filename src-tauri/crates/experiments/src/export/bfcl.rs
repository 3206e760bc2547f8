//! Lines of the Berkeley Function-Calling Leaderboard: a file of questions for each category that has cases, and one of possible
//! answers in the folder beside.

use super::portable::messages;
use super::{ExportLoss, ExportedFile};
use crate::case::{Case, CaseFunction};
use crate::expectation::{Expected, ExpectedCall, Matching, Others};
use content::JsonObject;
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(super) fn files(cases: &[Case], losses: &mut Vec<ExportLoss>) -> Vec<ExportedFile> {
    let mut categories: BTreeMap<&str, (String, String)> = BTreeMap::new();
    for case in cases {
        let Some((category, answer)) = answered(case) else {
            losses.push(ExportLoss::LeftOut { case: case.id.clone() });
            continue;
        };
        lose(case, losses);
        let (questions, answers) = categories.entry(category).or_default();
        questions.push_str(&format!("{}\n", question(case, losses)));
        let line = json!({ "id": case.id.as_str(), "ground_truth": answer });
        answers.push_str(&format!("{line}\n"));
    }
    let mut files = Vec::new();
    for (category, (questions, answers)) in categories {
        let name = format!("BFCL_v4_{category}.json");
        files.push(ExportedFile { path: format!("possible_answer/{name}"), text: answers });
        files.push(ExportedFile { path: name, text: questions });
    }
    files
}

/// The category of a case and its possible answers, if they can be said: each call with lists of values, and no others.
fn answered(case: &Case) -> Option<(&'static str, Vec<Value>)> {
    let calls = case.expect.calls.as_ref()?;
    match calls.matching {
        Matching::Exactly | Matching::AnyOrder => {}
        Matching::InOrder | Matching::Superset | Matching::Subset => return None,
    }
    let category = match (calls.list.len(), case.functions.len()) {
        (0, _) => "irrelevance",
        (1, 1) => "simple_python",
        (1, _) => "multiple",
        (_, 1) => "parallel",
        (_, _) => "parallel_multiple",
    };
    Some((category, calls.list.iter().map(possible).collect::<Option<_>>()?))
}

fn possible(call: &ExpectedCall) -> Option<Value> {
    if call.others == Others::Ignored {
        return None;
    }
    let mut arguments = JsonObject::new();
    for (name, rule) in &call.arguments {
        let values = accepted(rule)?;
        match name.strip_prefix('/') {
            None => _ = arguments.insert(name.clone(), json!(values)),
            Some(path) => place(&mut arguments, path, values)?,
        }
    }
    Some(json!({ call.function.as_str(): arguments }))
}

/// A field of an argument: the object is the only value, and its fields have values of their own. One level is all that the
/// checker reads.
fn place(arguments: &mut JsonObject, path: &str, values: Vec<Value>) -> Option<()> {
    let unescaped = |name: &str| name.replace("~1", "/").replace("~0", "~");
    match path.split('/').collect::<Vec<_>>()[..] {
        [name] => _ = arguments.insert(unescaped(name), json!(values)),
        [name, field] => {
            let whole = arguments.entry(unescaped(name)).or_insert_with(|| json!([{}]));
            whole.pointer_mut("/0")?.as_object_mut()?.insert(unescaped(field), json!(values));
        }
        _ => return None,
    }
    Some(())
}

/// The values that are accepted; an empty text among them means that there may be none.
fn accepted(rule: &Expected) -> Option<Vec<Value>> {
    match rule {
        Expected::Equals(value) => Some(vec![written(value)?]),
        Expected::OneOf(values) | Expected::Alike(values) => values.iter().map(written).collect(),
        Expected::Optional(inner) => {
            let mut values = accepted(inner)?;
            values.push(json!(""));
            Some(values)
        }
        Expected::Pattern(_) | Expected::Number { .. } | Expected::Contains(_) | Expected::Ignored => None,
    }
}

/// A value as an answer has it: the fields of an object are lists of values. Objects in objects are compared as they are.
fn written(value: &Value) -> Option<Value> {
    let object = |fields: &JsonObject| {
        fields.iter().map(|(name, value)| (name.clone(), json!([value]))).collect::<JsonObject>()
    };
    match value {
        Value::Object(fields) => Some(Value::Object(object(fields))),
        Value::Array(elements) if elements.iter().any(Value::is_object) => {
            let elements = elements.iter().map(|element| element.as_object().map(object));
            elements.collect::<Option<Vec<_>>>().map(|elements| json!(elements))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            Some(value.clone())
        }
    }
}

/// What the checker does not compare.
fn lose(case: &Case, losses: &mut Vec<ExportLoss>) {
    let expect = &case.expect;
    let is_ordered = |calls: &crate::expectation::ExpectedCalls| {
        calls.matching == Matching::Exactly && calls.list.len() > 1
    };
    if expect.calls.as_ref().is_some_and(is_ordered) {
        losses.push(ExportLoss::Order { case: case.id.clone() });
    }
    let mut rules =
        expect.calls.iter().flat_map(|calls| &calls.list).flat_map(|call| call.arguments.values());
    if rules.any(has_exact_text) {
        losses.push(ExportLoss::Texts { case: case.id.clone() });
    }
    let parts = [("says", expect.says.is_empty()), ("rounds", expect.rounds.is_none())];
    for (name, _) in parts.into_iter().filter(|(_, is_empty)| !is_empty) {
        losses.push(ExportLoss::Part { case: case.id.clone(), name: name.to_owned() });
    }
    for name in case.settings.request.keys() {
        losses.push(ExportLoss::Setting { case: case.id.clone(), name: name.clone() });
    }
}

/// Whether a text has to be there as it is written.
fn has_exact_text(rule: &Expected) -> bool {
    let is_text = |value: &Value| value.is_string() || value.is_array() || value.is_object();
    match rule {
        Expected::Equals(value) => is_text(value),
        Expected::OneOf(values) => values.iter().any(is_text),
        Expected::Optional(inner) => has_exact_text(inner),
        Expected::Alike(_)
        | Expected::Pattern(_)
        | Expected::Number { .. }
        | Expected::Contains(_)
        | Expected::Ignored => false,
    }
}

fn question(case: &Case, losses: &mut Vec<ExportLoss>) -> Value {
    let messages = messages(case, losses);
    let functions: Vec<_> =
        case.functions.iter().map(|function| definition(case, function, losses)).collect();
    json!({ "id": case.id.as_str(), "question": [messages], "function": functions })
}

fn definition(case: &Case, function: &CaseFunction, losses: &mut Vec<ExportLoss>) -> Value {
    let mut is_whole = true;
    let schema = function.parameters.clone().unwrap_or_else(|| {
        losses.push(ExportLoss::Schema { case: case.id.clone(), function: function.name.clone() });
        json!({})
    });
    let mut parameters = in_types_of_language(&schema, &mut is_whole);
    if let Some(fields) = parameters.as_object_mut() {
        fields.insert("type".to_owned(), json!("dict"));
        for (name, empty) in [("properties", json!({})), ("required", json!([]))] {
            fields.entry(name).or_insert(empty);
        }
    }
    if !is_whole {
        losses.push(ExportLoss::Type { case: case.id.clone(), function: function.name.clone() });
    }
    let description = function.description.clone().unwrap_or_default();
    json!({ "name": function.name, "description": description, "parameters": parameters })
}

/// A schema with one type for each value, as the checker looks it up.
fn in_types_of_language(schema: &Value, is_whole: &mut bool) -> Value {
    let Value::Object(fields) = schema else { return json!({ "type": "any" }) };
    let mut written = fields.clone();
    let of_json = match fields.get("type") {
        Some(Value::String(of_json)) => of_json.as_str(),
        Some(_) | None => "",
    };
    let of_language = match of_json {
        "object" => "dict",
        "number" => "float",
        "string" | "integer" | "boolean" | "array" => of_json,
        _ => {
            *is_whole = false;
            "any"
        }
    };
    written.insert("type".to_owned(), json!(of_language));
    if let Some(properties) = fields.get("properties").and_then(Value::as_object) {
        let typed = |(name, inner): (&String, &Value)| (name.clone(), in_types_of_language(inner, is_whole));
        let properties: JsonObject = properties.iter().map(typed).collect();
        written.insert("properties".to_owned(), Value::Object(properties));
    }
    if of_language == "array" {
        let items = in_types_of_language(fields.get("items").unwrap_or(&Value::Null), is_whole);
        written.insert("items".to_owned(), items);
    }
    Value::Object(written)
}
