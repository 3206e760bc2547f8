//! Definitions of functions in the forms providers have for them, told apart by what is in them.

use super::Definition;
use super::gemini::{Order, is_gemini, json_schema, with_null};
use crate::checked::{SchemaError, check_schema};
use notices::{Describe, Notice};
use ports::{Effect, FunctionInput, TextForm};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use ts_rs::TS;

/// What was found in a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct PastedFunctions {
    /// The forms the definitions were in, each once.
    pub forms: Vec<DefinitionForm>,
    pub definitions: Vec<Definition>,
    /// What could not be read, or was left out of what could.
    pub notes: Vec<Notice>,
}

/// Whose form a definition is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum DefinitionForm {
    OpenAiChat,
    OpenAiResponses,
    Anthropic,
    Gemini,
    Mcp,
}

/// A text without definitions.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "definitions")]
#[advice("Paste the tools of a request to OpenAI, Anthropic or Gemini, or of an MCP server.")]
pub enum DefinitionsError {
    #[error("this is not JSON: {source}")]
    NotJson { source: serde_json::Error },
    #[error("there is no definition of a function in it")]
    NoDefinition,
}

/// A definition that can't be used.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "definition")]
pub(crate) enum DefinitionError {
    #[error("it has no name")]
    NoName,
    #[error("the schema of {name} is not an object")]
    NotObject { name: String },
    #[error("the schema of {name} is no JSON schema: {source}")]
    Schema { name: String, source: SchemaError },
    #[error("{kind} is a tool that its provider runs, or one without a schema")]
    OfProvider { kind: String },
    #[error("this is no definition ({keys})")]
    Unknown { keys: String },
}

/// A part of a pasted text that is left out.
#[derive(Debug, Describe)]
#[notice(prefix = "definition-note")]
pub(crate) enum DefinitionNote<'a> {
    #[notice("{place}: this is no definition")]
    NotDefinition { place: &'a str },
    #[notice("{place}: {reason}")]
    Unusable {
        place: &'a str,
        #[notice(cause)]
        reason: DefinitionError,
    },
    #[notice("{place}: {name} is there twice, the first one counts")]
    Twice { place: &'a str, name: &'a str },
    #[notice("{place} ({name}): “{key}” is not kept")]
    KeyNotKept { place: &'a str, name: &'a str, key: &'a str },
    #[notice("{place} ({name}): the order of properties is not kept")]
    OrderNotKept { place: &'a str, name: &'a str },
}

/// Reads definitions: one, a list, a whole request, or the answer to `tools/list`.
pub fn read_definitions(text: &str) -> Result<PastedFunctions, DefinitionsError> {
    let value: Value = serde_json::from_str(text).map_err(|source| DefinitionsError::NotJson { source })?;
    let mut found = PastedFunctions { forms: Vec::new(), definitions: Vec::new(), notes: Vec::new() };
    look_into(&value, "", &mut found);
    if found.definitions.is_empty() && found.notes.is_empty() {
        return Err(DefinitionsError::NoDefinition);
    }
    Ok(found)
}

/// Where lists of definitions stand, in whatever form.
const LISTS: [&str; 6] =
    ["tools", "functions", "functionDeclarations", "function_declarations", "result", "toolConfig"];

fn look_into(value: &Value, place: &str, found: &mut PastedFunctions) {
    match value {
        Value::Array(items) => {
            for (number, item) in items.iter().enumerate() {
                look_into(item, &format!("{place}/{number}"), found);
            }
        }
        Value::Object(members) => {
            let lists: Vec<_> = LISTS.iter().filter(|key| members.contains_key(**key)).collect();
            if lists.is_empty() {
                return one(members, place, found);
            }
            for key in lists {
                look_into(members.get(*key).unwrap_or(&Value::Null), &format!("{place}/{key}"), found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            found.notes.push(DefinitionNote::NotDefinition { place: at(place) }.notice());
        }
    }
}

fn one(members: &Map<String, Value>, place: &str, found: &mut PastedFunctions) {
    let read = form_of(members).and_then(|(form, body, schema)| {
        let definition = definition(form, body, schema, place, &mut found.notes)?;
        let is_text = members.get("type").is_some_and(|kind| kind == "custom") && schema.is_none();
        Ok((form, if is_text { with_text(definition, body.get("format")) } else { definition }))
    });
    match read {
        Ok((_, definition)) if found.definitions.iter().any(|earlier| earlier.name == definition.name) => {
            let note = DefinitionNote::Twice { place: at(place), name: &definition.name };
            found.notes.push(note.notice());
        }
        Ok((form, definition)) => {
            if !found.forms.contains(&form) {
                found.forms.push(form);
            }
            found.definitions.push(definition);
        }
        Err(reason) => found.notes.push(DefinitionNote::Unusable { place: at(place), reason }.notice()),
    }
}

/// What is said of a function's arguments beside their schema: examples, as Anthropic takes them, and the form of the
/// free text that only functions of OpenAI take.
pub fn read_input(examples: &[Value], text: Option<&Value>) -> FunctionInput {
    FunctionInput {
        examples: examples.iter().filter_map(|example| example.as_object().cloned()).collect(),
        text: text.map(text_form),
    }
}

fn text_form(format: &Value) -> TextForm {
    let grammar = format.get("grammar").unwrap_or(format);
    let text = |name: &str| grammar.get(name)?.as_str().map(str::to_owned);
    match (text("syntax"), text("definition")) {
        (Some(syntax), Some(definition)) => TextForm::Grammar { syntax, definition },
        _ => TextForm::Any,
    }
}

/// A schema with null where JSON Schema has it.
fn understood(schema: &Value) -> Value {
    let mut schema = schema.clone();
    with_null(&mut schema);
    schema
}

/// The schema of a function as a request of any provider has it.
pub fn read_schema(schema: &Value) -> Value {
    if is_gemini(schema) { json_schema(schema, &mut Order::Kept) } else { understood(schema) }
}

type Found<'a> = (DefinitionForm, &'a Map<String, Value>, Option<&'a Value>);

/// The form, where the name stands in it, and the schema.
fn form_of(members: &Map<String, Value>) -> Result<Found<'_>, DefinitionError> {
    let kind = members.get("type").and_then(Value::as_str);
    if let Some(Value::Object(function)) = members.get("function") {
        return Ok((DefinitionForm::OpenAiChat, function, function.get("parameters")));
    }
    if let Some(Value::Object(custom)) = members.get("custom") {
        return Ok((DefinitionForm::OpenAiChat, custom, None));
    }
    if let Some(schema) = members.get("input_schema") {
        return Ok((DefinitionForm::Anthropic, members, Some(schema)));
    }
    if let Some(schema) = members.get("inputSchema") {
        return Ok((DefinitionForm::Mcp, members, Some(schema)));
    }
    if let Some(schema) =
        members.get("parametersJsonSchema").or_else(|| members.get("parameters_json_schema"))
    {
        return Ok((DefinitionForm::Gemini, members, Some(schema)));
    }
    let schema = members.get("parameters");
    match kind {
        Some("function" | "custom") => Ok((DefinitionForm::OpenAiResponses, members, schema)),
        Some(other) => Err(DefinitionError::OfProvider { kind: other.to_owned() }),
        None if !members.contains_key("name") => {
            let keys: Vec<_> = members.keys().take(4).map(String::as_str).collect();
            Err(DefinitionError::Unknown { keys: keys.join(", ") })
        }
        None if schema.is_some_and(is_gemini) || schema.is_none() => {
            Ok((DefinitionForm::Gemini, members, schema))
        }
        // The older form of OpenAI, a list called `functions`.
        None => Ok((DefinitionForm::OpenAiChat, members, schema)),
    }
}

fn definition(
    form: DefinitionForm,
    body: &Map<String, Value>,
    schema: Option<&Value>,
    place: &str,
    notes: &mut Vec<Notice>,
) -> Result<Definition, DefinitionError> {
    let name = body.get("name").and_then(Value::as_str).map(str::trim).unwrap_or_default();
    if name.is_empty() {
        return Err(DefinitionError::NoName);
    }
    let parameters = match schema {
        None | Some(Value::Null) => json!({ "type": "object", "properties": {} }),
        Some(schema @ Value::Object(_)) if form == DefinitionForm::Gemini && is_gemini(schema) => {
            let mut order = Order::Kept;
            let schema = json_schema(schema, &mut order);
            if order == Order::LeftOut {
                notes.push(DefinitionNote::OrderNotKept { place: at(place), name }.notice());
            }
            schema
        }
        Some(schema @ Value::Object(_)) => understood(schema),
        Some(_) => return Err(DefinitionError::NotObject { name: name.to_owned() }),
    };
    check_schema(&parameters).map_err(|source| DefinitionError::Schema { name: name.to_owned(), source })?;
    let returns = returned(body);
    if let Some((key, None)) = returns {
        notes.push(DefinitionNote::KeyNotKept { place: at(place), name, key }.notice());
    }
    let ignored = ["cache_control", "behavior", "strict"];
    for key in ignored.into_iter().filter(|key| body.get(*key).is_some_and(|value| !value.is_null())) {
        notes.push(DefinitionNote::KeyNotKept { place: at(place), name, key }.notice());
    }
    let hint = body.get("annotations").and_then(|hints| hints.get("readOnlyHint")).and_then(Value::as_bool);
    Ok(Definition {
        name: name.to_owned(),
        description: body.get("description").and_then(Value::as_str).unwrap_or_default().to_owned(),
        parameters,
        effect: match hint {
            Some(true) => Effect::ReadsOnly,
            Some(false) => Effect::Changes,
            None => Effect::Unknown,
        },
        input: read_input(
            body.get("input_examples").and_then(Value::as_array).map_or(&[], Vec::as_slice),
            None,
        ),
        returns: returns.and_then(|(_, schema)| schema),
    })
}

/// The schema of the result under the name it has in MCP or in Gemini's two forms, if it is one.
fn returned(body: &Map<String, Value>) -> Option<(&'static str, Option<Value>)> {
    const NAMES: [&str; 4] = ["outputSchema", "responseJsonSchema", "response_json_schema", "response"];
    let (name, schema) = NAMES
        .iter()
        .find_map(|name| body.get(*name).filter(|schema| !schema.is_null()).map(|schema| (*name, schema)))?;
    let schema = read_schema(schema);
    Some((name, schema.is_object().then_some(schema).filter(|schema| check_schema(schema).is_ok())))
}

fn with_text(definition: Definition, format: Option<&Value>) -> Definition {
    Definition {
        parameters: FunctionInput::schema_of_text(),
        input: FunctionInput { text: Some(text_form(format.unwrap_or(&Value::Null))), ..definition.input },
        ..definition
    }
}

fn at(place: &str) -> &str {
    if place.is_empty() { "/" } else { place }
}

#[cfg(test)]
mod tests {
    use super::{DefinitionForm, DefinitionNote, FunctionInput, TextForm, read_definitions};
    use notices::Describe;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    #[track_caller]
    fn check(pasted: Value, form: DefinitionForm) {
        let found = read_definitions(&pasted.to_string()).expect("a definition");
        assert_eq!((found.forms, found.notes), (vec![form], Vec::new()));
        let [definition] = found.definitions.as_slice() else { panic!("one definition") };
        assert_eq!(
            (definition.name.as_str(), definition.description.as_str()),
            ("get_tide", "Tells the tide.")
        );
        assert_eq!(definition.parameters, schema());
    }

    fn schema() -> Value {
        json!({ "type": "object", "properties": { "port": { "type": "string" } }, "required": ["port"] })
    }

    #[test]
    fn the_schema_of_the_result_is_kept_under_each_of_its_names() {
        let result = json!({ "type": "object", "properties": { "metres": { "type": "number" } } });
        let loud = json!({ "type": "OBJECT", "properties": { "metres": { "type": "NUMBER" } } });
        for (key, written) in
            [("outputSchema", &result), ("responseJsonSchema", &result), ("response", &loud)]
        {
            let pasted = json!({ "name": "get_tide", "inputSchema": schema(), key: written });
            let found = read_definitions(&pasted.to_string()).expect("a definition");
            assert_eq!(found.definitions[0].returns.as_ref(), Some(&result), "{key}");
            assert_eq!(found.notes, [], "{key}");
        }
    }

    #[test]
    fn a_result_that_is_no_schema_is_left_out_and_noted() {
        let pasted = json!({ "name": "get_tide", "inputSchema": schema(), "outputSchema": "metres" });
        let found = read_definitions(&pasted.to_string()).expect("a definition");
        assert_eq!(found.definitions[0].returns, None);
        assert!(found.notes[0].to_string().contains("outputSchema"), "{:?}", found.notes);
    }

    #[test]
    fn every_form_is_known_by_what_is_in_it() {
        let (name, description) = ("get_tide", "Tells the tide.");
        let plain = json!({ "name": name, "description": description, "parameters": schema() });
        check(json!([{ "type": "function", "function": plain }]), DefinitionForm::OpenAiChat);
        check(
            json!({ "model": "m", "tools": [{ "type": "function", "function": plain }] }),
            DefinitionForm::OpenAiChat,
        );
        check(json!({ "functions": [plain] }), DefinitionForm::OpenAiChat);
        let responses =
            json!({ "type": "function", "name": name, "description": description, "parameters": schema() });
        check(json!({ "tools": [responses] }), DefinitionForm::OpenAiResponses);
        let anthropic = json!({ "name": name, "description": description, "input_schema": schema() });
        check(json!({ "tools": [anthropic] }), DefinitionForm::Anthropic);
        let mcp = json!({ "name": name, "description": description, "inputSchema": schema() });
        check(json!({ "jsonrpc": "2.0", "id": 1, "result": { "tools": [mcp] } }), DefinitionForm::Mcp);
        let loud =
            json!({ "type": "OBJECT", "properties": { "port": { "type": "STRING" } }, "required": ["port"] });
        let gemini = json!({ "name": name, "description": description, "parameters": loud });
        check(json!({ "tools": [{ "functionDeclarations": [gemini] }] }), DefinitionForm::Gemini);
        check(gemini, DefinitionForm::Gemini);
    }

    #[test]
    fn functions_that_take_free_text_and_examples_are_read_wherever_they_stand() {
        let grammar = json!({ "type": "grammar", "syntax": "lark", "definition": "start: /.+/" });
        let exec = json!({ "type": "custom", "name": "exec", "format": grammar });
        let space = json!({ "type": "namespace", "name": "shell", "description": "", "tools": [exec] });
        let added = json!({ "type": "additional_tools", "role": "developer", "tools": [space] });
        let chat = json!({ "type": "custom", "custom": { "name": "note", "format": { "type": "text" } } });
        let tide =
            json!({ "name": "tide", "input_schema": schema(), "input_examples": [{ "port": "Lysvik" }] });
        let found = read_definitions(&json!([added, chat, tide]).to_string()).expect("definitions");
        assert_eq!(found.notes, []);
        let inputs: Vec<_> = found.definitions.into_iter().map(|one| (one.name, one.input)).collect();
        let lark = TextForm::Grammar { syntax: "lark".to_owned(), definition: "start: /.+/".to_owned() };
        let of_text = |text| FunctionInput { text: Some(text), examples: Vec::new() };
        let example = json!({ "port": "Lysvik" }).as_object().cloned().expect("an object");
        let expected = [
            ("exec".to_owned(), of_text(lark)),
            ("note".to_owned(), of_text(TextForm::Any)),
            ("tide".to_owned(), FunctionInput { examples: vec![example], text: None }),
        ];
        assert_eq!(inputs, expected);
    }

    #[test]
    fn what_gemini_alone_writes_becomes_json_schema() {
        let loud = json!({
            "type": "OBJECT",
            "properties": {
                "day": { "type": "STRING", "nullable": true, "format": "enum", "enum": ["a"] },
                "list": { "type": "ARRAY", "items": { "type": "INTEGER" }, "maxItems": "3" },
            },
            "propertyOrdering": ["list", "day"],
        });
        let found =
            read_definitions(&json!({ "name": "f", "parameters": loud }).to_string()).expect("a definition");
        let expected = json!({
            "type": "object",
            "properties": {
                "day": { "type": ["string", "null"], "enum": ["a", null] },
                "list": { "type": "array", "items": { "type": "integer" }, "maxItems": 3 },
            },
        });
        assert_eq!(found.definitions[0].parameters, expected);
        let note = DefinitionNote::OrderNotKept { place: "/", name: "f" };
        assert_eq!(found.notes, [note.notice()]);
    }

    #[test]
    fn what_may_be_null_may_be_null_in_every_form() {
        let day = json!({ "nullable": true, "type": "string", "enum": ["a"] });
        let place = json!({ "nullable": true, "anyOf": [{ "type": "string" }, { "type": "integer" }] });
        let nullable = json!({ "type": "boolean", "default": { "nullable": true } });
        let parameters = json!({
            "type": "object",
            "properties": { "day": day, "place": place, "nullable": nullable },
            "required": [],
        });
        for schema in ["parameters", "input_schema", "inputSchema", "parametersJsonSchema"] {
            let pasted = json!({ "name": "f", schema: parameters });
            let found = read_definitions(&pasted.to_string()).expect("a definition");
            let properties = &found.definitions[0].parameters["properties"];
            assert_eq!(properties["day"]["enum"], json!(["a", null]), "{schema}");
            assert_eq!(properties["day"]["type"], json!(["string", "null"]), "{schema}");
            assert_eq!(properties["place"]["anyOf"][2], json!({ "type": "null" }), "{schema}");
            assert_eq!(properties["nullable"], nullable, "{schema}");
            assert_eq!(found.definitions[0].parameters["required"], json!([]), "nothing is required");
        }
    }

    #[test]
    fn a_schema_of_an_older_draft_is_kept_as_it_is() {
        let pair = json!({ "type": "array", "items": [{ "type": "integer" }, { "type": "string" }] });
        let parameters = json!({
            "type": "object",
            "properties": { "pair": pair, "depth": { "minimum": 1, "exclusiveMinimum": true } },
        });
        let pasted = json!({ "name": "f", "input_schema": parameters });
        let found = read_definitions(&pasted.to_string()).expect("a definition");
        assert_eq!((found.definitions.len(), found.notes), (1, Vec::new()));
        assert_eq!(found.definitions[0].parameters, parameters);
    }

    #[test]
    fn what_can_not_be_read_is_named_with_its_place_and_the_rest_is_kept() {
        let pasted = json!([
            { "type": "web_search_20250305", "name": "web_search" },
            { "name": "good", "input_schema": { "type": "object" } },
            { "name": "good", "input_schema": { "type": "object" } },
            { "name": "bad", "input_schema": { "type": 7 } },
            { "input_schema": { "type": "object" } },
            "text",
        ]);
        let found = read_definitions(&pasted.to_string()).expect("a definition");
        assert_eq!(found.definitions.len(), 1);
        let notes: Vec<_> = found.notes.iter().map(ToString::to_string).collect();
        let places: Vec<_> = notes.iter().map(|note| note.split(':').next().unwrap_or_default()).collect();
        assert_eq!(places, ["/0", "/2", "/3", "/4", "/5"]);
        for text in ["", "[]", "{\"tools\": []}"] {
            assert!(read_definitions(text).is_err(), "{text}");
        }
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf =
            prop_oneof![Just(Value::Null), Just(json!("function")), Just(json!("OBJECT")), Just(json!(7))];
        let keys = prop_oneof![
            Just("type"),
            Just("name"),
            Just("function"),
            Just("parameters"),
            Just("tools"),
            Just("items"),
            Just("properties"),
            Just("input_schema"),
            Just("functionDeclarations"),
            Just("anyOf"),
        ];
        leaf.prop_recursive(5, 40, 4, move |inner| {
            let members = prop::collection::vec((keys.clone().prop_map(str::to_owned), inner.clone()), 0..4);
            prop_oneof![
                prop::collection::vec(inner, 0..3).prop_map(Value::Array),
                members.prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn any_json_is_read_or_refused(value in any_json()) {
            let _ = read_definitions(&value.to_string());
        }
    }
}
