//! Scenes played by the whole application, with a service over real sockets.

use crate::app::{Followed, TestApp};
use crate::scenes::{HELPER, SERVICE, SPEAKER, Scene};
use crate::speaker::Speaker;
use connectors::Secret;
use content::{Message, ModelId, TurnId};
use invocation::{TurnEvent, TurnOutcome};
use sessions::{History, LogEntry, SessionEvent};
use workbench::contract::{
    AnswerTurn, ConfigureSession, CreateSession, KeySource, Note, ProxyChoice, SaveService, ServiceSettings,
};

/// The key of the service, known to the service alone.
pub const KEY: &str = "sk-test-0123456789";

/// An application with the models of a scene.
pub async fn app(speaker: &Speaker) -> TestApp {
    let app = TestApp::new();
    let settings = ServiceSettings {
        id: String::new(),
        kind: "openai-compatible".to_owned(),
        title: SERVICE.to_owned(),
        address: speaker.address(),
        key: KeySource::Kept,
        headers: Vec::new(),
        models: vec![SPEAKER.to_owned(), HELPER.to_owned()],
        proxy: ProxyChoice::Direct,
        certificates: None,
        delivery: workbench::contract::AnswerDelivery::Streamed,
        idle_seconds: None,
        at_once: None,
        told: [].into(),
    };
    let service = SaveService { settings, key: Secret::new(KEY), header_values: [].into() };
    app.workbench.service_save(service).await.expect("it is saved");
    app
}

/// A session with the settings of the scene, and its turn begun.
pub async fn begun(app: &TestApp, scene: &Scene) -> Followed {
    let model = ModelId::new(format!("{SERVICE}/{SPEAKER}"));
    let created = app.workbench.session_create(CreateSession { model: Some(model) }).await;
    let session = created.expect("the session is made").id;
    let mut followed = app.follow(&session).await;
    let mut plan = followed.plan().await;
    plan.selection.limit = 16;
    plan.breakpoints.clear();
    (scene.plan)(&mut plan);
    app.workbench.session_configure(ConfigureSession { session, plan }).await.expect("the plan is taken");
    followed.says("Go.").await;
    followed
}

/// The events of the last turn in a log, and its id.
pub fn last_turn(log: &[LogEntry<Note>]) -> (Option<TurnId>, Vec<&TurnEvent>) {
    let noted = || {
        log.iter().filter_map(|entry| match &entry.event {
            SessionEvent::Noted { note: Note::Turn { turn, event } } => Some((turn, event)),
            _ => None,
        })
    };
    let last = noted().next_back().map(|(turn, _)| turn.clone());
    let events = noted().filter(|(turn, _)| Some(*turn) == last.as_ref()).map(|(_, event)| event).collect();
    (last, events)
}

pub fn outcome(log: &[LogEntry<Note>]) -> Option<TurnOutcome> {
    last_turn(log).1.into_iter().find_map(|event| match event {
        TurnEvent::Ended { outcome } => Some(outcome.clone()),
        _ => None,
    })
}

pub fn answers(log: &[LogEntry<Note>]) -> usize {
    last_turn(log).1.into_iter().filter(|event| matches!(event, TurnEvent::Answered { .. })).count()
}

/// Answers every stop until the turn has ended, or until the log has this many entries.
pub async fn play(
    app: &TestApp,
    followed: &mut Followed,
    scene: &Scene,
    until: usize,
) -> Option<TurnOutcome> {
    loop {
        let next = followed.until_log(|log| {
            let (turn, events) = last_turn(log);
            if log.len() >= until || outcome(log).is_some() {
                return Some(None);
            }
            Some(Some((turn?, scene.person.answer(events.into_iter())?)))
        });
        let Some((turn, answer)) = next.await else { return outcome(&followed.log) };
        let before = answers(&followed.log);
        app.workbench.turn_answer(AnswerTurn { turn, answer }).await.expect("it waits");
        followed.until_log(|log| (answers(log) > before).then_some(())).await;
    }
}

pub fn path(log: &[LogEntry<Note>]) -> Vec<Message> {
    let history = History::of(log);
    history.path_to(history.head())
}
