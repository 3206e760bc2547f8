//! The folders, and the rules of expectations in their languages: each has to judge as [`Expectations`] do.

use super::{ExportLoss, Framework, export_set};
use crate::{Case, Ending, Expectations, MadeCall, Transcript};
use content::CallArguments;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;

fn case(expect: &Value, request: &Value) -> Case {
    let text = json!({
        "format": 1, "id": "weather", "history": [
            { "role": "user", "text": "Is it raining?" },
            { "role": "assistant", "calls": [
                { "function": "weather.now", "arguments": { "city": "Oslo" }, "result": { "returned": 3 } }] },
            { "role": "user", "text": "And tomorrow?" }],
        "functions": [{ "name": "weather.now", "parameters": { "type": "object" } }, { "name": "bare" }],
        "settings": { "instructions": "Be brief.", "request": request }, "expect": expect,
    });
    Case::read(&text.to_string()).expect("a case")
}

#[test]
fn a_folder_has_its_modules_and_each_case_with_names_that_can_be_sent() {
    let case = case(&json!({ "never": ["bare"] }), &json!({ "topP": 0.5, "contextTokens": 9 }));
    let set = export_set(&[case], Framework::Pytest);
    let paths: Vec<_> = set.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["expectations.py", "model.py", "running.py", "test_cases.py", "cases/weather.json"]);
    let written: Value = serde_json::from_str(&set.files[4].text).expect("JSON");
    assert_eq!(written["messages"][0], json!({ "role": "system", "content": "Be brief." }));
    assert_eq!(written["messages"][2]["tool_calls"][0]["function"]["name"], "weather-now");
    assert_eq!(written["names"]["weather-now"], "weather.now");
    assert_eq!(written["request"], json!({ "top_p": 0.5 }));
    let id = crate::CaseId::new("weather");
    let setting = ExportLoss::Setting { case: id.clone(), name: "contextTokens".to_owned() };
    let schema = ExportLoss::Schema { case: id, function: "bare".to_owned() };
    assert!(set.losses.contains(&setting) && set.losses.contains(&schema), "{:?}", set.losses);
}

#[test]
fn a_function_that_runs_here_is_told_as_one_without_results_there() {
    let mut case = case(&json!({ "never": ["bare"] }), &json!({}));
    case.functions[0].live = true;
    let set = export_set(std::slice::from_ref(&case), Framework::Vitest);
    let live = ExportLoss::Live { case: case.id, function: "weather.now".to_owned() };
    assert!(set.losses.contains(&live), "{:?}", set.losses);
}

#[test]
fn a_stand_in_is_told_as_one_that_does_not_answer_there() {
    let mut case = case(&json!({ "never": ["bare"] }), &json!({}));
    case.functions[0].stand_in = Some(crate::CaseStandIn::Recorded);
    let set = export_set(std::slice::from_ref(&case), Framework::Pytest);
    let stand_in = ExportLoss::StandIn { case: case.id, function: "weather.now".to_owned() };
    assert!(set.losses.contains(&stand_in), "{:?}", set.losses);
}

#[test]
fn a_pattern_that_a_language_reads_otherwise_is_told() {
    let lost = |pattern: &str, framework| {
        let set = export_set(&[case(&json!({ "says": [{ "pattern": pattern }] }), &json!({}))], framework);
        set.losses.iter().any(|loss| matches!(loss, ExportLoss::Pattern { .. }))
    };
    for framework in [Framework::Pytest, Framework::Vitest] {
        assert!(!lost("^(?:rain|snow)\\b.*[0-9]+$", framework));
        assert!(lost("\\x{41}", framework));
    }
    assert!(lost("\\p{Lu}", Framework::Pytest));
    assert!(lost("(?i)rain", Framework::Vitest));
}

/// Values that differ in what languages take for the same.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        Just(json!(true)),
        Just(json!(1)),
        Just(json!(1.0)),
        Just(json!(2.5)),
        Just(json!("")),
        Just(json!("Oslo")),
        Just(json!("in Oslo")),
        Just(json!("oslo.")),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            proptest::collection::btree_map("[ab/~]", inner, 0..3).prop_map(|fields| json!(fields)),
        ]
    })
}

fn rule() -> impl Strategy<Value = Value> {
    let rule = prop_oneof![
        Just(json!("ignored")),
        value().prop_map(|value| json!({ "equals": value })),
        proptest::collection::vec(value(), 0..3).prop_map(|values| json!({ "oneOf": values })),
        proptest::collection::vec(value(), 0..3).prop_map(|values| json!({ "alike": values })),
        Just(json!({ "pattern": "^in? O" })),
        Just(json!({ "number": { "is": 2, "within": 0.5 } })),
        value().prop_map(|value| json!({ "contains": value })),
    ];
    (rule, any::<bool>())
        .prop_map(|(rule, is_optional)| if is_optional { json!({ "optional": rule }) } else { rule })
}

fn expected_call() -> impl Strategy<Value = Value> {
    let arguments = proptest::collection::btree_map("a|b|/a/b|/a/0|/a~1b", rule(), 0..3);
    ("f|g", arguments, any::<bool>()).prop_map(|(function, arguments, is_open)| {
        json!({ "function": function, "arguments": arguments, "others": if is_open { "ignored" } else { "refused" } })
    })
}

fn expectations() -> impl Strategy<Value = Value> {
    let matching =
        prop_oneof![Just("exactly"), Just("inOrder"), Just("anyOrder"), Just("superset"), Just("subset"),];
    let says = prop_oneof![
        Just(json!([])),
        Just(json!(["something"])),
        Just(json!(["nothing"])),
        Just(json!([{ "contains": "Oslo" }])),
        Just(json!([{ "pattern": "O.lo$" }])),
    ];
    let calls = (matching, proptest::collection::vec(expected_call(), 0..4));
    (calls, proptest::collection::vec(Just("g"), 0..2), says, proptest::option::of(1_u32..4)).prop_map(
        |((matching, list), never, says, rounds)| {
            json!({ "calls": { "match": matching, "list": list }, "never": never, "says": says, "rounds": rounds })
        },
    )
}

fn made() -> impl Strategy<Value = Value> {
    let arguments = prop_oneof![
        4 => proptest::collection::btree_map("a|b|a/b", value(), 0..3).prop_map(|fields| json!(fields)),
        1 => Just(json!(null)),
    ];
    let call = ("f|g", arguments)
        .prop_map(|(function, arguments)| json!({ "function": function, "arguments": arguments }));
    let text = prop_oneof![Just(json!(null)), Just(json!(" ")), Just(json!("It rains in Oslo"))];
    let cut = prop_oneof![4 => Just(json!(null)), 1 => Just(json!("it was stopped"))];
    (proptest::collection::vec(call, 0..4), text, 1_u32..4, cut).prop_map(
        |(calls, text, rounds, cut)| json!({ "calls": calls, "text": text, "rounds": rounds, "cut": cut }),
    )
}

/// What the rules here say of it.
fn is_as_expected(expect: &Value, made: &Value) -> bool {
    let expect: Expectations = serde_json::from_value(expect.clone()).expect("expectations");
    let calls = made["calls"].as_array().expect("calls").iter().map(|call| {
        Arc::new(MadeCall {
            function: call["function"].as_str().expect("a name").to_owned(),
            arguments: CallArguments::read(match call["arguments"].is_null() {
                true => "no JSON".to_owned(),
                false => call["arguments"].to_string(),
            }),
            round: None,
        })
    });
    let ending = made["cut"]
        .as_str()
        .map_or(Ending::Finished, |reason| Ending::CutOff { reason: reason.to_owned(), notice: None });
    let run = Transcript {
        rounds: u32::try_from(made["rounds"].as_u64().expect("rounds")).expect("few"),
        calls: calls.collect(),
        text: made["text"].as_str().map(str::to_owned),
        ending,
    };
    expect.faults(&run).is_empty()
}

/// Has a language judge pairs, one a line, and compares.
fn check(program: &str, arguments: &[&str], modules: &[(&str, &str)]) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in modules {
        std::fs::write(folder.path().join(name), text).expect("a module");
    }
    let mut runner = TestRunner::deterministic();
    let pairs: Vec<(Value, Value)> = (0..4_000)
        .map(|_| (expectations(), made()).new_tree(&mut runner).expect("a pair").current())
        .collect();
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the language is installed");
    let lines: String = pairs.iter().map(|(expect, made)| json!([expect, made]).to_string() + "\n").collect();
    let mut input = child.stdin.take().expect("an input");
    let writing = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("an end");
    writing.join().expect("a thread").expect("it reads on");
    let judged: Vec<bool> =
        String::from_utf8(output.stdout).expect("text").lines().map(|line| line == "true").collect();
    assert_eq!(judged.len(), pairs.len(), "it ended early");
    let mut sound = 0;
    for ((expect, made), judged) in pairs.iter().zip(judged) {
        assert_eq!(judged, is_as_expected(expect, made), "{expect} of {made}");
        sound += usize::from(judged);
    }
    assert!(sound > 200 && sound < 3_800, "{sound} of 4,000 are as expected: the pairs decide nothing");
}

#[test]
fn python_judges_as_the_application_does() {
    let judge = "import json, sys\nfrom expectations import faults\n\
                 for line in sys.stdin:\n    print('false' if faults(*json.loads(line)) else 'true')\n";
    check("python3", &["judge.py"], &[("judge.py", judge), ("expectations.py", super::PYTHON[0].1)]);
}

#[test]
fn javascript_judges_as_the_application_does() {
    let judge = "import { faults } from './expectations.mjs';\nimport { createInterface } from 'node:readline';\n\
                 for await (const line of createInterface({ input: process.stdin }))\n  \
                 console.log(faults(...JSON.parse(line)).length === 0);\n";
    check("node", &["judge.mjs"], &[("judge.mjs", judge), ("expectations.mjs", super::JAVASCRIPT[0].1)]);
}

/// In a long run, with the compiler that `cargo xtask test --long` installs for Linux on x86-64.
#[test]
fn csharp_judges_as_the_application_does() {
    let is_long = std::env::var_os("CALLWRIGHT_LONG").is_some();
    if is_long && cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/counterparts/runners");
        let arguments = ["csharp.sh", "Judge.cs"].map(|name| format!("{folder}/{name}"));
        let modules = super::XUNIT.iter().filter(|(name, _)| ["Expectations.cs", "Json.cs"].contains(name));
        check("sh", &arguments.each_ref().map(String::as_str), &modules.copied().collect::<Vec<_>>());
    }
}

/// The usual run has no compiler of C#, so it checks the folder by its structure.
#[test]
fn a_project_in_csharp_has_its_modules_and_copies_the_cases_beside_the_program() {
    let set = export_set(&[case(&json!({ "never": ["bare"] }), &json!({}))], Framework::Xunit);
    let text = |path: &str| {
        let file = set.files.iter().find(|file| file.path == path);
        file.unwrap_or_else(|| panic!("{path} is missing")).text.as_str()
    };
    assert!(
        text("Cases.csproj")
            .contains(r#"<None Include="cases/*.json" CopyToOutputDirectory="PreserveNewest" />"#)
    );
    assert!(text("cases/weather.json").contains(r#""never""#));
    assert!(text("CaseTests.cs").contains("[Theory]") && text("CaseTests.cs").contains("Running.Run("));
    for name in ["Expectations", "Json", "Model", "Running"] {
        let text = text(&format!("{name}.cs"));
        assert!(text.contains(&format!("public static class {name}")), "{name}");
        assert_eq!(text.matches('{').count(), text.matches('}').count(), "{name}");
    }
    // Every rule that an argument can have is one that the module knows.
    for rule in ["equals", "oneOf", "alike", "pattern", "number", "contains"] {
        assert!(text("Expectations.cs").contains(&format!("case \"{rule}\":")), "{rule}");
    }
}
