use super::{Confusion, Report};
use crate::case::{Case, CaseId};
use crate::run::{Ending, LanePlan, MadeCall, Run, RunFigures, RunKey, Transcript};
use crate::statistics::{Count, Verdict};
use content::{CallArguments, ModelId, Usage};

pub(crate) fn case(id: &str) -> Case {
    let text = format!(
        r#"{{"format": 1, "id": "{id}", "history": [{{"role": "user", "text": "Well?"}}],
        "functions": [{{"name": "a"}}, {{"name": "b"}}],
        "expect": {{"calls": {{"match": "exactly", "list": [{{"function": "a", "arguments": {{"n": {{"equals": 1}}}}}}]}}}}}}"#
    );
    Case::read(&text).expect("a case")
}

pub(crate) fn lanes() -> [LanePlan; 2] {
    ["one", "two"].map(|name| LanePlan::of_model(ModelId::new(name)))
}

pub(crate) fn run(case: &str, lane: &str, repeat: u32, function: &str, arguments: &str) -> Run {
    let arguments = CallArguments::read(arguments);
    Run {
        key: RunKey { case: CaseId::new(case), lane: lane.to_owned(), repeat },
        transcript: Transcript {
            rounds: 2,
            calls: vec![MadeCall { function: function.to_owned(), arguments, round: None }.into()],
            text: None,
            ending: Ending::Finished,
        },
        usage: Usage { input: Some(10), output: Some(2), ..Usage::default() },
        milliseconds: u64::from(repeat),
        figures: RunFigures::default(),
        judgements: Vec::new(),
    }
}

pub(crate) const RIGHT: &str = r#"{"n": 1}"#;

pub(crate) fn some() -> Vec<Run> {
    vec![
        run("x", "one", 1, "a", RIGHT),
        run("x", "one", 2, "a", r#"{"n": 2}"#),
        run("x", "one", 3, "b", RIGHT),
        run("x", "two", 1, "a", RIGHT),
        run("x", "two", 2, "a", RIGHT),
        run("x", "two", 3, "a", RIGHT),
        run("y", "one", 1, "a", RIGHT),
        run("gone", "one", 1, "a", RIGHT),
    ]
}

#[test]
fn a_report_counts_each_case_in_each_lane() {
    let report = Report::of(&[case("x"), case("y")], &lanes(), &some());
    let counts: Vec<Vec<Count>> =
        report.cases.iter().map(|case| case.lanes.iter().map(|lane| lane.count).collect()).collect();
    let count = |passes, runs| Count { passes, runs };
    assert_eq!(counts, [[count(1, 3), count(3, 3)], [count(1, 1), count(0, 0)]]);
    let one = &report.lanes[0];
    assert_eq!((one.runs, one.passes, one.right_functions, one.readable_arguments), (4, 2, 3, 4));
    assert_eq!((one.input_tokens, one.output_tokens), (40, 8));
    assert_eq!(one.flips, [CaseId::new("x")]);
    let faults: Vec<_> = report.cases[0].lanes[0].faults.iter().map(|fault| fault.text.as_str()).collect();
    assert_eq!(faults, ["call 1, a /n: 2 is not as expected", "call 1: b was called in place of a"]);
}

#[test]
fn a_fault_that_a_run_has_twice_counts_one_run() {
    let mut twice = run("x", "one", 1, "b", RIGHT);
    let call = twice.transcript.calls[0].clone();
    twice.transcript.calls = vec![call.clone(), call.clone(), call];
    let report = Report::of(&[case("x")], &lanes(), &[twice]);
    let faults = &report.cases[0].lanes[0].faults;
    assert!(
        faults.iter().any(|fault| fault.text.contains("b was called, which was not expected")),
        "{faults:?}"
    );
    assert!(faults.iter().all(|fault| fault.runs == 1), "{faults:?}");
}

#[test]
fn confusions_and_values_are_counted_by_lane() {
    let report = Report::of(&[case("x"), case("y")], &lanes(), &some());
    let confusion = Confusion { lane: "one".into(), wanted: "a".into(), called: "b".into(), times: 1 };
    assert_eq!(report.confusions, [confusion]);
    let values = &report.arguments[0];
    assert_eq!((values.path.as_str(), &values.values), ("/n", &vec![(Some("2".to_owned()), 1)]));
}

#[test]
fn two_lanes_over_few_cases_have_no_verdict() {
    let report = Report::of(&[case("x"), case("y")], &lanes(), &some());
    assert_eq!(report.comparisons.len(), 1);
    assert_eq!(report.comparisons[0].verdict, Verdict::NoVerdict);
}

#[test]
fn lanes_are_compared_with_the_one_that_is_chosen_and_adjusted_for_those_that_are_shown() {
    let lanes = ["one", "two", "three"].map(|name| LanePlan::of_model(ModelId::new(name)));
    let names = ["x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8"];
    let cases = names.map(case);
    let runs: Vec<_> = names
        .iter()
        .flat_map(|id| {
            [("one", r#"{"n": 2}"#), ("two", RIGHT), ("three", r#"{"n": 2}"#)]
                .map(|(lane, arguments)| run(id, lane, 1, "a", arguments))
        })
        .collect();
    let mut report = Report::of(&cases, &lanes, &runs);
    let shown = |report: &Report| -> Vec<(String, String, f64, Verdict)> {
        let of = |one: &super::Comparison| {
            (one.first.clone(), one.second.clone(), one.difference.mean, one.verdict)
        };
        report.comparisons.iter().map(of).collect()
    };
    let pair =
        |first: &str, second: &str, mean, verdict| (first.to_owned(), second.to_owned(), mean, verdict);
    let with_first =
        [pair("one", "two", 1.0, Verdict::Better), pair("one", "three", 0.0, Verdict::NoVerdict)];
    assert_eq!(shown(&report), with_first);
    assert!(report.compare_with("two"));
    let with_second = [pair("two", "one", -1.0, Verdict::Worse), pair("two", "three", -1.0, Verdict::Worse)];
    assert_eq!(shown(&report), with_second);
    // Two comparisons of the same p are adjusted to twice that.
    let [one, other] = [0, 1].map(|place| &report.comparisons[place]);
    assert!((one.adjusted_p - 2.0 * one.difference.p).abs() < 1e-12);
    assert!((one.adjusted_p - other.adjusted_p).abs() < f64::EPSILON);
    assert!(!report.compare_with("nobody"));
    assert_eq!(shown(&report), with_second);
}

#[test]
fn the_order_in_which_runs_finish_makes_no_difference() {
    let cases = [case("x"), case("y")];
    let mut turned = some();
    turned.reverse();
    assert_eq!(Report::of(&cases, &lanes(), &turned), Report::of(&cases, &lanes(), &some()));
}

#[test]
fn each_function_has_its_ranks_its_calls_and_what_was_called_in_its_place() {
    let mut runs = some();
    for (rank, run) in [2, 1, 2].into_iter().zip(&mut runs) {
        run.figures.ranks.insert("a".to_owned(), rank);
    }
    let mut idle = case("z");
    idle.expect = serde_json::from_str(r#"{"says": ["something"]}"#).expect("an expectation");
    runs.push(run("z", "one", 1, "a", RIGHT));
    let report = Report::of(&[case("x"), case("y"), idle], &lanes(), &runs);
    let one = &report.functions[0];
    assert_eq!((one.function.as_str(), one.lane.as_str()), ("a", "one"));
    assert_eq!((one.wanted, one.called, one.unwanted, one.called_unwanted), (4, 3, 1, 1));
    assert_eq!((&one.ranks, &one.confused), (&vec![(1, 1), (2, 2)], &vec![("b".to_owned(), 1)]));
}

#[test]
fn what_was_measured_of_runs_is_summed_by_lane() {
    let mut runs = some();
    runs[0].figures = RunFigures {
        first_token: Some(40),
        repaired: 1,
        invalid: 2,
        retries: 3,
        cost: Some(0.5),
        ..RunFigures::default()
    };
    let report = Report::of(&[case("x"), case("y")], &lanes(), &runs);
    let one = &report.lanes[0];
    assert_eq!((one.valid_arguments, one.repaired, one.retries), (3, 1, 3));
    assert_eq!((one.median_first_token, one.cost, report.lanes[1].cost), (Some(40), Some(0.5), None));
}
