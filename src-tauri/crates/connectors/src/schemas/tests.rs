mod any_schema;
mod drafts;
mod keys;
mod references;
mod requests;
mod roots;
mod strict;

use super::{Projected, SchemaRules, SchemaUnfit, project};
use serde_json::{Value, json};

#[track_caller]
fn projected(schema: Value, rules: SchemaRules) -> Projected {
    project(&schema, &rules).expect("the provider takes it")
}

/// Where something is lost.
fn lost(projected: &Projected) -> Vec<&str> {
    projected.changes.iter().filter(|change| change.is_lost).map(|change| change.path.as_str()).collect()
}

fn forecast() -> Value {
    json!({
        "type": "object",
        "properties": {
            "city": { "type": "string", "description": "The city", "minLength": 2, "pattern": "^[A-Z]" },
            "day": { "type": "integer", "minimum": 0, "maximum": 2, "default": 0 },
            "unit": { "enum": ["c", "f"] },
            "place": { "type": "object", "properties": { "lat": { "type": "number" } } },
        },
        "required": ["city"],
    })
}

#[test]
fn strict_mode_requires_everything_closes_everything_and_keeps_limits_as_words() {
    let Projected { schema, changes, .. } = projected(forecast(), SchemaRules::OPENAI_STRICT);
    let expected = json!({
        "type": "object",
        "properties": {
            "city": {
                "type": "string",
                "description": "The city. At least 2 characters. Matches the pattern ^[A-Z].",
            },
            "day": { "type": ["integer", "null"], "description": "At least 0. At most 2. Default: 0." },
            "unit": { "type": ["string", "null"], "enum": ["c", "f", null] },
            "place": {
                "type": ["object", "null"],
                "properties": { "lat": { "type": ["number", "null"] } },
                "additionalProperties": false,
                "required": ["lat"],
            },
        },
        "required": ["city", "day", "unit", "place"],
        "additionalProperties": false,
    });
    assert_eq!(schema, expected);
    assert!(changes.iter().all(|change| !change.is_lost), "{changes:?}");
    assert!(changes.iter().any(|change| change.path == "/properties/city/pattern"));
}

#[test]
fn a_default_is_a_keyword_or_a_sentence() {
    let kept = projected(forecast(), SchemaRules::OPENAI);
    assert_eq!((kept.schema, kept.changes), (forecast(), vec![]), "what is taken whole is left alone");
    let said = projected(forecast(), SchemaRules::OLLAMA).schema;
    let day = json!({ "type": "integer", "description": "At least 0. At most 2. Default: 0." });
    assert_eq!(said.pointer("/properties/day"), Some(&day));
}

#[test]
fn an_object_is_refused_with_its_name_where_only_primitives_are_taken() {
    let error =
        project(&forecast(), &SchemaRules::BEDROCK_AGENTS).expect_err("it has a choice without a type");
    assert!(matches!(&error, SchemaUnfit::Parameter { parameter, .. } if parameter == "unit"), "{error}");
    let schema = json!({ "type": "object", "properties": { "places": { "type": "array", "items": { "type": "object" } } } });
    let error = project(&schema, &SchemaRules::BEDROCK_AGENTS).expect_err("a list of objects");
    let text = "the parameter \"places\" is of type object, and Bedrock agents takes texts, numbers, booleans and lists of them only";
    assert_eq!(error.to_string(), text);
}

#[test]
fn references_are_inlined_and_circles_are_told() {
    let schema = json!({
        "properties": {
            "from": { "$ref": "#/$defs/Place", "description": "Where from" },
            "tree": { "$ref": "#/$defs/Tree" },
        },
        "$defs": {
            "Place": { "type": "string" },
            "Tree": { "type": "object", "properties": { "child": { "$ref": "#/$defs/Tree" } } },
        },
    });
    let Projected { schema, changes, .. } = projected(schema, SchemaRules::OLLAMA);
    let expected = json!({
        "properties": {
            "from": { "type": "string", "description": "Where from" },
            "tree": { "type": "object", "properties": { "child": {} } },
        },
        "type": "object",
    });
    assert_eq!(schema, expected);
    let lost: Vec<_> =
        changes.iter().filter(|change| change.is_lost).map(|change| change.path.as_str()).collect();
    assert_eq!(lost, ["/properties/tree/properties/child"]);
}

#[test]
fn definitions_that_grow_without_end_are_cut() {
    let mut definitions = serde_json::Map::new();
    for level in 0..30 {
        let next = json!({ "$ref": format!("#/$defs/d{}", level + 1) });
        let twice = json!({ "type": "object", "properties": { "a": next.clone(), "b": next } });
        definitions.insert(format!("d{level}"), twice);
    }
    let schema = json!({ "properties": { "x": { "$ref": "#/$defs/d0" } }, "$defs": definitions });
    let projected = projected(schema, SchemaRules::OLLAMA);
    assert!(projected.schema.to_string().len() < 4_000_000);
    assert!(projected.changes.iter().any(|change| change.is_lost));
}

#[test]
fn a_choice_at_the_root_becomes_one_object() {
    let branch = |name: &str| json!({ "properties": { name: { "type": "string" } }, "required": [name] });
    let schema = json!({ "type": "object", "anyOf": [branch("id"), branch("name")] });
    let Projected { schema, changes, .. } = projected(schema, SchemaRules::ANTHROPIC);
    let both = json!({ "id": { "type": "string" }, "name": { "type": "string" } });
    assert_eq!(schema, json!({ "type": "object", "properties": both }));
    assert!(changes.iter().any(|change| change.is_lost && change.path == "/anyOf"));
}

#[test]
fn const_one_of_and_all_of_are_said_another_way() {
    let schema = json!({
        "properties": {
            "kind": { "const": "a" },
            "value": { "oneOf": [{ "type": "string" }, { "type": "number" }] },
            "whole": { "allOf": [{ "properties": { "x": {} }, "required": ["x"] }, { "properties": { "y": {} } }] },
        },
    });
    let schema = projected(schema, SchemaRules::OLLAMA).schema;
    assert_eq!(schema.pointer("/properties/kind"), Some(&json!({ "enum": ["a"] })));
    assert_eq!(
        schema.pointer("/properties/value"),
        Some(&json!({ "anyOf": [{ "type": "string" }, { "type": "number" }] }))
    );
    let whole = json!({ "properties": { "x": {}, "y": {} }, "required": ["x"] });
    assert_eq!(schema.pointer("/properties/whole"), Some(&whole));
}

#[test]
fn properties_named_like_keywords_are_properties() {
    let schema = json!({ "type": "object", "properties": { "default": { "type": "string" }, "pattern": { "type": "string" } } });
    let kept = projected(schema.clone(), SchemaRules::OLLAMA);
    assert_eq!((kept.schema, kept.changes), (schema, vec![]));
}

#[test]
fn what_is_no_object_becomes_one() {
    for schema in [json!(true), Value::Null, json!({})] {
        let projected = projected(schema, SchemaRules::OPENAI);
        assert_eq!(
            (projected.schema, projected.changes),
            (json!({ "type": "object", "properties": {} }), vec![])
        );
    }
    assert!(projected(json!([1]), SchemaRules::OPENAI).changes[0].is_lost);
}
