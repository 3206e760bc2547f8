//! The corpus as a file, for judges that are not written in Rust.

use super::any_history::any_history;
use super::histories;
use super::run::{candidates_once, offers, request, ways};
use super::states;
use crate::Kind;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Histories nobody thought of, the same each time.
const MADE_UP: usize = 40;

/// One request, and what it is a request of.
#[derive(Debug, Serialize, Deserialize)]
struct Written {
    kind: String,
    model: String,
    history: String,
    way: usize,
    body: Value,
    /// State of other services in that history, none of which may stand in the body.
    foreign: Vec<String>,
}

/// Writes every history in every way for every connector, and tells how many requests that makes.
fn write(path: &Path) -> usize {
    let mut file = BufWriter::new(File::create(path).expect("the file is made"));
    let mut count = 0;
    let mut add = |history: &str, way: usize, request: &ports::CompletionRequest| {
        for candidate in candidates_once() {
            let body = serde_json::from_str(&candidate.preview(request).body).expect("JSON");
            let (kind, model) = (candidate.kind.to_owned(), candidate.model.clone());
            let foreign =
                Kind::all().into_iter().map(|other| other.facts().id).filter(|other| *other != kind);
            let foreign = foreign.map(states::mark).collect();
            let written = Written { kind, model, history: history.to_owned(), way, body, foreign };
            serde_json::to_writer(&mut file, &written).expect("it is written");
            file.write_all(b"\n").expect("it is written");
            count += 1;
        }
    };
    for (name, history) in histories::all() {
        ways(&history).iter().enumerate().for_each(|(way, request)| add(name, way, request));
    }
    offers(&histories::words_alone())
        .iter()
        .enumerate()
        .for_each(|(way, request)| add("offers", way, request));
    let mut runner = TestRunner::deterministic();
    for number in 0..MADE_UP {
        let history = any_history().new_tree(&mut runner).expect("a history").current();
        add(&format!("made up {number}"), 0, &request(&history));
    }
    file.flush().expect("it is written");
    count
}

#[test]
fn every_request_is_written_with_what_it_is_a_request_of() {
    let folder = tempfile::tempdir().expect("a folder");
    let asked_for = std::env::var_os("CALLWRIGHT_CORPUS").map(PathBuf::from);
    let path = asked_for.unwrap_or_else(|| folder.path().join("requests.jsonl"));
    let count = write(&path);
    let lines = BufReader::new(File::open(&path).expect("the file")).lines();
    let written: Vec<Written> =
        lines.map(|line| serde_json::from_str(&line.expect("a line")).expect("a request")).collect();
    let models: BTreeSet<_> = written.iter().map(|request| (&request.kind, &request.model)).collect();
    assert_eq!((written.len(), models.len()), (count, candidates_once().len()));
    assert!(written.iter().all(|request| request.body.is_object()));
}
