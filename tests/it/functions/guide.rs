//! The guide to plugins, followed word by word.

#[allow(unreachable_pub, reason = "in a crate of its own it can be reached")]
#[path = "../../fixtures/guide/dice.rs"]
mod dice;

use super::plugins::{asks, decided, script, until_function};
use content::{FunctionName, JsonObject, Outcome, Output};
use functions::Manifest;
use invocation::Decision;
use ports::CallScope;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use support::app::TestApp;
use tokio_util::sync::CancellationToken;

fn plugins() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins")
}

/// What the guide says to write into a file: the block of code after the line that names the file.
fn written(name: &str) -> String {
    let guide = std::fs::read_to_string(plugins().join("README.md")).expect("the guide");
    let after = guide.split_once(&format!("`{name}`")).unwrap_or_else(|| panic!("{name} is named")).1;
    let block = after.split_once("```").expect("a block").1;
    let (_, text) = block.split_once('\n').expect("its language");
    text.split_once("```").expect("its end").0.to_owned()
}

#[tokio::test]
async fn the_script_of_the_guide_is_a_function_a_moment_after_it_was_written() {
    let app = TestApp::new();
    app.write_script("dice.jsonl", &script("dice-throw", &json!({ "sides": 6, "count": 3 })));
    let mut session = app.session("script:dice", &[]).await;
    let folder = app.home.path().join("plugins/dice");
    std::fs::create_dir_all(&folder).expect("the folder is made");
    std::fs::write(folder.join("main.py"), written("dice/main.py")).expect("it is written");
    std::fs::write(folder.join("plugin.toml"), written("dice/plugin.toml")).expect("it is written");
    let throw = until_function(&app, &mut session, &FunctionName::new("dice", "throw")).await;
    assert_eq!(throw.parameters.pointer("/properties/sides/minimum"), Some(&json!(2)));

    assert_eq!(asks(&mut session).await, ["run a program: python3 main.py"]);
    let Outcome::Returned { output: Output::Json { value } } =
        decided(&mut session, Decision::Continue).await
    else {
        panic!("an object comes back")
    };
    let thrown = value.get("thrown").and_then(Value::as_array).expect("a list");
    assert_eq!(thrown.len(), 3);
    assert!(thrown.iter().all(|one| one.as_u64().is_some_and(|one| (1..=6).contains(&one))));
}

#[tokio::test]
async fn the_rust_of_the_guide_is_what_is_compiled_here() {
    let source =
        std::fs::read_to_string(support::app::fixtures().join("guide/dice.rs")).expect("it is there");
    assert_eq!(written("plugins/dice/src/lib.rs"), source);
    let manifest = written("plugins/dice/plugin.toml");
    assert_eq!(Manifest::read(&manifest).expect("a manifest").id.as_str(), "dice");
    let [throw] = &dice::plugin(&manifest).expect("a plugin").into_functions()[..] else {
        panic!("one function")
    };
    let arguments: JsonObject = serde_json::from_value(json!({ "sides": 2 })).expect("an object");
    let output = throw.invoke(&arguments, &CallScope::unobserved(CancellationToken::new())).await;
    assert!(matches!(output, Ok(Output::Json { value }) if value == json!(1) || value == json!(2)));
}

#[test]
fn the_schema_of_plugin_toml_is_the_one_that_is_committed() {
    let place = plugins().join("plugin.schema.json");
    let schema = format!("{}\n", serde_json::to_string_pretty(&Manifest::schema()).expect("JSON"));
    if std::env::var_os("CALLWRIGHT_REWRITE_SCHEMA").is_some() {
        std::fs::write(&place, &schema).expect("it is written");
    }
    let committed = std::fs::read_to_string(&place).unwrap_or_default();
    let advice = "run CALLWRIGHT_REWRITE_SCHEMA=1 cargo test --test it the_schema_of_plugin_toml";
    assert!(committed == schema, "plugins/plugin.schema.json is out of date; {advice}");
}

#[test]
fn every_plugin_that_ships_fits_the_schema() {
    let validator = jsonschema::draft202012::new(&Manifest::schema()).expect("a schema");
    let folders =
        std::fs::read_dir(plugins()).expect("the plugins").flatten().filter(|entry| entry.path().is_dir());
    for folder in folders {
        let text = std::fs::read_to_string(folder.path().join("plugin.toml")).expect("a plugin.toml");
        let value: Value = toml::from_str(&text).expect("TOML");
        let wrong: Vec<_> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
        assert!(wrong.is_empty(), "{}: {wrong:?}", folder.path().display());
    }
    let without: Value = json!({ "format": 1, "id": "a b" });
    assert!(!validator.is_valid(&without));
}
