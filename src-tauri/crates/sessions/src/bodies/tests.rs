use super::{Keeper, Reader, cut::next_cut};
use content::SessionId;
use proptest::prelude::*;
use rusqlite::Connection;

fn file() -> Connection {
    let sqlite = Connection::open_in_memory().expect("a database in memory");
    let tables = "CREATE TABLE piece (id INTEGER PRIMARY KEY, session TEXT, hash BLOB UNIQUE, data BLOB);
                  CREATE TABLE body (id INTEGER PRIMARY KEY, session TEXT, piece INTEGER, levels INTEGER, size INTEGER);";
    sqlite.execute_batch(tables).expect("the tables are made");
    sqlite
}

fn pieces(sqlite: &Connection) -> u64 {
    sqlite.query_row("SELECT count(*) FROM piece", [], |row| row.get(0)).expect("a count")
}

/// Text without repetition.
fn noise(words: u32) -> String {
    (0..words).map(|word| format!("{:08x} ", word.wrapping_mul(2_654_435_761))).collect()
}

#[test]
fn an_insertion_leaves_the_cuts_around_it_where_they_were() {
    let text = noise(40_000);
    let changed = format!("{}something new{}", &text[..100_000], &text[100_000..]);
    let cut_all = |text: &str| {
        let (mut cuts, mut rest) = (Vec::new(), text.as_bytes());
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(next_cut(rest));
            cuts.push(piece.to_vec());
            rest = after;
        }
        cuts
    };
    let (before, after) = (cut_all(&text), cut_all(&changed));
    let fresh = after.iter().filter(|piece| !before.contains(piece)).count();
    assert!(before.len() > 20 && fresh <= 3, "{fresh} of {} pieces are new", after.len());
}

#[test]
fn a_body_that_goes_on_from_another_adds_its_end_only() {
    let sqlite = file();
    let session = SessionId::new("one");
    let keeper = Keeper::new(&sqlite, &session);
    let text = noise(1_000_000);
    keeper.keep(text.as_bytes()).expect("it is kept");
    let before = pieces(&sqlite);
    keeper.keep(format!("{text}and on").as_bytes()).expect("it is kept");
    assert!(before > 700 && pieces(&sqlite) - before < 6, "{before} and then {}", pieces(&sqlite));
}

#[test]
fn a_body_is_cut_at_the_same_places_however_it_is_read() {
    /// Yields a few bytes at a time.
    struct Slow<'a>(&'a [u8]);
    impl std::io::Read for Slow<'_> {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            let most = into.len().min(997);
            self.0.read(&mut into[..most])
        }
    }
    for bytes in [0, 1, 100_000, 1 << 20, 3_000_000] {
        let (sqlite, text) = (file(), noise(bytes));
        let session = SessionId::new("one");
        let keeper = Keeper::new(&sqlite, &session);
        keeper.keep(text.as_bytes()).expect("it is kept");
        let before = pieces(&sqlite);
        let slowly = keeper.keep(Slow(text.as_bytes())).expect("it is kept");
        assert_eq!(pieces(&sqlite), before, "{bytes} bytes");
        assert_eq!(
            Reader::new(&sqlite).and_then(|mut reader| reader.text(slowly)).expect("it is read"),
            text
        );
        let mut cuts = 0;
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            rest = rest.split_at(next_cut(rest)).1;
            cuts += 1;
        }
        assert!(pieces(&sqlite) >= cuts.max(1), "{bytes} bytes");
    }
}

#[test]
fn sessions_share_nothing() {
    let sqlite = file();
    for name in ["one", "two"] {
        let session = SessionId::new(name);
        Keeper::new(&sqlite, &session).keep(b"the same".as_slice()).expect("it is kept");
    }
    assert_eq!(pieces(&sqlite), 2);
}

#[test]
fn a_piece_that_was_changed_is_found_out() {
    let sqlite = file();
    let session = SessionId::new("one");
    let body = Keeper::new(&sqlite, &session).keep(noise(100).as_bytes()).expect("it is kept");
    let mut data: Vec<u8> =
        sqlite.query_row("SELECT data FROM piece", [], |row| row.get(0)).expect("a piece");
    let middle = data.len() / 2;
    data[middle] ^= 1;
    sqlite.execute("UPDATE piece SET data = ?1", [&data]).expect("it is changed");
    Reader::new(&sqlite).and_then(|mut reader| reader.text(body)).expect_err("it is damaged");
}

proptest! {
    #[test]
    fn any_range_of_any_body_is_what_it_was(
        seed in "[a-z]{0,40}",
        repeats in 0_usize..6_000,
        from in 0_usize..300_000,
        length in 0_usize..100_000,
    ) {
        let text: String = (0..repeats).map(|at| format!("{seed}{}", at * at % 977)).collect();
        let sqlite = file();
        let session = SessionId::new("one");
        let body = Keeper::new(&sqlite, &session).keep(text.as_bytes());
        let mut reader = Reader::new(&sqlite).expect("a reader");
        let body = body.expect("it is kept");
        let mut part = Vec::new();
        let range = from as u64..(from + length) as u64;
        let read = reader.read(body, range, &mut |piece| { part.extend_from_slice(piece); Ok(()) });
        read.expect("it is read");
        let end = (from + length).min(text.len());
        prop_assert_eq!(part, text.as_bytes().get(from.min(end)..end).unwrap_or_default().to_vec());
        prop_assert_eq!(reader.text(body).expect("it is read"), text);
    }
}
