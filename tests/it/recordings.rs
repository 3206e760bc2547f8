//! What earlier calls gave, found in a log without reading all of it.

use content::{
    Author, CallArguments, FunctionCall, FunctionResult, Item, Message, MessageId, ModelId, Origin, Outcome,
    Output, Role,
};
use invocation::{Decision, PausePlace, Recorded, StopPlace, TurnEvent};
use sessions::{Durability, SessionEvent, Store};
use std::sync::Arc;
use support::app::{Followed, TestApp};
use workbench::contract::{Note, RerunFrom, RerunTurn};

const QUESTION: &str = "What is the weather in Boston and in Oslo? Should I take an umbrella?";

/// What the calls of the latest answer are offered.
async fn offered(session: &mut Followed, number: u32) -> Vec<Option<Recorded>> {
    session.pause(number).await;
    let resolved = session.log.iter().rev().find_map(|entry| match &entry.event {
        SessionEvent::Noted { note: Note::Turn { event: TurnEvent::CallsResolved { calls }, .. } } => {
            Some(calls)
        }
        _ => None,
    });
    resolved.expect("the calls were looked up").iter().map(|call| call.recorded.clone()).collect()
}

fn messages(session: &Followed) -> Vec<Message> {
    let messages = session.log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } => Some(message.clone()),
        _ => None,
    });
    messages.collect()
}

/// A session whose two calls stand at a stop before anything has run, and the calls.
async fn stopped(app: &TestApp) -> (Followed, Vec<FunctionCall>) {
    let mut session = app.session("example:weather", &[StopPlace::BeforeCall]).await;
    session.says(QUESTION).await;
    session.pause(1).await;
    let calls = messages(&session).iter().flat_map(Message::calls).cloned().collect();
    (session, calls)
}

fn message(id: String, role: Role, parent: Option<&MessageId>, item: Item) -> Message {
    let (author, origin) = match role {
        Role::Assistant => (Author::Model { model: ModelId::new("example:weather") }, Origin::Model),
        _ => (Author::Application, Origin::Application),
    };
    Message { id: MessageId::new(id), parent: parent.cloned(), role, items: vec![item], author, origin }
}

/// A call nobody follows, and what it gave.
fn earlier(number: usize, call: &FunctionCall) -> [SessionEvent<Note>; 2] {
    let made =
        message(format!("made-{number}"), Role::Assistant, None, Item::FunctionCall { call: call.clone() });
    let result = FunctionResult {
        call_id: call.id.clone(),
        function: call.function.clone(),
        outcome: Outcome::Returned { output: Output::Text { text: format!("result {number}") } },
        origin: Origin::Function,
    };
    let gave =
        message(format!("gave-{number}"), Role::Function, Some(&made.id), Item::FunctionResult { result });
    [made, gave].map(|message| SessionEvent::MessageAdded { message, turn: None })
}

fn gave(number: usize) -> Recorded {
    Recorded {
        message: MessageId::new(format!("gave-{number}")),
        outcome: Outcome::Returned { output: Output::Text { text: format!("result {number}") } },
    }
}

#[tokio::test(start_paused = true)]
async fn an_equal_call_on_another_branch_is_offered_the_result_it_had() {
    let app = TestApp::new();
    let (mut session, calls) = stopped(&app).await;
    let asked = messages(&session)[0].id.clone();
    session.answers(1, Decision::Continue).await;
    session.answers(2, Decision::Continue).await;
    session.outcome().await;
    let gave =
        messages(&session).into_iter().find(|message| message.role == Role::Function).expect("results");
    let args = RerunTurn {
        session: session.session.clone(),
        from: RerunFrom::Message { message: asked },
        plan: None,
    };
    session.log.clear();
    app.workbench.turn_rerun(args).await.expect("the turn starts");
    let recorded = |result: &FunctionResult| {
        Some(Recorded { message: gave.id.clone(), outcome: result.outcome.clone() })
    };
    assert_eq!(offered(&mut session, 1).await, gave.results().map(recorded).collect::<Vec<_>>());
    assert_eq!(calls.len(), 2);
    session.answers(1, Decision::UseRecorded).await;
    session.answers(2, Decision::Continue).await;
    session.outcome().await;
    let origins: Vec<_> =
        messages(&session).iter().flat_map(Message::results).map(|result| result.origin).collect();
    assert_eq!(origins, [Origin::Recorded, Origin::Function]);
    app.workbench.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_turn_starts_and_finds_the_results_it_needs_though_thousands_of_entries_before_it_can_not_be_read()
{
    const EARLIER: usize = 3_000;
    const RECENT: usize = EARLIER - 500;
    let app = TestApp::new();
    let (stopped, calls) = stopped(&app).await;
    let id = app.session("example:weather", &[StopPlace::BeforeCall]).await.session;
    let home = Arc::clone(&app.home);
    app.workbench.close().await;
    drop((app, stopped));

    let store = Store::open(&home.path().join("sessions.db")).expect("the sessions");
    let mut events: Vec<_> =
        (0..EARLIER).flat_map(|number| earlier(number, &made(number, RECENT, &calls))).collect();
    events.push(SessionEvent::HeadMoved { head: None });
    let kept = store.append(&id, content::Timestamp(0), events, Durability::Process).expect("they are kept");
    drop(store);

    let app = TestApp::opened_again(home);
    let mut session = app.follow(&id).await;
    session.until(|event| matches!(event, SessionEvent::HeadMoved { .. }).then_some(())).await;
    let sound = [format!("-{RECENT}"), "-0".to_owned()];
    for entry in &kept {
        let SessionEvent::MessageAdded { message, .. } = &entry.event else { continue };
        if !sound.iter().any(|end| message.id.as_str().ends_with(end.as_str())) {
            app.workbench.damage_entry(&id, entry.seq).expect("it is damaged");
        }
    }
    session.says(QUESTION).await;
    let offered = offered(&mut session, 1).await;
    assert_eq!(offered, [Some(gave(0)), Some(gave(RECENT))]);
    app.workbench.close().await;
}

/// The second call at one place and the first call at the beginning; everywhere else one that differs from both.
fn made(number: usize, recent: usize, calls: &[FunctionCall]) -> FunctionCall {
    let call = calls[usize::from(number == recent)].clone();
    if number == 0 || number == recent {
        return call;
    }
    FunctionCall { arguments: CallArguments::read(format!(r#"{{"city": "{number}"}}"#)), ..call }
}

#[tokio::test(start_paused = true)]
async fn a_turn_that_goes_on_after_a_restart_is_offered_what_turns_before_it_gave() {
    let app = TestApp::new();
    let mut session =
        app.session("example:weather", &[StopPlace::BeforeRequest, StopPlace::BeforeCall]).await;
    session.says(QUESTION).await;
    for number in 1..=4 {
        session.answers(number, Decision::Continue).await;
    }
    session.outcome().await;
    let (asked, id) = (messages(&session)[0].id.clone(), session.session.clone());
    session.log.clear();
    let args = RerunTurn { session: id.clone(), from: RerunFrom::Message { message: asked }, plan: None };
    app.workbench.turn_rerun(args).await.expect("the turn starts");
    session.pause(1).await;
    let home = Arc::clone(&app.home);
    app.workbench.close().await;
    drop((app, session));

    let app = TestApp::opened_again(home);
    let mut session = app.follow(&id).await;
    let mut turns = 0;
    let is_second = |event: &SessionEvent<Note>| {
        let began =
            matches!(event, SessionEvent::Noted { note: Note::Turn { event: TurnEvent::Began { .. }, .. } });
        turns += usize::from(began);
        (turns == 2).then_some(())
    };
    session.until(is_second).await;
    let began = session.log.iter().rposition(|entry| {
        matches!(
            &entry.event,
            SessionEvent::Noted { note: Note::Turn { event: TurnEvent::Began { .. }, .. } }
        )
    });
    session.log.drain(..began.expect("it began"));
    session.answers(1, Decision::Continue).await;
    let offered = offered(&mut session, 2).await;
    assert!(offered.len() == 2 && offered.iter().all(Option::is_some), "{offered:?}");
    app.workbench.close().await;
}

#[tokio::test(start_paused = true)]
async fn what_was_erased_is_offered_nowhere_and_what_another_session_recorded_still_is() {
    let app = TestApp::new();
    let (first, _) = stopped(&app).await;
    let (mut second, calls) = stopped(&app).await;
    let (first_id, second_id) = (first.session.clone(), second.session.clone());
    for number in [1, 2] {
        second.answers(number, Decision::Continue).await;
    }
    second.outcome().await;
    let home = Arc::clone(&app.home);
    app.workbench.close().await;
    drop((app, first, second));

    let store = Store::open(&home.path().join("sessions.db")).expect("the sessions");
    let events = earlier(0, &calls[0]).to_vec();
    store.append(&first_id, content::Timestamp(0), events, Durability::Process).expect("they are kept");
    let answer = |session| store.answer(session, &calls[0]);
    assert!(answer(&first_id).expect("it is read").is_some());
    store.discard(&first_id, content::Timestamp(0)).expect("it is discarded");
    store.erase(&first_id).expect("it is erased");
    assert_eq!(answer(&first_id).expect("it is read"), None);
    assert!(answer(&second_id).expect("it is read").is_some());
}

#[tokio::test(start_paused = true)]
async fn a_call_runs_again_though_nothing_else_of_its_turn_can_be_read() {
    let app = TestApp::new();
    let (mut session, calls) = stopped(&app).await;
    session.answers(1, Decision::Continue).await;
    session.answers(2, Decision::Continue).await;
    session.outcome().await;
    let calling = messages(&session).into_iter().find(|message| message.calls().next().is_some());
    let from = RerunFrom::Call { message: calling.expect("calls").id, call: calls[1].id.clone() };
    for entry in &session.log {
        if matches!(entry.event, SessionEvent::Noted { note: Note::Turn { .. } }) {
            app.workbench.damage_entry(&session.session, entry.seq).expect("it is damaged");
        }
    }
    session.log.clear();
    let args = RerunTurn { session: session.session.clone(), from, plan: None };
    app.workbench.turn_rerun(args).await.expect("the turn starts");
    let (_, pause) = session.pause(1).await;
    assert_eq!(pause.place, PausePlace::BeforeCall { call: calls[1].id.clone() });
    app.workbench.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_session_that_does_not_exist_is_named_where_a_turn_is_to_run_again() {
    let app = TestApp::new();
    let session = content::SessionId::new("nowhere");
    let froms = [
        RerunFrom::Message { message: MessageId::new("one") },
        RerunFrom::Stop { turn: content::TurnId::new("one"), pause: 1 },
    ];
    for from in froms {
        let args = RerunTurn { session: session.clone(), from, plan: None };
        let error = app.workbench.turn_rerun(args).await.expect_err("there is no such session");
        assert_eq!(error.message.to_string(), "there is no session nowhere");
    }
}
