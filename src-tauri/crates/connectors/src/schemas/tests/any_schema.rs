//! What holds of every projection, whatever schema comes in.

use crate::names::NameRule;
use crate::schemas::positions::each_below;
use crate::schemas::{Keywords, References, SchemaRules, Shape, Strictness, project, project_answer};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn any_reference() -> impl Strategy<Value = Value> {
    let places = [
        "#",
        "#/$defs/a",
        "#/definitions/a",
        "#/definitions/b%20c",
        "#/$defs/b~1c",
        "#/properties/a",
        "#/properties/a/items",
        "#here",
        "a.json",
        "a.json#/properties/a",
        "https://elsewhere.example/a.json",
        "nonsense%zz",
    ];
    let keyword = prop_oneof![5 => Just("$ref"), 1 => Just("$dynamicRef")];
    (keyword, proptest::sample::select(places.to_vec()))
        .prop_map(|(keyword, place)| json!({ keyword: place }))
}

fn any_leaf() -> impl Strategy<Value = Value> {
    let some = [
        json!(true),
        json!(false),
        json!({}),
        json!({ "type": "string", "minLength": 1, "format": "date" }),
        json!({ "type": ["array", "null"] }),
        json!({ "type": "object", "required": ["a", "a", "x"] }),
        json!({ "const": 1 }),
        json!({ "const": null }),
        json!({ "enum": ["x", 1, null, "", { "odd key!": 1 }] }),
        json!({ "minimum": 1, "exclusiveMinimum": true }),
        json!({ "$anchor": "here", "type": "number" }),
        json!({ "$id": "a.json", "properties": { "a": { "type": "number" } } }),
        json!({ "dependencies": { "a": ["b"], "b": { "required": ["c"] } } }),
        json!({ "additionalProperties": { "type": "string" } }),
        json!("object"),
        json!(["a", "b", "a"]),
        json!(null),
    ];
    prop_oneof![3 => proptest::sample::select(some.to_vec()), 1 => any_reference(), 1 => any::<i32>().prop_map(Value::from)]
}

fn any_schema() -> impl Strategy<Value = Value> {
    let keywords = [
        "properties",
        "items",
        "prefixItems",
        "additionalItems",
        "anyOf",
        "oneOf",
        "allOf",
        "not",
        "required",
        "type",
        "enum",
        "default",
        "additionalProperties",
        "patternProperties",
        "a",
        "odd key!",
        "$defs",
        "definitions",
        "b c",
        "b/c",
        "$ref",
        "description",
    ];
    any_leaf().prop_recursive(5, 64, 5, move |inner| {
        let key = proptest::sample::select(keywords.to_vec());
        let members = proptest::collection::vec((key, inner.clone()), 0..5).prop_map(|members| {
            Value::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
        });
        let named = (inner.clone(), inner.clone());
        prop_oneof![
            4 => members,
            1 => named.prop_map(|(a, b)| json!({ "type": "object", "properties": { "a": a, "odd key!": b } })),
            1 => proptest::collection::vec(inner, 0..3).prop_map(Value::from),
        ]
    })
}

/// A schema with the definitions its references are meant for.
fn any_root() -> impl Strategy<Value = Value> {
    (any_schema(), any_schema(), any_schema()).prop_map(|(mut schema, first, second)| {
        if let Value::Object(members) = &mut schema {
            members.insert("$defs".to_owned(), json!({ "a": first, "b/c": second }));
            members.insert("definitions".to_owned(), json!({ "a": second, "b c": first }));
        }
        schema
    })
}

/// Does something to every schema in a schema.
fn each(schema: &Value, path: &str, check: &mut impl FnMut(&Value, &str)) {
    check(schema, path);
    if let Value::Object(members) = &mut schema.clone() {
        each_below(members, path, &mut |below, path| each(below, path, check));
    }
}

fn holds(root: &Value, rules: &SchemaRules) {
    assert!(jsonschema::draft202012::meta::is_valid(root), "{}: {root}", rules.provider);
    each(root, "", &mut |schema, path| {
        let told = || format!("{} at {path}: {root}", rules.provider);
        let Value::Object(members) = schema else {
            let says_whether = ["/additionalProperties", "/unevaluatedProperties", "/unevaluatedItems"];
            assert!(says_whether.iter().any(|end| path.ends_with(end)), "{}", told());
            return;
        };
        if let Keywords::Only(kept) = rules.keywords {
            assert!(members.keys().all(|key| kept.contains(&key.as_str())), "{}", told());
        }
        if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
            let target = reference.strip_prefix('#').filter(|pointer| pointer.starts_with("/$defs/"));
            assert!(target.and_then(|pointer| root.pointer(pointer)).is_some(), "{}", told());
            let is_alone = members.len() == 1;
            assert!(is_alone || rules.references == References::Keep, "{}", told());
            assert!(rules.references != References::Inline, "{}", told());
        }
        let is_list = members.get("type").is_some_and(|kind| kind.to_string().contains("array"));
        assert!(!rules.needs_items || !is_list || members.contains_key("items"), "{}", told());
        let values = members.get("enum").and_then(Value::as_array).into_iter().flatten();
        let mut values =
            values.filter(|value| !value.is_number() && value.as_str().is_none_or(str::is_empty));
        assert!(!rules.plain_enums || values.next().is_none(), "{}", told());
        let required = members.get("required").and_then(Value::as_array).into_iter().flatten();
        let mut required = required.filter_map(Value::as_str);
        let is_known = |name| members.get("properties").is_some_and(|all| all.get(name).is_some());
        assert!(!rules.knows_required || required.all(is_known), "{}", told());
        if rules.strictness != Strictness::Loose {
            holds_strictly(members, rules.strictness).unwrap_or_else(|what| panic!("{what}: {}", told()));
        }
    });
    let refused: &[&str] = match rules.shape {
        Shape::Any | Shape::Primitives => &[],
        Shape::PlainRoot | Shape::BareRoot => &["anyOf", "oneOf", "allOf", "not", "enum", "$ref"],
    };
    assert!(refused.iter().all(|key| root.get(key).is_none()), "{}: {root}", rules.provider);
}

fn holds_strictly(members: &Map<String, Value>, strictness: Strictness) -> Result<(), &'static str> {
    let is = |kind: &str| match members.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(|one| one == kind),
        one => one.is_some_and(|one| one == kind),
    };
    let names = |value: Option<&Value>| -> Vec<String> {
        let names = value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        names.map(str::to_owned).collect()
    };
    let properties = members.get("properties").and_then(Value::as_object);
    let properties: Vec<String> = properties.into_iter().flat_map(Map::keys).cloned().collect();
    let required = names(members.get("required"));
    if !["type", "anyOf", "$ref"].iter().any(|key| members.contains_key(*key)) {
        return Err("a schema without a type");
    }
    if members.contains_key("properties") && members.get("additionalProperties") != Some(&json!(false)) {
        return Err("an open object");
    }
    if is("object") && !members.contains_key("properties") {
        return Err("an object without properties");
    }
    if is("object") && strictness == Strictness::Complete && required != properties {
        return Err("a property that may be missing");
    }
    if is("array") && !members.get("items").is_some_and(Value::is_object) {
        return Err("a list of anything");
    }
    let values = members.get("enum").map(|values| values.as_array().cloned().unwrap_or_default());
    let is_simple = |value: &Value| !value.is_object() && !value.is_array();
    if values.is_some_and(|values| values.is_empty() || !values.iter().all(is_simple)) {
        return Err("an enum of something else");
    }
    Ok(())
}

proptest! {
    #[test]
    fn every_projection_is_valid_leads_somewhere_and_holds_the_rules(schema in any_root()) {
        for rules in SchemaRules::ALL {
            if let Ok(projected) = project(&schema, &rules) {
                prop_assert_eq!(projected.schema.get("type"), Some(&json!("object")));
                prop_assert!(projected.schema.get("properties").is_some_and(Value::is_object));
                holds(&projected.schema, &rules);
            }
            holds(&project_answer(&schema, &rules).schema, &rules);
        }
    }

    #[test]
    fn every_property_has_a_name_the_provider_takes(schema in any_root()) {
        let rule = NameRule { others: "_.-", ..NameRule::COMMON };
        for rules in SchemaRules::ALL.into_iter().filter(|rules| rules.plain_keys) {
            let projected = project(&schema, &rules).expect("it is taken").schema;
            each(&projected, "", &mut |schema, _| {
                let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
                properties.for_each(|(name, _)| assert!(rule.accepts(name), "{name}"));
            });
        }
    }

    #[test]
    fn what_is_projected_once_is_taken_as_it_is(schema in any_root()) {
        for rules in SchemaRules::ALL.into_iter().filter(|rules| rules.strictness == Strictness::Loose) {
            if let Ok(once) = project(&schema, &rules) {
                let twice = project(&once.schema, &rules).expect("it was taken once");
                prop_assert_eq!(twice.schema, once.schema);
            }
        }
    }
}
