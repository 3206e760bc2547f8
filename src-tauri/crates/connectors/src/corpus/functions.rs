//! Functions as other people write them: by generators of other drafts, by hand, and too many of them.

use content::FunctionName;
use ports::{Effect, FunctionSpec};
use serde_json::{Value, json};
use std::sync::Arc;

fn spec(name: &str, parameters: Value) -> Arc<FunctionSpec> {
    let name = FunctionName::new("odd", name);
    let description = "Does something.".to_owned();
    Arc::new(FunctionSpec { name, description, parameters, effect: Effect::ReadsOnly })
}

/// One function for each thing some provider refuses.
pub(super) fn awkward() -> Vec<Arc<FunctionSpec>> {
    let place =
        json!({ "type": "object", "properties": { "lat": { "type": "number" } }, "required": ["lat"] });
    let object = |properties: Value| json!({ "type": "object", "properties": properties });
    let mut functions = vec![
        spec(
            "optional_reference",
            json!({
                "type": "object",
                "properties": { "place": { "$ref": "#/$defs/Place" }, "from": { "$ref": "#/$defs/Place", "description": "Where from" } },
                "$defs": { "Place": place.clone() },
            }),
        ),
        spec(
            "older_definitions",
            json!({
                "$schema": "http://json-schema.org/draft-07/schema#",
                "type": "object",
                "properties": { "place": { "$ref": "#/definitions/Place" } },
                "required": ["place"],
                "definitions": { "Place": place },
            }),
        ),
        spec(
            "tuple",
            object(json!({
                "pair": { "type": "array", "items": [{ "type": "string" }, { "type": "number" }], "additionalItems": false },
            })),
        ),
        spec(
            "older_limits",
            object(json!({ "n": { "type": "integer", "minimum": 0, "exclusiveMinimum": true } })),
        ),
        spec(
            "choice_at_the_root",
            json!({
                "type": "object",
                "anyOf": [
                    { "properties": { "id": { "type": "string" } }, "required": ["id"] },
                    { "properties": { "name": { "type": "string" } }, "required": ["name"] },
                ],
            }),
        ),
        spec(
            "one_of_at_the_root",
            json!({ "oneOf": [object(json!({ "a": {} })), object(json!({ "b": {} }))] }),
        ),
        spec(
            "reference_at_the_root",
            json!({ "$ref": "#/$defs/All", "$defs": { "All": object(json!({ "a": { "type": "string" } })) } }),
        ),
        spec(
            "anything",
            object(json!({ "value": true, "never": false, "list": { "type": "array", "items": true } })),
        ),
        spec(
            "enum_without_type",
            object(json!({ "unit": { "enum": ["c", "f"] }, "level": { "enum": [1, 2, null] } })),
        ),
        spec("constants", object(json!({ "kind": { "const": "a" }, "nothing": { "const": null } }))),
        spec(
            "odd_keys",
            object(
                json!({ "größe": { "type": "string" }, "a b": { "type": "object", "properties": { "$x": {} } } }),
            ),
        ),
        spec(
            "reference_to_a_property",
            object(json!({ "a": { "type": "string" }, "b": { "$ref": "#/properties/a" } })),
        ),
        spec(
            "reference_to_nothing",
            object(json!({ "a": { "$ref": "#/$defs/Gone" }, "b": { "$ref": "https://example.org/s.json" } })),
        ),
        spec(
            "tree",
            json!({
                "type": "object",
                "properties": { "root": { "$ref": "#/$defs/Node" } },
                "$defs": { "Node": { "type": "object", "properties": { "children": { "type": "array", "items": { "$ref": "#/$defs/Node" } } } } },
            }),
        ),
        spec("free_form", json!({ "type": "object", "additionalProperties": { "type": "string" } })),
        spec("no_schema", json!({})),
        spec(
            "nullable",
            object(
                json!({ "a": { "type": ["string", "null"] }, "b": { "type": "string", "nullable": true } }),
            ),
        ),
    ];
    let long = FunctionSpec {
        description: "Long. ".repeat(400),
        ..(*spec(&"long_name_".repeat(14), json!({}))).clone()
    };
    functions.push(Arc::new(long));
    functions
}

/// More than any provider with a limit takes, with more optional parameters than a strict request may have.
pub(super) fn many() -> Vec<Arc<FunctionSpec>> {
    let parameters =
        json!({ "type": "object", "properties": { "a": { "type": "string" }, "b": { "type": "string" } } });
    (0..130).map(|number| spec(&format!("f{number}"), parameters.clone())).collect()
}
