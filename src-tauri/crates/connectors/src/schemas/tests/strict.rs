//! What strict services want of every schema inside.

use super::{lost, projected};
use crate::schemas::{SchemaRules, project};
use serde_json::{Value, json};

#[track_caller]
fn check(property: Value, expected: Value) {
    let schema = json!({ "properties": { "a": property }, "$defs": { "Place": { "type": "string" } } });
    let schema = projected(schema, SchemaRules::OPENAI_STRICT).schema;
    assert_eq!(schema.pointer("/properties/a"), Some(&expected));
    assert_eq!(schema.pointer("/required"), Some(&json!(["a"])));
}

#[test]
fn an_optional_reference_may_be_null() {
    check(
        json!({ "$ref": "#/$defs/Place" }),
        json!({ "anyOf": [{ "$ref": "#/$defs/Place" }, { "type": "null" }] }),
    );
}

#[test]
fn whatever_is_optional_may_be_null_once() {
    check(json!({ "type": "string" }), json!({ "type": ["string", "null"] }));
    check(json!({ "type": "null" }), json!({ "type": "null" }));
    check(json!({ "const": null }), json!({ "type": "null", "const": null }));
    check(json!({ "const": "x" }), json!({ "type": ["string", "null"], "enum": ["x", null] }));
    check(
        json!({ "enum": [1, "x"] }),
        json!({ "type": ["integer", "string", "null"], "enum": [1, "x", null] }),
    );
    check(
        json!({ "anyOf": [{ "type": "string" }, { "type": "null" }] }),
        json!({ "anyOf": [{ "type": "string" }, { "type": "null" }] }),
    );
    check(
        json!({ "type": "string", "anyOf": [{ "enum": ["x"] }] }),
        json!({
            "type": ["string", "null"],
            "anyOf": [{ "type": "string", "enum": ["x"] }, { "type": "null" }],
        }),
    );
}

#[test]
fn every_schema_has_a_type() {
    let anything = json!(["string", "number", "boolean", "null"]);
    check(json!({}), json!({ "type": anything }));
    check(json!(true), json!({ "type": anything }));
    check(json!({ "type": "array" }), json!({ "type": ["array", "null"], "items": { "type": anything } }));
    check(
        json!({ "items": { "enum": [true] } }),
        json!({ "type": ["array", "null"], "items": { "type": "boolean", "enum": [true] } }),
    );
    let schema = json!({ "properties": { "a": {} }, "required": ["a"] });
    assert_eq!(lost(&projected(schema, SchemaRules::OPENAI_STRICT)), ["/properties/a"]);
}

#[test]
fn an_enum_has_values_of_its_type_only() {
    check(
        json!({ "type": "string", "enum": ["x", 1, { "y": 2 }, "x"] }),
        json!({ "type": ["string", "null"], "enum": ["x", null] }),
    );
    check(json!({ "type": "string", "enum": [] }), json!({ "type": ["string", "null"] }));
    check(json!({ "type": "integer", "enum": ["x"] }), json!({ "type": ["integer", "null"] }));
}

#[test]
fn what_may_be_left_out_stays_so_where_a_strict_service_takes_it() {
    let schema = json!({
        "type": "object",
        "properties": { "a": { "type": "string" }, "b": { "type": "object" } },
        "required": ["a", "a", "missing"],
    });
    let expected = json!({
        "type": "object",
        "properties": {
            "a": { "type": "string" },
            "b": { "type": "object", "properties": {}, "additionalProperties": false },
        },
        "required": ["a"],
        "additionalProperties": false,
    });
    for rules in [SchemaRules::ANTHROPIC_STRICT, SchemaRules::BEDROCK_STRICT] {
        assert_eq!(projected(schema.clone(), rules).schema, expected);
    }
}

#[test]
fn a_schema_that_is_too_large_for_strict_mode_is_not_written_strictly() {
    let nested = |levels: usize| {
        let innermost = json!({ "type": "object", "properties": {} });
        (1..levels).fold(innermost, |inner, _| json!({ "type": "object", "properties": { "a": inner } }))
    };
    let limit =
        |schema: &Value| project(schema, &SchemaRules::OPENAI_STRICT).map_err(|error| error.to_string());
    assert!(limit(&nested(10)).is_ok());
    let what = "its schema is larger than OpenAI, strict takes: more than 10 levels of objects";
    assert_eq!(limit(&nested(11)).map(|_| ()), Err(what.to_owned()));
    let values: Vec<usize> = (0..1001).collect();
    assert!(limit(&json!({ "properties": { "a": { "type": "integer", "enum": values } } })).is_err());
    let names =
        |count: usize| (0..count).map(|number| (format!("p{number}"), json!({ "type": "null" }))).collect();
    let properties = |count| json!({ "properties": Value::Object(names(count)) });
    assert!(limit(&properties(5000)).is_ok() && limit(&properties(5001)).is_err());
}

#[test]
fn values_of_several_types_are_a_choice_of_types_where_an_enum_has_one() {
    let schema = json!({ "properties": { "level": { "enum": [1, 2, null], "description": "How high" } } });
    let level = |rules| projected(schema.clone(), rules).schema.pointer("/properties/level").cloned();
    let branches = json!([{ "type": "integer", "enum": [1, 2] }, { "type": "null" }]);
    let chosen = json!({ "description": "How high", "anyOf": branches });
    assert_eq!(level(SchemaRules::ANTHROPIC_STRICT), Some(chosen.clone()));
    assert_eq!(level(SchemaRules::BEDROCK_STRICT), Some(chosen));
    let listed = json!({ "enum": [1, 2, null], "description": "How high", "type": ["integer", "null"] });
    assert_eq!(level(SchemaRules::OPENAI_STRICT), Some(listed));
}
