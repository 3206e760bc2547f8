//! A turn that was left open by a kill is taken up by whatever touches it, before a page follows its session.

use content::{Author, Item, Message, MessageId, Origin, Role, SessionId, Timestamp, TurnId};
use invocation::{Answer, Decision, Pace, StopPlace, TurnOutcome};
use sessions::{Durability, History, SessionEvent, Store};
use std::sync::Arc;
use support::app::TestApp;
use workbench::contract::{
    AnswerTurn, CommandError, ConfigureSession, CreateComparison, ErrorCode, MoveHead, NamedComparison,
    NamedSession, NamedTurn, Note, RerunFrom, RerunTurn, StartLanes, StartTurn,
};
use workbench::english;

const UNDER_WAY: &str = "a turn of this session is still under way";

/// A session whose turn stood before its first call when the application died, and nobody follows.
struct Killed {
    app: TestApp,
    session: SessionId,
    turn: TurnId,
}

impl Killed {
    async fn new() -> Self {
        let app = TestApp::new();
        let mut session = app.session("example:weather", &[StopPlace::BeforeCall]).await;
        session.says("How is the weather?").await;
        let (turn, _) = session.pause(1).await;
        let id = session.session.clone();
        drop(session);
        Self { app: app.restarted().await, session: id, turn }
    }

    fn answer(&self, pause: u32, decision: Decision) -> AnswerTurn {
        let answer = Answer { pause, decision, others: Vec::new(), pace: Pace::Run };
        AnswerTurn { turn: self.turn.clone(), answer }
    }

    async fn says(&self, text: &str) -> Result<TurnId, CommandError> {
        let args = StartTurn { session: self.session.clone(), text: Some(text.to_owned()), speaker: None };
        self.app.workbench.turn_start(args).await
    }
}

#[tokio::test]
async fn a_stop_is_answered_right_after_the_start() {
    let killed = Killed::new().await;
    let answered = killed.app.workbench.turn_answer(killed.answer(1, Decision::Continue)).await;
    answered.expect("it waits");
    let mut session = killed.app.follow(&killed.session).await;
    session.answers(2, Decision::Continue).await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
}

#[tokio::test]
async fn a_turn_is_stopped_right_after_the_start_however_often_it_is_asked_to() {
    let killed = Killed::new().await;
    for _ in 0..2 {
        let stopped = killed.app.workbench.turn_stop(NamedTurn { turn: killed.turn.clone() }).await;
        stopped.expect("it is stopped");
    }
    let mut session = killed.app.follow(&killed.session).await;
    assert_eq!(session.outcome().await, TurnOutcome::Stopped);
    let late = killed.app.workbench.turn_pause(NamedTurn { turn: killed.turn.clone() }).await;
    late.expect("a pause that comes too late is no error either");
}

/// Touches a session that nobody follows, and then lets its turn go on to the end from where it stood.
async fn check_refused<T: std::fmt::Debug>(touch: impl AsyncFnOnce(&Killed) -> Result<T, CommandError>) {
    let killed = Killed::new().await;
    let refused = touch(&killed).await.expect_err("a turn waits");
    assert_eq!(refused.message.to_string(), UNDER_WAY);
    killed.app.workbench.turn_answer(killed.answer(1, Decision::Continue)).await.expect("it waits");
    let mut session = killed.app.follow(&killed.session).await;
    session.answers(2, Decision::Continue).await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    killed.says("And tomorrow?").await.expect("now it starts");
}

#[tokio::test]
async fn no_turn_begins_while_one_of_before_waits() {
    check_refused(async |killed| killed.says("And tomorrow?").await).await;
    check_refused(async |killed| {
        let from = RerunFrom::Stop { turn: killed.turn.clone(), pause: 1 };
        let args = RerunTurn { session: killed.session.clone(), from, plan: None };
        killed.app.workbench.turn_rerun(args).await
    })
    .await;
}

#[tokio::test]
async fn a_history_rests_while_a_turn_of_before_waits() {
    check_refused(async |killed| {
        killed.app.workbench.head_move(MoveHead { session: killed.session.clone(), head: None }).await
    })
    .await;
    check_refused(async |killed| {
        let args = CreateComparison { session: killed.session.clone(), model: None, asks: false };
        killed.app.workbench.comparison_create(args).await
    })
    .await;
    check_refused(async |killed| {
        killed.app.workbench.session_discard(NamedSession { session: killed.session.clone() }).await
    })
    .await;
}

/// The sessions of a comparison whose lanes stood at a stop when the application died.
async fn killed_lanes() -> (TestApp, SessionId, Vec<SessionId>) {
    let app = TestApp::new();
    let first = app.session("example:weather", &[StopPlace::BeforeCall]).await;
    let args = CreateComparison { session: first.session.clone(), model: None, asks: false };
    let made = app.workbench.comparison_create(args).await.expect("it is made");
    let lanes: Vec<_> = made.lanes.iter().map(|lane| lane.session.clone()).collect();
    let args = StartLanes { comparison: made.id.clone(), text: Some("How is the weather?".to_owned()) };
    app.workbench.lanes_start(args).await.expect("they start");
    for lane in &lanes {
        app.follow(lane).await.pause(1).await;
    }
    (app.restarted().await, made.id, lanes)
}

#[tokio::test]
async fn lanes_that_wait_since_before_start_nothing_new() {
    let (app, comparison, _) = killed_lanes().await;
    let args = StartLanes { comparison, text: Some("And tomorrow?".to_owned()) };
    let started = app.workbench.lanes_start(args).await.expect("each lane says how it is");
    let told: Vec<_> =
        started.into_iter().map(|lane| lane.error.map(|error| error.message.to_string())).collect();
    assert_eq!(told, [Some(UNDER_WAY.to_owned()), Some(UNDER_WAY.to_owned())]);
}

#[tokio::test]
async fn lanes_that_wait_since_before_are_stopped_together() {
    let (app, comparison, lanes) = killed_lanes().await;
    app.workbench.lanes_stop(NamedComparison { comparison }).await.expect("they stop");
    for lane in &lanes {
        assert_eq!(app.follow(lane).await.outcome().await, TurnOutcome::Stopped);
    }
}

#[tokio::test]
async fn a_plan_that_is_changed_right_after_the_start_reaches_the_turn_of_before() {
    let killed = Killed::new().await;
    let mut plan = killed.app.follow(&killed.session).await.plan().await;
    plan.breakpoints.clear();
    let killed = Killed { app: killed.app.restarted().await, ..killed };
    let args = ConfigureSession { session: killed.session.clone(), plan };
    killed.app.workbench.session_configure(args).await.expect("the plan is taken");
    killed.app.workbench.turn_answer(killed.answer(1, Decision::Continue)).await.expect("it waits");
    let mut session = killed.app.follow(&killed.session).await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
}

#[tokio::test]
async fn a_turn_whose_session_went_on_without_it_is_ended_and_moves_nothing() {
    let killed = Killed::new().await;
    killed.app.workbench.close().await;
    // As earlier versions left it: something was said after the kill, and the turn still waits.
    let said = Message {
        id: MessageId::new("said"),
        parent: None,
        role: Role::User,
        items: vec![Item::Text { text: "Something else.".to_owned() }],
        author: Author::Person,
        origin: Origin::Person,
    };
    let store = Store::open(&killed.app.home.path().join("sessions.db")).expect("nobody has it open");
    let added = vec![SessionEvent::<Note>::MessageAdded { message: said.clone(), turn: None }];
    store.append(&killed.session, Timestamp(1), added, Durability::Process).expect("it is written");
    drop(store);

    let app = TestApp::opened_again(Arc::clone(&killed.app.home));
    let answer = killed.answer(1, Decision::Continue);
    let late = app.workbench.turn_answer(answer).await.expect_err("it waits no more");
    assert_eq!(late.code, ErrorCode::NotWaiting);
    let mut session = app.follow(&killed.session).await;
    let TurnOutcome::Failed { message, .. } = session.outcome().await else { panic!("it has failed") };
    assert_eq!(english(&message), "the turn can't go on: its session went on without it");
    assert_eq!(History::of(&session.log).head(), Some(&said.id));
}
