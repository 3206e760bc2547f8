use super::{Binding, BindingPolicy, Conversions, ExtraArguments, bind};
use content::JsonObject;
use ports::{Bound, ChangeKind};
use proptest::prelude::*;
use serde_json::{Value, json};

const EXACT: BindingPolicy = BindingPolicy { conversions: Conversions::None, extra: ExtraArguments::Ignore };
const CLOSED: BindingPolicy =
    BindingPolicy { conversions: Conversions::Clear, extra: ExtraArguments::Refuse };

fn object(value: Value) -> JsonObject {
    serde_json::from_value(value).expect("an object")
}

fn bound(properties: Value, arguments: Value, policy: BindingPolicy) -> Binding {
    bind(&json!({ "type": "object", "properties": properties }), &object(arguments), policy)
}

/// One parameter of this schema, with what was written and what the function gets.
#[track_caller]
fn check(schema: Value, before: Value, after: Value) {
    let binding = bound(json!({ "it": schema }), json!({ "it": before }), BindingPolicy::LENIENT);
    assert_eq!(binding.bound.arguments.get("it"), Some(&after));
    let changes: Vec<_> =
        binding.bound.changes.iter().map(|change| (change.path.as_str(), change.kind)).collect();
    let expected = if before == after { vec![] } else { vec![("/it", ChangeKind::Converted)] };
    assert_eq!(changes, expected, "every conversion is told, and nothing else");
}

#[test]
fn a_text_becomes_what_the_schema_asks_for() {
    check(json!({ "type": "integer" }), json!("36"), json!(36));
    check(json!({ "type": "integer" }), json!(" -7 "), json!(-7));
    check(json!({ "type": "integer" }), json!("1e3"), json!(1000));
    check(json!({ "type": "number" }), json!("12.5"), json!(12.5));
    check(json!({ "type": "boolean" }), json!("true"), json!(true));
    check(json!({ "type": "boolean" }), json!("False"), json!(false));
    check(json!({ "type": ["integer", "null"] }), json!("2"), json!(2));
    check(json!({ "anyOf": [{ "type": "integer" }, { "type": "null" }] }), json!("2"), json!(2));
    check(json!({ "type": "array", "items": {} }), json!("[1, 2]"), json!([1, 2]));
    check(json!({ "type": "object" }), json!(r#"{"a": 1}"#), json!({ "a": 1 }));
}

#[test]
fn the_name_of_a_choice_is_found_whatever_its_case() {
    let scale = json!({ "type": "string", "enum": ["celsius", "degrees_kelvin"] });
    check(scale.clone(), json!("Celsius"), json!("celsius"));
    check(scale.clone(), json!("Degrees Kelvin"), json!("degrees_kelvin"));
    check(scale.clone(), json!("fahrenheit"), json!("fahrenheit"));
    check(json!({ "enum": ["a", "A"] }), json!(" a"), json!(" a"));
    check(json!({ "enum": [1, 2] }), json!("2"), json!(2));
}

#[test]
fn a_guid_is_written_in_the_standard_way() {
    let guid = json!({ "type": "string", "format": "uuid" });
    let standard = json!("0f8fad5b-d9cb-469f-a165-70867728950e");
    check(guid.clone(), json!("{0F8FAD5B-D9CB-469F-A165-70867728950E}"), standard.clone());
    check(guid.clone(), json!("0f8fad5bd9cb469fa16570867728950e"), standard.clone());
    check(guid.clone(), standard.clone(), standard);
    check(guid, json!("not a guid"), json!("not a guid"));
}

#[test]
fn the_items_of_a_tuple_are_converted_each_by_its_own_schema() {
    let (whole, flag) = (json!({ "type": "integer" }), json!({ "type": "boolean" }));
    let forms = [
        json!({ "type": "array", "prefixItems": [whole, flag], "items": whole }),
        json!({ "type": "array", "items": [whole, flag], "additionalItems": whole }),
    ];
    for form in forms {
        let binding =
            bound(json!({ "it": form }), json!({ "it": ["1", "true", "2"] }), BindingPolicy::LENIENT);
        assert_eq!(Value::Object(binding.bound.arguments), json!({ "it": [1, true, 2] }));
    }
}

#[test]
fn whole_numbers_and_texts_are_put_right_and_nothing_is_guessed() {
    check(json!({ "type": "integer" }), json!(36.0), json!(36));
    check(json!({ "type": "integer" }), json!(36.5), json!(36.5));
    check(json!({ "type": "integer" }), json!("many"), json!("many"));
    check(json!({ "type": "integer" }), json!("1,000"), json!("1,000"));
    check(json!({ "type": "boolean" }), json!(1), json!(1));
    check(json!({ "type": "string" }), json!(2139), json!("2139"));
    check(json!({ "type": "string" }), json!(["a"]), json!(["a"]));
    check(json!({}), json!("36"), json!("36"));
}

#[test]
fn what_lies_deeper_is_converted_at_its_place() {
    let schema = json!({
        "type": "object",
        "properties": { "guests": { "type": "array", "items": { "$ref": "#/$defs/Guest" } } },
        "$defs": { "Guest": { "type": "object", "properties": { "a/ge": { "type": "integer" } } } }
    });
    let written = object(json!({ "guests": [{ "a/ge": 3 }, { "a/ge": "7" }] }));
    let binding = bind(&schema, &written, BindingPolicy::LENIENT);
    assert_eq!(Value::Object(binding.bound.arguments), json!({ "guests": [{ "a/ge": 3 }, { "a/ge": 7 }] }));
    let [change] = binding.bound.changes.as_slice() else { panic!("{:?}", binding.bound.changes) };
    assert_eq!(change.path, "/guests/1/a~1ge");
    assert_eq!((change.before.clone(), change.after.clone()), (Some(json!("7")), Some(json!(7))));
}

#[test]
fn a_parameter_that_was_left_out_takes_its_default() {
    let board = json!({ "board": { "type": "string", "default": "breakfast" } });
    let filled = bound(board.clone(), json!({}), BindingPolicy::LENIENT);
    assert_eq!(Value::Object(filled.bound.arguments), json!({ "board": "breakfast" }));
    assert_eq!(filled.bound.changes[0].kind, ChangeKind::Default);

    let as_null = bound(board.clone(), json!({ "board": null }), BindingPolicy::LENIENT);
    assert_eq!(Value::Object(as_null.bound.arguments), json!({ "board": "breakfast" }));

    let written = bound(board, json!({ "board": "none" }), BindingPolicy::LENIENT);
    assert_eq!(
        (Value::Object(written.bound.arguments), written.bound.changes),
        (json!({ "board": "none" }), vec![])
    );
}

#[test]
fn null_stays_where_it_is_allowed_and_is_taken_out_where_it_means_nothing() {
    let nullable = bound(
        json!({ "day": { "type": ["integer", "null"] } }),
        json!({ "day": null }),
        BindingPolicy::LENIENT,
    );
    assert_eq!(Value::Object(nullable.bound.arguments), json!({ "day": null }));
    let plain =
        bound(json!({ "day": { "type": "integer" } }), json!({ "day": null }), BindingPolicy::LENIENT);
    assert_eq!(Value::Object(plain.bound.arguments), json!({}));
    assert_eq!(plain.bound.changes[0].kind, ChangeKind::LeftOut);
}

#[test]
fn arguments_nobody_wants_are_ignored_or_named() {
    let city = json!({ "city": { "type": "string" } });
    let written = json!({ "city": "Oslo", "mood": "good" });
    let ignored = bound(city.clone(), written.clone(), BindingPolicy::LENIENT);
    assert_eq!(Value::Object(ignored.bound.arguments), json!({ "city": "Oslo" }));
    assert_eq!(
        (ignored.bound.changes[0].path.as_str(), ignored.bound.changes[0].kind),
        ("/mood", ChangeKind::Ignored)
    );

    let refused = bound(city, written, CLOSED);
    assert_eq!(refused.refused[0].path, "/mood");
}

#[test]
fn an_object_that_is_open_keeps_what_it_holds() {
    let check = |schema: Value| {
        let written = object(json!({ "anything": 1 }));
        assert_eq!(
            bind(&schema, &written, CLOSED),
            Binding { bound: Bound { arguments: written, changes: vec![] }, refused: vec![] }
        );
    };
    check(json!({ "type": "object" }));
    check(json!({ "type": "object", "properties": {}, "additionalProperties": true }));
    check(json!({ "type": "object", "properties": {}, "additionalProperties": { "type": "integer" } }));
    check(json!({ "type": "object", "properties": {}, "patternProperties": { "^a": {} } }));
}

#[test]
fn without_conversions_only_defaults_and_extras_are_looked_after() {
    let properties = json!({ "count": { "type": "integer" }, "unit": { "default": "m" } });
    let binding = bound(properties, json!({ "count": "3" }), EXACT);
    assert_eq!(Value::Object(binding.bound.arguments), json!({ "count": "3", "unit": "m" }));
}

#[test]
fn a_schema_that_refers_to_itself_ends() {
    let looped =
        json!({ "properties": { "it": { "$ref": "#/$defs/a" } }, "$defs": { "a": { "$ref": "#/$defs/a" } } });
    let written = object(json!({ "it": "x" }));
    assert_eq!(bind(&looped, &written, BindingPolicy::LENIENT).bound.arguments, written);
    let tree = json!({ "properties": { "child": { "$ref": "#" } } });
    let mut deep = json!({});
    for _ in 0..100 {
        deep = json!({ "child": deep });
    }
    assert_eq!(bind(&tree, &object(deep.clone()), BindingPolicy::LENIENT).bound.arguments, object(deep));
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-z\\{\"0-9. ]{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 4, |inner| {
        let key = prop_oneof![
            Just("type"),
            Just("properties"),
            Just("items"),
            Just("enum"),
            Just("anyOf"),
            Just("a")
        ];
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec((key, inner), 0..4).prop_map(|members| {
                Value::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
            }),
        ]
    })
}

proptest! {
    #[test]
    fn no_schema_and_no_arguments_upset_it(schema in any_json(), arguments in any_json()) {
        let arguments = json!({ "a": arguments, "type": 1 });
        bind(&json!({ "properties": { "a": schema } }), &object(arguments.clone()), BindingPolicy::LENIENT);
        bind(&schema, &object(arguments), CLOSED);
    }

    #[test]
    fn what_is_bound_once_is_not_changed_again(schema in any_json(), value in any_json()) {
        let schema = json!({ "properties": { "a": schema } });
        let once = bind(&schema, &object(json!({ "a": value })), BindingPolicy::LENIENT);
        let twice = bind(&schema, &once.bound.arguments, BindingPolicy::LENIENT);
        prop_assert_eq!(twice.bound.arguments, once.bound.arguments);
    }
}
