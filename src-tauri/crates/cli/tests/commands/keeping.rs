//! Runs that are kept in files: after an end at any moment, and of several machines.

use crate::home::{Home, Printed, program};
use crate::testing::{SLOW, WEATHER, examples, report, slow_set};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// The whole lines of a file.
fn lines(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.split_inclusive('\n').filter(|line| line.ends_with('\n')).map(str::to_owned).collect()
}

/// The runs of a file, as their repeats.
fn repeats(lines: &[String]) -> Vec<u64> {
    let values = lines.iter().map(|line| serde_json::from_str::<Value>(line).expect("a line"));
    values.filter_map(|value| value["run"]["repeat"].as_u64()).collect()
}

#[track_caller]
fn until(file: &Path, wanted: usize) {
    let begun = Instant::now();
    while lines(file).len() < wanted {
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", lines(file));
        std::thread::yield_now();
    }
}

#[test]
fn a_kill_at_any_moment_loses_no_finished_run_and_repeats_none() {
    let home = Home::new();
    slow_set(&home, 40);
    let file = home.at("runs.jsonl");
    let mut arguments =
        vec!["test", "set", "--model", SLOW, "--repeats", "24", "--jobs", "3", "--out", "runs.jsonl"];
    let temporary = home.at("temporary");
    std::fs::create_dir(&temporary).expect("a folder");
    let mut before: Vec<String> = Vec::new();
    for wanted in [1, 2, 7, 16] {
        let mut command = home.command(program(), &arguments);
        let mut process = command
            .env("TMPDIR", &temporary)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        until(&file, wanted);
        process.kill().expect("it is killed");
        process.wait().expect("it is gone");
        let now = lines(&file);
        assert_eq!(now[..before.len()], before, "a finished run is lost");
        before = now;
        if arguments.last() != Some(&"--resume") {
            arguments.push("--resume");
        }
    }
    arguments.extend(["--json", "report.json"]);
    let mut command = home.command(program(), &arguments);
    let Printed { code, out, err } = {
        command.env("TMPDIR", &temporary);
        Printed::by(command)
    };
    assert!(code == 0 && out.contains("script:slow  24/24 passed"), "{out}{err}");
    assert_eq!(
        std::fs::read_dir(&temporary).expect("a folder").count(),
        0,
        "a killed process leaves nothing"
    );
    let now = lines(&file);
    assert_eq!(now[..before.len()], before, "a finished run is lost");
    let repeats = repeats(&now);
    assert_eq!((repeats.len(), repeats.iter().collect::<BTreeSet<_>>().len()), (24, 24), "{repeats:?}");
    assert_eq!(report(&home, "report.json")["lanes"][0]["inputTokens"], 2_400);
    // All is there: nothing is made any more.
    home.done(&arguments);
    assert_eq!(lines(&file), now);
}

#[test]
fn a_file_with_runs_is_written_on_only_where_somebody_says_so() {
    let home = Home::new();
    slow_set(&home, 0);
    let arguments = ["test", "set", "--model", SLOW, "--out", "runs.jsonl"];
    home.done(&arguments);
    let Printed { code, err, .. } = home.run(&arguments);
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("runs.jsonl has runs already. Go on with them by --resume"), "{err}");
    home.write("notes.txt", "Notes, and no runs.\n");
    let Printed { code, err, .. } =
        home.run(&["test", "set", "--model", SLOW, "--out", "notes.txt", "--resume"]);
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("notes.txt, line 1: it is no line of kept runs"), "{err}");
    assert_eq!(std::fs::read_to_string(home.at("notes.txt")).expect("notes"), "Notes, and no runs.\n");
}

#[test]
fn a_case_that_asks_something_else_runs_again_and_one_that_expects_something_else_does_not() {
    let home = Home::new();
    slow_set(&home, 0);
    let arguments = ["test", "set", "--model", SLOW, "--out", "runs.jsonl", "--resume"];
    home.done(&arguments);
    let case = std::fs::read_to_string(home.at("set/hello.json")).expect("a case");
    home.write("set/hello.json", &case.replace("\"contains\": \"Hello\"", "\"contains\": \"Goodbye\""));
    assert_eq!(home.run(&arguments).code, 1);
    assert_eq!(repeats(&lines(&home.at("runs.jsonl"))), [1]);
    home.write("set/hello.json", &case.replace("Hello?", "Who is there?"));
    home.done(&arguments);
    assert_eq!(repeats(&lines(&home.at("runs.jsonl"))), [1, 1]);
}

/// A report without what two commands can't have in common.
fn timeless(mut report: Value) -> Value {
    for lane in report["lanes"].as_array_mut().expect("lanes") {
        lane["medianMilliseconds"] = Value::Null;
        lane["medianFirstToken"] = Value::Null;
    }
    for case in report["cases"].as_array_mut().expect("cases") {
        for lane in case["lanes"].as_array_mut().expect("lanes") {
            lane["milliseconds"] = Value::Null;
        }
    }
    report
}

/// Two models and two cases, of which one fails with one model.
fn mixed_set(home: &Home) {
    slow_set(home, 0);
    home.write(
        "set/two-cities.json",
        &std::fs::read_to_string(format!("{}/two-cities.json", examples())).expect("a case"),
    );
}

const MIXED: [&str; 8] = ["test", "set", "--model", SLOW, "--model", WEATHER, "--repeats", "3"];

#[test]
fn shards_together_are_the_set_and_their_report_is_its_report() {
    let home = Home::new();
    mixed_set(&home);
    let whole = [&MIXED[..], &["--out", "whole.jsonl", "--json", "whole.json"]].concat();
    assert_eq!(home.run(&whole).code, 1);
    for (shard, file) in [("1/3", "one.jsonl"), ("2/3", "two.jsonl"), ("3/3", "three.jsonl")] {
        let Printed { code, err, .. } = home.run(&[&MIXED[..], &["--shard", shard, "--out", file]].concat());
        assert!(code < 2, "{err}");
        assert_eq!(repeats(&lines(&home.at(file))).len(), 4);
    }
    let merge = ["test", "merge", "two.jsonl", "three.jsonl", "one.jsonl", "--json", "merged.json"];
    assert_eq!(home.run(&merge).code, 1);
    let (merged, whole) = (report(&home, "merged.json"), report(&home, "whole.json"));
    assert_eq!(timeless(merged), timeless(whole));
}

#[test]
fn the_report_of_runs_in_three_files_is_that_of_the_same_runs_in_one() {
    let home = Home::new();
    mixed_set(&home);
    assert_eq!(home.run(&[&MIXED[..], &["--out", "whole.jsonl", "--json", "whole.json"]].concat()).code, 1);
    let kept = lines(&home.at("whole.jsonl"));
    let (plan, runs) = kept.split_first().expect("lines");
    for part in 0..3 {
        let own = runs.iter().skip(part).step_by(3).cloned();
        home.write(&format!("{part}.jsonl"), &[plan.clone()].into_iter().chain(own).collect::<String>());
    }
    assert_eq!(
        home.run(&["test", "merge", "2.jsonl", "0.jsonl", "1.jsonl", "--json", "merged.json"]).code,
        1
    );
    let text = |name: &str| std::fs::read_to_string(home.at(name)).expect("a report");
    assert_eq!(text("merged.json"), text("whole.json"));
}

#[test]
fn the_page_of_a_set_opens_anywhere() {
    let home = Home::new();
    mixed_set(&home);
    assert_eq!(home.run(&[&MIXED[..], &["--html", "report.html"]].concat()).code, 1);
    let html = std::fs::read_to_string(home.at("report.html")).expect("a page");
    assert!(html.starts_with("<!doctype html>") && html.contains("Content-Security-Policy"), "{html}");
    assert!(html.contains("<code dir=\"auto\">says</code>"), "{html}");
}

#[test]
fn what_is_no_part_of_a_set_is_not_joined_and_what_is_missing_is_told() {
    let home = Home::new();
    mixed_set(&home);
    home.run(&[&MIXED[..], &["--shard", "1/2", "--out", "one.jsonl"]].concat());
    home.done(&["test", "set/hello.json", "--model", SLOW, "--out", "other.jsonl"]);
    let Printed { code, err, .. } = home.run(&["test", "merge", "one.jsonl", "other.jsonl"]);
    assert_eq!(code, 2);
    assert!(err.contains("other.jsonl does not go with one.jsonl: its models are others"), "{err}");
    let Printed { code, err, .. } = home.run(&["test", "merge", "one.jsonl", "one.jsonl"]);
    assert_eq!(code, 2);
    assert!(err.contains("it has run 1 of case \"hello\" with script:slow too"), "{err}");
    let one = ["test", "merge", "one.jsonl", "--threshold", "0", "--junit", "junit.xml"];
    let Printed { code, err, .. } = home.run(&one);
    assert_eq!(code, 1);
    let junit = std::fs::read_to_string(home.at("junit.xml")).expect("a report");
    assert!(junit.contains("tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"2\""), "{junit}");
    assert!(err.contains("6 of 12 runs are missing"), "{err}");
}

#[test]
fn runs_of_another_day_stand_beside_new_ones_without_asking_their_model() {
    let home = Home::new();
    slow_set(&home, 0);
    home.done(&["test", "set", "--model", SLOW, "--repeats", "2", "--out", "runs.jsonl"]);
    // The model that was recorded is not there any more.
    let script = std::fs::read_to_string(home.at("callwright/scripts/slow.jsonl")).expect("a script");
    home.write(
        "callwright/scripts/other.jsonl",
        &script.replace("Slow", "Other").replace("Hello.", "Good day."),
    );
    std::fs::remove_file(home.at("callwright/scripts/slow.jsonl")).expect("it is removed");
    let arguments =
        ["test", "set", "--model", "script:other", "--recorded", "runs.jsonl", "--junit", "junit.xml"];
    let recorded = ["--against", "recorded:script:slow", "--json", "report.json", "--html", "report.html"];
    let Printed { code, out, err } = home.run(&[&arguments[..], &recorded[..]].concat());
    assert_eq!(code, 1, "the new model fails: {err}");
    assert!(out.contains("recorded:script:slow  2/2 passed"), "{out}");
    assert!(out.contains("script:other against recorded:script:slow: -100.0 points"), "{out}");
    let lanes = &report(&home, "report.json")["lanes"];
    assert_eq!((&lanes[0]["passes"], &lanes[1]["passes"]), (&Value::from(0), &Value::from(2)));
    let junit = std::fs::read_to_string(home.at("junit.xml")).expect("a report");
    assert!(!junit.contains("recorded:"), "{junit}");

    // A case that was not recorded is no mistake of the recorded model.
    let case = std::fs::read_to_string(home.at("set/hello.json")).expect("a case");
    home.write("set/bye.json", &case.replace("\"hello\"", "\"bye\"").replace("Hello?", "Bye?"));
    let threshold = ["--threshold", "0"];
    let Printed { code, out, err } = home.run(&[&arguments[..], &threshold[..]].concat());
    assert_eq!(code, 1, "{out}");
    assert!(err.contains("recorded:script:slow has no answer to bye, which says nothing"), "{err}");
    assert!(out.contains("recorded:script:slow  2/2 passed"), "{out}");
}
