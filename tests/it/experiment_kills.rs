//! The application killed while it makes the runs of an experiment.

use crate::PROGRAMS;
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

const RUNS: usize = 24;
/// Every run takes its time, so that some are under way whenever the application is killed.
const SLOW: &str = r#"{"format": 1, "title": "Slow"}
{"type": "text", "delta": "Hello.", "after": 40}
{"type": "end"}
"#;

/// Makes runs until as many are shown to be finished. Returns how many were.
fn runs_until(home: &Path, wanted: usize) -> (Child, usize) {
    let mut command = Command::new(PROGRAMS);
    let mut runs = command.arg("experimenter").arg(home).stdout(Stdio::piped()).spawn().expect("it starts");
    let lines = BufReader::new(runs.stdout.take().expect("its output")).lines();
    let mut shown = lines.map(|line| line.expect("text").parse::<usize>().expect("a number"));
    let reached = shown.find(|made| *made >= wanted).expect("it goes on");
    (runs, reached)
}

/// The repeats of the finished runs, as they are kept.
fn kept(home: &Path) -> Vec<u64> {
    let folder = std::fs::read_dir(home.join("experiments/runs")).expect("runs");
    let mut files = folder.map(|entry| entry.expect("a file").path());
    let file = files.find(|path| path.extension().is_some_and(|kind| kind == "jsonl"));
    let text = std::fs::read_to_string(file.expect("a file of runs")).expect("text");
    let whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let values = whole.map(|line| serde_json::from_str::<Value>(line).expect("a line"));
    values.filter_map(|value| value["run"]["repeat"].as_u64()).collect()
}

#[test]
fn a_kill_loses_no_run_that_was_shown_and_repeats_none() {
    let home = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(home.path().join("scripts")).expect("a folder for the script");
    std::fs::write(home.path().join("scripts/slow.jsonl"), SLOW).expect("the script");
    let mut before = Vec::new();
    for wanted in [1, 4, 11] {
        let (mut runs, shown) = runs_until(home.path(), wanted);
        runs.kill().expect("it is killed");
        runs.wait().expect("it is gone");
        let now = kept(home.path());
        assert!(now.len() >= shown && now.starts_with(&before), "{shown} were shown, {now:?} are kept");
        before = now;
    }
    let (mut runs, _) = runs_until(home.path(), RUNS);
    assert!(runs.wait().expect("it ends").success());
    let now = kept(home.path());
    let different = now.iter().collect::<BTreeSet<_>>().len();
    assert!(now.starts_with(&before) && (now.len(), different) == (RUNS, RUNS), "{now:?}");
}
