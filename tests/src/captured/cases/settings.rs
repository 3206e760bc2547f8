//! Every setting a person has for a request.

use super::Extent;
use crate::captured::answer::Script;
use crate::captured::case::{Asked, Case, Turn, forecast};
use functions::FunctionSettings;
use ports::{
    CallOptions, Effort, FunctionChoice, NameStyle, RequestSettings, ResponseFormat, Thinking,
    ThinkingDisplay, ThinkingMode,
};
use serde_json::{Value, json};

pub(super) fn all(extent: Extent, count: usize) -> Vec<Case> {
    let settings = [calls(), numbers(), formats(), thinking()].concat();
    let asked = settings.into_iter().enumerate().flat_map(|(number, (way, asked))| {
        extent.services(number, count).into_iter().map(move |service| {
            let turns = vec![
                Turn::new(service, script(&asked)).asked(&way, asked.clone()),
                Turn::new(service, Script::words()).asked(&way, asked.clone()).saying("And tomorrow?"),
            ];
            Case::new("one question, and one more", turns)
        })
    });
    let styled = styles().into_iter().enumerate().flat_map(|(number, (way, style))| {
        extent.services(number + 2, count).into_iter().map(move |service| {
            let turns = vec![
                Turn::new(service, Script::calls()).in_way(way),
                Turn::new((service + 1) % count, Script::calls()).in_way(way),
            ];
            let mut functions = FunctionSettings::live();
            functions.names.style = style.clone();
            Case { functions, ..Case::new("two calls, and two elsewhere", turns) }
        })
    });
    asked.chain(styled).collect()
}

/// A model that must not call does not.
fn script(asked: &Asked) -> Script {
    if asked.choice == FunctionChoice::None { Script::words() } else { Script::calls() }
}

fn calls() -> Vec<(String, Asked)> {
    let options = |parallel, strict| Asked {
        calls: CallOptions { parallel, strict, ..CallOptions::NONE },
        ..Asked::default()
    };
    let choice = |choice| Asked { choice, ..Asked::default() };
    let named = || FunctionChoice::Function { name: forecast() };
    let all = [
        ("strict", options(None, Some(true))),
        ("not strict", options(None, Some(false))),
        ("parallel", options(Some(true), None)),
        ("not parallel", options(Some(false), None)),
        ("not parallel and strict", options(Some(false), Some(true))),
        ("required", choice(FunctionChoice::Required)),
        ("required and strict", Asked { choice: FunctionChoice::Required, ..options(None, Some(true)) }),
        (
            "required and not parallel",
            Asked { choice: FunctionChoice::Required, ..options(Some(false), None) },
        ),
        ("none", choice(FunctionChoice::None)),
        ("none and not parallel", Asked { choice: FunctionChoice::None, ..options(Some(false), None) }),
        ("one function by name", choice(named())),
        ("one function by name and strict", Asked { choice: named(), ..options(Some(true), Some(true)) }),
        ("no functions", Asked { offered: Vec::new(), ..Asked::default() }),
        ("no functions and none", Asked { offered: Vec::new(), ..choice(FunctionChoice::None) }),
        ("no functions and required", Asked { offered: Vec::new(), ..choice(FunctionChoice::Required) }),
        ("no functions and not parallel", Asked { offered: Vec::new(), ..options(Some(false), Some(true)) }),
        ("one function", Asked { offered: vec![forecast()], ..Asked::default() }),
    ];
    all.map(|(way, asked)| (way.to_owned(), asked)).to_vec()
}

fn set(way: &str, settings: RequestSettings) -> (String, Asked) {
    (way.to_owned(), Asked { settings, ..Asked::default() })
}

fn numbers() -> Vec<(String, Asked)> {
    let none = RequestSettings::default;
    let stop = |stop: &[&str]| RequestSettings {
        stop: stop.iter().map(|stop| (*stop).to_owned()).collect(),
        ..none()
    };
    vec![
        set("temperature 0", RequestSettings { temperature: Some(0.0), ..none() }),
        set("temperature 2", RequestSettings { temperature: Some(2.0), ..none() }),
        set("top_p 0", RequestSettings { top_p: Some(0.0), ..none() }),
        set("temperature and top_p", RequestSettings { temperature: Some(0.7), top_p: Some(0.9), ..none() }),
        set("one token", RequestSettings { max_output_tokens: Some(1), ..none() }),
        set("very many tokens", RequestSettings { max_output_tokens: Some(u32::MAX), ..none() }),
        set("a seed of 0", RequestSettings { seed: Some(0), ..none() }),
        set("a seed beyond 31 bits", RequestSettings { seed: Some(1 << 31), ..none() }),
        set("a seed beyond 63 bits", RequestSettings { seed: Some(u64::MAX), ..none() }),
        set("one stop sequence", stop(&["END"])),
        set("five stop sequences", stop(&["a", "b", "c", "d", "e"])),
        set("twenty stop sequences", stop(&["x"; 20])),
        set("an empty stop sequence", stop(&[""])),
        set("a blank among stop sequences", stop(&["END", " ", "\n"])),
        set("whole", RequestSettings { streaming: Some(false), ..none() }),
        set("streamed", RequestSettings { streaming: Some(true), ..none() }),
    ]
}

fn thinking() -> Vec<(String, Asked)> {
    let plain = Thinking::default();
    let think = |way: &str, thinking| set(way, RequestSettings { thinking, ..RequestSettings::default() });
    let mode = |way: &str, mode| think(way, Thinking { mode: Some(mode), ..plain });
    let effort = |effort: Effort| {
        think(&format!("the effort {}", effort.as_str()), Thinking { effort: Some(effort), ..plain })
    };
    let mut all = vec![
        mode("thinking on", ThinkingMode::On),
        mode("thinking off", ThinkingMode::Off),
        mode("thinking between calls", ThinkingMode::BetweenTools),
        think("few tokens to think with", Thinking { budget: Some(10), ..plain }),
        think("many tokens to think with", Thinking { budget: Some(200_000), ..plain }),
        think("thinking shown", Thinking { display: Some(ThinkingDisplay::Detailed), ..plain }),
        set("a context", RequestSettings { context_tokens: Some(65_536), ..RequestSettings::default() }),
    ];
    all.extend([Effort::Minimal, Effort::Low, Effort::High, Effort::Max].map(effort));
    all
}

fn formats() -> Vec<(String, Asked)> {
    let form = |way: &str, form| {
        set(way, RequestSettings { response_format: Some(form), ..RequestSettings::default() })
    };
    let schema = |way: &str, name: &str, schema: Value| {
        form(&format!("a schema {way}"), ResponseFormat::Schema { name: name.to_owned(), schema })
    };
    let simple = || json!({ "type": "object", "properties": { "answer": { "type": "string" } }, "required": ["answer"] });
    let city = || json!({ "type": "object", "properties": { "name": { "type": "string" } } });
    let long = "n".repeat(100);
    vec![
        form("text", ResponseFormat::Text),
        form("any JSON", ResponseFormat::Json),
        schema("that is plain", "reply", simple()),
        schema(
            "with $defs",
            "reply",
            json!({ "type": "object", "$defs": { "City": city() },
            "properties": { "city": { "$ref": "#/$defs/City" } } }),
        ),
        schema(
            "with definitions",
            "reply",
            json!({ "$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
            "definitions": { "City": city() }, "properties": { "city": { "$ref": "#/definitions/City" } } }),
        ),
        schema(
            "that refers to itself",
            "reply",
            json!({ "$ref": "#/$defs/Node", "$defs": { "Node": {
            "type": "object", "properties": { "next": { "$ref": "#/$defs/Node" } } } } }),
        ),
        schema("with anyOf at its root", "reply", json!({ "anyOf": [simple(), city()] })),
        schema(
            "with odd keys",
            "reply",
            json!({ "type": "object", "properties": {
            "a b": { "type": "string" }, "größe": { "type": "number" }, "$ref": { "type": "string" }, "": { "type": "null" } } }),
        ),
        schema(
            "with constraints",
            "reply",
            json!({ "type": "object", "additionalProperties": { "type": "number" }, "minProperties": 1,
            "properties": { "a": { "type": ["string", "null"], "pattern": "^a", "maxLength": 3 },
                "b": { "type": "array", "items": [{ "type": "string" }], "uniqueItems": true } } }),
        ),
        schema("of a list", "reply", json!({ "type": "array", "items": { "type": "string" } })),
        schema("that says nothing", "reply", json!({})),
        schema("with a name nobody takes", "An answer, in short!", simple()),
        schema("without a name", "", simple()),
        schema("with a long name", &long, simple()),
    ]
}

fn styles() -> Vec<(&'static str, NameStyle)> {
    let joined = |separator: &str| NameStyle::Joined { separator: separator.to_owned() };
    vec![
        ("names joined by a dot", joined(".")),
        ("names joined by nothing", joined("")),
        ("names joined by signs", joined("::")),
        ("functions alone", NameStyle::FunctionAlone),
    ]
}
