//! Runs as sessions with everything that happened in them, functions that run in them, and what a page is shown of them.

use crate::experiments::{QUESTION, drafted_in, is_over, set, start, starting, until};
use crate::functions::plugins::{fingerprint, keep, keeper, kept};
use ::experiments::{Case, CaseId, DraftLoss, RunFilter, RunKey};
use content::{ExchangeId, FunctionName, Origin, Outcome, Output};
use functions::{FunctionSettings, Recorded, Recordings, StandIn, StandInFor};
use invocation::{TurnEvent, TurnOutcome};
use serde_json::{Value, json};
use sessions::SessionEvent;
use std::path::{Path, PathBuf};
use support::app::{Followed, TestApp, fixtures};
use support::events::check_file;
use workbench::contract::{
    CaseSet, ConfigureFunctions, DraftedCase, ExperimentSummary, GiveConsent, Lasting, ListRuns, NamedCase,
    NamedCaseSet, NamedExperiment, Note, Nothing, OpenRun, OpenedRun, PlotExperiment, ReadExchange,
    ReadExperiment, SaveCase,
};

const MISTAKES: &str = "example:mistakes";

fn run(case: &str, lane: &str, repeat: u32) -> RunKey {
    RunKey { case: CaseId::new(case), lane: lane.to_owned(), repeat }
}

/// Opens a run as a session, and follows it to the end of its turn.
async fn open(app: &TestApp, of: &ExperimentSummary, run: RunKey) -> (OpenedRun, Followed) {
    let args = OpenRun { experiment: of.id.clone(), run };
    let opened = app.workbench.experiment_open(args).await.expect("a session");
    let mut session = app.follow(&opened.session.id).await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    (opened, session)
}

/// The requests of a session, each with the functions it offers.
fn requests(session: &Followed) -> Vec<(ExchangeId, Vec<String>)> {
    let sent = session.log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::Noted {
            note: Note::Turn { event: TurnEvent::RequestSent { exchange, offered, .. }, .. },
        } => Some((exchange.clone(), offered.iter().map(::experiments::written).collect())),
        _ => None,
    });
    sent.collect()
}

/// What the functions of a session came to.
fn outcomes(session: &Followed) -> Vec<(Outcome, Origin)> {
    let messages = session.log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, turn: Some(_) } => Some(message),
        _ => None,
    });
    messages.flat_map(|message| message.results()).map(|one| (one.outcome.clone(), one.origin)).collect()
}

fn records_of(app: &TestApp, of: &ExperimentSummary) -> PathBuf {
    app.home.path().join(format!("experiments/runs/{}.records", of.id.as_str()))
}

#[tokio::test]
async fn a_run_opens_with_the_requests_that_were_sent_and_the_responses_to_them() {
    let app = TestApp::new();
    let sample = app.workbench.case_set_sample(Nothing {}).await.expect("a set");
    let begun = start(&app, &sample, &["example:weather"], 3).await;
    until(&app, &begun, is_over).await;
    let (opened, session) = open(&app, &begun, run("two-cities", "example:weather", 2)).await;
    let sent = requests(&session);
    assert!(sent.len() > 1, "{sent:?}");
    for (exchange, offered) in &sent {
        assert_eq!(offered, &["weather.get_forecast"]);
        let args = ReadExchange { exchange: exchange.clone() };
        let exchange = app.workbench.exchange_read(args).await.expect("it is kept");
        assert!(exchange.sent.contains("How is the weather in Boston and in Oslo?"), "{}", exchange.sent);
        assert!(exchange.frames.iter().any(|frame| frame.frame.frame().is_some()), "{exchange:?}");
    }
    // The times are those of the run, and not of its opening.
    let ended = session.log.last().expect("entries").at;
    assert!(session.log.first().expect("entries").at < ended);
    let results = outcomes(&session);
    assert!(matches!(&results[0].0, Outcome::Returned { .. }), "{results:?}");

    // Another process opens the same run as another session, whose requests are its own.
    let app = app.restarted().await;
    let (again, session) = open(&app, &begun, run("two-cities", "example:weather", 2)).await;
    assert_ne!(again.session.id, opened.session.id);
    let names =
        |sent: &[(ExchangeId, Vec<String>)]| sent.iter().map(|(id, _)| id.clone()).collect::<Vec<_>>();
    assert!(names(&requests(&session)).iter().all(|id| !names(&sent).contains(id)));

    let records = records_of(&app, &begun);
    assert!(records.is_file());
    let named = NamedExperiment { experiment: begun.id };
    app.workbench.experiment_remove(named).await.expect("it is deleted");
    assert!(!records.exists(), "nothing of it stays");
}

#[tokio::test]
async fn a_run_of_which_the_result_alone_was_kept_opens_too_and_a_damaged_record_is_told() {
    let app = TestApp::new();
    let sample = app.workbench.case_set_sample(Nothing {}).await.expect("a set");
    let begun = start(&app, &sample, &[MISTAKES], 1).await;
    until(&app, &begun, is_over).await;
    let args = || OpenRun { experiment: begun.id.clone(), run: run("two-cities", MISTAKES, 1) };
    let records = records_of(&app, &begun);
    std::fs::write(&records, "no record\n").expect("it is damaged");
    let error = app.workbench.experiment_open(args()).await.expect_err("it can't be read");
    assert_eq!(error.message.id(), "cases.no-record");
    std::fs::remove_file(&records).expect("it is moved away");
    let opened = app.workbench.experiment_open(args()).await.expect("a session");
    assert!(opened.fault.is_some());
}

/// Keeps a case in a set of its own.
async fn set_of(app: &TestApp, case: Value) -> CaseSet {
    let set = set(app).await;
    let case: Case = serde_json::from_value(case).expect("a case");
    let save = SaveCase { folder: set.folder.clone(), case, replaces: None };
    app.workbench.case_save(save).await.expect("it is kept");
    set
}

/// A model that calls a function whatever it is offered is told that there is none, and nothing runs.
#[tokio::test]
async fn a_case_without_functions_offers_none_whatever_the_limit_of_selection() {
    let app = TestApp::new();
    let case = json!({
        "format": 1, "id": "none", "history": [{ "role": "user", "text": "How is the weather in Boston and in Oslo?" }],
        "expect": { "says": ["something"] },
    });
    let set = set_of(&app, case).await;
    let varied = vec!["selection.limit=3".parse().expect("a setting")];
    let args = workbench::contract::StartExperiment { varied, ..starting(&set, &["example:weather"], 1) };
    let begun = app.workbench.experiment_start(args).await.expect("it starts");
    until(&app, &begun, is_over).await;
    let (_, session) = open(&app, &begun, run("none", &begun.lanes[0], 1)).await;
    assert!(requests(&session).iter().all(|(_, offered)| offered.is_empty()), "{:?}", requests(&session));
    let results = outcomes(&session);
    assert!(results.iter().all(|(outcome, _)| matches!(outcome, Outcome::Failed { .. })), "{results:?}");
}

/// The function that the scripted models call.
fn forecast() -> FunctionName {
    FunctionName::new("weather", "get_forecast")
}

fn text(text: &str) -> Outcome {
    Outcome::Returned { output: Output::Text { text: text.to_owned() } }
}

#[tokio::test]
async fn the_stand_ins_of_a_turn_answer_in_the_runs_of_its_case() {
    let app = TestApp::new();
    let session = app.session("example:weather", &[]).await;
    let stand_in = StandIn::Template { source: "{{ city }} is dry.".to_owned() };
    let stand_ins = vec![StandInFor { function: forecast(), stand_in }];
    let settings = FunctionSettings { stand_ins, ..FunctionSettings::live() };
    let configure = ConfigureFunctions { session: session.session.clone(), settings };
    app.workbench.functions_configure(configure).await.expect("the settings are taken");
    let DraftedCase { case, losses, .. } = drafted_in(&app, session, QUESTION).await;
    assert!(!losses.contains(&DraftLoss::StandIns), "{losses:?}");
    assert!(case.results.is_empty(), "{case:?}");

    let (id, set) = (case.id.clone(), set_of(&app, serde_json::to_value(&case).expect("JSON")).await);
    let begun = start(&app, &set, &["example:weather"], 2).await;
    let result = until(&app, &begun, is_over).await;
    assert_eq!(result.report.lanes[0].passes, 2);
    let (_, session) = open(&app, &begun, run(id.as_str(), "example:weather", 2)).await;
    let results = outcomes(&session);
    let expected = ["Boston is dry.", "Oslo is dry."].map(|words| (text(words), Origin::StandIn));
    assert_eq!(results, expected);
}

#[tokio::test]
async fn recordings_answer_in_runs_and_frozen_results_where_nothing_was_recorded() {
    let app = TestApp::new();
    let recorded = Recorded {
        arguments: serde_json::from_value(json!({ "day": 0, "city": "Boston" })).expect("an object"),
        outcome: text("Recorded."),
    };
    let recordings = Recordings::in_folder(app.home.path().join("recordings"));
    recordings.keep(&forecast(), &recorded).expect("it is kept");
    let case = json!({
        "format": 1, "id": "recorded", "history": [{ "role": "user", "text": QUESTION }],
        "functions": [{ "name": "weather.get_forecast", "standIn": "recorded" }],
        "results": [{ "function": "weather.get_forecast", "answer": { "returned": "Frozen." } }],
        "expect": { "says": ["something"] },
    });
    let set = set_of(&app, case).await;
    let begun = start(&app, &set, &["example:weather"], 1).await;
    until(&app, &begun, is_over).await;
    let (_, session) = open(&app, &begun, run("recorded", "example:weather", 1)).await;
    let results = outcomes(&session);
    assert_eq!(results.first(), Some(&(text("Recorded."), Origin::Recorded)));
    assert_eq!(results.get(1).map(|(outcome, _)| outcome), Some(&text("Frozen.")));
}

#[tokio::test]
async fn a_template_that_cannot_be_read_stops_the_set_before_any_run() {
    let app = TestApp::new();
    let mut case = live_case();
    case["functions"][0]["live"] = json!(false);
    case["functions"][0]["standIn"] = json!({ "template": "{% if %}" });
    let set = set_of(&app, case).await;
    let args = starting(&set, &["example:weather"], 1);
    let error = app.workbench.experiment_start(args).await.expect_err("it is refused");
    assert_eq!(error.message.id(), "cases.stand-in");
}

fn live_case() -> Value {
    json!({
        "format": 1, "id": "keeps", "history": [{ "role": "user", "text": "Keep it." }],
        "functions": [{
            "name": "keeper.keep", "live": true, "description": "Keeps one word.",
            "parameters": { "type": "object", "properties": { "word": { "type": "string" } } },
        }],
        "expect": { "calls": { "match": "exactly", "list": [
            { "function": "keeper.keep", "arguments": { "word": { "equals": "one" } } },
        ] } },
    })
}

#[tokio::test]
async fn a_function_runs_only_where_a_person_allowed_it_for_this_set_and_agreed_to_what_it_does() {
    let app = keeper();
    let set = set_of(&app, live_case()).await;
    let named = NamedCaseSet { folder: set.folder.clone() };
    assert_eq!(app.workbench.case_set_read(named).await.expect("a set").live, ["keeper.keep"]);
    let mut args = starting(&set, &["script:one"], 2);
    let refused = async |args: &workbench::contract::StartExperiment| {
        let error = app.workbench.experiment_start(args.clone()).await.expect_err("it is refused");
        error.message.id().to_owned()
    };
    assert_eq!(refused(&args).await, "cases.live-not-allowed");
    args.live = vec!["keeper.keep".to_owned()];
    assert_eq!(refused(&args).await, "cases.no-consent");
    assert_eq!(kept(&app), "", "nothing ran");

    let function = keep();
    let fingerprint = fingerprint(&app, &function).await;
    let lasting = Lasting::Always;
    let consent = GiveConsent { session: None, function, fingerprint, arguments: None, lasting };
    app.workbench.consent_give(consent).await.expect("it is taken in");
    let begun = app.workbench.experiment_start(args).await.expect("it starts");
    let result = until(&app, &begun, is_over).await;
    assert_eq!((result.report.lanes[0].passes, result.report.lanes[0].runs), (2, 2));
    assert_eq!(kept(&app), r#"{"word":"one"}"#.repeat(2));
    let (_, session) = open(&app, &begun, run("keeps", "script:one", 1)).await;
    let results = outcomes(&session);
    assert!(matches!(&results[..], [(Outcome::Returned { .. }, Origin::Function)]), "{results:?}");
}

#[tokio::test]
async fn a_live_function_that_nothing_runs_stops_the_set_before_any_run() {
    let app = TestApp::new();
    let set = set_of(&app, live_case()).await;
    let mut args = starting(&set, &["example:weather"], 1);
    args.live = vec!["keeper.keep".to_owned()];
    let error = app.workbench.experiment_start(args).await.expect_err("it is refused");
    assert_eq!(error.message.id(), "cases.nothing-live");
}

/// Makes times and places those of no machine.
fn settle(value: &mut Value, home: &str) {
    match value {
        Value::String(text) => *text = text.replace(home, "~/callwright"),
        Value::Array(values) => values.iter_mut().for_each(|value| settle(value, home)),
        Value::Object(fields) => {
            for (name, value) in fields {
                match (name.as_str(), value.is_number()) {
                    ("milliseconds" | "medianMilliseconds", true) => *value = json!(812),
                    ("medianFirstToken", true) => *value = json!(94),
                    _ => settle(value, home),
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// All that the room of experiments is sent, in one file that shows what changes.
#[tokio::test]
async fn what_a_page_is_sent_of_an_experiment_is_as_it_was() {
    let app = TestApp::new();
    let sample = app.workbench.case_set_sample(Nothing {}).await.expect("a set");
    let begun = start(&app, &sample, &["example:weather", MISTAKES], 4).await;
    let result = until(&app, &begun, is_over).await;
    let (folder, experiment) = (sample.folder, begun.id);
    let restarted = app.restarted().await;
    let app = &restarted.workbench;
    let named = NamedCase { folder: folder.clone(), case: CaseId::new("two-cities") };
    let plot =
        PlotExperiment { experiment: experiment.clone(), kind: ::experiments::PlotKind::Cost, lane: None };
    let filter = RunFilter::of_lane(MISTAKES);
    let list = ListRuns { experiment: experiment.clone(), filter, offset: 0 };
    let read = app.experiment_read(ReadExperiment { experiment, against: None }).await.expect("a result");
    assert_eq!(read.report, result.report);
    let mut shown = json!({
        "list": app.experiments_list(Nothing {}).await.expect("a list"),
        "content": app.case_set_read(NamedCaseSet { folder }).await.expect("a set"),
        "case": app.case_read(named).await.expect("a case"),
        "result": read,
        "plotted": app.experiment_plot(plot).await.expect("a plot"),
        "runs": app.experiment_runs(list).await.expect("runs"),
    });
    let home = home_of(&shown);
    settle(&mut shown, &home);
    check_file(&fixtures().join("experiments.json"), &shown);
}

/// The data folder that the paths begin with.
fn home_of(shown: &Value) -> String {
    let folder = shown["content"]["set"]["folder"].as_str().expect("a folder");
    let home = Path::new(folder).ancestors().nth(3).expect("the data folder");
    home.display().to_string()
}
