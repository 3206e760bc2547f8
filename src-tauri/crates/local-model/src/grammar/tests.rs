//! What grammars allow: everything written by chance under one fits the schema it was made of.

mod gbnf;

use super::{Held, Holding, holding};
use crate::names::Names;
use crate::notation::{Piece, Reader};
use crate::notation_of::Notation;
use crate::testing::{asked, function, said};
use content::{FunctionName, Role};
use gbnf::Gbnf;
use ports::{CallOptions, CompletionRequest, FunctionChoice, ResponseFormat};
use serde_json::{Value, json};

fn forced(parameters: Value) -> CompletionRequest {
    let mut request = asked(vec![said(Role::User, "Do it")]);
    request.functions = vec![function(FunctionName::new("a", "f"), "does it", parameters)];
    request.choice = FunctionChoice::Required;
    request
}

fn held(request: &CompletionRequest, notation: Notation) -> (String, String, Vec<String>) {
    let Holding { held, loosened } = holding(request, &Names::of(request), notation);
    match held {
        Some(Held::AtOnce(grammar)) => (grammar.text, grammar.looser, loosened),
        other => panic!("held {other:?}"),
    }
}

/// Calls out of an answer.
fn calls(answer: &str) -> Vec<(String, String)> {
    let mut reader = Reader::new(["a-f"].into_iter(), false);
    let mut calls: Vec<(String, String)> = Vec::new();
    for piece in reader.push(answer).into_iter().chain(reader.finish()) {
        match piece {
            Piece::Call(name) => calls.push((name, String::new())),
            Piece::Arguments(text) => {
                if let Some((_, arguments)) = calls.last_mut() {
                    arguments.push_str(&text);
                }
            }
            Piece::Text(text) | Piece::Reasoning(text) => panic!("{text} in {answer}"),
            Piece::CallEnd => {}
        }
    }
    calls
}

/// Writes by chance and holds each call against the schema.
#[track_caller]
fn check(parameters: Value, loosened: &[&str]) {
    for notation in [Notation::Tags, Notation::Listed, Notation::Llama, Notation::Plain] {
        let (text, looser, not_said) = held(&forced(parameters.clone()), notation);
        assert_eq!(not_said, loosened);
        let schema = jsonschema::validator_for(&parameters).expect("a schema");
        let grammar = Gbnf::read(&text);
        for seed in 0..60 {
            let answer = grammar.write(seed);
            let calls = calls(&answer);
            assert!(!calls.is_empty(), "{answer}");
            for (name, arguments) in calls {
                assert_eq!(name, "a-f");
                let arguments: Value =
                    serde_json::from_str(&arguments).unwrap_or_else(|_| panic!("{arguments}"));
                assert!(arguments.is_object());
                if loosened.is_empty() {
                    assert!(schema.is_valid(&arguments), "{arguments} does not fit {parameters}");
                }
            }
        }
        assert!(!calls(&Gbnf::read(&looser).write(1)).is_empty());
    }
}

#[test]
fn arguments_fit_their_schema() {
    let city = json!({ "type": "string" });
    let unit = json!({ "enum": ["celsius", "fahr\"en\\heit", 3, null, { "a": [1, "b"] }] });
    check(
        json!({ "type": "object", "properties": { "city": city, "unit": unit }, "required": ["city"] }),
        &[],
    );
    check(
        json!({ "type": "object", "properties": { "a": city, "b": city, "c": city }, "required": ["b"] }),
        &[],
    );
    check(json!({ "type": "object", "properties": { "a": city, "b": city, "c": city } }), &[]);
    check(json!({ "type": "object", "properties": {}, "additionalProperties": false }), &[]);
    check(json!({ "type": "object", "additionalProperties": { "type": "integer" } }), &[]);
    check(json!({}), &[]);
    check(json!({ "type": "object", "required": ["anything at all"] }), &[]);
}

#[test]
fn numbers_texts_and_lists_keep_their_bounds() {
    let object = |value: Value| json!({ "type": "object", "properties": { "v": value }, "required": ["v"] });
    check(object(json!({ "type": "integer", "minimum": -3, "maximum": 12 })), &[]);
    check(object(json!({ "type": "integer", "minimum": 0 })), &[]);
    check(object(json!({ "type": "integer", "minimum": 1 })), &[]);
    check(object(json!({ "type": "string", "minLength": 2, "maxLength": 5 })), &[]);
    check(object(json!({ "type": "string", "format": "date" })), &[]);
    check(
        object(json!({ "type": "array", "items": { "type": "boolean" }, "minItems": 2, "maxItems": 4 })),
        &[],
    );
    check(object(json!({ "type": "array", "items": { "type": "number" }, "maxItems": 0 })), &[]);
    check(object(json!({ "type": "array", "items": { "type": "null" }, "minItems": 3 })), &[]);
    check(object(json!({ "type": "array", "prefixItems": [{ "type": "string" }, { "const": 7 }] })), &[]);
    check(object(json!({ "type": ["string", "null"] })), &[]);
}

#[test]
fn schemas_that_refer_to_each_other_or_to_themselves_are_followed() {
    let tree = json!({ "type": "object", "properties": { "left": { "$ref": "#/$defs/tree" }, "name": { "type": "string" } }, "required": ["name"] });
    let root = json!({ "type": "object", "properties": { "root": { "$ref": "#/$defs/tree" } }, "required": ["root"], "$defs": { "tree": tree } });
    check(root, &[]);
    let either = json!({ "anyOf": [{ "type": "integer" }, { "type": "object", "properties": { "x": { "const": 1 } }, "required": ["x"] }] });
    check(json!({ "type": "object", "properties": { "e": either }, "required": ["e"] }), &[]);
    let all = json!({ "allOf": [{ "type": "object", "properties": { "x": { "const": 1 } } }, { "required": ["x"] }] });
    check(json!({ "type": "object", "properties": { "all": all }, "required": ["all"] }), &[]);
    check(json!({ "type": "object", "properties": { "me": { "$ref": "#/properties/me" } } }), &[]);
}

#[test]
fn what_a_grammar_can_not_say_is_named_and_left_to_the_schema() {
    let object = |value: Value| json!({ "type": "object", "properties": { "v": value } });
    check(object(json!({ "type": "string", "pattern": "^a+$" })), &["pattern"]);
    check(object(json!({ "type": "integer", "maximum": 5 })), &["maximum"]);
    check(object(json!({ "type": "number", "minimum": 5, "multipleOf": 2 })), &["minimum", "multipleOf"]);
    check(object(json!({ "type": "string", "format": "email" })), &["format"]);
    check(object(json!({ "type": "string", "maxLength": 9000 })), &["length"]);
    check(object(json!({ "not": { "const": 1 } })), &["not"]);
    let elsewhere = object(json!({ "$ref": "https://example.com/schema" }));
    let (text, _, loosened) = held(&forced(elsewhere), Notation::Plain);
    assert_eq!(loosened, ["references that lead nowhere"]);
    assert!(!calls(&Gbnf::read(&text).write(1)).is_empty());
}

#[test]
fn a_grammar_is_there_where_a_call_is_required_or_a_person_wants_it_strict() {
    let request = |choice: FunctionChoice, strict| {
        let calls = CallOptions { parallel: None, strict };
        CompletionRequest { choice, calls, ..forced(json!({})) }
    };
    let held = |choice, strict| {
        let request = request(choice, strict);
        holding(&request, &Names::of(&request), Notation::Tags).held
    };
    let this = || FunctionChoice::Function { name: FunctionName::new("a", "f") };
    assert!(matches!(held(FunctionChoice::Required, None), Some(Held::AtOnce(_))));
    assert!(matches!(held(this(), Some(true)), Some(Held::AtOnce(_))));
    assert!(matches!(held(FunctionChoice::Auto, Some(true)), Some(Held::Behind(_))));
    assert_eq!(held(FunctionChoice::Auto, None), None);
    assert_eq!(held(FunctionChoice::Required, Some(false)), None);
    assert_eq!(held(FunctionChoice::None, Some(true)), None);
}

#[test]
fn one_call_is_one_where_several_are_not_wanted() {
    let mut request = forced(json!({}));
    request.calls.parallel = Some(false);
    let (text, ..) = held(&request, Notation::Tags);
    for seed in 0..40 {
        assert_eq!(calls(&Gbnf::read(&text).write(seed)).len(), 1);
    }
}

#[test]
fn what_follows_the_beginning_of_a_call_completes_it() {
    let mut request =
        forced(json!({ "type": "object", "properties": { "n": { "type": "integer" } }, "required": ["n"] }));
    (request.choice, request.calls.strict) = (FunctionChoice::Auto, Some(true));
    let Some(Held::Behind(behind)) = holding(&request, &Names::of(&request), Notation::Tags).held else {
        panic!("it is held behind something")
    };
    for (before, grammar) in behind {
        let answer = before + &Gbnf::read(&grammar.text).write(5);
        let calls = calls(&answer);
        assert_eq!(calls.len(), 1, "{answer}");
        assert!(calls.iter().all(|(_, arguments)| arguments.starts_with("{\"n\": ")), "{answer}");
    }
}

#[test]
fn an_answer_in_words_keeps_the_form_that_is_asked_for() {
    let schema =
        json!({ "type": "object", "properties": { "ok": { "type": "boolean" } }, "required": ["ok"] });
    let mut request = asked(vec![said(Role::User, "Is it?")]);
    request.settings.response_format =
        Some(ResponseFormat::Schema { name: "answer".to_owned(), schema: schema.clone() });
    let (text, ..) = held(&request, Notation::Plain);
    let written: Value = serde_json::from_str(&Gbnf::read(&text).write(3)).expect("JSON");
    assert!(jsonschema::is_valid(&schema, &written), "{written}");
    request.settings.response_format = Some(ResponseFormat::Json);
    let (text, ..) = held(&request, Notation::Plain);
    serde_json::from_str::<Value>(&Gbnf::read(&text).write(3)).expect("JSON");
}
