use super::{DraftContent, HttpDraft, PluginDraft, put_away};
use crate::sources::plugin_folder::load::{Loaded, load};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use tempfile::TempDir;

const PETS: &str = r#"{
    "openapi": "3.1.0", "info": { "title": "Pets", "version": "1" },
    "servers": [{ "url": "https://pets.example/v1" }],
    "components": { "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } } },
    "paths": {
        "/pets": { "get": { "operationId": "listPets", "summary": "Lists pets." } },
        "/pets/{id}": { "get": { "operationId": "getPet", "summary": "Shows a pet.",
            "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }] } }
    }
}"#;

fn pets(operations: Option<Vec<String>>) -> PluginDraft {
    let (server, keys, private_hosts) = (None, BTreeMap::new(), Vec::new());
    let document = PETS.to_owned();
    let content = DraftContent::OpenApi { document, server, operations, keys, private_hosts };
    PluginDraft { id: "pets".into(), description: "Knows \"pets\"\nand more".into(), content }
}

fn request(url: &str, parameters: Value) -> PluginDraft {
    let request = HttpDraft {
        name: "repository".into(),
        description: "Tells about a repository.".into(),
        method: "POST".into(),
        url: url.into(),
        parameters,
        query: BTreeMap::from([("page".into(), "{{ page }}".into())]),
        headers: BTreeMap::from([("x-odd key".replace(' ', "-"), "Bearer {{ env.TOKEN }}".into())]),
        body: Some("{{ arguments | tojson }}".into()),
    };
    let content =
        DraftContent::Http { request, environment: vec!["TOKEN".into()], private_hosts: Vec::new() };
    PluginDraft { id: "stars".into(), description: String::new(), content }
}

fn functions_in(folder: &Path, name: &str) -> Vec<String> {
    let Loaded { functions, .. } = load(folder, name);
    let (functions, problems) = functions.expect("it can be used");
    assert!(problems.is_empty(), "{problems:?}");
    functions.iter().map(|function| function.spec().name.function.as_str().to_owned()).collect()
}

fn is_empty(folder: &TempDir) -> bool {
    std::fs::read_dir(folder.path()).expect("a folder").next().is_none()
}

#[test]
fn a_document_is_looked_at_and_only_what_was_chosen_becomes_a_function() {
    let home = tempfile::tempdir().expect("a folder");
    let look = pets(None).look().expect("it can be read");
    assert_eq!(
        (look.title.as_str(), look.hosts, look.keys),
        ("Pets", vec!["https://pets.example".to_owned()], vec!["token".to_owned()])
    );
    let places: Vec<_> = look.operations.iter().map(|one| one.place.as_str()).collect();
    assert_eq!(places, ["get /pets", "get /pets/{id}"]);
    let folder = pets(Some(vec!["get /pets/{id}".into()])).write(home.path()).expect("it is made");
    assert_eq!(functions_in(&folder, "pets"), ["getPet"]);
}

#[test]
fn a_request_and_a_script_become_plugins_that_load() {
    let home = tempfile::tempdir().expect("a folder");
    let schema = json!({ "type": "object", "properties": { "owner": { "type": "string" }, "page": { "type": "integer", "default": 1 } } });
    let folder = request("https://api.example/{{ owner }}", schema).write(home.path()).expect("it is made");
    assert_eq!(functions_in(&folder, "stars"), ["repository"]);
    let text = std::fs::read_to_string(folder.join("plugin.toml")).expect("it is there");
    assert!(text.contains("kind = \"http\""), "{text}");
    let script =
        PluginDraft { id: "hello".into(), description: "Greets".into(), content: DraftContent::Script };
    let folder = script.write(home.path()).expect("it is made");
    assert_eq!(functions_in(&folder, "hello"), ["greet"]);
}

#[test]
fn what_nobody_could_use_is_not_made_and_leaves_nothing_behind() {
    let home = tempfile::tempdir().expect("a folder");
    let check = |draft: &PluginDraft, part: &str| {
        let problem = draft.write(home.path()).expect_err("it can't be used");
        assert!(problem.message.to_string().contains(part), "{}", problem.message);
        assert!(problem.advice.is_some());
        assert!(is_empty(&home), "{part}");
    };
    check(&request("not an address", json!({})), "begin with an address");
    check(&request("https://api.example/", json!({ "default": null })), "can't hold null");
    check(&PluginDraft { id: "../out".into(), ..pets(None) }, "no name of a plugin");
    check(&pets(Some(vec!["get /none".into()])), "get /none");
}

#[test]
fn a_plugin_is_not_written_over_and_is_put_away_with_its_files() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = pets(None).write(home.path()).expect("it is made");
    assert!(pets(None).write(home.path()).expect_err("it is there").message.to_string().contains("already"));
    let first = put_away(home.path(), "pets").expect("it is put away");
    assert!(!folder.exists() && first.join("plugin.toml").exists());
    pets(None).write(home.path()).expect("it is made once more");
    assert_ne!(put_away(home.path(), "pets").expect("it is put away"), first);
    put_away(home.path(), "../pets").expect_err("that is no plugin");
    put_away(home.path(), ".removed").expect_err("that is no plugin");
}
