//! Processes that left their group, found by the mark in their environment.

use rustix::process::{Pid, Signal, kill_process};
use std::fs;

/// The variable that marks everything a program has started, wherever it went.
pub(super) const MARK: &str = "CALLWRIGHT_CALL";

/// A process that starts others as fast as they are ended is looked for this often.
const MAX_SEARCHES: usize = 8;

/// Ends every process that carries the mark.
pub(super) fn end_marked(mark: &str) {
    let wanted = format!("{MARK}={mark}");
    for _ in 0..MAX_SEARCHES {
        let found = marked(wanted.as_bytes());
        if found.is_empty() {
            return;
        }
        for process in found {
            // It may have ended by itself meanwhile.
            let _ = kill_process(process, Signal::KILL);
        }
    }
}

fn marked(wanted: &[u8]) -> Vec<Pid> {
    let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
    let is_marked = |entry: &fs::DirEntry| {
        // The environment of a process that has ended is empty, that of another person's can't be read.
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable == wanted)
    };
    let id = |entry: &fs::DirEntry| entry.file_name().to_str()?.parse().ok().and_then(Pid::from_raw);
    processes
        .flatten()
        .filter_map(|entry| Some((id(&entry)?, entry)))
        .filter(|(_, entry)| is_marked(entry))
        .map(|(id, _)| id)
        .collect()
}
