//! What a model is told of the functions that ship.

use conversations::conversation::registry;
use ports::Catalogue;
use serde_json::{Value, json};

/// Description and parameters of a function that ships.
fn described(plugin: &str, function: &str) -> (String, Value) {
    let name = content::FunctionName::new(plugin, function);
    let spec = registry().specs().into_iter().find(|spec| spec.name == name).expect("the function ships");
    (spec.description.clone(), spec.parameters.clone())
}

#[test]
fn two_numbers_are_described_to_the_letter_of_the_article() {
    let (description, parameters) = described("arithmetic", "add_numbers");
    assert_eq!(description, "Adds two numbers together and provides the result");
    let expected = json!({
        "type": "object",
        "properties": {
            "numberOne": { "type": "integer", "description": "The first number to add" },
            "numberTwo": { "type": "integer", "description": "The second number to add" },
        },
        "required": ["numberOne", "numberTwo"],
    });
    assert_eq!(parameters, expected);
}

#[test]
fn an_object_as_an_argument_is_described_with_its_properties_and_examples() {
    let (_, parameters) = described("holiday", "book_holiday");
    let date = |description: &str| json!({ "type": "string", "description": description, "examples": ["2023-01-01", "2024-05-20"] });
    let expected = json!({
        "type": "object",
        "properties": {
            "request": {
                "type": "object",
                "description": "A request to answer.",
                "properties": {
                    "StartDate": date("The start date in ISO 8601 format"),
                    "EndDate": date("The end date in ISO 8601 format"),
                },
                "required": ["StartDate", "EndDate"],
            },
        },
        "required": ["request"],
    });
    assert_eq!(parameters, expected);
}

#[test]
fn choices_defaults_lists_limits_and_examples_come_from_the_types() {
    let (_, parameters) = described("holiday", "quote_holiday");
    let expected = json!({
        "type": "object",
        "properties": {
            "destination": {
                "type": "string",
                "description": "Where to, in English.",
                "minLength": 2,
                "maxLength": 80,
                "examples": ["Lisbon"],
            },
            "first_night": {
                "type": "string",
                "format": "date",
                "description": "The first night, as YYYY-MM-DD.",
                "examples": ["2026-07-04"],
            },
            "nights": {
                "type": "integer",
                "description": "How many nights.",
                "minimum": 1,
                "maximum": 28,
                "default": 7,
            },
            "board": {
                "type": "string",
                "description": "Which meals are included.",
                "enum": ["none", "breakfast", "all_meals"],
                "default": "breakfast",
            },
            "guests": {
                "type": "array",
                "description": "Everybody who travels.",
                "minItems": 1,
                "maxItems": 6,
                "items": {
                    "type": "object",
                    "properties": {
                        "name": { "type": "string", "description": "The name as in the passport." },
                        "age": {
                            "type": "integer",
                            "description": "The age in years when the journey begins.",
                            "minimum": 0,
                            "maximum": 130,
                        },
                    },
                    "required": ["name", "age"],
                },
            },
            "limit": {
                "type": ["number", "null"],
                "description": "The most it may cost in euros. No limit if left out.",
            },
        },
        "required": ["destination", "first_night", "guests"],
    });
    assert_eq!(parameters, expected);
}

#[test]
fn every_schema_that_ships_is_one_object_without_references() {
    for spec in registry().specs() {
        assert_eq!(spec.parameters.get("type"), Some(&json!("object")), "{}", spec.name);
        assert!(spec.parameters.get("properties").is_some_and(Value::is_object), "{}", spec.name);
        let text = spec.parameters.to_string();
        assert!(!text.contains("$ref") && !text.contains("$defs") && !text.contains("int64"), "{text}");
        assert!(!spec.description.is_empty(), "{} says nothing", spec.name);
    }
}
