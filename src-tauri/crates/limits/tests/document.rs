//! The document of the limits says what the table says.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "these are tests"
)]

use limits::ROWS;
use std::fmt::Write;
use std::path::Path;

/// Writes the document instead of comparing it.
const REWRITE: &str = "CALLWRIGHT_REWRITE_LIMITS";

const BEFORE: &str = "# Limits

A *counterpart* is a model service, a server, a plugin, a file, a page or an attached program. This table lists the most that each can
use of this computer. A message about a reached limit names it. The rows are constants in `src-tauri/crates/limits/src/table.rs`; a test
compares this table with them, and writes it if `CALLWRIGHT_REWRITE_LIMITS` is set.

| counterpart | limit | what it bounds | most |
| --- | --- | --- | --- |
";

#[test]
fn every_limit_stands_in_its_document() {
    let mut rows = ROWS.to_vec();
    rows.sort_by_key(|(of, ..)| *of);
    let mut written = BEFORE.to_owned();
    for (of, name, what, limit) in rows {
        let what: String = what.concat();
        writeln!(written, "| {of} | `{name}` | {} | {limit} |", what.trim()).expect("a text takes text");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/limits.md");
    if std::env::var_os(REWRITE).is_some() {
        std::fs::write(&path, &written).expect("it is written");
    }
    let stands = std::fs::read_to_string(&path).expect("a document");
    assert_eq!(stands, written, "run this test once with {REWRITE}=1");
}
