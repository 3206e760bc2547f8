//! What grammars allow: everything written by chance under one fits the schema it was made of.

mod gbnf;

use super::{Beginning, Begun, Excluded, Held, Holding, holding};
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
    let Holding { held, loosened, .. } = holding(request, &Names::of(request), notation, Beginning::Words);
    match held {
        Some(Held::AtOnce(grammar)) => {
            let loosened = loosened.iter().map(ToString::to_string).collect::<Vec<_>>();
            (grammar.text, grammar.looser, loosened)
        }
        other => panic!("held {other:?}"),
    }
}

/// Calls out of an answer.
fn calls(answer: &str) -> Vec<(String, String)> {
    read(answer, Beginning::Words).1
}

/// Thoughts and calls out of an answer.
fn read(answer: &str, beginning: Beginning) -> (String, Vec<(String, String)>) {
    let mut reader = Reader::new(["a-f"].into_iter(), beginning == Beginning::Thought);
    let mut thoughts = String::new();
    let mut calls: Vec<(String, String)> = Vec::new();
    for piece in reader.push(answer).into_iter().chain(reader.finish()) {
        match piece {
            Piece::Call(name) => calls.push((name, String::new())),
            Piece::Arguments(text) => {
                if let Some((_, arguments)) = calls.last_mut() {
                    arguments.push_str(&text);
                }
            }
            Piece::Reasoning(text) => thoughts += &text,
            Piece::Text(text) => panic!("{text} in {answer}"),
            Piece::CallEnd => {}
        }
    }
    (thoughts, calls)
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
fn what_a_schema_allows_can_be_written() {
    let object = |value: Value| json!({ "type": "object", "properties": { "v": value }, "required": ["v"] });
    let allows = |schema: Value, value: &str| {
        let (text, ..) = held(&forced(object(schema)), Notation::Plain);
        let answer = format!("{{\"name\": \"a-f\", \"arguments\": {{\"v\": {value}}}}}");
        assert!(Gbnf::read(&text).allows(&answer), "{answer} under {text}");
    };
    for whole in ["123456789012345678", "18446744073709551615"] {
        allows(json!({ "type": "integer" }), whole);
        allows(json!({ "type": "integer", "minimum": 1 }), whole);
        allows(json!({ "type": "number" }), &format!("-{whole}.5"));
    }
    let id = "\"0A1b2C3d-0000-4000-8000-00000000FFFF\"";
    allows(json!({ "type": "string", "format": "uuid" }), id);
    allows(json!({ "type": "string", "format": "date-time" }), "\"2024-02-29T23:59:59.123456Z\"");
    let pair = || json!([{ "type": "string" }, { "type": "integer" }]);
    for list in ["[]", "[\"a\"]", "[\"a\", 1]", "[\"a\", 1, true]"] {
        allows(json!({ "type": "array", "prefixItems": pair() }), list);
    }
    check(object(json!({ "type": "array", "prefixItems": pair(), "items": false, "minItems": 1 })), &[]);
    check(object(json!({ "type": "array", "prefixItems": pair(), "minItems": 2, "maxItems": 2 })), &[]);
    let fields = (0..120).map(|number| (format!("f{number}"), json!({ "type": "boolean" }))).collect();
    let large = json!({ "type": "object", "properties": Value::Object(fields), "required": ["f3"] });
    let [one, two] = [1, 2].map(|kind| json!({ "properties": { "kind": { "const": kind } } }));
    let either = json!({ "properties": { "n": { "const": 7 } }, "anyOf": [one, two] });
    allows(either, "{\"n\": 7, \"kind\": 2}");
    allows(large, "{\"f3\": true, \"f119\": false, \"f7\": true}");
}

#[test]
fn a_small_schema_does_not_become_an_endless_grammar() {
    let step = |next: usize| {
        let next = json!({ "allOf": [{ "$ref": format!("#/$defs/s{next}") }, {}] });
        json!({ "properties": { "a": next, "b": next, "c": next, "d": next, "e": next, "f": next } })
    };
    let mut steps: serde_json::Map<_, _> =
        (0..40).map(|place| (format!("s{place}"), step(place + 1))).collect();
    steps.insert("s40".to_owned(), json!({ "type": "integer" }));
    let first = json!({ "$ref": "#/$defs/s0" });
    let schema = json!({ "type": "object", "properties": { "v": first }, "$defs": Value::Object(steps) });
    let (text, _, loosened) = held(&forced(schema), Notation::Plain);
    assert!(text.len() < 8 << 20, "{}", text.len());
    assert_eq!(loosened, ["schemas in schemas without end"]);
}

#[test]
fn one_of_all_is_that_one_and_has_one_rule() {
    let one = |title: &str| json!({ "title": title, "allOf": [{ "$ref": "#/$defs/size" }] });
    let size = json!({ "type": "object", "properties": { "n": { "const": 7777 } }, "required": ["n"] });
    let sizes = json!({ "a": one("a"), "b": one("b") });
    let schema = json!({ "type": "object", "properties": sizes, "$defs": { "size": size } });
    check(schema.clone(), &[]);
    let (text, ..) = held(&forced(schema), Notation::Plain);
    assert_eq!(text.matches("7777").count(), 1, "{text}");
}

#[test]
fn a_thought_the_prompt_has_begun_ends_before_what_is_held() {
    let request = forced(json!({ "type": "object", "properties": {}, "additionalProperties": false }));
    let names = Names::of(&request);
    for notation in [Notation::Tags, Notation::Listed, Notation::Llama, Notation::Plain] {
        let Some(Held::AtOnce(grammar)) = holding(&request, &names, notation, Beginning::Thought).held else {
            panic!("a call is required")
        };
        for text in [grammar.text, grammar.looser] {
            let read_grammar = Gbnf::read(&text);
            for seed in 0..20 {
                let answer = read_grammar.write(seed);
                assert!(!read(&answer, Beginning::Thought).1.is_empty(), "{answer}");
            }
            let call = answer_of(notation);
            let thought = format!("a < b, </thin<</think>\n\n{call}");
            assert!(read_grammar.allows(&thought), "{thought}");
            assert!(!read_grammar.allows(&call) && !read_grammar.allows(&format!("</think>no {call}")));
        }
    }
}

fn answer_of(notation: Notation) -> String {
    let [before, begin, end, _, after] = notation.marks();
    let call = format!("{{\"name\": \"a-f\", \"{}\": {{}}}}", notation.key());
    format!("{before}{begin}{call}{end}{after}")
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
        let calls = CallOptions { parallel: None, strict, ..CallOptions::NONE };
        CompletionRequest { choice, calls, ..forced(json!({})) }
    };
    let held = |choice, strict| {
        let request = request(choice, strict);
        holding(&request, &Names::of(&request), Notation::Tags, Beginning::Words).held
    };
    let this = || FunctionChoice::Function { name: FunctionName::new("a", "f") };
    assert!(matches!(held(FunctionChoice::Required, None), Some(Held::AtOnce(_))));
    assert!(matches!(held(this(), Some(true)), Some(Held::AtOnce(_))));
    assert!(matches!(held(FunctionChoice::Auto, Some(true)), Some(Held::Behind(_))));
    assert_eq!(held(FunctionChoice::Auto, None), None);
    let Some(Held::AtOnce(loose)) = held(FunctionChoice::Required, Some(false)) else {
        panic!("a call is required all the same")
    };
    assert!(loose.text.contains("a-f") && loose.looser.is_empty(), "{loose:?}");
    assert!(matches!(held(FunctionChoice::None, Some(true)), Some(Held::Words(_))));
}

#[test]
fn a_model_that_leans_is_held_to_calls_or_to_what_follows_the_beginning_of_one() {
    let held = |choice: FunctionChoice, strict| {
        let calls = CallOptions { lean: Some(true), strict, ..CallOptions::NONE };
        let request = CompletionRequest { choice, calls, ..forced(json!({})) };
        holding(&request, &Names::of(&request), Notation::Tags, Beginning::Words).held
    };
    let Some(Held::Leaning { calls: grammar, behind }) = held(FunctionChoice::Auto, None) else {
        panic!("both are there")
    };
    assert!(!calls(&Gbnf::read(&grammar.text).write(1)).is_empty());
    assert_eq!(
        held(FunctionChoice::Auto, Some(true)),
        Some(Held::Behind(behind)),
        "a person's word comes first"
    );
    assert!(matches!(held(FunctionChoice::Required, None), Some(Held::AtOnce(_))));
    assert!(matches!(held(FunctionChoice::None, None), Some(Held::Words(_))));
}

#[test]
fn who_restates_results_is_held_to_their_values() {
    let mut request = CompletionRequest { choice: FunctionChoice::None, ..forced(json!({})) };
    let restates = |request: &CompletionRequest| match holding(
        request,
        &Names::of(request),
        Notation::Tags,
        Beginning::Words,
    )
    .held
    {
        Some(Held::Words(words)) => words.restates,
        held => panic!("{held:?}"),
    };
    assert_eq!(restates(&request), None);
    request.calls.retell = Some(true);
    assert_eq!(restates(&request), Some(Vec::new()), "no result is there");
}

#[test]
fn an_answer_is_held_to_words_where_calls_are_known_and_none_may_be_made() {
    let held = |request: &CompletionRequest| {
        holding(request, &Names::of(request), Notation::Tags, Beginning::Words).held
    };
    let mut request = CompletionRequest { choice: FunctionChoice::None, ..forced(json!({})) };
    assert!(
        matches!(held(&request), Some(Held::Words(words)) if words.without.contains(&"<tool_call>".to_owned()))
    );
    request.settings.response_format = Some(ResponseFormat::Json);
    assert!(matches!(held(&request), Some(Held::AtOnce(_))), "a form comes first");
    request.settings.response_format = None;
    request.functions.clear();
    assert_eq!(held(&request), None, "who knows of no calls makes none");
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
    let names = Names::of(&request);
    let Some(Held::Behind(behind)) = holding(&request, &names, Notation::Tags, Beginning::Words).held else {
        panic!("it is held behind something")
    };
    let schema = jsonschema::validator_for(&request.functions[0].parameters).expect("a schema");
    for Begun { mark, with, grammar } in behind {
        let grammar = Gbnf::read(&grammar.text);
        for seed in 0..40 {
            let rest = grammar.write(seed);
            let begins = |with: &String| rest.starts_with(with.trim_end_matches(','));
            assert!(with.is_empty() || with.iter().any(begins), "{with:?}: {rest}");
            let answer = format!("{mark}{rest}");
            let calls = calls(&answer);
            let [(_, arguments)] = calls.as_slice() else { panic!("{answer}") };
            let arguments = serde_json::from_str(arguments).unwrap_or_else(|_| panic!("{answer}"));
            assert!(schema.is_valid(&arguments), "{answer}");
        }
        for line in ["", "\n", "\n    "] {
            let object = "{~\"name\": \"a-f\",~\"arguments\":~{~\"n\":~7~}~}".replace('~', line);
            let rest = object.find("a-f").filter(|_| mark.starts_with('{')).unwrap_or_default();
            assert!(grammar.allows(&object[rest..]), "{object}");
        }
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

#[test]
fn calls_and_a_form_exclude_each_other_and_it_is_known_which_gave_way() {
    let excluded = |choice: FunctionChoice, strict, format| {
        let calls = CallOptions { parallel: None, strict, ..CallOptions::NONE };
        let mut request = CompletionRequest { choice, calls, ..forced(json!({})) };
        request.settings.response_format = format;
        holding(&request, &Names::of(&request), Notation::Tags, Beginning::Words).excluded
    };
    let json = || Some(ResponseFormat::Json);
    assert_eq!(excluded(FunctionChoice::Required, None, json()), Some(Excluded::Form));
    assert_eq!(excluded(FunctionChoice::Auto, Some(true), json()), Some(Excluded::Form));
    assert_eq!(excluded(FunctionChoice::Auto, None, json()), Some(Excluded::Calls));
    assert_eq!(excluded(FunctionChoice::None, None, json()), None);
    assert_eq!(excluded(FunctionChoice::Required, None, Some(ResponseFormat::Text)), None);
}
