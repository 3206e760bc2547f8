//! Sets of cases as folders that run in the runners of others. Callwright's own scripted model answers: it calls the first
//! function it is offered, then speaks.

use crate::home::{Home, Printed, program};
use crate::testing::examples;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

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

/// A set whose calls can be compared with calls: the second case expects another city than the first.
fn exact_set(home: &Home, with_bad: bool) {
    let cities = if with_bad { &["Oslo", "Bergen"][..] } else { &["Oslo"] };
    for (city, id) in cities.iter().zip(["good", "bad"]) {
        let called = json!({ "function": "weather.now", "arguments": { "city": { "equals": city } } });
        let expect = json!({ "calls": { "match": "exactly", "list": [called] } });
        home.write(&format!("set/{id}.json"), &case(id, &expect));
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
    command.env("DEEPEVAL_TELEMETRY_OPT_OUT", "YES");
    command.env("PROMPTFOO_DISABLE_TELEMETRY", "1").env("PROMPTFOO_DISABLE_UPDATE", "1");
    Printed::by(command)
}

/// Runs a set that passes, and one with a case that fails.
fn check(framework: &str, prepare: impl Fn(&Path), runner: &[&str]) {
    let home = Home::new();
    set(&home, false);
    let good = runs(&home, framework, &prepare, runner);
    assert_eq!(good.code, 0, "{}{}", good.out, good.err);
    check_bad(framework, set, "weather.now must not be called", prepare, runner);
}

fn check_bad(framework: &str, set: fn(&Home, bool), words: &str, prepare: impl Fn(&Path), runner: &[&str]) {
    let home = Home::new();
    set(&home, true);
    let bad = runs(&home, framework, &prepare, runner);
    let said = format!("{}{}", bad.out, bad.err);
    assert_eq!(bad.code, 1, "{said}");
    assert!(said.contains(words) && said.contains("1 passed"), "{said}");
}

/// A Python with libraries that `cargo xtask test` installs.
fn python(libraries: &str) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let python = target.join("xtask").join(libraries).join("bin/python");
    assert!(python.exists(), "{} is missing: `cargo xtask test` installs it", python.display());
    python
}

const NO_CACHE: [&str; 4] = ["-m", "pytest", "-p", "no:cacheprovider"];

/// Runs sets with one good case and one bad: such that our rules judge, and such that the framework compares calls with calls.
fn check_in_python(framework: &str, words: &str, prepare: impl Fn(&Path)) {
    let python = python("evaluators");
    let runner = [&[python.to_str().expect("a path")], &NO_CACHE[..]].concat();
    check(framework, &prepare, &runner);
    check_bad(framework, exact_set, words, prepare, &runner);
}

/// Puts what `google-adk` imports without using it beside the exported modules.
fn stand_ins(folder: &Path) {
    for name in ["agentplatform.py", "vertexai.py", "pandas.py", "rouge_score"] {
        let stand_in = root().join("tests/judges/evaluators/stand_ins").join(name);
        std::os::unix::fs::symlink(stand_in, folder.join(name)).expect("a link");
    }
}

#[test]
fn an_eval_set_passes_on_a_good_run_and_fails_on_a_bad_one_by_the_metric_and_by_trajectories() {
    check_in_python("adk", "tool_trajectory_avg_score for agent Failed", stand_ins);
}

#[test]
fn the_command_of_the_kit_tells_a_good_run_from_a_bad_one() {
    let python = python("evaluators");
    let python = python.to_str().expect("a path");
    let eval = ["eval", "agent", "cases.test.json", "--config_file_path", "test_config.json"];
    let runner = [&[python, "-m", "google.adk.cli"][..], &eval].concat();
    for (with_bad, failed) in [(false, 0), (true, 1)] {
        let home = Home::new();
        exact_set(&home, with_bad);
        let Printed { code, out, err } = runs(&home, "adk", stand_ins, &runner);
        assert_eq!(code, failed, "{out}{err}");
        assert!(out.contains("Tests passed: 1") && out.contains(&format!("Tests failed: {failed}")), "{out}");
    }
}

#[test]
fn deepeval_passes_on_a_good_run_and_fails_on_a_bad_one_by_both_metrics() {
    check_in_python("deepeval", "Tool Correctness (score: 0.0", |_| {});
}

#[test]
fn pytest_passes_on_a_good_run_and_fails_on_a_bad_one() {
    let python = python("judges");
    check("pytest", |_| {}, &[&[python.to_str().expect("a path")], &NO_CACHE[..]].concat());
}

/// What the leaderboard's checker says of each line, where this call was made.
fn checked(folder: &Path, city: &str) -> String {
    let calls = json!([{ "weather.now": { "city": city } }]).to_string();
    let mut checker = Command::new(python("evaluators"));
    checker.arg(root().join("tests/judges/leaderboard.py")).arg(folder).arg(calls);
    checker.env("PYTHONDONTWRITEBYTECODE", "1");
    let Printed { code, out, err } = Printed::by(checker);
    assert_eq!(code, 0, "{out}{err}");
    out
}

#[test]
fn lines_of_the_leaderboard_pass_its_checker_with_a_good_call_and_fail_with_a_bad_one() {
    let home = Home::new();
    exact_set(&home, false);
    let none = case("none", &json!({ "calls": { "match": "exactly", "list": [] } }));
    home.write("set/none.json", &none);
    home.write("set/words.json", &case("words", &json!({ "says": ["something"] })));
    let told: Value = home.json(&["test", "export", "set", "--to", "bfcl", "--out", "bfcl", "--json"]);
    let losses = json!([{ "type": "texts", "case": "good" }, { "type": "leftOut", "case": "words" }]);
    assert_eq!(told["losses"], losses);
    let folder = home.at("bfcl");
    assert_eq!(checked(&folder, "oslo"), "none invalid\ngood valid\n");
    assert_eq!(checked(&folder, "Bergen"), "none invalid\ngood invalid\n");
    // What was written is read again, as it was meant.
    home.done(&["test", "import", "bfcl", "--from", "bfcl", "--out", "again"]);
    let again: Value =
        serde_json::from_str(&std::fs::read_to_string(home.at("again/good.json")).expect("a case"))
            .expect("JSON");
    assert_eq!(again["expect"]["calls"]["list"][0]["arguments"], json!({ "city": { "alike": ["Oslo"] } }));
}

/// A server in the place of a model, with exported fixtures. It ends with this value.
struct Fixtures {
    server: Child,
    address: String,
}

impl Fixtures {
    fn serve(home: &Home) -> Self {
        let program = root().join("tests/counterparts/node_modules/@copilotkit/aimock/dist/cli.js");
        assert!(program.exists(), "{} is missing: `cargo xtask test` installs it", program.display());
        let fixtures = home.at("aimock/fixtures.json");
        let arguments = [program.to_str().expect("a path"), "--port", "0", "--strict", "--fixtures"];
        let mut node = home.command(Path::new("node"), &arguments);
        let mut server = node.arg(fixtures).stdout(Stdio::piped()).spawn().expect("node starts");
        let printed = BufReader::new(server.stdout.take().expect("its output")).lines();
        let listening = printed
            .map_while(Result::ok)
            .find_map(|line| line.split_once("listening on ").map(|(_, address)| address.trim().to_owned()));
        Self { server, address: listening.expect("its address") }
    }
}

impl Drop for Fixtures {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

#[test]
fn fixtures_answer_as_a_case_expects_and_not_as_another_does() {
    let home = Home::new();
    exact_set(&home, false);
    home.done(&["test", "export", "set", "--to", "aimock", "--out", "aimock"]);
    let fixtures = Fixtures::serve(&home);
    let asked = |out: &str| {
        home.done(&["test", "export", "set", "--to", "pytest", "--out", out]);
        let mut pytest = home.command(&python("judges"), &NO_CACHE);
        pytest.current_dir(home.at(out)).env("NO_PROXY", "*").env("PYTHONDONTWRITEBYTECODE", "1");
        pytest.env("OPENAI_BASE_URL", format!("{}/v1", fixtures.address));
        pytest.env("OPENAI_API_KEY", "any").env("MODEL", "any");
        Printed::by(pytest)
    };
    let good = asked("good");
    assert!(good.code == 0 && good.out.contains("1 passed"), "{}{}", good.out, good.err);
    exact_set(&home, true);
    let bad = asked("bad");
    assert!(bad.code == 1 && bad.out.contains("1 failed, 1 passed"), "{}{}", bad.out, bad.err);
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

/// Where the large runners are, in a long run on a system that they are made for.
fn long_runners() -> Option<PathBuf> {
    std::env::var_os("CALLWRIGHT_LONG").filter(|_| cfg!(all(target_os = "linux", target_arch = "x86_64")))?;
    let folder = root().join("tests/counterparts/runners");
    let packages = folder.join("node_modules");
    assert!(packages.exists(), "{} is missing: `cargo xtask test --long` installs it", packages.display());
    Some(folder)
}

/// What promptfoo says of each case, in the order of their ids.
fn reasons(home: &Home) -> Vec<String> {
    let text = std::fs::read_to_string(home.at("promptfoo/results.json")).expect("results");
    let read: Value = serde_json::from_str(&text).expect("JSON");
    let mut results = read["results"]["results"].as_array().expect("results").clone();
    results.sort_by_key(|result| result["vars"]["case"].to_string());
    let reason = |result: &Value| {
        let judged = &result["gradingResult"]["componentResults"][0]["reason"];
        judged.as_str().expect("a reason").to_owned()
    };
    results.iter().map(reason).collect()
}

#[test]
fn promptfoo_passes_on_a_good_run_and_fails_on_a_bad_one() {
    let Some(folder) = long_runners() else { return };
    let program = folder.join("node_modules/promptfoo/dist/src/entrypoint.js");
    let eval = ["eval", "--no-table", "--output", "results.json"];
    let runner = [&["node", program.to_str().expect("a path")][..], &eval].concat();
    let good = ["as expected"];
    let bad = ["weather.now must not be called", "as expected"];
    for (with_bad, code, said) in [(false, 0, &good[..]), (true, 100, &bad[..])] {
        let home = Home::new();
        set(&home, with_bad);
        let ended = runs(&home, "promptfoo", |_| {}, &runner);
        assert_eq!(ended.code, code, "{}{}", ended.out, ended.err);
        assert_eq!(reasons(&home), said);
    }
}

/// A compiler and a runtime of .NET run the project as it was written, with a stand-in for xunit alone.
#[test]
fn a_project_in_csharp_passes_on_a_good_run_and_fails_on_a_bad_one() {
    let Some(folder) = long_runners() else { return };
    let files = ["csharp.sh", "Xunit.cs"].map(|name| folder.join(name));
    check("xunit", |_| {}, &["sh", files[0].to_str().expect("a path"), files[1].to_str().expect("a path")]);
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
