//! Cases from sessions, and sets that are run with several models, as the window does it.

use ::experiments::{CaseId, DraftLoss, Mark, PlotKind, Report, RunFilter, RunKey, RunProperty, ServiceRate};
use content::{FunctionName, MessageId, ModelId, Role};
use functions::{Fault, FunctionSettings, NamePolicy, OnRepair, StandIn, StandInFor};
use invocation::{ChoicePlan, Guidance, SelectionPlan, TurnLimits, TurnOutcome, TurnPlan};
use ports::FunctionChoice;
use serde_json::json;
use sessions::SessionEvent;
use std::collections::BTreeSet;
use std::path::Path;
use support::app::{Followed, TestApp};
use workbench::cases::read_set;
use workbench::contract::{
    AddCaseSet, CaseSet, ConfigureFunctions, ConfigureSession, DraftCase, DraftedCase, ExperimentResult,
    ExperimentState, ExperimentSteering, ExperimentSummary, ListRuns, NamedCase, NamedCaseSet,
    NamedExperiment, Note, Nothing, OpenRun, PlotExperiment, PlottedRuns, ReadExperiment, SaveCase, SavePlot,
    ServiceQueue, StartExperiment, SteerExperiment,
};

pub(crate) const QUESTION: &str = "What is the weather in Boston and in Oslo? Should I take an umbrella?";
const KEY: &str = "sk-proj-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789";

/// A case of a turn that a scripted model answered.
async fn drafted(app: &TestApp, question: &str) -> DraftedCase {
    let session = app.session("example:weather", &[]).await;
    drafted_in(app, session, question).await
}

pub(crate) async fn drafted_in(app: &TestApp, mut session: Followed, question: &str) -> DraftedCase {
    session.says(question).await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    let first = session.log.iter().find_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } if message.role == Role::Assistant => {
            Some(message.id.clone())
        }
        _ => None,
    });
    draft(app, session.session, first.expect("an answer")).await
}

async fn draft(app: &TestApp, session: content::SessionId, message: MessageId) -> DraftedCase {
    app.workbench.case_draft(DraftCase { session, message, decided: Vec::new() }).await.expect("a case")
}

pub(crate) async fn set(app: &TestApp) -> CaseSet {
    app.workbench.case_set_add(AddCaseSet { name: "Weather".to_owned() }).await.expect("a set")
}

pub(crate) async fn start(app: &TestApp, set: &CaseSet, models: &[&str], repeats: u32) -> ExperimentSummary {
    app.workbench.experiment_start(starting(set, models, repeats)).await.expect("it starts")
}

pub(crate) fn starting(set: &CaseSet, models: &[&str], repeats: u32) -> StartExperiment {
    StartExperiment {
        folder: set.folder.clone(),
        models: models.iter().copied().map(ModelId::new).collect(),
        varied: Vec::new(),
        repeats,
        jobs: 4,
        max_tokens: None,
        max_cost: None,
        rates: Vec::new(),
        scripts: Vec::new(),
        live: Vec::new(),
    }
}

/// Waits until an experiment stands like this.
pub(crate) async fn until(
    app: &TestApp,
    id: &ExperimentSummary,
    is_there: impl Fn(&ExperimentSummary) -> bool,
) -> ExperimentResult {
    loop {
        let named = ReadExperiment { experiment: id.id.clone(), against: None };
        let result = app.workbench.experiment_read(named).await.expect("it is there");
        if is_there(&result.summary) {
            return result;
        }
        tokio::task::yield_now().await;
    }
}

pub(crate) fn is_over(summary: &ExperimentSummary) -> bool {
    !matches!(summary.state, ExperimentState::Running | ExperimentState::Paused)
}

async fn steer(app: &TestApp, id: &ExperimentSummary, steer: ExperimentSteering) -> ExperimentSummary {
    let args = SteerExperiment { experiment: id.id.clone(), steer };
    app.workbench.experiment_steer(args).await.expect("it is steered")
}

#[tokio::test]
async fn a_turn_becomes_a_case_that_a_set_is_read_from() {
    let app = TestApp::new();
    let DraftedCase { mut case, has_secret, .. } = drafted(&app, QUESTION).await;
    assert!(!has_secret);
    let written = serde_json::to_value(&case).expect("it is written");
    assert_eq!(written["history"], json!([{ "role": "user", "text": QUESTION }]));
    let calls = written["expect"]["calls"]["list"].as_array().expect("calls");
    assert!(calls.iter().any(|call| call["arguments"]["city"] == json!({ "equals": "Boston" })), "{calls:?}");
    let functions = written["functions"].as_array().expect("functions");
    assert!(functions.iter().any(|function| function["name"] == "weather.get_forecast"), "{functions:?}");
    assert!(!written["results"].as_array().expect("results").is_empty());

    let set = set(&app).await;
    case.id = CaseId::new("umbrella");
    let save = |replaces| SaveCase { folder: set.folder.clone(), case: case.clone(), replaces };
    let saved = app.workbench.case_save(save(None)).await.expect("it is kept");
    assert_eq!(read_set(Path::new(&set.folder)).expect("a set"), [case.clone()]);
    assert!(saved.path.ends_with("umbrella.json"), "{}", saved.path);
    // Nothing is written over by chance, and a change is one.
    assert_eq!(
        app.workbench.case_save(save(None)).await.expect_err("it is there").message.id(),
        "cases.taken"
    );
    app.workbench.case_save(save(Some(case.id.clone()))).await.expect("it is changed");
    let named = NamedCase { folder: set.folder.clone(), case: case.id.clone() };
    assert_eq!(app.workbench.case_read(named.clone()).await.expect("it is there"), case);
    app.workbench.case_remove(named).await.expect("it is deleted");
    let content = app.workbench.case_set_read(NamedCaseSet { folder: set.folder }).await.expect("a set");
    assert!(content.cases.is_empty() && content.problems.is_empty());
}

/// The settings of turns that a case has no place for, and the plan and functions that have them.
fn unkept() -> (Vec<DraftLoss>, TurnPlan, FunctionSettings) {
    let limits = TurnLimits { calls: Some(9), ..TurnLimits::rounds(8) };
    let plain = TurnPlan::plain(ModelId::new("example:weather"), limits, SelectionPlan::ranked(4));
    let choice = ChoicePlan { choice: FunctionChoice::Required, ..ChoicePlan::default() };
    let guidance = Some(Guidance { only_new: true, ..Guidance::NONE });
    let plan = TurnPlan { choice, guidance, ..plain };
    let function = FunctionName::new("weather", "get_forecast");
    // A run that waits says nothing more about a model.
    let stand_in = StandIn::Fault { fault: Fault::Delay { milliseconds: 0 } };
    let functions = FunctionSettings {
        names: NamePolicy { on_repair: OnRepair::Allow, ..NamePolicy::exact() },
        stand_ins: vec![StandInFor { function, stand_in }],
        ..FunctionSettings::live()
    };
    let losses = vec![
        DraftLoss::StandIns,
        DraftLoss::Choice,
        DraftLoss::Guidance,
        DraftLoss::Names,
        DraftLoss::Behaviour,
    ];
    (losses, plan, functions)
}

#[tokio::test]
async fn a_case_tells_which_settings_of_its_turn_it_does_not_have() {
    let app = TestApp::new();
    let (unkept, plan, settings) = unkept();
    let told = |drafted: DraftedCase| -> Vec<DraftLoss> {
        drafted.losses.into_iter().filter(|loss| unkept.contains(loss)).collect()
    };
    assert_eq!(told(drafted(&app, QUESTION).await), []);
    let session = app.session("example:weather", &[]).await;
    let of = || session.session.clone();
    let configured = app.workbench.session_configure(ConfigureSession { session: of(), plan }).await;
    configured.expect("the plan is taken");
    let configured = app.workbench.functions_configure(ConfigureFunctions { session: of(), settings }).await;
    configured.expect("the settings are taken");
    assert_eq!(told(drafted_in(&app, session, QUESTION).await), unkept);
}

#[tokio::test]
async fn keys_are_not_in_a_case() {
    let app = TestApp::new();
    let drafted = drafted(&app, &format!("{QUESTION} My key is {KEY}.")).await;
    assert!(drafted.has_secret);
    let text = serde_json::to_string(&drafted.case).expect("it is written");
    assert!(!text.contains(KEY) && text.contains("•••"), "{text}");
}

/// Every plot leads to runs, and is saved as the picture that it is.
async fn check_plots(app: &TestApp, begun: &ExperimentSummary) {
    for kind in [PlotKind::Cost, PlotKind::Time, PlotKind::Confusion, PlotKind::Agreement, PlotKind::OverTime]
    {
        let (experiment, lane) = (begun.id.clone(), None);
        let of = PlotExperiment { experiment: experiment.clone(), kind, lane: None };
        let PlottedRuns { plot, svg } = app.workbench.experiment_plot(of).await.expect("a plot");
        let leads = plot.marks.iter().any(|mark| {
            matches!(mark, Mark::Dot { target: Some(_), .. } | Mark::Box { target: Some(_), .. })
        });
        assert!(leads && svg.starts_with("<svg "), "{kind:?}");
        let save = SavePlot { experiment, kind, lane, png: None };
        let saved = app.workbench.experiment_plot_save(save).await.expect("a picture");
        assert_eq!(std::fs::read_to_string(&saved.path).expect("a picture"), svg, "{}", saved.path);
    }
    let save = SavePlot {
        experiment: begun.id.clone(),
        kind: PlotKind::Cost,
        lane: None,
        png: Some("AAAA".to_owned()),
    };
    app.workbench.experiment_plot_save(save).await.expect_err("it is no picture");
}

/// Lanes are compared with the one that is chosen.
async fn check_other_lane(app: &TestApp, begun: &ExperimentSummary) {
    let against =
        |lane: &str| ReadExperiment { experiment: begun.id.clone(), against: Some(lane.to_owned()) };
    let read = app.workbench.experiment_read(against("example:mistakes")).await.expect("a result");
    let [pair] = &read.report.comparisons[..] else { panic!("{:?}", read.report.comparisons) };
    assert_eq!((pair.first.as_str(), pair.second.as_str()), ("example:mistakes", "example:weather"));
    let error = app.workbench.experiment_report(against("nobody")).await.expect_err("there is no such lane");
    assert_eq!(error.message.id(), "cases.no-lane");
}

#[tokio::test]
async fn the_sample_set_runs_with_two_models_and_withholds_a_verdict() {
    let app = TestApp::new();
    let sample = app.workbench.case_set_sample(Nothing {}).await.expect("a set");
    assert_eq!((sample.name.as_str(), sample.cases), ("sample", 3));
    let begun = start(&app, &sample, &["example:weather", "example:mistakes"], 2).await;
    let ExperimentResult { summary, report, .. } = until(&app, &begun, is_over).await;
    assert_eq!((summary.state, summary.made, summary.total), (ExperimentState::Finished, 12, 12));
    let report = serde_json::to_value(&report).expect("a report");
    assert_eq!((&report["lanes"][0]["passes"], &report["lanes"][1]["runs"]), (&json!(6), &json!(6)));
    assert_eq!(report["comparisons"][0]["verdict"], "noVerdict");
    // No run is in the list of sessions.
    assert!(app.workbench.overview(Nothing {}).await.expect("an overview").sessions.is_empty());

    let filter = RunFilter {
        case: Some(CaseId::new("two-cities")),
        lane: Some("example:mistakes".to_owned()),
        ..RunFilter::default()
    };
    let list = |filter, offset| ListRuns { experiment: begun.id.clone(), filter, offset };
    let listed = app.workbench.experiment_runs(list(filter.clone(), 0)).await.expect("the runs");
    assert_eq!(listed.runs.iter().map(|run| run.repeat).collect::<Vec<_>>(), [1, 2]);
    assert!(!listed.runs[0].faults.is_empty());
    let rest = app.workbench.experiment_runs(list(filter.clone(), 1)).await.expect("the other runs");
    assert_eq!((&rest.runs[..], rest.total), (&listed.runs[1..], 2));
    let none = app.workbench.experiment_runs(list(filter, 3)).await.expect("no more runs");
    assert_eq!((none.runs.len(), none.total), (0, 2));
    let passed = RunFilter { property: Some(RunProperty::Passed), ..RunFilter::default() };
    let passed = app.workbench.experiment_runs(list(passed, 0)).await.expect("the runs");
    let passes: u64 =
        ["0", "1"].iter().filter_map(|lane| report.pointer(&format!("/lanes/{lane}/passes"))?.as_u64()).sum();
    assert_eq!(passed.total as u64, passes);
    let (case, lane) = (CaseId::new("two-cities"), "example:mistakes".to_owned());
    let run = RunKey { case, lane, repeat: 1 };
    let open = OpenRun { experiment: begun.id.clone(), run };
    let opened = app.workbench.experiment_open(open.clone()).await.expect("a session");
    assert!(opened.fault.is_some());
    let again = app.workbench.experiment_open(open).await.expect("the same session");
    assert_eq!((again.session.id, again.message), (opened.session.id, opened.message));

    check_plots(&app, &begun).await;
    check_other_lane(&app, &begun).await;
    let against = ReadExperiment { experiment: begun.id.clone(), against: None };
    let saved = app.workbench.experiment_report(against).await.expect("a report");
    let html = std::fs::read_to_string(&saved.path).expect("a page");
    assert!(
        html.starts_with("<!doctype html>")
            && html.contains("no verdict")
            && html.contains("Confusion matrix"),
        "{}",
        saved.path
    );
    let named = NamedExperiment { experiment: begun.id };
    app.workbench.experiment_remove(named).await.expect("it is deleted");
    assert!(app.workbench.experiments_list(Nothing {}).await.expect("a list").experiments.is_empty());
}

#[tokio::test]
async fn a_loosened_expectation_holds_of_runs_that_were_made_before() {
    let app = TestApp::new();
    let DraftedCase { mut case, .. } = drafted(&app, QUESTION).await;
    let set = set(&app).await;
    case.expect.says =
        vec![serde_json::from_value(json!({ "contains": "a word nobody says" })).expect("words")];
    let save = SaveCase { folder: set.folder.clone(), case: case.clone(), replaces: None };
    app.workbench.case_save(save).await.expect("it is kept");
    let begun = start(&app, &set, &["example:weather"], 1).await;
    assert_eq!(until(&app, &begun, is_over).await.report.lanes[0].passes, 0);
    case.expect.says.clear();
    let replaces = Some(case.id.clone());
    app.workbench.case_save(SaveCase { folder: set.folder, case, replaces }).await.expect("it is changed");
    assert_eq!(until(&app, &begun, is_over).await.report.lanes[0].passes, 1);
}

#[tokio::test]
async fn an_experiment_pauses_and_goes_on_after_a_restart_without_making_a_run_twice() {
    let app = TestApp::new();
    let sample = app.workbench.case_set_sample(Nothing {}).await.expect("a set");
    let begun = start(&app, &sample, &["example:weather"], 16).await;
    until(&app, &begun, |summary| summary.made > 0).await;
    let paused = steer(&app, &begun, ExperimentSteering::Pause).await;
    assert_eq!(paused.state, ExperimentState::Paused);
    steer(&app, &begun, ExperimentSteering::Stop).await;
    let stopped = until(&app, &begun, is_over).await.summary;
    assert_eq!(stopped.state, ExperimentState::Stopped);
    assert!(stopped.made < stopped.total, "{stopped:?}");

    let app = app.restarted().await;
    let list = app.workbench.experiments_list(Nothing {}).await.expect("a list").experiments;
    assert_eq!((list.len(), list[0].made, list[0].state), (1, stopped.made, ExperimentState::Stopped));
    steer(&app, &begun, ExperimentSteering::GoOn).await;
    let finished = until(&app, &begun, is_over).await.summary;
    assert_eq!((finished.state, finished.made), (ExperimentState::Finished, 48));
    let file = Path::new(&sample.folder).join(format!("../../runs/{}.jsonl", begun.id.as_str()));
    let text = std::fs::read_to_string(file).expect("the runs");
    let runs: Vec<_> = text.lines().filter(|line| line.starts_with("{\"run\"")).collect();
    let keys: BTreeSet<_> = runs
        .iter()
        .map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).expect("a line");
            (line["run"]["case"].to_string(), line["run"]["repeat"].to_string())
        })
        .collect();
    assert_eq!((runs.len(), keys.len()), (48, 48));
}

#[tokio::test]
async fn each_model_runs_with_each_temperature_and_a_run_opens_with_its_own() {
    let app = TestApp::new();
    let sample = app.workbench.case_set_sample(Nothing {}).await.expect("a set");
    let begin = StartExperiment {
        folder: sample.folder,
        models: vec![ModelId::new("example:weather")],
        varied: vec!["temperature=0,0.7".parse().expect("a setting")],
        repeats: 1,
        jobs: 4,
        max_tokens: None,
        max_cost: None,
        rates: Vec::new(),
        scripts: Vec::new(),
        live: Vec::new(),
    };
    let begun = app.workbench.experiment_start(begin).await.expect("it starts");
    let lanes = ["example:weather temperature=0", "example:weather temperature=0.7"];
    assert_eq!(begun.lanes, lanes);
    assert_eq!(until(&app, &begun, is_over).await.summary.made, 6);
    let run = RunKey { case: CaseId::new("two-cities"), lane: lanes[1].to_owned(), repeat: 1 };
    let opened =
        app.workbench.experiment_open(OpenRun { experiment: begun.id, run }).await.expect("a session");
    let mut followed = app.follow(&opened.session.id).await;
    let temperature = followed.until(|event| match event {
        SessionEvent::Noted { note: Note::Configured { plan } } => plan.settings.temperature,
        _ => None,
    });
    assert!((temperature.await - 0.7).abs() < f64::EPSILON);
}

async fn check_unfit_settings(app: &TestApp, begin: &StartExperiment) {
    let refusals = [
        ("names.length=3", "cases.no-setting"),
        ("calls.loose=true", "cases.no-setting"),
        ("choice=sometimes", "cases.unfit-value"),
        ("guidance=much", "cases.unfit-value"),
    ];
    for (setting, refusal) in refusals {
        let unfit = StartExperiment { varied: vec![setting.parse().expect("a setting")], ..begin.clone() };
        let refused = app.workbench.experiment_start(unfit).await.expect_err("it is refused");
        assert_eq!(refused.message.id(), refusal, "{setting}");
    }
}

#[tokio::test]
async fn instructions_wordings_limits_and_names_vary_and_a_run_opens_with_its_own() {
    let app = TestApp::new();
    let sample = app.workbench.case_set_sample(Nothing {}).await.expect("a set");
    let content =
        app.workbench.case_set_read(NamedCaseSet { folder: sample.folder.clone() }).await.expect("a set");
    assert!(content.functions.iter().any(|function| function.name == "weather.get_forecast"));
    let varied = [
        "instructions=\"Be brief.\"",
        "description:weather.get_forecast=\"Tells the weather.\"",
        "selection.limit=1",
        "names.style=functionAlone",
        "names.onRepair=allow",
        "choice=required",
        "calls.strict=true",
        "guidance=none",
    ];
    let begin = StartExperiment {
        folder: sample.folder,
        models: vec![ModelId::new("example:weather")],
        varied: varied.map(|text| text.parse().expect("a setting")).to_vec(),
        repeats: 1,
        jobs: 4,
        max_tokens: None,
        max_cost: None,
        rates: Vec::new(),
        scripts: Vec::new(),
        live: Vec::new(),
    };
    check_unfit_settings(&app, &begin).await;
    let begun = app.workbench.experiment_start(begin).await.expect("it starts");
    let ExperimentResult { report, .. } = until(&app, &begun, is_over).await;
    let forecast = report.functions.iter().find(|one| one.function == "weather.get_forecast");
    assert_eq!(forecast.expect("its figures").ranks, [(1, 1)]);
    // The script writes names in the usual style, which is not the one that was asked for.
    assert!(report.lanes[0].repaired > 0, "{:?}", report.lanes[0]);
    let run = RunKey { case: CaseId::new("two-cities"), lane: begun.lanes[0].clone(), repeat: 1 };
    let opened =
        app.workbench.experiment_open(OpenRun { experiment: begun.id, run }).await.expect("a session");
    let mut followed = app.follow(&opened.session.id).await;
    let plan = followed.until(|event| match event {
        SessionEvent::Noted { note: Note::Configured { plan } } => {
            Some(plan.clone()).filter(|plan| plan.instructions.is_some())
        }
        _ => None,
    });
    let plan = plan.await;
    assert_eq!(plan.instructions.map(|told| told.text).as_deref(), Some("Be brief."));
    assert_eq!(plan.selection.limit, 1);
    assert_eq!((&plan.choice.choice, plan.choice.calls.strict), (&FunctionChoice::Required, Some(true)));
    assert_eq!(plan.guidance, Some(Guidance::NONE));
    let mut followed = app.follow(&opened.session.id).await;
    let settings = followed.until(|event| match event {
        SessionEvent::Noted { note: Note::Functions { settings } } => Some(settings.clone()),
        _ => None,
    });
    let settings = settings.await;
    let spec =
        settings.defined.iter().find(|spec| spec.name.function == "get_forecast").expect("it is defined");
    assert_eq!(spec.description, "Tells the weather.");
    assert_eq!(settings.names.style, ports::NameStyle::FunctionAlone);
}

#[tokio::test]
async fn a_service_is_asked_as_often_as_it_may_be_and_what_waits_is_told() {
    let app = TestApp::new();
    let sample = app.workbench.case_set_sample(Nothing {}).await.expect("a set");
    let overview = app.workbench.overview(Nothing {}).await.expect("an overview");
    let weather = overview.models.iter().find(|profile| profile.model.as_str() == "example:weather");
    let service = weather.expect("the model").service.clone();
    let begin = StartExperiment {
        folder: sample.folder,
        models: vec![ModelId::new("example:weather")],
        varied: Vec::new(),
        repeats: 1,
        jobs: 3,
        max_tokens: None,
        max_cost: None,
        rates: vec![ServiceRate { service: service.clone(), per_minute: None, at_once: Some(1) }],
        scripts: Vec::new(),
        live: Vec::new(),
    };
    let begun = app.workbench.experiment_start(begin).await.expect("it starts");
    let waits = |summary: &ExperimentSummary| {
        summary.progress.as_ref().is_some_and(|progress| !progress.waiting.is_empty())
    };
    let ExperimentResult { summary, .. } = until(&app, &begun, waits).await;
    let [ServiceQueue { service: waited, requests: 1..=2 }] =
        &summary.progress.expect("progress").waiting[..]
    else {
        panic!("one service has no queue of the two others");
    };
    assert_eq!(*waited, service);
    let ExperimentResult { summary, report, .. } = until(&app, &begun, is_over).await;
    assert!(summary.progress.expect("progress").waiting.is_empty());
    assert_eq!((report.lanes[0].passes, report.lanes[0].runs), (3, 3));
}

#[tokio::test]
async fn a_run_is_a_baseline_and_later_ones_tell_what_is_worse() {
    let app = TestApp::new();
    let DraftedCase { mut case, .. } = drafted(&app, QUESTION).await;
    let set = set(&app).await;
    let save = |case, replaces| SaveCase { folder: set.folder.clone(), case, replaces };
    app.workbench.case_save(save(case.clone(), None)).await.expect("it is kept");
    let good = start(&app, &set, &["example:weather"], 2).await;
    let result = until(&app, &good, is_over).await;
    assert!(result.baseline.is_none() && result.changes.is_none());
    let named = NamedExperiment { experiment: good.id.clone() };
    let kept = app.workbench.baseline_keep(named.clone()).await.expect("a baseline");
    let text = std::fs::read_to_string(&kept.path).expect("a file");
    assert_eq!(Report::read(&text).expect("a report"), result.report);

    case.expect.says =
        vec![serde_json::from_value(json!({ "contains": "a word nobody says" })).expect("words")];
    let replaces = Some(case.id.clone());
    app.workbench.case_save(save(case.clone(), replaces)).await.expect("it is changed");
    let bad = start(&app, &set, &["example:weather"], 2).await;
    let changes = until(&app, &bad, is_over).await.changes.expect("changes");
    assert_eq!(changes.broken.iter().map(|broken| &broken.case).collect::<Vec<_>>(), [&case.id]);
    assert!(changes.is_regression());

    app.workbench.baseline_forget(named).await.expect("it is forgotten");
    assert!(until(&app, &bad, is_over).await.changes.is_none());
}
