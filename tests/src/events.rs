//! Event files: the log of a session as the page receives it. Rust writes them, and both sides are tested with them.

use crate::app::fixtures;
use serde::{Deserialize, Serialize};
use sessions::LogEntry;
use std::path::{Path, PathBuf};
use workbench::contract::Note;

/// One recorded session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EventFile {
    pub title: String,
    pub entries: Vec<LogEntry<Note>>,
}

/// Set to write the files anew instead of comparing them.
const REWRITE: &str = "CALLWRIGHT_REWRITE_EVENTS";

impl EventFile {
    /// Fails if the file in the repository differs.
    #[track_caller]
    pub fn check(&self, name: &str) {
        check_file(&path_of(name), self);
    }
}

/// Fails if a file of what the application sends differs.
#[track_caller]
pub fn check_file(path: &Path, sent: &impl Serialize) {
    // Read back from text, because that is what the other side gets.
    let text = serde_json::to_string_pretty(sent).expect("it is JSON") + "\n";
    if std::env::var_os(REWRITE).is_some() {
        std::fs::write(path, text).expect("the file is written");
        return;
    }
    let kept = std::fs::read_to_string(path).expect("the file is there");
    assert!(
        kept == text,
        "{} differs; set {REWRITE}=1 to write it anew and look at the change",
        path.display()
    );
}

/// Every event file.
pub fn all() -> Vec<(PathBuf, EventFile)> {
    let folder = fixtures().join("events");
    let entries = std::fs::read_dir(&folder).expect("the folder is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        let file = serde_json::from_str(&text).expect("the file is a log");
        (path, file)
    };
    paths.into_iter().map(read).collect()
}

fn path_of(name: &str) -> PathBuf {
    fixtures().join("events").join(format!("{name}.json"))
}
