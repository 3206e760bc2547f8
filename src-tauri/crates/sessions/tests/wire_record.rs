//! What went over a wire: kept soon, kept once, and gone with its session.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "these are tests"
)]

use content::{ExchangeId, SessionId, Timestamp};
use sessions::{Durability, SessionEvent, Store, TimedFrame};
use std::path::Path;

type Event = SessionEvent<String>;

fn store(home: &Path) -> (Store, SessionId) {
    let store = Store::open(&home.join("sessions.db")).expect("a new file");
    let session = SessionId::new("one");
    store.create::<String>(&session, Timestamp(0), "First", Vec::new()).expect("it is created");
    (store, session)
}

fn frame(text: &str) -> TimedFrame<String> {
    TimedFrame { at: Timestamp(1), frame: text.to_owned() }
}

fn bytes_on_disk(home: &Path) -> u64 {
    let files = std::fs::read_dir(home).expect("the folder").map(|entry| entry.expect("a file"));
    files.map(|file| file.metadata().expect("its size").len()).sum()
}

fn noted() -> Event {
    SessionEvent::Noted { note: "something".to_owned() }
}

#[test]
fn frames_are_written_with_the_next_entry_of_their_session() {
    let home = tempfile::tempdir().expect("a folder");
    let (store, session) = store(home.path());
    let exchange = ExchangeId::new("exchange");
    store.note_request(&session, &exchange, "a request").expect("there is room");
    for text in ["one", "two", "three"] {
        store.note_frame(&session, &exchange, &frame(text)).expect("it is JSON");
    }
    store.append(&session, Timestamp(2), vec![noted()], Durability::Process).expect("it is written");
    // Nothing that was only put aside survives this.
    drop(store);
    let store = Store::open(&home.path().join("sessions.db")).expect("the file");
    let kept = store.exchange::<String>(&exchange).expect("it is kept");
    assert_eq!((kept.sent.as_str(), kept.frames.len()), ("a request", 3));
    assert_eq!(kept.frames, ["one", "two", "three"].map(frame));
}

#[test]
fn what_could_not_be_written_is_written_when_there_is_room() {
    let home = tempfile::tempdir().expect("a folder");
    let (store, session) = store(home.path());
    let exchange = ExchangeId::new("exchange");
    let request: String = (0..200_000_u32).map(|word| format!("{:x}", word.wrapping_mul(40_503))).collect();
    store.note_request(&session, &exchange, &request).expect("there is room");
    store.limit_pages(1).expect("the limit is set");
    store.keep_wire().expect_err("it is full");
    let refused = store.append(&session, Timestamp(2), vec![noted()], Durability::Process);
    refused.expect_err("it is full");
    store.limit_pages(u32::MAX - 1).expect("the limit is lifted");
    assert_eq!(store.exchange::<String>(&exchange).expect("it is kept").sent, request);
}

#[test]
fn frames_of_an_erased_session_do_not_come_back() {
    let home = tempfile::tempdir().expect("a folder");
    let (store, session) = store(home.path());
    let exchange = ExchangeId::new("exchange");
    store.discard(&session, Timestamp(1)).expect("it is discarded");
    store.erase(&session).expect("it is erased");
    store.note_request(&session, &exchange, "too late").expect("there is room");
    store.keep_wire().expect("there is nothing to write");
    store.exchange::<String>(&exchange).expect_err("it is not there");
}

#[test]
fn a_history_that_is_sent_again_and_again_is_kept_once() {
    let home = tempfile::tempdir().expect("a folder");
    let (store, session) = store(home.path());
    let mut history = String::new();
    let mut sent = 0;
    for round in 0..200_u32 {
        let words = (0..300).map(|word| format!("{:08x} ", (round * 300 + word).wrapping_mul(2_654_435_761)));
        history.extend(words);
        let request = format!(r#"{{"messages":["{history}"],"tools":[]}}"#);
        sent += request.len() as u64;
        let exchange = ExchangeId::new(format!("exchange-{round}"));
        store.note_request(&session, &exchange, &request).expect("there is room");
        store.keep_wire().expect("it is kept");
    }
    drop(store);
    let kept = bytes_on_disk(home.path());
    assert!(kept < 8 * history.len() as u64, "{kept} bytes for a history of {}", history.len());
    assert!(kept * 12 < sent, "{kept} bytes for {sent} that were sent");
}
