//! Sets of cases as folders that run in the runners of others. Callwright's own scripted model answers: it calls the first
//! function it is offered, then speaks.

use crate::home::{Home, Printed, program};
use crate::testing::examples;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn case(id: &str, expect: &Value) -> String {
    let parameters =
        json!({ "type": "object", "properties": { "city": { "type": "string" } }, "required": ["city"] });
    json!({
        "format": 1, "id": id, "title": format!("The {id} one"),
        "history": [{ "role": "user", "text": "How is the weather in Oslo?" }],
        "functions": [{ "name": "weather.now", "description": "The weather in a city.", "parameters": parameters }],
        "results": [{ "function": "weather.now", "answer": { "returned": { "sky": "grey" } } }],
        "expect": expect,
    })
    .to_string()
}

/// A set with one case that passes, or with one more that does not.
fn set(home: &Home, with_bad: bool) {
    let called = json!({ "function": "weather.now", "arguments": { "city": "ignored" } });
    let good =
        json!({ "calls": { "match": "exactly", "list": [called] }, "says": ["something"], "rounds": 2 });
    home.write("set/good.json", &case("good", &good));
    if with_bad {
        home.write("set/bad.json", &case("bad", &json!({ "never": ["weather.now"] })));
    }
}

/// Exports the set and runs it in its own runner, with a key that Callwright answers itself.
fn runs(home: &Home, framework: &str, prepare: impl Fn(&Path), runner: &[&str]) -> Printed {
    let folder = home.at(framework);
    let told = home.done(&["test", "export", "set", "--to", framework, "--out", framework]);
    assert!(told.contains("OPENAI_BASE_URL"), "{told}");
    prepare(&folder);
    let mut command = home.command(program(), &["run", "--name", framework, "--"]);
    command.args(runner).current_dir(&folder).env("NO_PROXY", "*").env("PYTHONDONTWRITEBYTECODE", "1");
    command.env("OPENAI_API_KEY", "callwright").env("MODEL", "any").env("CI", "1").env("NO_COLOR", "1");
    Printed::by(command)
}

fn check(framework: &str, prepare: impl Fn(&Path), runner: &[&str]) {
    let home = Home::new();
    set(&home, false);
    let good = runs(&home, framework, &prepare, runner);
    assert_eq!(good.code, 0, "{}{}", good.out, good.err);

    let home = Home::new();
    set(&home, true);
    let bad = runs(&home, framework, &prepare, runner);
    let said = format!("{}{}", bad.out, bad.err);
    assert_eq!(bad.code, 1, "{said}");
    assert!(said.contains("weather.now must not be called") && said.contains("1 passed"), "{said}");
}

#[test]
fn pytest_passes_on_a_good_run_and_fails_on_a_bad_one() {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let python = target.join("xtask/judges/bin/python");
    assert!(python.exists(), "{} is missing: `cargo xtask test` installs it", python.display());
    check("pytest", |_| {}, &[python.to_str().expect("a path"), "-m", "pytest", "-p", "no:cacheprovider"]);
}

#[test]
fn vitest_passes_on_a_good_run_and_fails_on_a_bad_one() {
    let packages = root().join("ui/node_modules");
    let runner = packages.join("vitest/vitest.mjs");
    assert!(runner.exists(), "{} is missing: `cargo xtask test` installs it", runner.display());
    let link =
        |folder: &Path| std::os::unix::fs::symlink(&packages, folder.join("node_modules")).expect("a link");
    check("vitest", link, &["node", runner.to_str().expect("a path"), "run"]);
}

#[test]
fn shipped_functions_get_their_definitions_and_keys_are_taken_out() {
    let home = Home::new();
    let text = std::fs::read_to_string(format!("{}/two-rounds.json", examples())).expect("a case");
    let mut case: Value = serde_json::from_str(&text).expect("JSON");
    let history = case["history"].as_array_mut().expect("a history");
    history.insert(0, json!({ "role": "system", "text": "sk-0123456789abcdefghij" }));
    for function in case["functions"].as_array_mut().expect("functions") {
        *function = json!({ "name": function["name"] });
    }
    home.write("set/case.json", &case.to_string());
    let told = home.done(&["test", "export", "set", "--to", "promptfoo", "--out", "out", "--json"]);
    let told: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(told["losses"], json!([{ "type": "secret", "case": case["id"] }]));
    let id = case["id"].as_str().expect("an id");
    let written = std::fs::read_to_string(home.at(&format!("out/cases/{id}.json"))).expect("a case");
    assert!(!written.contains("sk-0123456789") && written.contains("•••"), "{written}");
    let written: Value = serde_json::from_str(&written).expect("JSON");
    assert!(written["tools"][0]["function"]["parameters"]["properties"].is_object(), "{written}");
}

#[test]
fn keys_are_found_wherever_they_stand_and_names_of_functions_stay() {
    let home = Home::new();
    let (key, name) = ("sk-0123456789abcdefghij", "weather.hourly_forecast_2026");
    let said = json!({ "function": name, "arguments": { "id": key, "function": key }, "result": { "returned": key } });
    let case = json!({
        "format": 1, "id": "keys-0123456789-abcdefghij", "history": [
            { "role": "assistant", "calls": [said] },
            { "role": "user", "text": format!("Use {key}, please.") }],
        "functions": [{ "name": name, "description": format!("With {key}."), "parameters": { "type": "object" } }],
        "results": [{ "function": name, "arguments": { "id": key }, "answer": { "returned": { "id": key } } }],
        "settings": { "instructions": format!("The key is `{key}`, since 2026-11-25T07:00:00Z.") },
        "expect": { "never": [name], "calls": { "match": "exactly", "list": [
            { "function": name, "arguments": { "id": { "equals": key } } }] } },
    });
    home.write("set/case.json", &case.to_string());
    home.done(&["test", "export", "set", "--to", "vitest", "--out", "out"]);
    let written =
        std::fs::read_to_string(home.at("out/cases/keys-0123456789-abcdefghij.json")).expect("a case");
    assert!(!written.contains(key), "{written}");
    let written: Value = serde_json::from_str(&written).expect("JSON");
    let instructions = "The key is `•••`, since 2026-11-25T07:00:00Z.";
    assert_eq!(written["messages"][0]["content"], instructions);
    assert_eq!(written["expect"]["never"], json!([name]));
    assert_eq!(written["results"][0]["function"], name);
    assert_eq!(written["names"]["weather-hourly_forecast_2026"], name);
}

#[test]
fn a_folder_that_is_not_empty_is_left_alone() {
    let home = Home::new();
    set(&home, false);
    home.write("out/mine.txt", "mine");
    let refused = home.run(&["test", "export", "set", "--to", "pytest", "--out", "out"]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("out is not empty"), "{}", refused.err);
    assert_eq!(std::fs::read_dir(home.at("out")).expect("a folder").count(), 1);
}
