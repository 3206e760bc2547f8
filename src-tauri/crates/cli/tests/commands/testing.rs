//! Cases against scripted models.

use crate::home::{Home, Printed};
use serde_json::Value;
use std::path::Path;

const WEATHER: &str = "example:weather";

fn examples() -> String {
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
    assert!(err.contains("bad.json: it is not JSON") && err.contains("Mend the file"), "{err}");
    assert!(!home.at("report.json").exists());
}
