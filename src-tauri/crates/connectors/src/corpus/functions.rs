//! Functions as other people write them: by generators of other drafts, by hand, and too many of them.

use content::FunctionName;
use ports::{Effect, FunctionInput, FunctionSpec};
use serde_json::{Value, json};
use std::sync::Arc;

type Specs = Vec<Arc<FunctionSpec>>;

fn spec(name: &str, parameters: Value) -> Arc<FunctionSpec> {
    let name = FunctionName::new("odd", name);
    let description = "Does something.".to_owned();
    Arc::new(FunctionSpec {
        name,
        description,
        parameters,
        effect: Effect::ReadsOnly,
        input: FunctionInput::default(),
        returns: None,
    })
}

fn object(properties: Value) -> Value {
    json!({ "type": "object", "properties": properties })
}

/// One function for each thing some provider refuses.
pub(super) fn awkward() -> Specs {
    let long = spec(&"long_name_".repeat(14), json!({}));
    let long = FunctionSpec { description: "Long. ".repeat(400), ..(*long).clone() };
    let all = [of_other_drafts(), with_references(), odd_at_the_root(), odd_below(), vec![Arc::new(long)]];
    all.into_iter().flatten().collect()
}

fn of_other_drafts() -> Specs {
    let place =
        json!({ "type": "object", "properties": { "lat": { "type": "number" } }, "required": ["lat"] });
    let definitions = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": { "place": { "$ref": "#/definitions/Place" } },
        "required": ["place"],
        "definitions": { "Place": place },
    });
    let items = json!([{ "type": "string" }, { "type": "number" }]);
    let tuple = json!({ "pair": { "type": "array", "items": items, "additionalItems": false } });
    let limits = json!({ "n": { "type": "integer", "minimum": 0, "exclusiveMinimum": true } });
    let nullable =
        json!({ "a": { "type": ["string", "null"] }, "b": { "type": "string", "nullable": true } });
    vec![
        spec("older_definitions", definitions),
        spec("tuple", object(tuple)),
        spec("older_limits", object(limits)),
        spec("nullable", object(nullable)),
    ]
}

fn with_references() -> Specs {
    let place =
        json!({ "type": "object", "properties": { "lat": { "type": "number" } }, "required": ["lat"] });
    let optional = json!({
        "type": "object",
        "properties": {
            "place": { "$ref": "#/$defs/Place" },
            "from": { "$ref": "#/$defs/Place", "description": "Where from" },
        },
        "$defs": { "Place": place },
    });
    let children = json!({ "children": { "type": "array", "items": { "$ref": "#/$defs/Node" } } });
    let tree = json!({
        "type": "object",
        "properties": { "root": { "$ref": "#/$defs/Node" } },
        "$defs": { "Node": object(children) },
    });
    let sibling = json!({ "a": { "type": "string" }, "b": { "$ref": "#/properties/a" } });
    let nowhere = json!({ "a": { "$ref": "#/$defs/Gone" }, "b": { "$ref": "https://example.org/s.json" } });
    vec![
        spec("optional_reference", optional),
        spec("tree", tree),
        spec("reference_to_a_property", object(sibling)),
        spec("reference_to_nothing", object(nowhere)),
    ]
}

fn odd_at_the_root() -> Specs {
    let branch = |name: &str| json!({ "properties": { name: { "type": "string" } }, "required": [name] });
    let all = object(json!({ "a": { "type": "string" } }));
    vec![
        spec("choice_at_the_root", json!({ "type": "object", "anyOf": [branch("id"), branch("name")] })),
        spec(
            "one_of_at_the_root",
            json!({ "oneOf": [object(json!({ "a": {} })), object(json!({ "b": {} }))] }),
        ),
        spec("reference_at_the_root", json!({ "$ref": "#/$defs/All", "$defs": { "All": all } })),
        spec("free_form", json!({ "type": "object", "additionalProperties": { "type": "string" } })),
        spec("no_schema", json!({})),
    ]
}

fn odd_below() -> Specs {
    let anything = json!({ "value": true, "never": false, "list": { "type": "array", "items": true } });
    let enums = json!({ "unit": { "enum": ["c", "f"] }, "level": { "enum": [1, 2, null] } });
    let constants = json!({ "kind": { "const": "a" }, "nothing": { "const": null } });
    let keys = json!({ "größe": { "type": "string" }, "a b": object(json!({ "$x": {} })) });
    vec![
        spec("anything", object(anything)),
        spec("enum_without_type", object(enums)),
        spec("constants", object(constants)),
        spec("odd_keys", object(keys)),
    ]
}

/// More than any provider with a limit takes, with more optional parameters than a strict request may have.
pub(super) fn many() -> Specs {
    let parameters = object(json!({ "a": { "type": "string" }, "b": { "type": "string" } }));
    (0..130).map(|number| spec(&format!("f{number}"), parameters.clone())).collect()
}
