//! What a server says beside its answers, kept for the person.

use content::Timestamp;
use limits::{MCP_LINE, MCP_LINES};
use notices::Notice;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use ts_rs::TS;

/// Lines kept of each server.
const MAX_LINES: usize = MCP_LINES.size();
/// A longer line is cut.
const MAX_LINE_LETTERS: usize = MCP_LINE.size();

/// One line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SourceLine {
    pub at: Timestamp,
    pub from: LineFrom,
    pub text: String,
}

/// Who wrote a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum LineFrom {
    /// The server, to its standard error.
    Errors,
    /// The server, as a message of its log.
    Log { level: String },
    /// This application, about the server. The text of the line is its English.
    Application { note: Notice },
}

#[derive(Default)]
pub(super) struct Lines(VecDeque<SourceLine>);

impl Lines {
    pub(super) fn add(&mut self, at: Timestamp, from: LineFrom, text: &str) {
        if self.0.len() == MAX_LINES {
            self.0.pop_front();
        }
        let mut kept: String = text.chars().take(MAX_LINE_LETTERS).collect();
        if kept.len() < text.len() {
            kept.push('…');
        }
        self.0.push_back(SourceLine { at, from, text: kept });
    }

    pub(super) fn all(&self) -> Vec<SourceLine> {
        self.0.iter().cloned().collect()
    }

    /// The last thing the server itself wrote, which is most often why it died.
    pub(super) fn last_words(&self) -> Option<&str> {
        let own =
            self.0.iter().rev().find(|line| line.from == LineFrom::Errors && !line.text.trim().is_empty());
        own.map(|line| line.text.trim())
    }
}

#[cfg(test)]
mod tests {
    use super::{LineFrom, Lines, MAX_LINE_LETTERS, MAX_LINES};
    use content::Timestamp;

    #[test]
    fn old_lines_make_room_and_long_ones_are_cut() {
        let mut lines = Lines::default();
        for number in 0..MAX_LINES + 3 {
            lines.add(Timestamp(0), LineFrom::Errors, &number.to_string());
        }
        lines.add(Timestamp(0), LineFrom::Errors, &"x".repeat(MAX_LINE_LETTERS + 1));
        let all = lines.all();
        assert_eq!((all.len(), all[0].text.as_str()), (MAX_LINES, "4"));
        assert_eq!(all[MAX_LINES - 1].text.chars().count(), MAX_LINE_LETTERS + 1);
        assert_eq!(lines.last_words(), Some(all[MAX_LINES - 1].text.as_str()));
    }
}
