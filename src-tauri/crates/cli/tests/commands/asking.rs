//! One turn without a person.

use crate::home::{Home, Printed, program};
use serde_json::{Value, json};
use std::io::Write;
use std::process::Stdio;

const PLUGIN: &str = r#"format = 1
id = "dice"
version = "1.0.0"
kind = "process"
description = "Throws dice"
permissions = ["programs"]

[process]
command = ["sh", "-c", "touch thrown; echo '{}'"]

[[process.functions]]
name = "throw"
description = "Throws a die."
effect = "changes"

[process.functions.parameters]
"#;

const SCRIPT: &str = r#"{"format": 1, "title": "Throws"}
{"type": "call", "id": "call_1", "name": "dice-throw"}
{"type": "arguments", "delta": "{}"}
{"type": "end"}
{"type": "text", "delta": "I could not throw."}
{"type": "end"}
"#;

#[test]
fn a_model_calls_functions_and_its_answer_is_printed() {
    let home = Home::new();
    let Printed { code, out, err } = home.run(&[
        "ask",
        "How is the weather in Boston and in Oslo?",
        "--functions",
        "weather.get_forecast",
    ]);
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("**Boston** has 12 °C"), "{out}");
    assert_eq!(err.lines().next(), Some(r#"weather.get_forecast {"city": "Boston", "day": 0} returned"#));
    assert!(home.done(&["sessions"]).contains("How is the weather"));
}

#[test]
fn a_call_that_needs_a_person_is_declined_with_words() {
    let home = Home::new();
    home.write("callwright/plugins/dice/plugin.toml", PLUGIN);
    home.write("callwright/scripts/throws.jsonl", SCRIPT);
    let asked = home.json(&["ask", "--json", "Throw!", "--model", "Throws", "--functions", "all"]);
    let result = &asked["calls"][0]["result"];
    assert_eq!((&asked["answer"], &result["type"]), (&json!("I could not throw."), &json!("declined")));
    assert!(result["reason"].as_str().is_some_and(|reason| reason.contains("nobody is there")), "{result}");
    assert!(!home.data("plugins/dice/thrown").exists());
}

#[test]
fn a_stand_in_answers_in_the_place_of_a_function_that_needs_a_person() {
    let home = Home::new();
    home.write("callwright/plugins/dice/plugin.toml", PLUGIN);
    home.write("callwright/scripts/throws.jsonl", SCRIPT);
    home.write("results.json", r#"{"dice.throw": {"eyes": 6}}"#);
    let ask = ["ask", "--json", "Throw!", "--model", "Throws", "--functions", "dice.throw"];
    let of_file = home.json(&[&ask[..], &["--stand-ins", "results.json"]].concat());
    let returned = |output: Value| json!({ "type": "returned", "output": output });
    let eyes = |eyes: u8| returned(json!({ "type": "json", "value": { "eyes": eyes } }));
    assert_eq!(of_file["calls"][0]["result"], eyes(6));
    let of_line = ["--stand-ins", "results.json", "--stand-in", r#"dice.throw={"eyes": 1}"#];
    let of_line = home.json(&[&ask[..], &of_line].concat());
    assert_eq!(of_line["calls"][0]["result"], eyes(1), "the command line counts before the file");
    let text = home.json(&[&ask[..], &["--stand-in", r#"dice.throw="on the edge""#]].concat());
    let said = json!({ "type": "text", "text": "on the edge" });
    assert_eq!(text["calls"][0]["result"], returned(said));
    assert!(!home.data("plugins/dice/thrown").exists(), "the function did not run");
}

#[test]
fn a_stand_in_for_nothing_or_of_no_json_begins_no_turn() {
    let home = Home::new();
    let refused = |stand_in: &str, reason: &str| {
        let Printed { code, err, .. } = home.run(&["ask", "Well?", "--stand-in", stand_in]);
        assert!(code == 1 && err.contains(reason), "{err}");
    };
    refused("weather.get_forecast=sunny", "is not JSON");
    refused("weather.no_such={}", "there is no function");
    refused("weather", "names no function");
    assert!(!home.done(&["sessions"]).contains("Well?"));
}

#[test]
fn an_answer_that_breaks_off_ends_with_one_and_says_why() {
    let home = Home::new();
    let cut = "{\"format\": 1, \"title\": \"Cut\"}\n{\"type\": \"text\", \"delta\": \"I am\"}\n{\"type\": \"cut\"}\n";
    home.write("callwright/scripts/cut.jsonl", cut);
    let Printed { code, err, .. } = home.run(&["ask", "Well?", "--model", "script:cut"]);
    assert!(code == 1 && err.contains("callwright: "), "{err}");
    let Printed { code, out, .. } = home.run(&["ask", "--json", "Well?", "--model", "script:cut"]);
    let asked: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &asked["answer"], asked["problem"]["message"].is_string()), (1, &json!("I am"), true));
}

#[test]
fn what_is_asked_can_come_from_standard_input() {
    let home = Home::new();
    home.write(
        "callwright/scripts/hi.jsonl",
        "{\"format\": 1, \"title\": \"Hi\"}\n{\"type\": \"text\", \"delta\": \"Hi.\"}\n{\"type\": \"end\"}\n",
    );
    let mut command = home.command(program(), &["ask", "-", "--model", "Hi"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    child.stdin.take().expect("its input").write_all(b"Hello?").expect("it reads");
    assert_eq!(child.wait_with_output().expect("it ends").stdout, b"Hi.\n");
    assert!(home.done(&["sessions"]).contains("Hello?"));
}
