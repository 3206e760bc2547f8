//! References, wherever they lead.

use super::{lost, projected};
use crate::schemas::{SchemaRules, Shape};
use serde_json::{Value, json};

/// The schema of the property `a`, with what it refers to.
#[track_caller]
fn check(schema: Value, rules: SchemaRules, expected: Value) {
    let mut schema = projected(schema, rules).schema;
    let found = schema.pointer_mut("/properties/a").map(Value::take).unwrap_or_default();
    let definitions = schema.get_mut("$defs").map(Value::take).unwrap_or_default();
    assert_eq!(json!([found, definitions]), expected, "{}", rules.provider);
}

#[test]
fn definitions_of_an_older_draft_are_kept_and_followed() {
    let schema = json!({
        "properties": { "a": { "$ref": "#/definitions/Place" } },
        "required": ["a"],
        "definitions": { "Place": { "type": "string" }, "Unused": { "type": "number" } },
    });
    let kept = json!([{ "$ref": "#/$defs/Place" }, { "Place": { "type": "string" } }]);
    for rules in [SchemaRules::GEMINI_JSON, SchemaRules::OPENAI, SchemaRules::OPENAI_STRICT] {
        check(schema.clone(), rules, kept.clone());
    }
    for rules in [SchemaRules::OLLAMA, SchemaRules::ANTHROPIC_STRICT, SchemaRules::BEDROCK_NOVA] {
        check(schema.clone(), rules, json!([{ "type": "string" }, null]));
    }
    let changes = projected(schema, SchemaRules::GEMINI_JSON).changes;
    let told: Vec<_> = changes
        .iter()
        .map(|change| (change.path.as_str(), change.what.to_string(), change.is_lost))
        .collect();
    let what = "what #/definitions/Place refers to is written here".to_owned();
    assert_eq!(told, [("/$defs/Place", what, false)]);
}

#[test]
fn references_of_every_form_are_followed() {
    let kept = json!([{ "$ref": "#/$defs/Place" }, { "Place": { "type": "string" } }]);
    let forms = [
        json!({ "$ref": "#place" }),
        json!({ "$ref": "#/$defs/Place" }),
        json!({ "$ref": "#/%24defs/Place" }),
        json!({ "$ref": "place.json" }),
        json!({ "$ref": "https://harbour.example/place.json#" }),
        json!({ "$dynamicRef": "#place" }),
    ];
    for form in forms {
        let schema = json!({
            "$id": "https://harbour.example/tide.json",
            "properties": { "a": form },
            "$defs": { "Place": { "$id": "place.json", "$anchor": "place", "type": "string" } },
        });
        check(schema, SchemaRules::OPENAI, kept.clone());
    }
    let odd = json!({
        "properties": { "a": { "$ref": "#/$defs/a~1b~0c%20d" } },
        "$defs": { "a/b~c d": { "type": "string" } },
    });
    check(
        odd,
        SchemaRules::OPENAI,
        json!([{ "$ref": "#/$defs/a_b_c_d" }, { "a_b_c_d": { "type": "string" } }]),
    );
    let beside = json!({ "properties": { "b": { "type": "number" }, "a": { "$ref": "#/properties/b" } } });
    check(beside, SchemaRules::OPENAI, json!([{ "$ref": "#/$defs/b" }, { "b": { "type": "number" } }]));
    let inside = json!({
        "properties": { "a": { "$ref": "#/$defs/x", "$defs": { "x": { "type": "string" } } } },
        "$defs": { "x": { "type": "integer" } },
    });
    check(inside, SchemaRules::OPENAI, json!([{ "$ref": "#/$defs/x" }, { "x": { "type": "integer" } }]));
}

#[test]
fn a_reference_that_leads_nowhere_lets_anything_through_and_is_told() {
    for reference in ["#/$defs/Missing", "https://elsewhere.example/a.json", "#nowhere", "Place"] {
        let schema = json!({ "properties": { "a": { "$ref": reference, "title": "A" } } });
        let projected = projected(schema, SchemaRules::OPENAI);
        assert_eq!(projected.schema.pointer("/properties/a"), Some(&json!({ "title": "A" })));
        assert_eq!(lost(&projected), ["/properties/a"]);
    }
    let circle = json!({
        "properties": { "a": { "$ref": "#/$defs/x" } },
        "$defs": { "x": { "$ref": "#/$defs/y" }, "y": { "$ref": "#/$defs/x" } },
    });
    check(circle, SchemaRules::OPENAI, json!([{}, null]));
}

#[test]
fn a_schema_that_contains_itself_is_kept_where_circles_are_taken_and_cut_where_not() {
    let tree = json!({
        "type": "object",
        "properties": { "a": { "type": "array", "items": { "$ref": "#" } } },
        "required": ["a"],
        "additionalProperties": false,
    });
    let kept = projected(tree.clone(), SchemaRules::OPENAI_STRICT).schema;
    let items = json!({ "type": "array", "items": { "$ref": "#/$defs/root" } });
    assert_eq!(kept.pointer("/properties/a"), Some(&items));
    assert_eq!(kept.pointer("/$defs/root/properties/a"), Some(&items));
    let cut = projected(tree, SchemaRules::ANTHROPIC_STRICT);
    assert!(!cut.schema.to_string().contains("$ref"), "{}", cut.schema);
    assert!(!lost(&cut).is_empty());
}

#[test]
fn what_stands_beside_a_reference_stays_where_references_stand_alone() {
    let schema = json!({
        "properties": { "a": { "$ref": "#/$defs/Place", "description": "Where from" } },
        "required": ["a"],
        "$defs": { "Place": { "type": "string", "enum": ["x"] } },
    });
    let both = json!({ "description": "Where from", "type": "string", "enum": ["x"] });
    check(schema.clone(), SchemaRules::GEMINI_JSON, json!([both, null]));
    check(schema.clone(), SchemaRules::OPENAI_STRICT, json!([both, null]));
    let beside = json!([
        { "$ref": "#/$defs/Place", "description": "Where from" },
        { "Place": { "type": "string", "enum": ["x"] } },
    ]);
    check(schema, SchemaRules::ANTHROPIC, beside);
}

#[test]
fn a_reference_inside_all_of_is_followed_where_there_is_no_all_of() {
    let schema = json!({
        "properties": {
            "a": { "allOf": [{ "$ref": "#/$defs/Place" }] },
            "b": { "allOf": [{ "$ref": "#/$defs/Place" }, { "properties": { "y": { "type": "string" } } }] },
        },
        "$defs": { "Place": { "type": "object", "properties": { "x": { "type": "string" } } } },
    });
    let schema = projected(schema, SchemaRules::GEMINI_JSON).schema;
    assert_eq!(schema.pointer("/properties/a"), Some(&json!({ "$ref": "#/$defs/Place" })));
    let both = json!({ "x": { "type": "string" }, "y": { "type": "string" } });
    assert_eq!(schema.pointer("/properties/b"), Some(&json!({ "type": "object", "properties": both })));
}

#[test]
fn a_reference_at_the_root_is_replaced_by_what_it_means() {
    let schema = json!({
        "$ref": "#/definitions/Arguments",
        "definitions": {
            "Arguments": { "type": "object", "properties": { "a": { "$ref": "#/definitions/Place" } } },
            "Place": { "type": "string" },
        },
        "$schema": "http://json-schema.org/draft-07/schema#",
    });
    let expected = json!({
        "type": "object",
        "properties": { "a": { "$ref": "#/$defs/Place" } },
        "$defs": { "Place": { "type": "string" } },
    });
    assert_eq!(projected(schema, SchemaRules::ANTHROPIC).schema, expected);
}

#[test]
fn a_circle_can_be_left_where_the_provider_unrolls_it() {
    let node = json!({
        "type": "object",
        "properties": { "a": { "$ref": "#/$defs/Node" }, "name": { "type": "string" } },
        "required": ["a", "name"],
    });
    let schema = json!({ "properties": { "a": { "$ref": "#/$defs/Node" } }, "required": ["a"], "$defs": { "Node": node } });
    let mut open = node.clone();
    open["required"] = json!(["name"]);
    check(schema.clone(), SchemaRules::GEMINI_JSON, json!([{ "$ref": "#/$defs/Node" }, { "Node": open }]));
    assert_eq!(projected(schema.clone(), SchemaRules::GEMINI_JSON).schema["required"], json!(["a"]));
    check(schema, SchemaRules::OPENAI, json!([{ "$ref": "#/$defs/Node" }, { "Node": node }]));
}

#[test]
fn what_looks_like_a_reference_in_a_value_keeps_no_definition() {
    let schema = json!({
        "properties": { "a": { "type": "object", "default": { "$ref": "#/$defs/Place" } } },
        "anyOf": [{ "properties": { "a": { "type": "object" } } }, { "$ref": "#/$defs/Place" }],
        "$defs": { "Place": { "type": "object", "description": "A harbour." } },
    });
    for rules in SchemaRules::ALL.into_iter().filter(|rules| rules.shape != Shape::Primitives) {
        let schema = projected(schema.clone(), rules).schema;
        let keeps = schema.get("$defs").is_some();
        let refers = schema.pointer("/anyOf/1/$ref").is_some();
        assert_eq!(keeps, refers, "{}: {schema}", rules.provider);
    }
}
