//! Documents nobody here wrote, and small ones that are meant badly.

mod digits;

use super::call::OpenApiCall;
use super::operation::Operation;
use super::parameter::{Explode, Parameter, Place, Reserved, Style};
use super::security::{Security, Shown};
use super::style::{in_cookie, in_header, in_path, in_query};
use super::{DocumentError, Imported, OperationProblem};
use crate::manifest::{Manifest, OpenApiTable};
use crate::sources::http::{Exchange, Outgoing};
use content::{Digits, JsonObject, PluginName};
use ports::{Consent, FunctionError};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};

const README: &str = include_str!("../../../../../../tests/fixtures/openapi/readme-3.1.json");
const STYLES: &str = include_str!("../../../../../../tests/fixtures/openapi/parameters-style-3.0.json");
const SECURITY: &str = include_str!("../../../../../../tests/fixtures/openapi/security-3.0.json");

fn table(more: &str) -> OpenApiTable {
    let text = format!(
        "format = 1\nid = \"api\"\nversion = \"1\"\nkind = \"openapi\"\ndescription = \"\"\npermissions = [\"network\"]\n\
        [openapi]\ndocument = \"api.json\"\n{more}"
    );
    Manifest::read(&text).expect("a manifest").openapi.as_deref().cloned().expect("a table")
}

fn import(text: &str, more: &str) -> Result<Imported, DocumentError> {
    Imported::read(text, &table(more))
}

fn imported(text: &str, more: &str) -> Imported {
    import(text, more).expect("it can be read")
}

fn small(paths: Value) -> String {
    json!({ "openapi": "3.0.3", "servers": [{ "url": "https://api.example/v1" }], "paths": paths })
        .to_string()
}

fn operation(imported: Imported, name: &str) -> Operation {
    imported.operations.into_iter().find(|operation| operation.name == name).expect("it is there")
}

/// Nothing is sent by it.
static EXCHANGE: LazyLock<Arc<Exchange>> =
    LazyLock::new(|| Arc::new(Exchange::new(&[], 1, 1).expect("an exchange")));

fn outgoing(operation: Operation, arguments: Value) -> Result<Outgoing, String> {
    written(operation, &arguments.to_string())
}

/// The request for arguments as they were written.
fn written(operation: Operation, arguments: &str) -> Result<Outgoing, String> {
    let consent = Consent { to: Vec::new(), runs: String::new(), fingerprint: String::new() };
    let call = OpenApiCall::new(&PluginName::new("api"), operation, consent, Arc::clone(&EXCHANGE));
    let digits = Digits::of(arguments);
    let arguments: JsonObject = serde_json::from_str(arguments).expect("an object");
    call.outgoing(&arguments, &digits).map_err(|error| match error {
        FunctionError::Report(failure) => failure.message,
        FunctionError::Broken { reason } => reason.to_string(),
        FunctionError::Cancelled => "cancelled".to_owned(),
    })
}

#[test]
fn a_large_document_becomes_functions_whose_schemas_stand_by_themselves() {
    let Imported { operations, hosts, problems } = imported(README, "");
    assert!(operations.len() >= 50, "{}", operations.len());
    assert_eq!(hosts, ["https://api.readme.com"]);
    assert!(problems.iter().any(|problem| problem.to_string().contains("keys.bearer")), "{problems:?}");
    for operation in &operations {
        let text = operation.parameters.to_string();
        assert!(!text.contains("#/components"), "{}: {text}", operation.name);
        assert!(!operation.description.is_empty());
    }
    let changed = operations.iter().find(|operation| operation.name == "updateBranch").expect("it is there");
    assert_eq!(changed.method, "PATCH");
    assert_eq!(changed.parameters.pointer("/required"), Some(&json!(["branch"])));
    let body = changed.parameters.pointer("/properties/body").expect("a body");
    let forms = body["anyOf"].as_array().expect("a version, or a branch");
    let fields: Vec<_> = forms[0]["properties"].as_object().expect("fields").keys().collect();
    assert_eq!(fields, ["display_name", "name", "privacy", "release_stage", "state"]);
    assert_eq!(forms.len(), 2, "{body}");
    let branch = json!({
        "type": "object",
        "properties": {
            "name": {
                "type": "string",
                "pattern": r"(v{0,1})(stable|([0-9]+)(?:\.([0-9]+))?(?:\.([0-9]+))?(-.*)?)(_(.*))?",
                "description": "The target rename of the branch and its version prefix.",
            },
        },
        "required": ["name"],
        "additionalProperties": false,
    });
    assert_eq!(forms[1], branch);
    let about = "Dependent upon the type of resource you are updating this is the representation for a branch or version.";
    assert_eq!(body["description"], about);
}

#[test]
fn a_request_is_what_the_document_says() {
    let update = operation(imported(README, "keys = { bearer = \"CARGO_PKG_NAME\" }"), "updateBranch");
    let Outgoing { method, url, headers, body, secrets } =
        outgoing(update, json!({ "branch": "v1.0 beta/2", "body": { "name": "2.0" } })).expect("a request");
    assert_eq!((method, url.as_str()), ("PATCH", "https://api.readme.com/v2/branches/v1.0%20beta%2F2"));
    assert!(headers.contains(&("authorization".to_owned(), "Bearer functions".to_owned())), "{headers:?}");
    assert!(headers.contains(&("content-type".to_owned(), "application/json".to_owned())), "{headers:?}");
    assert_eq!(body.as_deref(), Some(br#"{"name":"2.0"}"#.as_slice()));
    assert_eq!(secrets, ["functions"]);
}

#[test]
fn arguments_cannot_lead_to_another_address() {
    let check = |branch: Value, part: &str| {
        let get = operation(imported(README, "keys = { bearer = \"CARGO_PKG_NAME\" }"), "getBranch");
        let said = outgoing(get, json!({ "branch": branch }))
            .map(|sent| sent.url.to_string())
            .expect_err("it is refused");
        assert!(said.contains(part), "{said}");
    };
    check(json!(".."), "lead elsewhere");
    check(json!("."), "lead elsewhere");
    check(json!(""), "another address");
    check(json!(null), "a part of the address is missing");
}

fn parameter(style: Style, explode: Explode) -> Parameter {
    let (name, argument) = ("color".to_owned(), "color".to_owned());
    Parameter { name, argument, place: Place::Query, style, explode, reserved: Reserved::Escaped }
}

/// The examples of the OpenAPI specification.
#[test]
fn every_style_is_written_as_the_specification_shows() {
    use Explode::{Apart, Together};
    let (one, list) = (json!("blue"), json!(["blue", "black", "brown"]));
    let object = json!({ "R": 100, "G": 200, "B": 150 });
    let path = |style, explode, value: &Value, expected: &str| {
        assert_eq!(in_path(&parameter(style, explode), value.into()), expected);
    };
    path(Style::Matrix, Together, &one, ";color=blue");
    path(Style::Matrix, Together, &list, ";color=blue,black,brown");
    path(Style::Matrix, Together, &object, ";color=R,100,G,200,B,150");
    path(Style::Matrix, Apart, &list, ";color=blue;color=black;color=brown");
    path(Style::Matrix, Apart, &object, ";R=100;G=200;B=150");
    path(Style::Label, Together, &one, ".blue");
    path(Style::Label, Together, &list, ".blue,black,brown");
    path(Style::Label, Together, &object, ".R,100,G,200,B,150");
    path(Style::Label, Apart, &list, ".blue.black.brown");
    path(Style::Label, Apart, &object, ".R=100.G=200.B=150");
    path(Style::Simple, Together, &list, "blue,black,brown");
    path(Style::Simple, Together, &object, "R,100,G,200,B,150");
    path(Style::Simple, Apart, &object, "R=100,G=200,B=150");
    let query = |style, explode, value: &Value, expected: &str| {
        let pairs = in_query(&parameter(style, explode), value.into());
        let written: Vec<_> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(written.join("&"), expected);
    };
    query(Style::Form, Together, &one, "color=blue");
    query(Style::Form, Together, &list, "color=blue,black,brown");
    query(Style::Form, Together, &object, "color=R,100,G,200,B,150");
    query(Style::Form, Apart, &list, "color=blue&color=black&color=brown");
    query(Style::Form, Apart, &object, "R=100&G=200&B=150");
    query(Style::SpaceDelimited, Together, &list, "color=blue%20black%20brown");
    query(Style::PipeDelimited, Together, &list, "color=blue%7Cblack%7Cbrown");
    query(Style::DeepObject, Apart, &object, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150");
    query(Style::Json, Together, &list, "color=%5B%22blue%22%2C%22black%22%2C%22brown%22%5D");
    query(Style::Form, Apart, &json!([]), "");
    query(Style::Form, Apart, &json!("a&b=c"), "color=a%26b%3Dc");
    assert_eq!(in_header(&parameter(Style::Simple, Apart), (&object).into()), "R=100,G=200,B=150");
    assert_eq!(in_cookie(&parameter(Style::Form, Apart), (&list).into()), "blue,black,brown");
    let kept = Parameter { reserved: Reserved::Kept, ..parameter(Style::Form, Apart) };
    assert_eq!(in_query(&kept, (&json!("a/b?c&d")).into()), [("color".to_owned(), "a/b?c%26d".to_owned())]);
}

#[test]
fn a_document_of_every_style_is_taken_over_whole() {
    let styles = imported(STYLES, "");
    assert_eq!(styles.operations.len() + styles.problems.len(), 25);
    let matrix = operation(styles, "paths_matrix_exploded");
    let arguments = json!({ "primitive": "a", "array": ["b", "c"], "object": { "d": "e" } });
    let sent = outgoing(matrix, arguments).expect("a request");
    let expected = "https://httpbin.org/anything/path/matrix/;primitive=a/;array=b;array=c/;d=e";
    assert_eq!(sent.url.as_str(), expected);
}

#[test]
fn keys_go_where_the_document_says() {
    let schemes = [
        "apiKey_query",
        "apiKey_cookie",
        "apiKey_header",
        "basic",
        "bearer",
        "bearer_jwt",
        "oauth2",
        "openIdConnect",
    ];
    let keys: String = schemes.iter().map(|scheme| format!("{scheme} = \"CARGO_PKG_NAME\"\n")).collect();
    let secured = imported(SECURITY, &format!("[openapi.keys]\n{keys}"));
    let shown = |name: &str| {
        let operation =
            secured.operations.iter().find(|operation| operation.name == name).expect("it is there");
        let (shown, _) = operation.security.shown().expect("the keys are set");
        shown
    };
    assert!(
        matches!(shown("get_anything_apiKey").as_slice(), [Shown::Query(name, key)] if name == "apiKey" && key == "functions")
    );
    assert!(
        matches!(shown("post_anything_apiKey").as_slice(), [Shown::Cookie(name, _)] if name == "api_key")
    );
    assert!(
        matches!(shown("put_anything_apiKey").as_slice(), [Shown::Header(name, _)] if name == "X-API-KEY")
    );
    assert!(
        matches!(shown("post_anything_basic").as_slice(), [Shown::Header(_, key)] if key == "Basic ZnVuY3Rpb25z")
    );
    assert!(
        matches!(shown("post_anything_oauth2").as_slice(), [Shown::Header(_, key)] if key == "Bearer functions")
    );
    assert!(shown("post_anything_no-auth").is_empty());
    assert_eq!(shown("get_anything_optional-auth").len(), 1);
    let without = imported(SECURITY, "");
    let optional = operation(without, "get_anything_optional-auth");
    assert_eq!(optional.security, Security::Keys(Vec::new()));
    let needed = operation(imported(SECURITY, ""), "get_anything_apiKey");
    let said = outgoing(needed, json!({})).map(drop).expect_err("it needs a key");
    assert!(said.contains("it needs the key apiKey_query"), "{said}");
}

#[test]
fn a_schema_that_refers_to_itself_is_kept_once() {
    let text = json!({
        "openapi": "3.1.0",
        "servers": [{ "url": "https://api.example" }],
        "paths": { "/tree": { "post": { "operationId": "plant", "requestBody": {
            "required": true,
            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Node" } } },
        } } } },
        "components": { "schemas": { "Node": {
            "type": "object",
            "required": ["name"],
            "properties": {
                "name": { "type": "string" },
                "children": { "type": "array", "items": { "$ref": "#/components/schemas/Node" } },
            },
        } } },
    });
    let plant = operation(imported(&text.to_string(), ""), "plant");
    let validator = jsonschema::draft202012::new(&plant.parameters).expect("a schema");
    assert!(
        validator
            .is_valid(&json!({ "body": { "name": "a", "children": [{ "name": "b", "children": [] }] } }))
    );
    assert!(!validator.is_valid(&json!({ "body": { "name": "a", "children": [{ "children": [] }] } })));
}

#[test]
fn schemas_of_the_older_dialect_become_those_of_the_newer() {
    let parameter = |name: &str, schema: Value| json!({ "name": name, "in": "query", "schema": schema });
    let text = small(json!({ "/a": { "get": { "operationId": "a", "parameters": [
        parameter("nothing", json!({ "type": "string", "nullable": true, "enum": ["x"] })),
        parameter("more", json!({ "type": "integer", "format": "int64", "minimum": 3, "exclusiveMinimum": true })),
        parameter("size", json!({ "type": "number", "maximum": 9, "exclusiveMaximum": false, "example": 4 })),
    ] } } }));
    let expected = json!({
        "nothing": { "type": ["string", "null"], "enum": ["x", null] },
        "more": { "type": "integer", "exclusiveMinimum": 3 },
        "size": { "type": "number", "maximum": 9, "examples": [4] },
    });
    assert_eq!(operation(imported(&text, ""), "a").parameters.get("properties"), Some(&expected));
}

#[test]
fn what_only_the_server_writes_is_no_argument() {
    let schema = json!({
        "type": "object",
        "required": ["id", "name"],
        "properties": { "id": { "type": "integer", "readOnly": true }, "name": { "type": "string" } },
    });
    let body = json!({ "required": true, "content": { "application/json": { "schema": schema } } });
    let text = small(json!({ "/a": { "post": { "operationId": "a", "requestBody": body } } }));
    let expected =
        json!({ "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } });
    assert_eq!(operation(imported(&text, ""), "a").parameters.pointer("/properties/body"), Some(&expected));
}

#[test]
fn names_are_made_plain_and_each_is_used_once() {
    let text = small(json!({
        "/pets/{petId}": { "get": {
            "parameters": [{ "name": "petId", "in": "path", "required": true, "schema": { "type": "string" } }],
        } },
        "/a": { "get": { "operationId": "list pets" }, "post": { "operationId": "list pets" } },
    }));
    let names: Vec<_> = imported(&text, "").operations.into_iter().map(|operation| operation.name).collect();
    assert_eq!(names, ["get_pets_petId", "list_pets", "list_pets_2"]);
}

#[test]
fn parameters_of_one_name_in_two_places_stay_apart() {
    let parameter =
        |place: &str| json!({ "name": "id", "in": place, "required": true, "schema": { "type": "string" } });
    let text = small(
        json!({ "/a/{id}": { "get": { "operationId": "a", "parameters": [parameter("path"), parameter("query")] } } }),
    );
    let sent = outgoing(operation(imported(&text, ""), "a"), json!({ "id": "1", "id_query": "2" }))
        .expect("a request");
    assert_eq!(sent.url.as_str(), "https://api.example/v1/a/1?id=2");
}

#[test]
fn only_the_operations_that_are_wanted_are_taken_over() {
    let text = small(json!({
        "/a": { "get": { "operationId": "a" }, "post": { "operationId": "b" } },
        "/c": { "get": { "operationId": "c" } },
    }));
    let chosen = imported(&text, "operations = [\"b\", \"get /c\", \"d\"]");
    let names: Vec<_> = chosen.operations.iter().map(|operation| operation.name.as_str()).collect();
    assert_eq!(names, ["b", "c"]);
    assert_eq!(chosen.problems, [OperationProblem::Missing { name: "d".to_owned() }]);
}

#[test]
fn a_document_may_be_yaml() {
    let text = "openapi: 3.0.0\nservers:\n  - url: https://{place}.example\n    variables: {place: {default: api}}\n\
        paths:\n  /a:\n    get:\n      operationId: a\n";
    let read = imported(text, "");
    assert_eq!(read.hosts, ["https://api.example"]);
}

#[test]
fn what_cannot_be_used_is_told_with_its_line() {
    let check = |text: &str, line, part: &str| {
        let unreadable = import(text, "").err().expect("it can't be used");
        assert!(unreadable.to_string().contains(part), "{unreadable}");
        assert_eq!(unreadable.line(), line, "{unreadable}");
    };
    check("{\n\"openapi\": \"3.0.0\",,\n}", Some(2), "it is no JSON");
    check("openapi: 3.0.0\npaths: [", Some(2), "it is no YAML");
    check("{\"swagger\": \"2.0\"}", None, "Swagger 2");
    check("{\"openapi\": \"4.0.0\"}", None, "OpenAPI 4.0.0");
    check("{\"openapi\": \"3.0.0\", \"paths\": {}}", None, "it has no operations");
    let nowhere = json!({ "openapi": "3.0.0", "paths": { "/a": { "get": {} } } }).to_string();
    check(&nowhere, None, "add server =");
    let elsewhere = small(json!({ "/a": { "get": { "parameters": [{ "$ref": "other.json#/a" }] } } }));
    check(&elsewhere, None, "in another document");
    let circle = small(json!({ "/a": { "$ref": "#/paths/~1a" } }));
    check(&circle, None, "go in a circle");
}

/// Anything a model could write, with names the documents know now and then.
fn anything() -> impl Strategy<Value = JsonObject> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
        prop_oneof![
            Just(".."),
            Just("%2e%2e"),
            Just("//evil.example"),
            Just("@evil.example"),
            Just("\\\\evil"),
            Just("\r\nx: y")
        ]
        .prop_map(Value::from),
    ];
    let key = prop::sample::select(vec!["branch", "body", "slug", "subdomain", "name", "query"]);
    let value = leaf.prop_recursive(3, 24, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(("[a-z]{0,3}", inner), 0..4)
                .prop_map(|members| members.into_iter().collect()),
        ]
    });
    prop::collection::vec((key.prop_map(str::to_owned), value), 0..6)
        .prop_map(|members| members.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_the_arguments_a_request_stays_below_its_server(arguments in anything()) {
        for operation in imported(README, "keys = { bearer = \"CARGO_PKG_NAME\" }").operations {
            if let Ok(sent) = outgoing(operation, Value::Object(arguments.clone())) {
                prop_assert!(sent.url.as_str().starts_with("https://api.readme.com/v2/"), "{}", sent.url);
            }
        }
    }
}
