//! Functions as people paste them: schemas of every draft, names nobody takes, and very many.

use super::Extent;
use crate::captured::answer::{Call, Name, Script};
use crate::captured::case::{Asked, Case, Turn};
use crate::captured::histories::text;
use content::FunctionName;
use functions::sources::pasted::{Definition, PastedSettings};
use ports::{CallOptions, Effect, FunctionInput};
use serde_json::{Value, json};

/// Functions that are offered together.
struct Group {
    name: &'static str,
    definitions: Vec<Definition>,
}

/// All of them, as a person pastes them.
pub fn definitions() -> PastedSettings {
    let definitions = groups().into_iter().flat_map(|group| group.definitions).collect();
    PastedSettings { id: String::new(), title: "Pasted".to_owned(), definitions }
}

pub(super) fn all(extent: Extent, count: usize) -> Vec<Case> {
    let cases = groups().into_iter().enumerate().flat_map(|(number, group)| {
        let services = extent.services(number, count);
        let with = |(at, service): (usize, usize)| {
            let strict = [None, Some(true)];
            // A sample has one of the two.
            let chosen =
                strict.into_iter().skip(if extent == Extent::Sample { (at + number) % 2 } else { 0 });
            let chosen = chosen.take(if extent == Extent::Sample { 1 } else { 2 });
            chosen.map(|strict| case(&group, service, strict)).collect::<Vec<_>>()
        };
        services.into_iter().enumerate().flat_map(with).collect::<Vec<_>>()
    });
    cases.collect()
}

fn case(group: &Group, service: usize, strict: Option<bool>) -> Case {
    let offered: Vec<_> =
        group.definitions.iter().map(|definition| FunctionName::without_plugin(&definition.name)).collect();
    let calls = CallOptions { parallel: None, strict, ..CallOptions::NONE };
    let asked = Asked { offered: offered.clone(), calls, ..Asked::default() };
    let way = format!("{}{}", group.name, if strict.is_some() { ", strict" } else { "" });
    let script = Script::calling(vec![Call::named(Name::First, "{}")]);
    let turns = vec![Turn::new(service, script).asked(&way, asked).saying("Do it.")];
    let case = Case::new("one call of a function that was pasted", turns);
    offered.into_iter().fold(case, |case, name| case.with_outcomes(name, vec![text("done")]))
}

fn definition(name: impl Into<String>, parameters: Value) -> Definition {
    let description = "Does something.".to_owned();
    let input = FunctionInput::default();
    Definition { name: name.into(), description, parameters, effect: Effect::ReadsOnly, input, returns: None }
}

/// A schema of an object with these properties.
fn object(properties: Value) -> Value {
    json!({ "type": "object", "properties": properties })
}

fn groups() -> Vec<Group> {
    let mut groups: Vec<_> = references()
        .into_iter()
        .chain(shapes())
        .chain(keywords())
        .map(|(name, schema)| {
            let function = name.replace([' ', '\''], "_");
            Group { name, definitions: vec![definition(function, schema)] }
        })
        .collect();
    groups.extend([names(), descriptions(), many()]);
    groups
}

fn references() -> Vec<(&'static str, Value)> {
    let city =
        || json!({ "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"] });
    vec![
        (
            "definitions of draft 7",
            json!({ "$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
            "definitions": { "City": city() }, "properties": { "city": { "$ref": "#/definitions/City" } },
            "required": ["city"] }),
        ),
        (
            "defs",
            json!({ "type": "object", "$defs": { "City": city() },
            "properties": { "city": { "$ref": "#/$defs/City" } }, "required": ["city"] }),
        ),
        (
            "an optional reference",
            json!({ "type": "object", "$defs": { "City": city() }, "properties": {
            "city": { "$ref": "#/$defs/City" }, "day": { "type": "integer" } }, "required": ["day"] }),
        ),
        (
            "a reference with a description",
            json!({ "type": "object", "$defs": { "City": city() }, "properties": {
            "city": { "$ref": "#/$defs/City", "description": "Where", "default": null } } }),
        ),
        (
            "a schema that refers to itself",
            json!({ "type": "object", "$defs": { "Node": { "type": "object",
            "properties": { "next": { "$ref": "#/$defs/Node" }, "all": { "type": "array", "items": { "$ref": "#/$defs/Node" } } } } },
            "properties": { "root": { "$ref": "#/$defs/Node" } } }),
        ),
        ("a reference to the root", object(json!({ "next": { "$ref": "#" }, "name": { "type": "string" } }))),
        ("a reference to a property", object(json!({ "a": city(), "b": { "$ref": "#/properties/a" } }))),
        (
            "a reference by an anchor",
            json!({ "type": "object", "$defs": { "City": { "$anchor": "city", "type": "string" } },
            "properties": { "city": { "$ref": "#city" } } }),
        ),
    ]
}

fn shapes() -> Vec<(&'static str, Value)> {
    let (a, b) =
        (object(json!({ "a": { "type": "string" } })), object(json!({ "b": { "type": "integer" } })));
    let deep = (0..8).fold(json!({ "type": "string" }), |inner, _| object(json!({ "inner": inner })));
    vec![
        ("anyOf at the root", json!({ "anyOf": [a, b] })),
        ("oneOf at the root", json!({ "type": "object", "oneOf": [a, b] })),
        ("allOf at the root", json!({ "allOf": [a, b] })),
        ("a schema that says nothing", json!({})),
        ("an object without properties", json!({ "type": "object" })),
        ("properties without a type", json!({ "properties": { "a": {} } })),
        ("true as a property", object(json!({ "anything": true, "a": { "type": "string" } }))),
        ("false as a property", object(json!({ "never": false }))),
        (
            "a tuple of draft 7",
            object(
                json!({ "pair": { "type": "array", "items": [{ "type": "number" }, { "type": "string" }], "additionalItems": false } }),
            ),
        ),
        (
            "a tuple of 2020",
            object(
                json!({ "pair": { "type": "array", "prefixItems": [{ "type": "number" }, { "type": "string" }], "items": false } }),
            ),
        ),
        (
            "a list of anything",
            object(json!({ "list": { "type": "array" }, "all": { "type": "array", "items": true } })),
        ),
        ("deep objects", deep),
        (
            "a field that is required and not there",
            json!({ "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a", "b"] }),
        ),
        (
            "odd keys of properties",
            object(
                json!({ "a b": { "type": "string" }, "größe": { "type": "number" }, "$ref": { "type": "string" },
            "type": { "type": "string" }, "a.b[c]": { "type": "boolean" }, "x".repeat(90): { "type": "null" } }),
            ),
        ),
        ("an empty key of a property", object(json!({ "": { "type": "string" } }))),
    ]
}

fn keywords() -> Vec<(&'static str, Value)> {
    vec![
        ("an enum without a type", object(json!({ "unit": { "enum": ["c", "f"] } }))),
        ("an enum of several types", object(json!({ "unit": { "enum": ["c", 1, null, true] } }))),
        ("an enum of numbers", object(json!({ "size": { "type": "integer", "enum": [1, 2, 3] } }))),
        ("constants", object(json!({ "kind": { "const": "city" }, "level": { "const": 1 } }))),
        (
            "several types",
            object(
                json!({ "a": { "type": ["string", "null"] }, "b": { "type": ["integer", "string", "null"] } }),
            ),
        ),
        (
            "nullable of OpenAPI",
            object(json!({ "a": { "type": "string", "nullable": true, "example": "x" } })),
        ),
        (
            "unions",
            object(json!({ "a": { "anyOf": [{ "type": "string" }, { "type": "null" }] },
            "b": { "oneOf": [{ "type": "integer" }, { "type": "array", "items": { "type": "integer" } }] } })),
        ),
        (
            "limits",
            object(
                json!({ "a": { "type": "string", "minLength": 1, "maxLength": 9, "pattern": "^\\p{L}+$", "format": "date-time" },
            "b": { "type": "number", "exclusiveMinimum": 0, "maximum": 1e308, "multipleOf": 0.1 },
            "c": { "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": 3, "uniqueItems": true } }),
            ),
        ),
        (
            "open objects",
            json!({ "type": "object", "properties": { "a": { "type": "string" } }, "additionalProperties": { "type": "number" },
            "patternProperties": { "^x-": { "type": "string" } }, "propertyNames": { "maxLength": 9 }, "minProperties": 1 }),
        ),
        (
            "conditions",
            json!({ "type": "object", "properties": { "a": { "type": "string" }, "b": { "type": "string" } },
            "if": { "properties": { "a": { "const": "x" } } }, "then": { "required": ["b"] }, "else": { "not": { "required": ["b"] } },
            "dependentRequired": { "b": ["a"] }, "dependentSchemas": { "a": { "required": ["b"] } } }),
        ),
        (
            "notes",
            json!({ "$id": "https://example.org/tool", "$comment": "For tests", "title": "Tool", "type": "object", "examples": [{}],
            "properties": { "a": { "type": "string", "title": "A", "default": "x", "examples": ["y"], "deprecated": true, "readOnly": true, "x-own": 1 } } }),
        ),
    ]
}

fn names() -> Group {
    let schema = || object(json!({ "a": { "type": "string" } }));
    let long = "a_very_long_name_".repeat(12);
    let names =
        ["get weather!", "größe.holen", "9lives", "a/b", "a:b", "a_b", "a b", "-", "functions", "web_search"];
    let names = names.into_iter().map(str::to_owned).chain([format!("{long}1"), format!("{long}2")]);
    Group { name: "names nobody takes", definitions: names.map(|name| definition(name, schema())).collect() }
}

fn descriptions() -> Group {
    let described =
        |name: &str, description: String| Definition { description, ..definition(name, object(json!({}))) };
    let definitions = vec![
        described("without_description", String::new()),
        described("with_a_long_description", "It does something. ".repeat(400)),
        described("with_an_odd_description", "\u{0}\"quotes\" </tool> \u{202e}漢字\n".to_owned()),
    ];
    Group { name: "odd descriptions", definitions }
}

fn many() -> Group {
    let schema = || object(json!({ "number": { "type": "integer" } }));
    let definitions = (1..=130).map(|number| definition(format!("function_{number}"), schema())).collect();
    Group { name: "130 functions", definitions }
}
