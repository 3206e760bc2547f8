//! Cases against scripted models.

use crate::home::{Home, Printed};
use serde_json::Value;
use std::path::Path;
use std::time::Instant;

pub(crate) const WEATHER: &str = "example:weather";

pub(crate) fn examples() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/examples/experiments");
    folder.to_str().expect("a path").to_owned()
}

#[test]
fn a_set_that_passes_ends_with_zero_and_leaves_no_session() {
    let home = Home::new();
    let out = home.done(&["test", &examples(), "--model", WEATHER, "--json", "report.json"]);
    assert!(out.contains("example:weather  3/3 passed"), "{out}");
    let report = std::fs::read_to_string(home.at("report.json")).expect("a report");
    let report: Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["lanes"][0]["passes"], 3);
    assert_eq!(home.done(&["sessions"]), "");
}

#[test]
fn a_case_that_fails_names_the_path_of_the_argument_and_ends_with_one() {
    let home = Home::new();
    let case = std::fs::read_to_string(format!("{}/two-cities.json", examples())).expect("a case");
    home.write("set/bergen.json", &case.replace("{\"equals\": \"Oslo\"}", "{\"equals\": \"<Bergen>\"}"));
    let Printed { code, out, err } = home.run(&["test", "set", "--model", WEATHER, "--junit", "junit.xml"]);
    assert_eq!(code, 1, "{out}{err}");
    assert!(out.contains("weather.get_forecast /city: \"Oslo\" is not as expected"), "{out}");
    let junit = std::fs::read_to_string(home.at("junit.xml")).expect("a report");
    assert!(junit.contains("/city: &quot;Oslo&quot; is not as expected"), "{junit}");
}

#[test]
fn a_case_that_cannot_be_read_stops_before_any_run() {
    let home = Home::new();
    home.write("set/bad.json", "{\"format\": 1,");
    let Printed { code, out, err } = home.run(&["test", "set", "--model", WEATHER, "--json", "report.json"]);
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    assert!(err.contains("bad.json is no case: it is not JSON") && err.contains("Fix the file"), "{err}");
    assert!(!home.at("report.json").exists());
}

/// A set of one case and a scripted model that takes its time.
pub(crate) fn slow_set(home: &Home, milliseconds: u32) {
    home.write("callwright/scripts/slow.jsonl", &slow_script(milliseconds));
    home.write("set/hello.json", HELLO);
}

fn slow_script(milliseconds: u32) -> String {
    let text = format!(r#"{{"type": "text", "delta": "Hello.", "after": {milliseconds}}}"#);
    let usage = r#"{"type": "usage", "input": 100, "output": 20}"#;
    format!("{{\"format\": 1, \"title\": \"Slow\"}}\n{text}\n{usage}\n{{\"type\": \"end\"}}\n")
}

pub(crate) const SLOW: &str = "script:slow";

const HELLO: &str = r#"{
  "format": 1,
  "id": "hello",
  "history": [{"role": "user", "text": "Hello?"}],
  "expect": {"says": [{"contains": "Hello"}]}
}"#;

pub(crate) fn report(home: &Home, name: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(home.at(name)).expect("a report")).expect("JSON")
}

#[test]
fn runs_are_made_side_by_side() {
    let home = Home::new();
    slow_set(&home, 300);
    let began = Instant::now();
    home.done(&["test", "set", "--model", SLOW, "--repeats", "24", "--jobs", "12", "--json", "report.json"]);
    let whole = began.elapsed().as_millis();
    let runs = report(&home, "report.json")["cases"][0]["lanes"][0]["milliseconds"].as_u64().expect("a time");
    assert!(u128::from(runs) > whole, "24 runs took {runs} ms of {whole} ms");
}

#[test]
fn runs_that_break_off_count_nowhere_and_are_made_when_the_set_goes_on() {
    let home = Home::new();
    let script = "callwright/scripts/slow.jsonl";
    slow_set(&home, 0);
    home.write(script, "{\"format\": 1, \"title\": \"Slow\"}\n{\"type\": \"cut\"}\n");
    let made = ["test", "set", "--model", SLOW, "--repeats", "5", "--jobs", "1", "--out", "runs.jsonl"];
    let Printed { code, out, err } =
        home.run(&[&made[..], &["--junit", "junit.xml", "--json", "report.json"]].concat());
    assert_eq!(code, 1, "{out}{err}");
    assert!(
        err.contains("3 runs broke off and count nowhere") && err.contains("2 runs are not made"),
        "{err}"
    );
    assert_eq!(report(&home, "report.json")["lanes"][0]["runs"], 0);
    let junit = std::fs::read_to_string(home.at("junit.xml")).expect("a report");
    assert!(junit.contains("failures=\"0\" errors=\"1\"") && junit.contains("<error message="), "{junit}");

    slow_set(&home, 0);
    let out = home.done(&[&made[..], &["--resume"]].concat());
    assert!(out.contains("5/5 passed"), "{out}");
}

#[test]
fn each_value_of_a_setting_is_a_lane_and_an_unknown_setting_stops_before_any_run() {
    let home = Home::new();
    let set = examples();
    let arguments = ["test", &set, "--model", WEATHER, "--vary"];
    let out = home.done(&[&arguments[..], &["temperature=0,0.7"]].concat());
    assert!(out.contains("example:weather temperature=0    3/3 passed"), "{out}");
    assert!(out.contains("example:weather temperature=0.7  3/3 passed"), "{out}");
    let Printed { code, out, err } = home.run(&[&arguments[..], &["warmth=0,1"]].concat());
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    assert!(err.contains("requests have no setting warmth"), "{err}");
}
