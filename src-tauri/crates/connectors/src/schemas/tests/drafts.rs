//! Older drafts, tuples and schemas that are `true` or `false`.

use super::{lost, projected};
use crate::schemas::SchemaRules;
use serde_json::{Value, json};

#[track_caller]
fn check(property: Value, rules: SchemaRules, expected: Value) {
    let schema = projected(json!({ "properties": { "a": property }, "required": ["a"] }), rules).schema;
    assert_eq!(schema.pointer("/properties/a"), Some(&expected), "{}", rules.provider);
}

fn window() -> Value {
    json!({
        "type": "array",
        "items": [{ "type": "integer" }, { "type": "string" }],
        "additionalItems": false,
        "minItems": 2,
    })
}

#[test]
fn a_tuple_stays_one_where_tuples_are_taken() {
    let expected = json!({
        "type": "array",
        "prefixItems": [{ "type": "integer" }, { "type": "string" }],
        "minItems": 2,
        "maxItems": 2,
    });
    for rules in [SchemaRules::ANTHROPIC, SchemaRules::GEMINI_JSON, SchemaRules::MISTRAL] {
        check(window(), rules, expected.clone());
    }
}

#[test]
fn a_tuple_is_a_list_and_words_where_there_are_no_tuples() {
    let words = "The items in order: {\"type\":\"integer\"}, {\"type\":\"string\"}.";
    let either = json!({ "anyOf": [{ "type": "integer" }, { "type": "string" }] });
    let listed =
        json!({ "type": "array", "items": either, "minItems": 2, "maxItems": 2, "description": words });
    check(window(), SchemaRules::OPENAI, listed);
    let words = format!("At least 2 items. {words} At most 2 items.");
    let listed = json!({ "type": "array", "items": either, "description": words });
    for rules in [SchemaRules::OPENAI_STRICT, SchemaRules::ANTHROPIC_STRICT, SchemaRules::OLLAMA] {
        check(window(), rules, listed.clone());
    }
    let alike = json!({ "prefixItems": [{ "type": "number" }, { "type": "number" }] });
    let words = "The items in order: {\"type\":\"number\"}, {\"type\":\"number\"}.";
    check(alike, SchemaRules::OLLAMA, json!({ "items": { "type": "number" }, "description": words }));
}

#[test]
fn a_list_has_items_where_the_service_asks_for_them() {
    check(json!({ "type": "array" }), SchemaRules::OPENAI, json!({ "type": "array", "items": {} }));
    let either = json!({ "type": ["array", "null"] });
    check(either, SchemaRules::OPENAI, json!({ "type": ["array", "null"], "items": {} }));
    check(json!({ "type": "array" }), SchemaRules::ANTHROPIC, json!({ "type": "array" }));
}

#[test]
fn keywords_of_older_drafts_are_written_as_they_are_now() {
    let property = json!({
        "id": "a",
        "type": "number",
        "minimum": 1,
        "exclusiveMinimum": true,
        "maximum": 5,
        "exclusiveMaximum": false,
    });
    let expected = json!({ "type": "number", "exclusiveMinimum": 1, "maximum": 5 });
    check(property, SchemaRules::ANTHROPIC, expected);
    let property = json!({
        "type": "object",
        "dependencies": { "x": ["y"], "y": { "required": ["z"] } },
    });
    let expected = json!({
        "type": "object",
        "dependentRequired": { "x": ["y"] },
        "dependentSchemas": { "y": { "required": ["z"] } },
    });
    check(property, SchemaRules::ANTHROPIC, expected);
}

#[test]
fn a_schema_that_is_true_or_false_becomes_an_object_or_goes() {
    for rules in SchemaRules::ALL.into_iter().filter(|rules| rules.provider.to_string() != "Bedrock agents") {
        let schema = json!({
            "type": "object",
            "properties": {
                "anything": true,
                "nothing": false,
                "list": { "type": "array", "items": true },
                "choice": { "anyOf": [true, false, { "type": "string" }] },
            },
        });
        let projected = projected(schema, rules);
        let properties = projected.schema.get("properties").and_then(Value::as_object).expect("properties");
        let names: Vec<_> = properties.keys().map(String::as_str).collect();
        assert_eq!(names, ["anything", "list", "choice"], "{}", rules.provider);
        let inside = ["/properties/anything", "/properties/list/items", "/properties/choice/anyOf/0"];
        for place in inside {
            assert!(
                projected.schema.pointer(place).is_some_and(Value::is_object),
                "{place}: {}",
                projected.schema
            );
        }
        assert!(lost(&projected).contains(&"/properties/nothing"));
    }
}

#[test]
fn a_gemini_enum_has_texts_and_numbers_only() {
    check(
        json!({ "type": ["string", "null"], "enum": ["x", null] }),
        SchemaRules::GEMINI_JSON,
        json!({ "type": ["string", "null"], "enum": ["x"] }),
    );
    check(
        json!({ "enum": ["x", null] }),
        SchemaRules::GEMINI_JSON,
        json!({ "type": ["string", "null"], "enum": ["x"] }),
    );
    check(
        json!({ "type": "boolean", "enum": [true] }),
        SchemaRules::GEMINI_JSON,
        json!({ "type": "boolean", "description": "enum: [true]." }),
    );
    check(
        json!({ "enum": ["", "x"] }),
        SchemaRules::GEMINI_JSON,
        json!({ "type": "string", "description": "enum: [\"\",\"x\"]." }),
    );
    check(json!({ "const": 1 }), SchemaRules::GEMINI_JSON, json!({ "enum": [1] }));
    let schema = json!({ "type": "object", "properties": { "a": {} }, "required": ["a", "a", "b"] });
    assert_eq!(projected(schema, SchemaRules::GEMINI_JSON).schema["required"], json!(["a"]));
}

#[test]
fn a_keyword_with_a_value_it_can_not_have_is_left_out() {
    let property = json!({
        "type": "strings",
        "minLength": -1,
        "enum": [],
        "required": "a",
        "anyOf": [],
        "properties": [],
        "items": "text",
        "description": "A",
    });
    for rules in [SchemaRules::OPENAI, SchemaRules::ANTHROPIC, SchemaRules::MISTRAL] {
        check(property.clone(), rules, json!({ "description": "A" }));
    }
}
