//! A turn that was lost and made again from its records.

use content::{Message, TurnId};
use invocation::{PauseReason, Step, Turn, TurnEvent, TurnPlan, TurnRecord};
use ports::doubles::CountingIds;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// A recorded session, of which the turns alone are read.
#[derive(Deserialize)]
struct EventFile {
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    event: Event,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Event {
    MessageAdded {
        message: Message,
        turn: Option<TurnId>,
    },
    Noted {
        note: Note,
    },
    #[serde(other)]
    Else,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Note {
    Turn {
        turn: TurnId,
        event: Box<TurnEvent>,
    },
    #[serde(other)]
    Else,
}

/// Every event file there is.
fn all() -> Vec<(PathBuf, EventFile)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/events");
    let entries = std::fs::read_dir(&folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        let file = serde_json::from_str(&text).expect("the file is a log");
        (path, file)
    };
    paths.map(read).collect()
}

/// The records of the first turn of an event file.
fn records(file: &EventFile) -> (TurnId, TurnPlan, Vec<TurnRecord>) {
    let mut began: Option<(TurnId, TurnPlan)> = None;
    let mut records = Vec::new();
    for entry in &file.entries {
        let (turn, record) = match &entry.event {
            Event::MessageAdded { message, turn: Some(turn) } => (turn, TurnRecord::Message(message.clone())),
            Event::Noted { note: Note::Turn { turn, event } } => {
                (turn, TurnRecord::Event(event.as_ref().clone()))
            }
            _ => continue,
        };
        if let TurnRecord::Event(TurnEvent::Began { plan, .. }) = &record {
            began.get_or_insert_with(|| (turn.clone(), plan.as_ref().clone()));
        }
        if began.as_ref().is_some_and(|(first, _)| first == turn) {
            records.push(record);
        }
    }
    let (turn, plan) = began.expect("a turn began");
    (turn, plan, records)
}

fn rebuild(file: &EventFile, kept: usize) -> (Turn, Vec<TurnRecord>) {
    let (turn, plan, records) = records(file);
    Turn::rebuild(turn, plan, Vec::new(), &records[..kept], &CountingIds::default())
}

#[test]
fn a_turn_cut_off_after_any_record_stands_somewhere_a_person_can_go_on_from() {
    for (path, file) in all() {
        let count = records(&file).2.len();
        for kept in 1..=count {
            let (turn, fresh) = rebuild(&file, kept);
            let is_resting = match turn.next() {
                // Deciding what to offer and looking up names is done again by itself.
                Step::Pause(_) | Step::Finish | Step::Select(_) | Step::Resolve { .. } => true,
                // A person has already let this one through.
                Step::Request(_) | Step::Invoke(_) | Step::Complete(_) => was_let_through(&file, kept),
            };
            assert!(is_resting, "{} after {kept}: {:?}, new {fresh:?}", path.display(), turn.next());
        }
    }
}

fn was_let_through(file: &EventFile, kept: usize) -> bool {
    let records = records(file).2;
    let is_decision = |record: &&TurnRecord| {
        !matches!(record, TurnRecord::Message(_) | TurnRecord::Event(TurnEvent::Noticed { .. }))
    };
    let decided = records[..kept].iter().rev().find(is_decision);
    matches!(
        decided,
        Some(TurnRecord::Event(
            TurnEvent::Answered { .. }
                | TurnEvent::CallsResolved { .. }
                | TurnEvent::CallEnded { .. }
                | TurnEvent::Selected { .. }
                | TurnEvent::RoundBegan { .. }
        ))
    )
}

#[test]
fn taking_the_same_records_again_gives_the_same_turn() {
    for (path, file) in all() {
        let (turn, plan, mut records) = records(&file);
        let (once, fresh) = rebuild(&file, records.len());
        records.extend(fresh);
        let (twice, nothing) = Turn::rebuild(turn, plan, Vec::new(), &records, &CountingIds::default());
        assert_eq!((&once, nothing.as_slice()), (&twice, [].as_slice()), "{}", path.display());
    }
}

#[test]
fn a_request_that_was_under_way_is_not_sent_again_without_asking() {
    let (_, file) = all().into_iter().find(|(path, _)| path.ends_with("answered.json")).expect("the file");
    let (_, _, records) = records(&file);
    let sent =
        records.iter().position(|record| matches!(record, TurnRecord::Event(TurnEvent::RequestSent { .. })));
    let (turn, fresh) = rebuild(&file, sent.expect("a request") + 3);
    match (turn.next(), fresh.as_slice()) {
        (Step::Pause(pause), [.., TurnRecord::Event(TurnEvent::Paused { .. })]) => {
            assert_eq!(pause.reason, PauseReason::Interrupted);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_turn_survives_being_written_down_whole() {
    for (path, file) in all() {
        let count = records(&file).2.len();
        for kept in 1..=count {
            let (turn, _) = rebuild(&file, kept);
            let text = serde_json::to_string(&turn).expect("a turn is JSON");
            let back: Turn = serde_json::from_str(&text).expect("and can be read back");
            assert_eq!(turn, back, "{} after {kept}", path.display());
        }
    }
}
