use super::LOST;
use crate::{Durability, End, FiledNote, Filing, LogEntry, SessionEvent, Store};
use content::{Author, Item, Message, MessageId, Origin, Role, SessionId, Timestamp};
use rusqlite::params;
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

/// A setting, of which the last one applies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Setting {
    weight: f32,
}

impl FiledNote for Setting {
    fn filing(&self) -> Filing<'_> {
        Filing::Latest("setting")
    }
}

/// Entries 1 to 6: the beginning, a setting, three messages and another setting.
fn kept() -> (TempDir, Store, SessionId) {
    let home = tempfile::tempdir().expect("a folder");
    let store = Store::open(&home.path().join("sessions.db")).expect("a new file");
    let session = SessionId::new("session");
    let mut events = vec![SessionEvent::Noted { note: Setting { weight: 1.0 } }];
    events.extend((1..=3).map(|number| SessionEvent::MessageAdded { message: message(number), turn: None }));
    events.push(SessionEvent::Noted { note: Setting { weight: 2.0 } });
    store.create(&session, Timestamp(0), "Kept", events).expect("it is created");
    (home, store, session)
}

fn message(number: u32) -> Message {
    Message {
        id: MessageId::new(format!("message-{number}")),
        parent: (number > 1).then(|| MessageId::new(format!("message-{}", number - 1))),
        role: if number == 2 { Role::Assistant } else { Role::User },
        items: vec![Item::Text { text: format!("words {number}") }],
        author: Author::Person,
        origin: Origin::Person,
    }
}

fn overwrite(store: &Store, seq: u64, bytes: &[u8]) {
    let update = "UPDATE entry SET event = CAST(?2 AS TEXT) WHERE seq = ?1";
    let changed = store.with(|sqlite| sqlite.execute(update, params![seq, bytes]));
    assert_eq!(changed.expect("it is overwritten"), 1);
}

fn unreadable(log: &[LogEntry<Setting>]) -> Vec<u64> {
    log.iter().filter(|entry| entry.event.is_unreadable()).map(|entry| entry.seq).collect()
}

#[track_caller]
fn check_gap(bytes: &[u8]) {
    let (_home, store, session) = kept();
    let before = store.read::<Setting>(&session, 0).expect("the log");
    overwrite(&store, 4, bytes);
    let window = store.window::<Setting>(&session, None, 500).expect("the end of the log");
    let logs = [
        store.read(&session, 0).expect("the log"),
        store.read_shown(&session, 0, u64::MAX).expect("the log as it is shown"),
        store.read_page(&session, 0, 100).expect("a page"),
        window.entries,
    ];
    for log in logs {
        assert_eq!(log.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
        assert_eq!(unreadable(&log), [4]);
        assert_eq!((&log[..3], &log[4..]), (&before[..3], &before[4..]));
    }
    let said = store.messages_to(&session, End::Head).expect("what was said");
    let lost = Message {
        items: vec![Item::Text { text: LOST.to_owned() }],
        author: Author::Application,
        origin: Origin::Application,
        ..message(2)
    };
    assert_eq!(said, [message(1), lost, message(3)]);
}

#[test]
fn an_entry_that_is_no_json_is_a_gap_in_its_place() {
    check_gap(b"{\"type\":\"messageAdded\",\"mess");
}

#[test]
fn an_entry_with_a_byte_that_is_no_text_is_a_gap_in_its_place() {
    check_gap(b"{\"type\":\"renamed\",\"title\":\"\xff\"}");
}

#[test]
fn an_entry_of_a_kind_that_a_newer_version_writes_is_a_gap_in_its_place() {
    check_gap(b"{\"type\":\"messageDreamt\",\"message\":\"message-2\"}");
}

#[test]
fn an_entry_whose_large_values_are_not_there_is_a_gap_in_its_place() {
    let (_home, store, session) = kept();
    let long = Message { items: vec![Item::Text { text: "x".repeat(70_000) }], ..message(4) };
    let added = SessionEvent::<Setting>::MessageAdded { message: long, turn: None };
    store.append(&session, Timestamp(0), vec![added], Durability::Process).expect("it is kept");
    store.with(|sqlite| sqlite.execute("DELETE FROM piece", [])).expect("they are gone");
    assert_eq!(unreadable(&store.read(&session, 0).expect("the log")), [7]);
    assert_eq!(unreadable(&store.read_shown(&session, 0, u64::MAX).expect("the log")), [] as [u64; 0]);
}

#[test]
fn where_a_setting_cannot_be_read_the_one_before_it_holds() {
    let (_home, store, session) = kept();
    overwrite(&store, 6, br#"{"type":"noted","note":{"weight":null}}"#);
    let held = SessionEvent::Noted { note: Setting { weight: 1.0 } };
    let latest = store.latest::<Setting>(&session, "setting").expect("it is read").expect("a setting");
    assert_eq!((latest.seq, &latest.event), (2, &held));
    let window = store.window::<Setting>(&session, None, 1).expect("the end of the log");
    assert_eq!(window.from, 4);
    let settings = window.before.iter().filter(|entry| entry.event == held);
    assert_eq!(settings.map(|entry| entry.seq).collect::<Vec<_>>(), [2]);
    assert_eq!(unreadable(&window.entries), [6]);
}

#[test]
fn a_title_with_a_byte_that_is_no_text_hides_no_session() {
    let (_home, store, session) = kept();
    let update = "UPDATE session SET title = CAST(x'41ff' AS TEXT)";
    store.with(|sqlite| sqlite.execute(update, [])).expect("it is overwritten");
    let titles: Vec<_> = store.list().expect("the list").into_iter().map(|summary| summary.title).collect();
    assert_eq!(titles, ["A\u{fffd}"]);
    assert_eq!(store.title(&session).expect("a title"), "A\u{fffd}");
}
