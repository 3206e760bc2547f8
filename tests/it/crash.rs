//! The application killed without warning, at every entry of a long session and at any moment between.

use crate::PROGRAMS;
use crate::cut_off::stride;
use content::{Message, Role, SessionId};
use invocation::{Answer, Decision, Pace, TurnEvent};
use sessions::{History, SessionEvent, Store};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use support::app::{Followed, TestApp};
use tempfile::TempDir;
use workbench::contract::{AnswerTurn, Note, ReadExchange};

/// Two calls in one message, one more after them, then words: about forty entries a turn.
const SCRIPT: &str = r#"{"format": 1, "title": "Busy"}
{"type": "text", "delta": "Both."}
{"type": "call", "id": "a", "name": "weather-get_forecast"}
{"type": "arguments", "delta": "{\"city\": \"Oslo\"}"}
{"type": "call", "id": "b", "name": "weather-get_forecast"}
{"type": "arguments", "delta": "{\"city\": [7]}"}
{"type": "end"}
{"type": "call", "id": "c", "name": "arithmetic-sum"}
{"type": "arguments", "delta": "{\"numbers\": [1, 2]}"}
{"type": "end"}
{"type": "text", "delta": "Done: {{c}}."}
{"type": "end"}
"#;

/// When the application is killed.
enum Moment {
    /// As soon as this many entries were shown.
    Shown(u64),
    /// This long after the first was shown, wherever that is.
    After(Duration),
}

/// Runs the application until it is killed. Returns its session and the last entry that was shown.
fn run_until(home: &Path, moment: &Moment) -> (SessionId, u64) {
    std::fs::create_dir_all(home.join("scripts")).expect("a folder for the script");
    std::fs::write(home.join("scripts/busy.jsonl"), SCRIPT).expect("the script");
    let mut command = Command::new(PROGRAMS);
    let mut scribe =
        command.arg("scribe").arg(home).stdout(Stdio::piped()).spawn().expect("the scribe starts");
    let mut lines = BufReader::new(scribe.stdout.take().expect("its output")).lines();
    let mut line = || lines.next().expect("the scribe writes on").expect("text");
    let session = SessionId::new(line());
    let begun = Instant::now();
    let mut shown = 0;
    loop {
        let is_time = match moment {
            Moment::Shown(entries) => shown >= *entries,
            Moment::After(time) => begun.elapsed() >= *time,
        };
        if is_time {
            break;
        }
        shown = line().parse().expect("a number");
    }
    scribe.kill().expect("it runs");
    scribe.wait().expect("it has ended");
    (session, shown)
}

/// Opens what is left, lets the turn go on to its end, and looks at everything.
async fn check(home: TempDir, session: SessionId, shown: u64) {
    let app = TestApp::opened_again(Arc::new(home));
    let mut followed = app.follow(&session).await;
    if has_open_turn(&mut followed).await {
        finish(&app, &mut followed).await;
    }
    let numbers: Vec<_> = followed.log.iter().map(|entry| entry.seq).collect();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>(), "the log has no gap");
    assert!(numbers.len() as u64 >= shown, "{shown} entries were shown and {} are there", numbers.len());
    let history = History::of(&followed.log);
    check_answered(&history.path_to(history.head()));
    check_wire(&app, &followed).await;
    app.workbench.close().await;
    check_whole(&app, &session);
}

/// Hears everything there is so far.
async fn has_open_turn(followed: &mut Followed) -> bool {
    followed.until(|_| Some(())).await;
    let began = followed
        .log
        .iter()
        .filter(|entry| is_turn(&entry.event, |event| matches!(event, TurnEvent::Began { .. })));
    let ended = followed
        .log
        .iter()
        .filter(|entry| is_turn(&entry.event, |event| matches!(event, TurnEvent::Ended { .. })));
    began.count() > ended.count()
}

fn is_turn(event: &SessionEvent<Note>, wanted: impl Fn(&TurnEvent) -> bool) -> bool {
    matches!(event, SessionEvent::Noted { note: Note::Turn { event, .. } } if wanted(event))
}

/// Answers whatever stops the turn until it has ended. A turn that was cut off stops; it does not act again by itself.
async fn finish(app: &TestApp, followed: &mut Followed) {
    let mut answered = 0;
    let turns = followed
        .log
        .iter()
        .filter(|entry| is_turn(&entry.event, |event| matches!(event, TurnEvent::Began { .. })))
        .count();
    loop {
        let mut ended = 0;
        let next = followed.until(|event| match event {
            SessionEvent::Noted { note: Note::Turn { event: TurnEvent::Ended { .. }, .. } } => {
                ended += 1;
                (ended == turns).then_some(None)
            }
            SessionEvent::Noted { note: Note::Turn { turn, event: TurnEvent::Paused { pause, .. } } }
                if pause.number > answered =>
            {
                Some(Some((turn.clone(), pause.number)))
            }
            _ => None,
        });
        let Some((turn, pause)) = next.await else { return };
        let answer = Answer { pause, decision: Decision::Continue, others: Vec::new(), pace: Pace::Run };
        app.workbench.turn_answer(AnswerTurn { turn, answer }).await.expect("it waits");
        answered = pause;
    }
}

fn check_answered(history: &[Message]) {
    for (place, message) in history.iter().enumerate() {
        let calls: Vec<_> = message.calls().map(|call| &call.id).collect();
        if !calls.is_empty() {
            let next = history.get(place + 1).expect("something follows a call");
            assert_eq!(next.role, Role::Function);
            assert_eq!(next.results().map(|result| &result.call_id).collect::<Vec<_>>(), calls);
        }
    }
}

/// Every value that is shown in part is there as a whole.
fn check_whole(app: &TestApp, session: &SessionId) {
    let store = Store::open(&app.home.path().join("sessions.db")).expect("nobody has it open");
    let log = store.read::<Note>(session, 0).expect("everything can be read");
    let long = log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } if message.role == Role::User => Some(message.text()),
        _ => None,
    });
    assert!(long.into_iter().all(|text| text.len() > 100_000 && text.ends_with("please.")));
}

/// What was sent and received is there as soon as an entry says that it came.
async fn check_wire(app: &TestApp, followed: &Followed) {
    let mut sent = None;
    for entry in &followed.log {
        let SessionEvent::Noted { note: Note::Turn { event, .. } } = &entry.event else { continue };
        match event {
            TurnEvent::RequestSent { exchange, .. } => sent = Some(exchange.clone()),
            TurnEvent::ResponseReceived { .. } => {
                let exchange = sent.take().expect("a response answers a request");
                let kept = app.workbench.exchange_read(ReadExchange { exchange }).await.expect("it is kept");
                assert!(
                    kept.frames
                        .last()
                        .and_then(|last| last.frame.frame())
                        .is_some_and(|frame| frame.text.contains("end"))
                );
            }
            _ => {}
        }
    }
}

/// Two turns' worth of entries, or ten in a long run.
fn entries() -> u64 {
    if std::env::var_os("CALLWRIGHT_LONG").is_some() { 400 } else { 80 }
}

/// The usual run tries one entry in [`stride`].
#[tokio::test]
async fn a_session_killed_after_any_entry_goes_on_from_there() {
    for entry in (1..=entries()).step_by(stride()) {
        let home = tempfile::tempdir().expect("a folder");
        let (session, shown) = run_until(home.path(), &Moment::Shown(entry));
        check(home, session, shown).await;
    }
}

#[tokio::test]
async fn a_session_killed_at_any_moment_goes_on_from_there() {
    for step in 0..entries() / 4 {
        let home = tempfile::tempdir().expect("a folder");
        let (session, shown) = run_until(home.path(), &Moment::After(Duration::from_micros(step * 1_371)));
        check(home, session, shown).await;
    }
}
