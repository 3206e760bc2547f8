use super::{Kept, KeptError, Mismatch, Plan};
use crate::case::{Case, CaseId};
use crate::run::{Ending, LanePlan, MadeCall, Run, RunFigures, RunKey, Transcript};
use content::{CallArguments, ModelId, Usage};
use std::collections::BTreeMap;

fn case(id: &str, asks: &str, says: &str) -> Case {
    let text = format!(
        r#"{{"format": 1, "id": "{id}", "history": [{{"role": "user", "text": "{asks}"}}],
        "expect": {{"says": [{{"contains": "{says}"}}]}}}}"#
    );
    Case::read(&text).expect("a case")
}

fn plan(cases: &[Case], repeats: u32) -> Plan {
    Plan::new(cases, &[LanePlan::of_model(ModelId::new("one"))], repeats)
}

fn run(case: &str, repeat: u32) -> Run {
    let arguments = CallArguments::read("{\"n\": 1");
    Run {
        key: RunKey { case: CaseId::new(case), lane: "one".to_owned(), repeat },
        transcript: Transcript {
            rounds: 1,
            calls: vec![MadeCall { function: "a".to_owned(), arguments, round: None }.into()],
            text: Some("line\nbreak".to_owned()),
            ending: Ending::CutOff { reason: "a limit".to_owned(), notice: None },
        },
        usage: Usage { input: Some(3), ..Usage::default() },
        milliseconds: 7,
        figures: RunFigures { retries: 1, ..RunFigures::default() },
        judgements: Vec::new(),
    }
}

fn read(lines: &[String]) -> Kept {
    let mut kept = Kept::default();
    assert!(lines.iter().all(|line| !line.contains('\n')));
    kept.take(lines).expect("lines");
    kept
}

#[test]
fn runs_are_read_as_they_were_written() {
    let plan = plan(&[case("x", "Well?", "yes"), case("y", "Well?", "yes")], 2);
    let runs = [run("y", 2), run("x", 1)];
    let lines = [plan.to_line()].into_iter().chain(runs.iter().map(Run::to_line));
    let lines: Vec<_> = lines.map(|line| line.expect("JSON")).collect();
    let kept = read(&lines);
    assert_eq!(kept.plan(), Some(&plan));
    assert!(kept.has(&run("x", 1).key) && !kept.has(&run("x", 2).key));
    assert_eq!(kept.into_runs(), [run("x", 1), run("y", 2)]);
    let mut keys = Kept::<RunKey>::default();
    keys.take(&lines).expect("lines");
    assert_eq!(keys.plan(), Some(&plan));
    assert_eq!(keys.into_runs(), [run("x", 1).key, run("y", 2).key]);
}

#[test]
fn recorded_lanes_answer_cases_that_ask_the_same_and_no_others() {
    let before = plan(&[case("x", "Well?", "yes"), case("y", "And?", "yes"), case("z", "So?", "yes")], 2);
    let runs = [run("x", 1), run("x", 2), run("y", 1)];
    let lines = [before.to_line()].into_iter().chain(runs.iter().map(Run::to_line));
    let kept = read(&lines.map(|line| line.expect("JSON")).collect::<Vec<_>>());
    // One has another id, one asks something else, and one was not run.
    let now = [case("renamed", "Well?", "no"), case("y", "And now?", "yes"), case("z", "So?", "yes")];
    let recorded = kept.recorded(&now);
    assert_eq!(kept.recorded_names().collect::<Vec<_>>(), ["recorded:one"]);
    assert_eq!(recorded.lanes.iter().map(|lane| lane.name.as_str()).collect::<Vec<_>>(), ["recorded:one"]);
    assert_eq!(recorded.lanes[0].model, ModelId::new("one"));
    let made = |repeat| {
        let run = run("renamed", repeat);
        Run { key: RunKey { lane: "recorded:one".to_owned(), ..run.key.clone() }, ..run }
    };
    assert_eq!(recorded.runs, [made(1), made(2)]);
    let unanswered = vec![CaseId::new("y"), CaseId::new("z")];
    assert_eq!(recorded.missing, BTreeMap::from([("recorded:one".to_owned(), unanswered)]));
}

#[test]
fn a_run_of_another_conversation_is_none_of_the_case_and_another_expectation_changes_nothing() {
    let line = |plan: &Plan| plan.to_line().expect("JSON");
    let first = plan(&[case("x", "Well?", "yes"), case("y", "Well?", "yes")], 1);
    let second = plan(&[case("x", "Really?", "yes"), case("y", "Well?", "no")], 1);
    let [x, y] = ["x", "y"].map(|id| run(id, 1).to_line().expect("JSON"));
    let kept = read(&[line(&first), x, y, line(&second)]);
    assert_eq!(kept.into_runs(), [run("y", 1)]);
}

#[test]
fn a_run_with_other_instructions_is_none_of_the_lane() {
    let first = plan(&[case("x", "Well?", "yes")], 1);
    let mut second = first.clone();
    second.lanes[0].instructions = Some("Be brief.".to_owned());
    let line = |plan: &Plan| plan.to_line().expect("JSON");
    let made = run("x", 1).to_line().expect("JSON");
    assert!(read(&[line(&first), made.clone(), line(&second)]).into_runs().is_empty());
    assert_eq!(read(&[line(&first), made, line(&first)]).into_runs(), [run("x", 1)]);
}

#[test]
fn a_case_that_is_left_out_for_once_keeps_its_runs() {
    let line = |plan: &Plan| plan.to_line().expect("JSON");
    let (both, one) =
        (plan(&[case("x", "Well?", "yes"), case("y", "Well?", "yes")], 1), case("y", "Well?", "yes"));
    let kept =
        read(&[line(&both), run("x", 1).to_line().expect("JSON"), line(&plan(&[one], 1)), line(&both)]);
    assert!(kept.has(&run("x", 1).key));
}

#[test]
fn lines_that_are_none_are_refused() {
    let take = |line: &str| Kept::<Run>::default().take(&[line]).expect_err("it is refused").1;
    assert!(matches!(take("{}"), KeptError::Unfit(_)));
    assert!(matches!(take(&run("x", 1).to_line().expect("JSON")), KeptError::NoPlan));
    let newer = plan(&[], 1).to_line().expect("JSON").replace("\"format\":1", "\"format\":2");
    assert!(matches!(take(&newer), KeptError::Format(2)));
    let bad = plan(&[case("x", "Well?", "yes")], 1).to_line().expect("JSON");
    let bad = bad.replace("{\"contains\":\"yes\"}", "{\"pattern\":\"(\"}");
    assert!(matches!(take(&bad), KeptError::Case(..)));
}

#[test]
fn parts_of_one_set_are_joined_and_nothing_else() {
    let line = |plan: &Plan| plan.to_line().expect("JSON");
    let cases = [case("x", "Well?", "yes"), case("y", "Well?", "yes")];
    let part = |plan: &Plan, run: &Run| read(&[line(plan), run.to_line().expect("JSON")]);
    let whole = plan(&cases, 2);
    let mut joined = part(&whole, &run("y", 2));
    joined.merge(part(&whole, &run("x", 1))).expect("another part");
    let mut refused = |other: Kept| joined.merge(other).expect_err("it is refused");
    assert_eq!(refused(Kept::default()), Mismatch::Empty);
    assert_eq!(refused(part(&plan(&cases, 3), &run("x", 2))), Mismatch::Repeats);
    assert_eq!(refused(part(&plan(&cases[..1], 2), &run("x", 2))), Mismatch::Case(CaseId::new("y")));
    assert_eq!(refused(part(&whole, &run("y", 2))), Mismatch::Twice(run("y", 2).key));
    let mut others = whole.clone();
    others.lanes.push(LanePlan::of_model(ModelId::new("two")));
    assert_eq!(refused(part(&others, &run("x", 2))), Mismatch::Lanes);
    assert_eq!(joined.into_runs(), [run("x", 1), run("y", 2)]);
}
