use crate::{Durability, End, SessionEvent, Store, StoreError};
use content::{Author, Item, Message, MessageId, Origin, Role, SessionId, Timestamp};
use rusqlite::Connection;
use std::path::Path;

fn store(home: &Path) -> Store {
    Store::open(&home.join("sessions.db")).expect("it opens")
}

fn begun(store: &Store) -> SessionId {
    let session = SessionId::new("arriving");
    store.begin_arrival::<String>(&session, Timestamp(0), "Arriving", Vec::new()).expect("it begins");
    let message = Message {
        id: MessageId::new("message"),
        parent: None,
        role: Role::User,
        items: vec![Item::Text { text: "x".repeat(100_000) }],
        author: Author::Person,
        origin: Origin::Person,
    };
    let added = SessionEvent::<String>::MessageAdded { message, turn: None };
    store.append(&session, Timestamp(1), vec![added], Durability::Process).expect("it is added to");
    session
}

/// The number of rows in every table.
fn rows(store: &Store) -> u64 {
    let count = store.with(|sqlite| {
        let mut select = sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")?;
        let tables = select.query_map([], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
        let count = |table: &String| {
            sqlite.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get::<_, u64>(0))
        };
        tables.iter().map(count).sum::<rusqlite::Result<u64>>()
    });
    count.expect("they are counted")
}

#[test]
fn a_session_is_seen_when_it_has_arrived_and_not_before() {
    let home = tempfile::tempdir().expect("a folder");
    let store = store(home.path());
    let session = begun(&store);
    assert_eq!((store.list().expect("a list").len(), store.lengths().expect("a list").len()), (0, 0));
    store.end_arrival(&session).expect("it has arrived");
    assert_eq!((store.list().expect("a list").len(), store.lengths().expect("a list").len()), (1, 1));
    assert_eq!(store.messages_to(&session, End::Head).expect("what was said").len(), 1);
    store.call_off_arrival(&session).expect("there is nothing to call off");
    assert_eq!(store.list().expect("a list").len(), 1);
}

#[test]
fn what_is_called_off_leaves_no_row() {
    let home = tempfile::tempdir().expect("a folder");
    let store = store(home.path());
    let session = begun(&store);
    assert!(rows(&store) > 4);
    store.call_off_arrival(&session).expect("it is called off");
    assert_eq!(rows(&store), 0);
    assert!(matches!(store.end_arrival(&session), Err(StoreError::NoSession { .. })));
}

#[test]
fn what_is_called_off_gives_its_space_back_and_takes_nothing_along() {
    let home = tempfile::tempdir().expect("a folder");
    for name in ["new.db", "old.db"] {
        let path = home.path().join(name);
        if name == "old.db" {
            // As an earlier version wrote it, which could not release space.
            let sqlite = Connection::open(&path).expect("a file");
            sqlite.execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE old (x)").expect("it is written");
        }
        let store = Store::open(&path).expect("it opens");
        let kept = SessionId::new("kept");
        store.create::<String>(&kept, Timestamp(0), "Kept", Vec::new()).expect("it is created");
        let session = SessionId::new("arriving");
        store.begin_arrival::<String>(&session, Timestamp(0), "Arriving", Vec::new()).expect("it begins");
        for part in 0..20_u32 {
            let words = (0..100_000)
                .map(|word: u32| format!("{:08x} ", (part + word * 20).wrapping_mul(2_654_435_761)));
            let note = words.collect::<String>();
            let noted = SessionEvent::Noted { note };
            store.append(&session, Timestamp(1), vec![noted], Durability::Process).expect("it is added to");
        }
        let grown = on_disk(&path);
        store.call_off_arrival(&session).expect("it is called off");
        let mut steps = 0;
        while store.give_back_some().expect("space is given back") {
            steps += 1;
        }
        let left = on_disk(&path);
        assert!(grown > 8_000_000 && left < 2_000_000, "{name}: {grown} bytes, and then {left}");
        assert_eq!(steps > 0, name == "new.db", "{name}: {steps} steps");
        assert_eq!(store.read::<String>(&kept, 0).expect("it is there").len(), 1);
        assert!(!store.give_back_some().expect("there is no more"));
    }
}

/// The size of a file with its write-ahead log, in bytes.
fn on_disk(path: &Path) -> u64 {
    let log = format!("{}-wal", path.display());
    [path, Path::new(&log)].iter().filter_map(|path| path.metadata().ok()).map(|file| file.len()).sum()
}

#[test]
fn what_a_process_left_unfinished_is_gone_at_the_next_start() {
    let home = tempfile::tempdir().expect("a folder");
    begun(&store(home.path()));
    assert_eq!(rows(&store(home.path())), 0);
}
