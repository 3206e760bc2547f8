//! Logs as they were written before, made of the event files by leaving out what is kept since.

use super::Completions;
use crate::contract::Note;
use serde_json::{Map, Value, json};
use sessions::LogEntry;
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/fixtures/events"));
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    entries.map(|entry| entry.expect("the folder can be read").path()).collect()
}

fn log(file: &Path) -> Vec<LogEntry<Note>> {
    let text = std::fs::read_to_string(file).expect("the file can be read");
    let file: Value = serde_json::from_str(&text).expect("the file is JSON");
    serde_json::from_value(file["entries"].clone()).expect("the file is a log")
}

/// The same log without the consequences of its records.
fn as_before(log: &[LogEntry<Note>]) -> Vec<LogEntry<Note>> {
    let mut log = serde_json::to_value(log).expect("a log is JSON");
    for entry in log.as_array_mut().expect("a list") {
        let Some(event) = entry.pointer_mut("/event/note/event").and_then(Value::as_object_mut) else {
            continue;
        };
        for name in lacking(event) {
            event.remove(*name);
        }
    }
    serde_json::from_value(log).expect("an earlier log is read")
}

fn lacking(event: &Map<String, Value>) -> &'static [&'static str] {
    match event["type"].as_str() {
        Some("roundBegan") => &["opening"],
        Some("paused") => &["state"],
        Some("answered") => &["effect"],
        // Filters and stand-ins had an origin of their own then, too.
        Some("callEnded") => &["origin"],
        Some("callStarted") if event["origin"] == json!("function") => &["origin"],
        _ => &[],
    }
}

#[test]
fn earlier_logs_are_shown_as_those_of_today() {
    let files = files();
    assert!(files.len() > 10, "there are event files");
    for file in files {
        let whole = log(&file);
        let mut completed = as_before(&whole);
        Completions::default().complete(&mut completed);
        assert_eq!(completed, whole, "{}", file.display());
    }
}

#[test]
fn logs_of_today_stay_as_they_are() {
    for file in files() {
        let whole = log(&file);
        let mut completed = whole.clone();
        Completions::default().complete(&mut completed);
        assert_eq!(completed, whole, "{}", file.display());
    }
}

#[test]
fn a_log_is_completed_in_parts_as_well() {
    for file in files() {
        let whole = log(&file);
        let (mut completions, mut completed) = (Completions::default(), as_before(&whole));
        completed.chunks_mut(3).for_each(|part| completions.complete(part));
        assert_eq!(completed, whole, "{}", file.display());
    }
}

#[test]
fn a_record_of_a_turn_whose_beginning_is_not_known_is_completed_by_what_it_says() {
    for file in files() {
        let mut entries = as_before(&log(&file));
        entries.iter_mut().for_each(|entry| Completions::default().complete(std::slice::from_mut(entry)));
        let lacks = |entry: &LogEntry<Note>| {
            let sessions::SessionEvent::Noted { note: Note::Turn { event, .. } } = &entry.event else {
                return false;
            };
            event.lacks_consequences()
        };
        assert!(!entries.iter().any(lacks), "{}", file.display());
    }
}

#[test]
fn a_result_that_is_shown_in_part_is_shown_so_where_it_follows_from_the_answer() {
    let file = files().into_iter().find(|file| file.ends_with("edited_result.json")).expect("it is there");
    let mut entries = as_before(&log(&file));
    let large = |place: &str| {
        serde_json::from_value::<sessions::LargeValue>(
            json!({ "place": place, "body": 1, "kind": "json", "size": 100_000 }),
        )
        .expect("a large value")
    };
    let answered = |entry: &&mut LogEntry<Note>| {
        serde_json::to_value(&entry.event).is_ok_and(|event| {
            event.pointer("/note/event/answer/decision/type") == Some(&json!("writeResult"))
        })
    };
    let entry = entries.iter_mut().find(answered).expect("a result is written");
    entry.large.push(large("/note/event/answer/decision/outcome/output/value"));
    let seq = entry.seq;
    Completions::default().complete(&mut entries);
    let entry = entries.iter().find(|entry| entry.seq == seq).expect("it is there");
    let places: Vec<_> = entry.large.iter().map(|value| value.place.as_str()).collect();
    assert_eq!(
        places,
        [
            "/note/event/answer/decision/outcome/output/value",
            "/note/event/effect/calls/0/phase/outcome/output/value"
        ]
    );
}
