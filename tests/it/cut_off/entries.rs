//! The application with a turn of every kind, closed, stopped and killed at each entry of its log. The usual run tries one entry
//! in [`stride`].

use super::{stride, tasks, until_only};
use content::{ModelId, SessionId, Timestamp};
use invocation::{TurnEvent, TurnOutcome};
use sessions::{Durability, LogEntry, SessionEvent, Store};
use std::sync::Arc;
use support::app::TestApp;
use support::person::gist;
use support::played::{app, begun, last_turn, outcome, path, play};
use support::scenes::{self, HELPER, SERVICE, Scene};
use support::speaker::Speaker;
use support::told::check_answered;
use workbench::contract::{ConfigureSession, NamedTurn, Note, StartTurn};

/// Where one batch ends and the next begins: everything in a batch is written at the same moment.
fn cuts(log: &[LogEntry<Note>]) -> Vec<usize> {
    let began = log.iter().position(|entry| {
        matches!(entry.event, SessionEvent::Noted { note: Note::Turn { event: TurnEvent::Began { .. }, .. } })
    });
    let began = began.expect("a turn began");
    (began + 1..log.len()).filter(|place| log[*place].at != log[place - 1].at).collect()
}

/// The application as it would be opened if it had died when these entries were on disk.
fn left_with(from: &TestApp, session: &SessionId, entries: &[LogEntry<Note>]) -> TestApp {
    let home = tempfile::tempdir().expect("a folder");
    for entry in std::fs::read_dir(from.home.path()).expect("the folder").flatten() {
        if entry.file_name().to_string_lossy().starts_with("services") {
            std::fs::copy(entry.path(), home.path().join(entry.file_name())).expect("a copy");
        }
    }
    let store = Store::open(&home.path().join("sessions.db")).expect("a database");
    store.create::<Note>(session, Timestamp(0), "Cut off", Vec::new()).expect("a session");
    let rest = entries.iter().skip(1).map(|entry| entry.event.clone()).collect();
    store.append::<Note>(session, Timestamp(1), rest, Durability::Process).expect("its log");
    TestApp::opened_again(Arc::new(home))
}

#[tokio::test]
async fn a_turn_killed_at_any_entry_goes_on_as_if_nothing_had_been_whatever_a_person_did_in_it() {
    for (number, scene) in scenes::all().into_iter().enumerate() {
        let speaker = Speaker::start(scene.parts.clone()).await;
        let first = app(&speaker).await;
        let mut followed = begun(&first, &scene).await;
        let ended = play(&first, &mut followed, &scene, usize::MAX).await;
        let (whole, session) = (gist(path(&followed.log).iter()), followed.session.clone());
        for kept in cuts(&followed.log).into_iter().skip(number % stride()).step_by(stride()) {
            let when = format!("{}, killed after {kept} of {}", scene.name, followed.log.len());
            let again = left_with(&first, &session, &followed.log[..kept]);
            let mut resumed = again.follow(&session).await;
            let outcome = play(&again, &mut resumed, &scene, usize::MAX).await;
            assert_eq!((gist(path(&resumed.log).iter()), &outcome), (whole.clone(), &ended), "{when}");
            check_answered(path(&resumed.log).iter());
            again.workbench.close().await;
        }
        first.workbench.close().await;
    }
}

/// Scenes in which much is under way at the same time.
fn busy() -> impl Iterator<Item = Scene> {
    scenes::all()
        .into_iter()
        .filter(|scene| ["several at once", "handed over", "filtered"].contains(&scene.name))
}

#[tokio::test]
async fn an_application_that_is_closed_at_any_entry_leaves_no_task_behind() {
    for scene in busy() {
        let speaker = Speaker::start(scene.parts.clone()).await;
        let before = tasks();
        for until in (1..).step_by(stride()) {
            let app = app(&speaker).await;
            let mut followed = begun(&app, &scene).await;
            let ended = play(&app, &mut followed, &scene, until).await;
            app.workbench.close().await;
            drop(followed);
            until_only(before, &format!("{}, closed after {until}", scene.name)).await;
            if ended.is_some() {
                break;
            }
        }
    }
}

#[tokio::test]
async fn a_turn_that_is_stopped_at_any_entry_ends_in_words_and_another_can_follow() {
    for scene in busy() {
        let speaker = Speaker::start(scene.parts.clone()).await;
        let app = app(&speaker).await;
        for until in (1..).step_by(stride()) {
            let mut followed = begun(&app, &scene).await;
            if play(&app, &mut followed, &scene, until).await.is_some() {
                break;
            }
            let when = format!("{}, stopped after {until}", scene.name);
            let turn = followed.until_log(|log| last_turn(log).0).await;
            let stopped = app.workbench.turn_stop(NamedTurn { turn: turn.clone() }).await;
            let ended = followed.until_log(outcome).await;
            // Only one that has ended by itself meanwhile needs no stop.
            assert!(stopped.is_ok() || ended == TurnOutcome::Answered, "{when}: {stopped:?}");
            check_answered(path(&followed.log).iter());
            let mut plan = followed.plan().await;
            (plan.breakpoints, plan.filters) = (Vec::new(), Vec::new());
            (plan.speaker, plan.model) = (None, ModelId::new(format!("{SERVICE}/{HELPER}")));
            let session = followed.session.clone();
            app.workbench
                .session_configure(ConfigureSession { session: session.clone(), plan })
                .await
                .expect("the plan is taken");
            let start = StartTurn { session, text: Some("And then?".to_owned()), speaker: None };
            app.workbench.turn_start(start).await.expect("another turn begins");
            let another = |log: &[_]| last_turn(log).0.is_some_and(|last| last != turn);
            let next = followed.until_log(|log| another(log).then(|| outcome(log)).flatten()).await;
            assert_eq!(next, TurnOutcome::Answered, "{when}: what follows");
        }
        app.workbench.close().await;
    }
}
