use super::{LaneMoment, Mark, Plot, PlotKind, Target, plot, plot_over_time, plots_of};
use crate::case::CaseId;
use crate::filter::{CallPair, PlacedValue, RunFilter, RunProperty};
use crate::report::tests::{RIGHT, case, lanes, run, some};
use crate::report::{JudgedRun, Report, faults_of_runs, judged_runs};
use crate::run::Run;

const HOSTILE: &str = "</text></svg><script>alert(1)</script>\u{202e}";

fn draw(kind: PlotKind, runs: &[Run], lane: Option<&str>) -> Plot {
    let cases = [case("x"), case("y")];
    let report = Report::of(&cases, &lanes(), runs);
    let judged: Vec<_> = runs.iter().filter(|run| run.key.case.as_str() != "gone").collect();
    let faults: Vec<_> = judged.iter().map(|run| cases[0].expect.faults(&run.transcript)).collect();
    let judged: Vec<_> = judged.iter().zip(&faults).map(|(run, faults)| JudgedRun { run, faults }).collect();
    plot(kind, (&cases, &lanes()), &report, &judged, lane)
}

fn filters(plot: &Plot) -> Vec<RunFilter> {
    let target = |mark: &Mark| match mark {
        Mark::Box { target, .. } | Mark::Dot { target, .. } => target.clone(),
        Mark::Line { .. } | Mark::Text { .. } => None,
    };
    let runs = |target| match target {
        Target::Runs { filter } => Some(*filter),
        Target::Experiment { .. } => None,
    };
    plot.marks.iter().filter_map(target).filter_map(runs).collect()
}

#[test]
fn a_cell_of_the_matrix_leads_to_the_runs_it_counts() {
    let plot = draw(PlotKind::Confusion, &some(), Some("one"));
    let pair = |called: &str| CallPair { wanted: Some("a".to_owned()), called: Some(called.to_owned()) };
    let filters = filters(&plot);
    let led: Vec<_> = filters.iter().filter_map(|filter| filter.pair.clone()).collect();
    assert_eq!(led, [pair("a"), pair("b")]);
    let wrong = RunFilter { pair: Some(pair("b")), ..RunFilter::of_lane("one") };
    let case = case("x");
    let runs = some();
    let those = runs.iter().filter(|run| wrong.holds_of(&case, run, &case.expect.faults(&run.transcript)));
    assert_eq!(those.map(|run| run.key.repeat).collect::<Vec<_>>(), [3]);
}

#[test]
fn each_value_of_an_argument_leads_to_its_runs() {
    let filters = filters(&draw(PlotKind::Agreement, &some(), None));
    let values: Vec<_> = filters.iter().filter_map(|filter| filter.value.clone()).collect();
    let value =
        |value: &str| PlacedValue { expected: 0, path: "/n".to_owned(), value: Some(value.to_owned()) };
    assert_eq!(values[..2], [value("1"), value("2")]);
    let case = case("x");
    let runs = some();
    let holds = |run: &&Run| filters[1].holds_of(&case, run, &case.expect.faults(&run.transcript));
    assert_eq!(runs.iter().filter(holds).map(|run| run.key.repeat).collect::<Vec<_>>(), [2]);
}

#[test]
fn every_run_of_a_small_experiment_is_a_dot() {
    let filters = filters(&draw(PlotKind::Time, &some(), None));
    assert_eq!(filters.iter().filter(|filter| filter.repeat.is_some()).count(), 7);
    assert!(filters.contains(&RunFilter::of_lane("two")));
    let dot = RunFilter { case: Some(CaseId::new("y")), repeat: Some(1), ..RunFilter::of_lane("one") };
    assert!(filters.contains(&dot));
}

#[test]
fn what_holds_of_runs_is_what_lanes_count() {
    let (case, runs) = (case("x"), some());
    let count = |property| {
        let filter = RunFilter { property: Some(property), ..RunFilter::of_lane("one") };
        runs.iter().filter(|run| filter.holds_of(&case, run, &case.expect.faults(&run.transcript))).count()
    };
    // One of the runs is of a case that is gone.
    assert_eq!((count(RunProperty::Passed), count(RunProperty::Failed)), (3, 2));
    assert_eq!((count(RunProperty::WrongFunctions), count(RunProperty::Repaired)), (1, 0));
}

#[test]
fn lanes_over_time_lead_to_their_experiments() {
    let report = Report::of(&[case("x"), case("y")], &lanes(), &some());
    let moment = |experiment: &str| LaneMoment {
        experiment: experiment.to_owned(),
        began: "Nov 26".to_owned(),
        lane: "one".to_owned(),
        rate: report.lanes[0].pass_rate.expect("a rate"),
    };
    let plot = plot_over_time(&[moment("first"), moment("second")]);
    let leads = plot
        .marks
        .iter()
        .filter(|mark| matches!(mark, Mark::Dot { target: Some(Target::Experiment { .. }), .. }));
    assert_eq!(leads.count(), 2);
}

#[test]
fn a_picture_of_hostile_text_has_no_element_of_it() {
    let value = serde_json::json!({ "n": HOSTILE }).to_string();
    let runs = [run("x", "one", 1, HOSTILE, RIGHT), run("x", "two", 1, "a", &value)];
    let cases = [case("x")];
    let report = Report::of(&cases, &lanes(), &runs);
    let faults = faults_of_runs(&cases, &runs);
    for plot in plots_of((&cases, &lanes()), &report, &judged_runs(&runs, &faults)) {
        let picture = plot.picture(HOSTILE);
        assert!(!picture.contains("<script") && !picture.contains('\u{202e}'), "{picture}");
        assert_eq!(picture.matches("</svg>").count(), 1);
        for forbidden in ["href", "url(", "@import", "<image", "onload"] {
            assert!(!picture.contains(forbidden), "{forbidden}");
        }
    }
}

#[test]
fn nothing_is_drawn_of_nothing() {
    for kind in PlotKind::OF_ONE {
        assert_eq!(draw(kind, &[], None).marks.len(), 1, "{kind:?}");
    }
}
