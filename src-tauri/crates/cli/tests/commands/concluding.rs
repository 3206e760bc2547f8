//! When a set is good enough, and when it has cost enough.

use crate::home::{Home, Printed};
use crate::testing::{SLOW, report, slow_set};

const SET: [&str; 4] = ["test", "set", "--model", SLOW];

#[test]
fn a_baseline_makes_regressions_alone_fail() {
    let home = Home::new();
    slow_set(&home, 0);
    let case = std::fs::read_to_string(home.at("set/hello.json")).expect("a case");
    let fails = case.replace("\"contains\": \"Hello\"", "\"contains\": \"Goodbye\"");
    home.write("set/never.json", &fails.replace("\"hello\"", "\"never\""));
    assert_eq!(home.run(&[&SET[..], &["--json", "before.json"]].concat()).code, 1);
    // What failed before may fail.
    let against = [&SET[..], &["--baseline", "before.json"]].concat();
    let out = home.done(&against);
    assert!(out.contains("script:slow against the baseline: +0.0 points (p = 1.000), no verdict"), "{out}");
    assert_eq!(home.run(&[&against[..], &["--threshold", "1"]].concat()).code, 1);
    home.write("set/hello.json", &fails);
    let Printed { code, out, err } = home.run(&against);
    assert_eq!(code, 1, "{err}");
    assert!(out.contains("REGRESSION  hello  script:slow  0/1 passed, 1/1 before"), "{out}");
}

#[test]
fn a_baseline_that_cannot_be_read_stops_before_any_run() {
    let home = Home::new();
    slow_set(&home, 0);
    home.write("before.json", "{\"format\": 2}");
    let out = ["--baseline", "before.json", "--out", "runs.jsonl"];
    let Printed { code, err, .. } = home.run(&[&SET[..], &out].concat());
    assert_eq!(code, 2);
    assert!(err.contains("before.json: it has format 2") && !home.at("runs.jsonl").exists(), "{err}");
}

#[test]
fn lanes_are_compared_with_the_one_that_is_named() {
    let home = Home::new();
    slow_set(&home, 0);
    let lanes = [&SET[..], &["--vary", "temperature=0,1", "--out", "runs.jsonl"]].concat();
    let Printed { code, err, .. } = home.run(&[&lanes[..], &["--against", "nobody"]].concat());
    assert_eq!(code, 2);
    assert!(err.contains("no lane has the name nobody") && !home.at("runs.jsonl").exists(), "{err}");
    let second = "script:slow temperature=1";
    let expected = "script:slow temperature=0 against script:slow temperature=1";
    let out = home.done(&[&lanes[..], &["--against", second]].concat());
    assert!(out.contains(expected), "{out}");
    let out = home.done(&["test", "merge", "runs.jsonl", "--against", second]);
    assert!(out.contains(expected), "{out}");
    assert_eq!(home.run(&["test", "merge", "runs.jsonl", "--against", "nobody"]).code, 2);
}

#[test]
fn no_run_begins_once_the_budget_of_tokens_is_used_up() {
    let home = Home::new();
    slow_set(&home, 0);
    let arguments =
        [&SET[..], &["--repeats", "9", "--jobs", "1", "--out", "runs.jsonl", "--json", "r.json"]].concat();
    let Printed { code, err, .. } = home.run(&[&arguments[..], &["--max-tokens", "360"]].concat());
    assert_eq!(code, 1);
    assert!(err.contains("The budget is used up (360 of 360 tokens); 6 runs are not made."), "{err}");
    assert_eq!(report(&home, "r.json")["lanes"][0]["runs"], 3);
    // Runs that are kept count, and a higher budget goes on.
    let more = [&arguments[..], &["--resume", "--max-tokens", "480"]].concat();
    assert_eq!(home.run(&more).code, 1);
    assert_eq!(report(&home, "r.json")["lanes"][0]["runs"], 4);
    home.done(&[&arguments[..], &["--resume"]].concat());
}

#[test]
fn a_budget_of_money_goes_by_the_prices_of_the_window() {
    let home = Home::new();
    slow_set(&home, 0);
    let arguments = [&SET[..], &["--repeats", "9", "--jobs", "1", "--max-cost", "0.35"]].concat();
    let Printed { code, err, .. } = home.run(&arguments);
    assert_eq!(code, 2);
    assert!(err.contains("nobody knows what script:slow costs"), "{err}");
    // 100 and 20 tokens cost 0.1 and 0.1 dollars.
    let row = r#"{"model": "script:*", "input": 1000, "output": 5000}"#;
    home.write(
        "callwright/prices.json",
        &format!(r#"{{"format": 1, "asOf": "2026-11-25", "models": [{row}]}}"#),
    );
    let Printed { code, err, .. } = home.run(&arguments);
    assert_eq!(code, 1);
    assert!(err.contains("The budget is used up ($0.4000 of $0.35); 7 runs are not made."), "{err}");
}
