//! Schemas in requests as they are written for each kind of service.

use crate::testing::asked;
use crate::transport::Network;
use crate::{Kind, Secret, Service};
use content::ModelId;
use ports::{CompletionRequest, ConnectorProfile, Preview, ResponseFormat};
use serde_json::{Value, json};
use std::sync::Arc;

#[track_caller]
fn preview(kind: &str, model: &str, request: &CompletionRequest) -> (Value, Preview) {
    let kind = Kind::named(kind).expect("a kind");
    let service = Service {
        title: "S".to_owned(),
        address: "https://x.example/v1".to_owned(),
        key: Secret::new("key-0123456789"),
        headers: Vec::new(),
        network: Network::USUAL,
    };
    let profile = ConnectorProfile { model: ModelId::new("m"), title: String::new(), service: String::new() };
    let connector = kind.connect(profile, model.to_owned(), Arc::new(service)).expect("a connector");
    let preview = connector.preview(request).expect("a request").expect("a wire");
    (serde_json::from_str(&preview.body).expect("JSON"), preview)
}

/// A function as servers have it: a choice at the root, definitions of an older draft, a tuple, anything.
fn request() -> CompletionRequest {
    let mut request = asked(Vec::new());
    Arc::make_mut(&mut request.functions[0]).parameters = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": {
            "berth": { "$ref": "#/definitions/Berth" },
            "span": { "type": "array", "items": [{ "type": "integer" }, { "type": "integer" }] },
            "note": true,
        },
        "anyOf": [{ "required": ["berth"] }, { "required": ["span"] }],
        "definitions": { "Berth": { "type": "integer" } },
    });
    request
}

const SCHEMAS: [(&str, &str, &str); 10] = [
    ("openai", "gpt-5", "/tools/0/function/parameters"),
    ("groq", "llama", "/tools/0/function/parameters"),
    ("openai-responses", "gpt-5", "/tools/0/parameters"),
    ("anthropic", "claude-opus-5-5", "/tools/0/input_schema"),
    ("gemini", "gemini-3.6-flash", "/tools/0/functionDeclarations/0/parametersJsonSchema"),
    ("gemini-interactions", "gemini-3.6-flash", "/tools/0/parameters"),
    ("mistral", "mistral-large-latest", "/tools/0/function/parameters"),
    ("ollama", "qwen3:8b", "/tools/0/function/parameters"),
    ("bedrock", "eu.anthropic.claude-opus-5-5-v1:0", "/toolConfig/tools/0/toolSpec/inputSchema/json"),
    ("bedrock", "us.amazon.nova-pro-v1:0", "/toolConfig/tools/0/toolSpec/inputSchema/json"),
];

#[test]
fn a_function_as_servers_have_it_goes_to_every_service() {
    for strict in [None, Some(true)] {
        let mut request = request();
        request.calls.strict = strict;
        for (kind, model, place) in SCHEMAS {
            let (body, _) = preview(kind, model, &request);
            let schema = body.pointer(place).unwrap_or_else(|| panic!("{kind}: {body:#}"));
            assert!(jsonschema::draft202012::meta::is_valid(schema), "{kind}: {schema:#}");
            let berth = schema.pointer("/properties/berth").expect("a parameter");
            let berth = berth.pointer("/anyOf/0").unwrap_or(berth);
            let berth = match berth.get("$ref").and_then(Value::as_str) {
                Some(reference) => {
                    schema.pointer(&reference[1..]).unwrap_or_else(|| panic!("{kind}: {schema}"))
                }
                None => berth,
            };
            assert_eq!(*berth, json!({ "type": "integer" }), "{kind}");
            let items = ["/properties/span/items", "/properties/span/prefixItems/0"];
            assert!(items.iter().any(|place| schema.pointer(place) == Some(&json!({ "type": "integer" }))));
            assert!(schema.pointer("/properties/note").is_some_and(Value::is_object), "{kind}");
            let has_choice = schema.get("anyOf").is_some();
            let choosing = ["gemini", "gemini-interactions", "mistral", "ollama"];
            assert!(!has_choice || choosing.contains(&kind), "{kind}");
        }
    }
}

#[test]
fn a_function_too_large_for_strict_mode_is_offered_without_it_and_the_others_with_it() {
    let mut request = request();
    request.calls.strict = Some(true);
    let nested = (0..12).fold(
        json!({ "type": "string" }),
        |inner, _| json!({ "type": "object", "properties": { "inner": inner } }),
    );
    Arc::make_mut(&mut request.functions[0]).parameters = nested.clone();
    for (kind, tools) in [("openai", "function"), ("openai-responses", "")] {
        let (body, preview) = preview(kind, "gpt-5", &request);
        let tool = |number: usize| match tools {
            "" => body["tools"][number].clone(),
            inner => body["tools"][number][inner].clone(),
        };
        assert_eq!(tool(0)["parameters"], nested);
        assert!([json!(false), Value::Null].contains(&tool(0)["strict"]), "{body:#}");
        assert_eq!(tool(1)["strict"], true);
        let told = preview.adaptations.iter().find(|one| one.places == ["/functions/0"]).expect("it is told");
        assert_eq!(told.what.to_string(), "that arguments must follow their schema is not asked for");
    }
}

fn answering(name: &str, schema: Value) -> CompletionRequest {
    let mut request = asked(Vec::new());
    request.functions.clear();
    request.settings.response_format = Some(ResponseFormat::Schema { name: name.to_owned(), schema });
    request
}

/// Where the format stands in a body, and its schema in there.
const FORMATS: [(&str, &str, &str); 11] = [
    ("openai", "gpt-5", "/response_format/json_schema/schema"),
    ("vllm", "m", "/response_format/json_schema/schema"),
    ("groq", "llama", "/response_format/json_schema/schema"),
    ("openai-responses", "gpt-5", "/text/format/schema"),
    ("anthropic", "claude-opus-5-5", "/output_config/format/schema"),
    ("gemini", "gemini-3.6-flash", "/generationConfig/responseJsonSchema"),
    ("vertex", "gemini-3.6-flash", "/generationConfig/responseJsonSchema"),
    ("gemini-interactions", "gemini-3.6-flash", "/response_format/schema"),
    ("mistral", "mistral-large-latest", "/response_format/json_schema/schema"),
    ("ollama", "qwen3:8b", "/format"),
    ("bedrock", "eu.anthropic.claude-opus-5-5-v1:0", "/outputConfig/textFormat/structure/jsonSchema/schema"),
];

#[track_caller]
fn format_of(body: &Value, place: &str) -> Value {
    let found = body.pointer(place).unwrap_or_else(|| panic!("{body:#}"));
    found.as_str().map_or_else(|| found.clone(), |text| serde_json::from_str(text).expect("JSON"))
}

#[test]
fn the_schema_of_an_answer_is_written_as_each_service_takes_it() {
    let schema = json!({
        "type": "object",
        "properties": { "tide": { "$ref": "#/definitions/Tide" }, "note": { "type": "string" } },
        "required": ["tide"],
        "definitions": { "Tide": { "type": "object", "properties": { "metres": { "type": "number" } } } },
    });
    let tide = json!({ "type": "object", "properties": { "metres": { "type": "number" } } });
    let kept = json!({
        "type": "object",
        "properties": { "tide": { "$ref": "#/$defs/Tide" }, "note": { "type": "string" } },
        "required": ["tide"],
        "$defs": { "Tide": tide },
    });
    let closed = json!({
        "type": "object",
        "properties": {
            "tide": {
                "type": "object",
                "properties": { "metres": { "type": "number" } },
                "additionalProperties": false,
            },
            "note": { "type": "string" },
        },
        "required": ["tide"],
        "additionalProperties": false,
    });
    let complete = json!({
        "type": "object",
        "properties": { "tide": { "$ref": "#/$defs/Tide" }, "note": { "type": ["string", "null"] } },
        "required": ["tide", "note"],
        "additionalProperties": false,
        "$defs": {
            "Tide": {
                "type": "object",
                "properties": { "metres": { "type": ["number", "null"] } },
                "required": ["metres"],
                "additionalProperties": false,
            },
        },
    });
    for (kind, model, place) in FORMATS {
        let (body, preview) = preview(kind, model, &answering("tide", schema.clone()));
        let expected = match kind {
            "openai" | "vllm" | "openai-responses" => &complete,
            "anthropic" | "bedrock" => &closed,
            _ => &kept,
        };
        assert_eq!(format_of(&body, place), *expected, "{kind}");
        let adaptations = &preview.adaptations;
        assert!(!adaptations.is_empty(), "{kind}");
        assert!(adaptations.iter().all(|one| one.places.iter().all(|place| place == "/response_format")));
    }
}

#[test]
fn the_name_of_an_answer_is_one_the_service_takes_and_that_is_told() {
    let names = ["/response_format/json_schema/name", "/text/format/name"];
    let named = ["openai", "groq", "mistral", "openai-responses"];
    let (request, plain) = (answering("The tide!", json!({})), answering("tide", json!({})));
    for kind in named {
        let name = |request| {
            let (body, preview) = preview(kind, "m", request);
            let name = names.iter().find_map(|place| body.pointer(place)?.as_str()).expect("a name");
            (name.to_owned(), preview.adaptations)
        };
        let (written, adaptations) = name(&request);
        assert!(written.starts_with("The_tide__") && written.len() == 18, "{written}");
        let what = format!("The tide! is called {written}");
        assert!(
            adaptations.iter().any(|one| one.what.to_string() == what && one.places == ["/response_format"])
        );
        assert_eq!(name(&plain).0, "tide");
    }
}

#[test]
fn an_answer_that_is_a_list_stays_one_where_no_object_is_asked_for() {
    let list = json!({ "type": "array", "items": { "type": "string" } });
    for (kind, model, place) in FORMATS {
        let written = format_of(&preview(kind, model, &answering("list", list.clone())).0, place);
        let in_an_object = json!({
            "type": "object",
            "properties": { "answer": list },
            "required": ["answer"],
            "additionalProperties": false,
        });
        let is_object = ["openai", "vllm", "openai-responses"].contains(&kind);
        assert_eq!(written, if is_object { in_an_object } else { list.clone() }, "{kind}");
    }
}

#[test]
fn a_map_is_not_held_to_a_schema_that_would_let_it_hold_nothing() {
    let of = |parameters: Value| {
        let mut request = asked(Vec::new());
        Arc::make_mut(&mut request.functions[0]).parameters = parameters;
        request.calls.strict = Some(true);
        request
    };
    let tags = json!({ "type": "object", "additionalProperties": { "type": "string" } });
    let map = of(json!({ "type": "object", "properties": { "tags": tags } }));
    for (kind, model, pointer) in &SCHEMAS[2..4] {
        let (body, Preview { adaptations, .. }) = preview(kind, model, &map);
        let written = body.pointer(&format!("{pointer}/properties/tags/additionalProperties/type"));
        assert_eq!(written, Some(&json!("string")), "{kind}: {body}");
        assert_ne!(body.pointer("/tools/0/strict"), Some(&json!(true)), "{kind}");
        assert_eq!(body.pointer("/tools/1/strict"), Some(&json!(true)), "{kind}: the other function is held");
        let why = "/properties/tags takes names of any kind, and a strict schema would let it hold nothing";
        assert!(adaptations.iter().any(|one| one.why.to_string() == why), "{kind}: {adaptations:?}");
    }
    let none = of(json!({ "type": "object" }));
    let (body, _) = preview("openai-responses", "gpt-5", &none);
    assert_eq!(
        body.pointer("/tools/0/strict"),
        Some(&json!(true)),
        "a function without parameters is no map"
    );
}

/// A map inside of an answer, an answer that is a map, and an object of any form.
fn maps() -> [(Value, &'static str, &'static str); 3] {
    let counts = json!({ "type": "object", "additionalProperties": { "type": "integer" } });
    let inside = |inner: Value| json!({ "type": "object", "properties": { "counts": inner } });
    let within = "/properties/counts takes names of any kind, and a strict schema would let it hold nothing";
    [
        (inside(counts.clone()), "/properties/counts/additionalProperties/type", within),
        (
            counts,
            "/additionalProperties/type",
            "it takes names of any kind, and a strict schema would let it hold nothing",
        ),
        (inside(json!({ "type": "object" })), "/properties/counts/type", within),
    ]
}

#[test]
fn an_answer_with_a_map_is_not_held_to_a_schema_that_would_let_it_hold_nothing() {
    for (schema, place_of_map, why) in maps() {
        for (kind, model, place) in FORMATS {
            let (body, Preview { adaptations, .. }) =
                preview(kind, model, &answering("counts", schema.clone()));
            let told = |what: &str| {
                adaptations.iter().any(|one| {
                    one.what.to_string() == what
                        && one.why.to_string() == why
                        && one.places == ["/response_format"]
                })
            };
            if ["anthropic", "bedrock"].contains(&kind) {
                assert_eq!(body.pointer(place), None, "{kind}: {body:#}");
                assert!(told("the form of the answer is not asked for"), "{kind}: {adaptations:?}");
                continue;
            }
            let kept = format_of(&body, place);
            assert_eq!(kept.pointer(place_of_map), schema.pointer(place_of_map), "{kind}: {kept:#}");
            assert_ne!(kept.pointer("/properties/counts/additionalProperties"), Some(&json!(false)));
            if ["openai", "vllm", "openai-responses"].contains(&kind) {
                let strict = place.replace("/schema", "/strict");
                assert_eq!(body.pointer(&strict), Some(&json!(false)), "{kind}: {body:#}");
                let what = "that the answer must follow its schema is not asked for";
                assert!(told(what), "{kind}: {adaptations:?}");
            }
        }
    }
}

#[test]
fn an_answer_too_large_for_strict_mode_is_asked_for_without_it() {
    let inside = |inner: Value| json!({ "type": "object", "properties": { "inner": inner } });
    let nested = (0..12).fold(json!({ "type": "string" }), |inner, _| inside(inner));
    for (kind, strict) in
        [("openai", "/response_format/json_schema/strict"), ("openai-responses", "/text/format/strict")]
    {
        let (body, Preview { adaptations, .. }) = preview(kind, "gpt-5", &answering("deep", nested.clone()));
        let schema = strict.replace("/strict", "/schema");
        assert_eq!(
            (body.pointer(strict), body.pointer(&schema)),
            (Some(&json!(false)), Some(&nested)),
            "{kind}"
        );
        let what = "that the answer must follow its schema is not asked for";
        assert!(adaptations.iter().any(|one| one.what.to_string() == what), "{kind}: {adaptations:?}");
    }
}
