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
