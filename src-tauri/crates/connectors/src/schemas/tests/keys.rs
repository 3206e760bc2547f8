//! Properties that go by other names on a wire.

use super::projected;
use crate::schemas::{KeyNames, SchemaRules};
use serde_json::{Value, json};

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "filter[port]": { "type": "string" },
            "plain": {
                "type": "array",
                "items": { "type": "object", "properties": { "größe": {} }, "required": ["größe"] },
            },
        },
        "required": ["plain", "filter[port]"],
        "dependentRequired": { "plain": ["filter[port]"] },
        "default": { "filter[port]": "Lysvik" },
    })
}

#[test]
fn a_name_the_provider_refuses_is_written_another_way_wherever_it_stands() {
    let keys = KeyNames::of(&schema()).expect("names to replace");
    let arguments = json!({ "filter[port]": 1, "größe": 2 }).as_object().cloned().expect("an object");
    let written: Vec<String> = keys.encode(arguments).keys().cloned().collect();
    let [filter, size] = written.as_slice() else { panic!("two names") };
    assert!(filter.starts_with("filter_port__") && size.starts_with("gr__e_"), "{written:?}");
    for rules in [SchemaRules::ANTHROPIC, SchemaRules::BEDROCK] {
        let projected = projected(schema(), rules);
        let expected = json!({
            "type": "object",
            "properties": {
                filter: { "type": "string" },
                "plain": {
                    "type": "array",
                    "items": { "type": "object", "properties": { size: {} }, "required": [size] },
                },
            },
            "required": ["plain", filter],
            "dependentRequired": { "plain": [filter] },
            "default": { filter: "Lysvik" },
        });
        assert_eq!(projected.schema, expected);
        let told: Vec<_> =
            projected.changes.iter().map(|change| (change.path.as_str(), change.what.to_string())).collect();
        let expected = [
            ("/properties/plain/items/properties/größe", format!("größe is called {size}")),
            ("/properties/filter[port]", format!("filter[port] is called {filter}")),
        ];
        assert_eq!(told, expected);
    }
    assert_eq!(projected(schema(), SchemaRules::MISTRAL).schema, schema());
}

#[test]
fn what_a_model_wrote_stays_but_for_the_names() {
    let keys = KeyNames::of(&schema()).expect("names to replace");
    let names = json!({ "filter[port]": null, "größe": null });
    let written: Vec<String> =
        keys.encode(names.as_object().cloned().expect("an object")).keys().cloned().collect();
    let [filter, size] = written.as_slice() else { panic!("two names") };
    let check = |raw: String, expected: &str| assert_eq!(keys.decode(&raw), expected);
    check(
        format!("{{ \"{filter}\" : \"{filter}\",\n\"plain\":[{{\"{size}\":1.50}}, \"{size}\"]}}"),
        &format!("{{ \"filter[port]\" : \"{filter}\",\n\"plain\":[{{\"größe\":1.50}}, \"{size}\"]}}"),
    );
    let escaped = filter.replace('_', "\\u005f");
    check(format!("{{\"{escaped}\":\"a\\\"b\\\\\"}}"), "{\"filter[port]\":\"a\\\"b\\\\\"}");
    for broken in ["", "{", "{\"", "{\"a", "no JSON \"at\" all\\", "{\"a\\"] {
        check(broken.to_owned(), broken);
    }
}

#[test]
fn a_name_that_is_taken_is_not_given_again() {
    let first = KeyNames::of(&json!({ "properties": { "a b": {} } })).expect("a name to replace");
    let arguments = |keys: &KeyNames| {
        keys.encode(json!({ "a b": 1 }).as_object().cloned().expect("an object")).keys().next().cloned()
    };
    let taken = arguments(&first).expect("a name");
    let both = KeyNames::of(&json!({ "properties": { "a b": {}, taken.clone(): {} } }));
    assert_ne!(arguments(&both.expect("a name to replace")), Some(taken));
    assert!(KeyNames::of(&json!({ "properties": { "a.b-c_d": {}, "a": {} } })).is_none());
}
