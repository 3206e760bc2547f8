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

#[test]
fn recordings_answer_where_a_case_says_so_and_their_folder_has_to_be_there() {
    let home = Home::new();
    let case = std::fs::read_to_string(format!("{}/two-cities.json", examples())).expect("a case");
    let named = case.replace("{\"name\": \"weather", "{\"standIn\": \"recorded\", \"name\": \"weather");
    let says = named.replace("\"expect\": {", "\"expect\": {\"says\": [{\"contains\": \"77\"}], ");
    home.write("set/recorded.json", &says);
    let made = home.run(&["test", "set", "--model", WEATHER, "--recordings", "nowhere"]);
    assert_eq!(made.code, 2, "{}", made.err);
    assert!(made.err.contains("nowhere is no folder"), "{}", made.err);
    assert_eq!(home.run(&["test", "set", "--model", WEATHER]).code, 1, "the frozen results answer");
    let recorded = r#"{"arguments": {"city": "Oslo", "day": 0}, "outcome": {"type": "returned", "output": {"type": "json", "value": {"temperature_c": 77}}}}"#;
    home.write("kept/weather.get_forecast.jsonl", recorded);
    let made = home.done(&["test", "set", "--model", WEATHER, "--recordings", "kept"]);
    assert!(made.contains("1/1 passed"), "{made}");
    home.write("callwright/recordings/weather.get_forecast.jsonl", recorded);
    home.done(&["test", "set", "--model", WEATHER]);
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
fn a_difference_has_its_interval_and_without_a_verdict_what_would_carry_one() {
    let home = Home::new();
    slow_set(&home, 0);
    let other = slow_script(0).replace("Slow", "Other").replace("Hello.", "Good day.");
    home.write("callwright/scripts/other.jsonl", &other);
    home.write("set/dot.json", &HELLO.replace("\"hello\"", "\"dot\"").replace("\"Hello\"", "\".\""));
    let models = ["--model", SLOW, "--model", "script:other"];
    let Printed { out, err, .. } = home.run(&[&["test", "set"][..], &models].concat());
    let words = "script:other against script:slow: -50.0 points (95% -100.0..+100.0, p = 1.000), no verdict. \
                 About 16 cases would carry one; repeats alone would not.";
    assert!(out.contains(words), "{out}{err}");
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

#[test]
fn wordings_from_files_stand_side_by_side_with_their_ranks() {
    let home = Home::new();
    home.write("plain.txt", "Tells the forecast of a city for a day.\n");
    home.write("vague.txt", "Does things.\n");
    let set = examples();
    let wording = "description:weather.get_forecast=@plain.txt,@vague.txt";
    let arguments = ["test", &set, "--model", WEATHER, "--vary", wording, "--vary", "selection.limit=1"];
    let out = home.done(&[&arguments[..], &["--json", "report.json", "--html", "report.html"]].concat());
    let lane = "example:weather description:weather.get_forecast=plain.txt selection.limit=1";
    assert!(out.contains(&format!("{lane}  3/3 passed")), "{out}");
    let report = report(&home, "report.json");
    let settings = report["lanes"][1]["settings"].as_array().expect("settings");
    assert!(settings.iter().any(|setting| setting["value"] == "Does things."), "{settings:?}");
    let functions = report["functions"].as_array().expect("functions");
    let forecasts: Vec<_> =
        functions.iter().filter(|one| one["function"] == "weather.get_forecast").collect();
    assert_eq!(forecasts.len(), 2, "{functions:?}");
    assert!(
        forecasts.iter().all(|one| one["wanted"] == one["called"] && one["ranks"][0][0] == 1),
        "{forecasts:?}"
    );
    let html = std::fs::read_to_string(home.at("report.html")).expect("a page");
    assert!(html.contains("<h2>Functions</h2>") && html.contains("Does things."), "{html}");

    let missing = home.run(&["test", &set, "--model", WEATHER, "--vary", "instructions=@nowhere.txt"]);
    assert_eq!((missing.code, missing.out.as_str()), (2, ""), "{}", missing.err);
    assert!(missing.err.contains("nowhere.txt"), "{}", missing.err);
    let unknown = home.run(&["test", &set, "--model", WEATHER, "--vary", "description:weather.sun=Shines."]);
    assert!(unknown.err.contains("no case has the function weather.sun"), "{}", unknown.err);
}

#[test]
fn runs_with_an_edited_text_are_made_again() {
    let home = Home::new();
    slow_set(&home, 0);
    let made = ["test", "set", "--model", SLOW, "--vary", "instructions=@told.txt", "--out", "runs.jsonl"];
    home.write("told.txt", "Be brief.");
    home.done(&made);
    home.write("told.txt", "Be very brief.");
    home.done(&[&made[..], &["--resume"]].concat());
    let kept = std::fs::read_to_string(home.at("runs.jsonl")).expect("runs");
    assert_eq!(kept.lines().filter(|line| line.starts_with("{\"run\"")).count(), 2, "{kept}");
}

#[test]
fn a_service_is_asked_as_often_as_it_may_be_and_an_unknown_one_stops_before_any_run() {
    let home = Home::new();
    slow_set(&home, 50);
    let made = ["test", "set", "--model", SLOW, "--repeats", "4", "--json", "report.json"];
    let began = Instant::now();
    home.done(&[&made[..], &["--at-once", "1", "--rate", "6000"]].concat());
    assert!(began.elapsed().as_millis() >= 200, "four requests of 50 ms were made at once");
    // Waiting is no time of the model.
    let runs = report(&home, "report.json")["cases"][0]["lanes"][0]["milliseconds"].as_u64().expect("a time");
    assert!(runs < 4 * 150, "{runs} ms");
    let Printed { code, err, .. } = home.run(&[&made[..], &["--rate", "Nobody=60"]].concat());
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("no model of the set is one of Nobody"), "{err}");
}

#[test]
fn a_run_without_an_answer_is_begun_again_as_often_as_is_said() {
    let home = Home::new();
    slow_set(&home, 0);
    home.write(
        "callwright/scripts/slow.jsonl",
        "{\"format\": 1, \"title\": \"Slow\"}\n{\"type\": \"cut\"}\n",
    );
    let made = ["test", "set", "--model", SLOW, "--repeats", "1", "--retries"];
    let Printed { code, err, .. } = home.run(&[&made[..], &["1"]].concat());
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("1 runs broke off and count nowhere"), "{err}");
}

#[test]
fn a_function_runs_only_where_the_command_allows_it() {
    let home = Home::new();
    let case = std::fs::read_to_string(format!("{}/two-cities.json", examples())).expect("a case");
    let mut case: Value = serde_json::from_str(&case).expect("JSON");
    case["functions"][0]["live"] = Value::Bool(true);
    case.as_object_mut().expect("an object").remove("results");
    home.write("set/live.json", &case.to_string());
    let made = ["test", "set", "--model", WEATHER];
    let Printed { code, out, err } = home.run(&made);
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    assert!(err.contains("weather.get_forecast would run") && err.contains("--allow-live"), "{err}");
    let out = home.done(&[&made[..], &["--allow-live"]].concat());
    assert!(out.contains("1/1 passed"), "{out}");

    case["functions"][0]["name"] = Value::from("mail.send");
    case["expect"] = serde_json::json!({ "never": ["mail.send"] });
    home.write("set/live.json", &case.to_string());
    let Printed { code, err, .. } = home.run(&[&made[..], &["--allow-live"]].concat());
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("mail.send is to run, and nothing here runs it"), "{err}");
}
