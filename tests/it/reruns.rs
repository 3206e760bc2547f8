//! Turns that run once more from somewhere in what was said, and calls that no model has made.

use content::{CallId, FunctionName, Message, Origin, Outcome, Output, Role};
use invocation::{Breakpoint, Decision, StopPlace, TurnOutcome};
use sessions::{History, SessionEvent};
use support::app::{Followed, TestApp};
use support::told::check_answered;
use workbench::contract::{InjectCall, InjectedCall, RerunFrom, RerunTurn, StartTurn};

const QUESTION: &str = "What is the weather in Boston and in Oslo? Should I take an umbrella?";

/// A session in which a model has asked for two forecasts and answered.
async fn answered(app: &TestApp) -> Followed {
    let mut session = app.session("example:weather", &[]).await;
    session.says(QUESTION).await;
    session.outcome().await;
    session
}

fn path(session: &Followed) -> Vec<Message> {
    let history = History::of(&session.log);
    history.path_to(history.head())
}

/// Hears on until this many turns have ended.
async fn ended(session: &mut Followed, turns: usize) -> TurnOutcome {
    let mut seen = Vec::new();
    session
        .until(|event| {
            if let SessionEvent::Noted {
                note: workbench::contract::Note::Turn { event: invocation::TurnEvent::Ended { outcome }, .. },
            } = event
            {
                seen.push(outcome.clone());
            }
            (seen.len() == turns).then(|| seen.last().cloned()).flatten()
        })
        .await
}

async fn rerun(app: &TestApp, session: &Followed, from: RerunFrom) {
    let args = RerunTurn { session: session.session.clone(), from, plan: None };
    app.workbench.turn_rerun(args).await.expect("the turn starts");
}

#[tokio::test(start_paused = true)]
async fn a_turn_runs_again_from_a_message_and_everything_before_it_stays_byte_for_byte() {
    let app = TestApp::new();
    let mut session = answered(&app).await;
    let before = path(&session);
    let written = serde_json::to_string(&session.log).expect("a log is JSON");
    let count = session.log.len();
    let last = before.last().expect("the answer").id.clone();
    rerun(&app, &session, RerunFrom::Message { message: last }).await;
    ended(&mut session, 2).await;
    assert_eq!(serde_json::to_string(&session.log[..count]).expect("a log is JSON"), written);
    let after = path(&session);
    assert_eq!(after[..before.len() - 1], before[..before.len() - 1]);
    assert_ne!(after.last().map(|message| &message.id), before.last().map(|message| &message.id));
    app.workbench.close().await;
}

#[tokio::test(start_paused = true)]
async fn one_call_runs_again_and_its_neighbour_keeps_its_result() {
    let app = TestApp::new();
    let mut session = answered(&app).await;
    let before = path(&session);
    let calling = before.iter().find(|message| message.calls().next().is_some()).expect("a call").clone();
    let calls: Vec<_> = calling.calls().map(|call| call.id.clone()).collect();
    rerun(&app, &session, RerunFrom::Call { message: calling.id.clone(), call: calls[1].clone() }).await;
    ended(&mut session, 2).await;
    let after = path(&session);
    check_answered(after.iter());
    let results = |path: &[Message]| path.iter().flat_map(Message::results).cloned().collect::<Vec<_>>();
    assert_eq!(results(&after), results(&before), "the same functions give the same results");
    let started = session.log.iter().filter(|entry| {
        matches!(
            &entry.event,
            SessionEvent::Noted {
                note: workbench::contract::Note::Turn {
                    event: invocation::TurnEvent::CallStarted { .. },
                    ..
                }
            }
        )
    });
    assert_eq!(started.count(), calls.len() + 1);
    app.workbench.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_turn_runs_again_from_a_stop_with_what_was_known_there() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[StopPlace::BeforeCall]).await;
    let turn = session.says(QUESTION).await;
    let written = Outcome::Returned { output: Output::Text { text: "snow".into() } };
    session.answers(1, Decision::WriteResult { outcome: written.clone() }).await;
    session.answers(2, Decision::Continue).await;
    session.outcome().await;
    let mut plan = session.plan().await;
    plan.breakpoints = Vec::<Breakpoint>::new();
    let args = RerunTurn {
        session: session.session.clone(),
        from: RerunFrom::Stop { turn, pause: 2 },
        plan: Some(plan),
    };
    app.workbench.turn_rerun(args).await.expect("the turn starts");
    ended(&mut session, 2).await;
    let path = path(&session);
    check_answered(path.iter());
    let results: Vec<_> = path.iter().flat_map(Message::results).map(|result| result.origin).collect();
    assert_eq!(results, [Origin::Simulated, Origin::Function]);
    app.workbench.close().await;
}

fn made(plugin: &str, name: &str, raw: &str) -> InjectedCall {
    InjectedCall::Made { function: FunctionName::new(plugin, name), raw: raw.to_owned() }
}

#[tokio::test(start_paused = true)]
async fn a_simulated_call_stands_anywhere_and_what_follows_is_said_again_behind_it() {
    let app = TestApp::new();
    let session = answered(&app).await;
    let before = path(&session);
    let args = InjectCall {
        session: session.session.clone(),
        after: Some(before[0].id.clone()),
        call: made("oracle", "foresee", r#"{"day": 1}"#),
        outcome: Some(Outcome::Returned { output: Output::Text { text: "rain".into() } }),
        keeps_rest: true,
    };
    let injected = app.workbench.history_inject(args).await.expect("it is put there");
    assert!(injected.call.as_str().len() >= 6);
    let mut session = app.follow(&session.session).await;
    session.until(|_| Some(())).await;
    let after = path(&session);
    check_answered(after.iter());
    let items =
        |messages: &[Message]| messages.iter().map(|message| message.items.clone()).collect::<Vec<_>>();
    assert_eq!(after.len(), before.len() + 2);
    assert_eq!(items(&after[3..]), items(&before[1..]));
    assert_eq!((after[1].origin, after[2].role), (Origin::Simulated, Role::Function));
    app.workbench.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_simulated_call_without_a_result_is_run_by_the_next_turn_of_any_model() {
    let app = TestApp::new();
    let mut session = answered(&app).await;
    let args = InjectCall {
        session: session.session.clone(),
        after: path(&session).last().map(|message| message.id.clone()),
        call: InjectedCall::Json {
            text: r#"{"type": "tool_use", "name": "weather-get_forecast", "input": {"city": "Lima"}}"#.into(),
        },
        outcome: None,
        keeps_rest: true,
    };
    let injected = app.workbench.history_inject(args).await.expect("it is put there");
    let start = StartTurn { session: session.session.clone(), text: None, speaker: None };
    app.workbench.turn_start(start).await.expect("the turn starts");
    ended(&mut session, 2).await;
    let path = path(&session);
    check_answered(path.iter());
    let results: Vec<CallId> =
        path.iter().flat_map(Message::results).map(|one| one.call_id.clone()).collect();
    assert!(results.contains(&injected.call));
    app.workbench.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_call_can_not_be_put_between_a_call_and_its_result() {
    let app = TestApp::new();
    let session = answered(&app).await;
    let calling =
        path(&session).into_iter().find(|message| message.calls().next().is_some()).expect("a call");
    let args = InjectCall {
        session: session.session.clone(),
        after: Some(calling.id),
        call: made("oracle", "foresee", "{}"),
        outcome: Some(Outcome::Returned { output: Output::Nothing }),
        keeps_rest: true,
    };
    let error = app.workbench.history_inject(args).await.expect_err("there is no room");
    assert_eq!(error.message.to_string(), "between a call and its result nothing can be put");
    app.workbench.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_breakpoint_for_one_stop_is_switched_off_for_the_session_too() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[]).await;
    let mut plan = session.plan().await;
    plan.breakpoints =
        vec![Breakpoint { is_one_shot: true, ..Breakpoint::at("once", StopPlace::BeforeCall) }];
    let args = workbench::contract::ConfigureSession { session: session.session.clone(), plan };
    app.workbench.session_configure(args).await.expect("the plan is taken");
    session.says(QUESTION).await;
    session.answers(1, Decision::Continue).await;
    session.outcome().await;
    let plans = session.log.iter().rev().find_map(|entry| match &entry.event {
        SessionEvent::Noted { note: workbench::contract::Note::Configured { plan } } => Some(plan.clone()),
        _ => None,
    });
    assert!(!plans.expect("a plan").breakpoints[0].is_enabled);
    app.workbench.close().await;
}
