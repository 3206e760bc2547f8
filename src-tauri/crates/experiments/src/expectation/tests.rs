use super::{Expectations, Fault, Judge, Judgement};
use crate::case::CaseId;
use crate::run::{Ending, MadeCall, Run, RunFigures, RunKey, Transcript};
use content::{CallArguments, Usage};
use proptest::prelude::*;
use serde_json::{Value, json};

fn run(calls: &[(&str, Value)]) -> Transcript {
    let call = |(function, arguments): &(&str, Value)| {
        let raw = arguments.as_str().map_or_else(|| arguments.to_string(), str::to_owned);
        let arguments = CallArguments::read(raw);
        MadeCall { function: (*function).to_owned(), arguments, round: None }.into()
    };
    Transcript {
        rounds: 2,
        calls: calls.iter().map(call).collect(),
        text: Some("It rains.".to_owned()),
        ending: Ending::Finished,
    }
}

fn faults_of(expect: Value, run: &Transcript) -> Vec<String> {
    let expect: Expectations = serde_json::from_value(expect).expect("expectations");
    expect.faults(run).iter().map(Fault::to_string).collect()
}

/// Calls named by letters alone, with the argument `n`.
fn letters(matching: &str, expected: &[(&str, i64)]) -> Value {
    let list: Vec<_> = expected
        .iter()
        .map(|(function, n)| json!({ "function": function, "arguments": { "n": { "equals": n } } }))
        .collect();
    json!({ "calls": { "match": matching, "list": list } })
}

#[track_caller]
fn check(matching: &str, expected: &[(&str, i64)], made: &[(&str, i64)], faults: &[&str]) {
    let made: Vec<_> = made.iter().map(|(function, n)| (*function, json!({ "n": n }))).collect();
    assert_eq!(faults_of(letters(matching, expected), &run(&made)), faults, "{matching}");
}

#[test]
fn exactly_these_calls_in_this_order() {
    let (ab, c) = ([("a", 1), ("b", 2)], ("c", 3));
    check("exactly", &ab, &ab, &[]);
    check("exactly", &ab, &[("a", 1)], &["call 2 is missing: b"]);
    check("exactly", &ab, &[("b", 2)], &["call 1 is missing: a"]);
    check("exactly", &ab, &[("a", 1), c, ("b", 2)], &["c was called, which was not expected"]);
    check("exactly", &ab, &[("a", 1), c], &["call 2: c was called in place of b"]);
    check("exactly", &ab, &[("a", 1), ("b", 5)], &["call 2, b /n: 5 is not as expected"]);
    check(
        "exactly",
        &[],
        &ab,
        &["a was called, which was not expected", "b was called, which was not expected"],
    );
}

#[test]
fn in_this_order_among_others() {
    let ab = [("a", 1), ("b", 2)];
    check("inOrder", &ab, &[("c", 3), ("a", 1), ("c", 3), ("b", 2), ("b", 9)], &[]);
    check("inOrder", &ab, &[("b", 2), ("a", 1)], &["call 1 is missing: a"]);
    check("inOrder", &ab, &[("a", 1), ("c", 3), ("b", 5)], &["call 2, b /n: 5 is not as expected"]);
    check("inOrder", &[("a", 1), ("a", 2)], &[("a", 2), ("a", 1), ("a", 2)], &[]);
}

#[test]
fn in_any_order_at_least_and_at_most() {
    let ab = [("a", 1), ("b", 2)];
    check("anyOrder", &ab, &[("b", 2), ("a", 1)], &[]);
    check("anyOrder", &ab, &[("b", 2), ("a", 1), ("a", 1)], &["a was called, which was not expected"]);
    check("anyOrder", &ab, &[("b", 2)], &["call 1 is missing: a"]);
    check("anyOrder", &ab, &[("b", 2), ("c", 1)], &["call 1: c was called in place of a"]);
    check(
        "anyOrder",
        &ab,
        &[("b", 2), ("c", 1), ("c", 2)],
        &["call 1: c was called in place of a", "c was called, which was not expected"],
    );
    check("superset", &ab, &[("b", 2), ("c", 3), ("a", 1)], &[]);
    check("superset", &ab, &[("b", 2), ("c", 3)], &["call 1 is missing: a"]);
    check("subset", &ab, &[("b", 2)], &[]);
    check("subset", &ab, &[("c", 2)], &["c was called, which was not expected"]);
    check("subset", &ab, &[], &[]);
    check("subset", &ab, &[("b", 2), ("b", 2)], &["b was called, which was not expected"]);
    check("subset", &ab, &[("b", 3)], &["call 2, b /n: 3 is not as expected"]);
}

#[test]
fn a_missing_call_stands_before_the_one_in_its_place() {
    let abc = [("a", 1), ("b", 2), ("c", 3)];
    let place = |matching: &str, made: &[(&str, i64)]| {
        let made: Vec<_> = made.iter().map(|(function, n)| (*function, json!({ "n": n }))).collect();
        let expect: Expectations = serde_json::from_value(letters(matching, &abc)).expect("an expectation");
        expect.faults(&run(&made)).iter().map(Fault::call).collect::<Vec<_>>()
    };
    assert_eq!(place("exactly", &[("b", 2), ("c", 3)]), [Some(0)]);
    assert_eq!(place("exactly", &[("a", 1), ("b", 2)]), [Some(2)]);
    assert_eq!(place("inOrder", &[("d", 4), ("a", 1), ("c", 3)]), [Some(2)]);
    assert_eq!(place("anyOrder", &[("a", 1), ("c", 3)]), [None]);
}

#[test]
fn loosened_expectations_are_paired_so_that_most_calls_fit() {
    let list = json!([
        { "function": "a", "arguments": { "n": "ignored" } },
        { "function": "a", "arguments": { "n": { "equals": 1 } } }
    ]);
    let expect = json!({ "calls": { "match": "anyOrder", "list": list } });
    assert!(faults_of(expect, &run(&[("a", json!({ "n": 1 })), ("a", json!({ "n": 2 }))])).is_empty());
}

#[track_caller]
fn check_argument(expected: Value, arguments: Value, faults: &[&str]) {
    let list = json!([{ "function": "f", "arguments": { "x": expected } }]);
    let expect = json!({ "calls": { "match": "exactly", "list": list } });
    assert_eq!(faults_of(expect, &run(&[("f", arguments)])), faults);
}

#[test]
fn arguments_are_held_to_what_is_expected_of_each() {
    let wrong = |value: &str| format!("call 1, f /x: {value} is not as expected");
    check_argument(json!({ "equals": { "a": 1, "b": 2 } }), json!({ "x": { "b": 2.0, "a": 1 } }), &[]);
    check_argument(json!({ "equals": 1 }), json!({ "x": "1" }), &[&wrong("\"1\"")]);
    check_argument(json!({ "equals": null }), json!({ "x": null }), &[]);
    check_argument(json!({ "equals": null }), json!({}), &["call 1, f /x: missing"]);
    check_argument(json!({ "oneOf": ["C", "celsius"] }), json!({ "x": "celsius" }), &[]);
    check_argument(json!({ "oneOf": ["C", "celsius"] }), json!({ "x": "c" }), &[&wrong("\"c\"")]);
    check_argument(json!({ "pattern": "^O.lo$" }), json!({ "x": "Oslo" }), &[]);
    check_argument(json!({ "pattern": "^O.lo$" }), json!({ "x": 5 }), &[&wrong("5")]);
    check_argument(json!({ "number": { "is": 10, "within": 0.5 } }), json!({ "x": 10.5 }), &[]);
    check_argument(json!({ "number": { "is": 10, "within": 0.5 } }), json!({ "x": 11 }), &[&wrong("11")]);
    check_argument(json!({ "contains": "slo" }), json!({ "x": "Oslo" }), &[]);
    check_argument(json!({ "contains": 2 }), json!({ "x": [1, 2.0] }), &[]);
    check_argument(json!({ "contains": { "a": 1 } }), json!({ "x": { "a": 1, "b": 2 } }), &[]);
    check_argument(json!({ "contains": { "a": 1 } }), json!({ "x": {} }), &[&wrong("{}")]);
    check_argument(json!({ "optional": { "equals": 1 } }), json!({}), &[]);
    check_argument(json!({ "optional": { "equals": 1 } }), json!({ "x": 2 }), &[&wrong("2")]);
    check_argument(json!("ignored"), json!({ "x": [1] }), &[]);
    check_argument(json!("ignored"), json!({ "y": 1 }), &["call 1, f /y: 1 was not expected"]);
    check_argument(
        json!({ "equals": 1 }),
        json!("[1]"),
        &["f: the arguments can't be read (expected a JSON object, found an array)"],
    );
}

#[test]
fn a_part_of_an_argument_is_named_by_its_path() {
    let arguments = json!({ "/to/0/name": { "equals": "Ada" }, "/a~1b": "ignored" });
    let list = json!([{ "function": "f", "arguments": arguments }]);
    let expect = json!({ "calls": { "match": "exactly", "list": list } });
    let made = json!({ "to": [{ "name": "Bob", "age": 3 }, 7], "a/b": 1 });
    let faults = faults_of(expect, &run(&[("f", made)]));
    let expected = [
        "call 1, f /to/0/name: \"Bob\" is not as expected",
        "call 1, f /to/0/age: 3 was not expected",
        "call 1, f /to/1: 7 was not expected",
    ];
    assert_eq!(faults, expected);
}

#[test]
fn words_rounds_and_forbidden_calls_have_a_say() {
    let made = run(&[("mail.send", json!({}))]);
    assert!(
        faults_of(
            json!({ "says": ["something", { "contains": "rains" }, { "pattern": "^It" }], "rounds": 2 }),
            &made
        )
        .is_empty()
    );
    let faults = faults_of(
        json!({ "never": ["mail.send"], "says": ["nothing", { "contains": "sun" }], "rounds": 1 }),
        &made,
    );
    let expected = [
        "mail.send must not be called",
        "the model says something",
        "the answer does not contain \"sun\"",
        "2 rounds, where 1 are allowed",
    ];
    assert_eq!(faults, expected);
    let cut = Transcript { ending: Ending::CutOff { reason: "a limit".to_owned(), notice: None }, ..made };
    assert_eq!(faults_of(json!({ "rounds": 2 }), &cut), ["the turn did not end by itself: a limit"]);
}

fn some_calls() -> impl Strategy<Value = Vec<(String, i64)>> {
    proptest::collection::vec((prop_oneof![Just("a".to_owned()), Just("b".to_owned())], 0..2_i64), 0..5)
}

fn borrowed(calls: &[(String, i64)]) -> Vec<(&str, i64)> {
    calls.iter().map(|(function, n)| (function.as_str(), *n)).collect()
}

proptest! {
    #[test]
    fn a_closer_match_implies_the_looser_ones(expected in some_calls(), made in some_calls()) {
        let made: Vec<_> = borrowed(&made).into_iter().map(|(function, n)| (function, json!({ "n": n }))).collect();
        let holds = |matching: &str| faults_of(letters(matching, &borrowed(&expected)), &run(&made)).is_empty();
        prop_assert!(!holds("exactly") || (holds("inOrder") && holds("anyOrder")));
        prop_assert!(!holds("inOrder") || holds("superset"));
        prop_assert_eq!(holds("anyOrder"), holds("superset") && holds("subset"));
        prop_assert_eq!(holds("anyOrder") && expected.len() == made.len() && holds("inOrder"), holds("exactly"));
    }
}

fn judged(passed: Option<bool>) -> Run {
    let judge = serde_json::from_value(serde_json::json!({ "script": { "command": ["./check.py"] } }));
    let judge: Judge = judge.expect("a judge");
    let judgement = |passed| Judgement {
        judge: judge.clone(),
        passed,
        reason: "<b>no umbrella</b>".to_owned(),
        usage: None,
        cost: None,
    };
    Run {
        key: RunKey { case: CaseId::new("x"), lane: "one".to_owned(), repeat: 1 },
        transcript: Transcript { rounds: 1, calls: Vec::new(), text: None, ending: Ending::Finished },
        usage: Usage::default(),
        milliseconds: 1,
        figures: RunFigures::default(),
        judgements: passed.map(judgement).into_iter().collect(),
    }
}

#[test]
fn a_verdict_of_a_script_or_a_model_is_a_fault_that_says_who_judged() {
    let expect = r#"{"judges": [{"script": {"command": ["./check.py"]}}]}"#;
    let expect: Expectations = serde_json::from_str(expect).expect("an expectation");
    assert!(!expect.is_judged(&judged(None)) && expect.is_judged(&judged(Some(true))));
    assert!(expect.faults_of(&judged(Some(true))).is_empty());
    let faults = expect.faults_of(&judged(Some(false)));
    assert_eq!(faults[0].to_string(), "judged by ./check.py: <b>no umbrella</b>");
    assert_eq!((faults[0].part(), faults[0].call()), ("judges".to_owned(), None));
}
