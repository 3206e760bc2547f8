//! How far a set is, in one line of a terminal that is written over.

use std::io::{IsTerminal, Write, stderr};
use std::time::Duration;
use workbench::cases::{Control, Tally};

/// How often the line is written.
const WRITE_INTERVAL: Duration = Duration::from_millis(500);

/// The beginning of a line, and the command that empties it.
const EMPTIED: &str = "\r\x1b[2K";

/// Writes the line until it is dropped. Where errors go to a file, nothing is written.
pub(super) async fn show(control: &Control) {
    if !stderr().is_terminal() {
        return std::future::pending().await;
    }
    let mut tick = tokio::time::interval(WRITE_INTERVAL);
    loop {
        tick.tick().await;
        let waiting = control.queues().waiting();
        let line = line(&control.tally(), &waiting);
        write(&format!("{EMPTIED}{line}"));
    }
}

/// Empties the line, so that what follows stands where it was.
pub(super) fn clear() {
    if stderr().is_terminal() {
        write(EMPTIED);
    }
}

/// A terminal that has gone has nobody to tell.
fn write(text: &str) {
    let mut terminal = stderr().lock();
    let _ = terminal.write_all(text.as_bytes()).and_then(|()| terminal.flush());
}

fn line(tally: &Tally, waiting: &[(String, usize)]) -> String {
    let (made, all) = (tally.runs.len(), tally.runs.len() + tally.due);
    let left = tally.time_left().map_or_else(String::new, |left| format!(", about {} left", rounded(left)));
    let waiting = waiting.iter().map(|(service, requests)| format!(", {requests} wait for {service}"));
    format!("{made} of {all} runs{left}{}", waiting.collect::<String>())
}

fn rounded(time: Duration) -> String {
    match time.as_secs() {
        seconds @ ..90 => format!("{seconds} s"),
        seconds @ 90..5_400 => format!("{} min", (seconds + 30) / 60),
        seconds => format!("{} h", (seconds + 1_800) / 3_600),
    }
}

#[cfg(test)]
mod tests {
    use super::{line, rounded};
    use std::time::Duration;
    use workbench::cases::Tally;

    #[test]
    fn a_set_that_begins_says_how_much_there_is() {
        let mut tally = Tally::default();
        tally.due = 12;
        assert_eq!(line(&tally, &[]), "0 of 12 runs");
        let waiting = [("OpenAI".to_owned(), 3)];
        assert_eq!(line(&tally, &waiting), "0 of 12 runs, 3 wait for OpenAI");
    }

    #[test]
    fn a_time_is_as_exact_as_an_estimate_can_be() {
        let written = [5, 89, 100, 5_399, 7_000].map(|seconds| rounded(Duration::from_secs(seconds)));
        assert_eq!(written, ["5 s", "89 s", "2 min", "90 min", "2 h"]);
    }
}
