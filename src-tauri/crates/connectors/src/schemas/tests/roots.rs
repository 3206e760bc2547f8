//! What may stand at the root.

use super::{lost, projected};
use crate::schemas::SchemaRules;
use serde_json::{Value, json};

const PLAIN: [SchemaRules; 4] =
    [SchemaRules::OPENAI, SchemaRules::OPENAI_STRICT, SchemaRules::ANTHROPIC, SchemaRules::BEDROCK];

#[test]
fn no_choice_stands_at_the_root_of_a_plain_schema() {
    let choices = [
        json!({ "anyOf": [{ "required": ["a"] }, { "required": ["b"] }] }),
        json!({ "oneOf": [{ "properties": { "b": { "type": "string" } } }] }),
        json!({ "allOf": [{ "$ref": "#/$defs/Some" }, { "not": { "required": ["a", "b"] } }] }),
        json!({ "not": { "required": ["a", "b"] }, "enum": [{ "a": "x" }] }),
    ];
    for rules in PLAIN {
        for choice in &choices {
            let mut schema = json!({
                "type": "object",
                "properties": { "a": { "type": "string" } },
                "$defs": { "Some": { "properties": { "b": { "type": "string" } } } },
            });
            schema
                .as_object_mut()
                .expect("an object")
                .extend(choice.as_object().cloned().expect("an object"));
            let projected = projected(schema, rules).schema;
            let refused = ["anyOf", "oneOf", "allOf", "not", "enum"].map(|key| projected.get(key));
            assert_eq!(refused, [None; 5], "{}", rules.provider);
            assert!(projected.pointer("/properties/a").is_some(), "{projected}");
        }
    }
}

#[test]
fn what_is_not_said_at_the_root_is_said_in_words() {
    let schema = json!({ "type": "object", "properties": {}, "not": { "required": ["a"] } });
    let expected =
        json!({ "type": "object", "properties": {}, "description": "not: {\"required\":[\"a\"]}." });
    assert_eq!(projected(schema, SchemaRules::OPENAI).schema, expected);
}

/// As schema generators write a union whose branches are told apart by one property.
fn union() -> Value {
    let branch = |kind: &str, size: &str| {
        json!({
            "type": "object",
            "properties": { "kind": { "const": kind }, "size": { "type": size } },
            "required": ["kind"],
        })
    };
    json!({
        "anyOf": [{ "$ref": "#/$defs/A" }, { "$ref": "#/$defs/B" }],
        "$defs": { "A": branch("a", "number"), "B": branch("b", "number") },
    })
}

#[test]
fn branches_at_the_root_are_joined_and_no_value_of_them_is_forgotten() {
    let joined = projected(union(), SchemaRules::OPENAI);
    let kind = json!({ "anyOf": [{ "const": "a" }, { "const": "b" }] });
    let expected = json!({ "type": "object", "properties": { "kind": kind, "size": { "type": "number" } } });
    assert_eq!(joined.schema, expected);
    assert_eq!(lost(&joined), ["/anyOf"]);
    let kept = projected(union(), SchemaRules::MISTRAL).schema;
    assert_eq!(kept.pointer("/anyOf/0"), Some(&json!({ "$ref": "#/$defs/A" })));
}

#[test]
fn nova_gets_a_root_of_three_keywords() {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tide",
        "description": "The tide",
        "type": "object",
        "properties": { "port": { "$ref": "#/$defs/Port" } },
        "required": ["port"],
        "additionalProperties": false,
        "$defs": { "Port": { "type": "string", "title": "Port" } },
    });
    let expected = json!({
        "type": "object",
        "properties": { "port": { "type": "string", "title": "Port" } },
        "required": ["port"],
    });
    assert_eq!(projected(schema, SchemaRules::BEDROCK_NOVA).schema, expected);
}
