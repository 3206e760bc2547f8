//! Separates thoughts that a model writes into its text and no server extracts.

use crate::models::ReasoningBack;
use content::JsonObject;
use std::borrow::Cow;

/// Marks a thought that arrived in the text.
pub(super) const TAGGED: &str = "tagged";

const OPEN: &str = "<think>";
const CLOSE: &str = "</think>";

/// A part of a raw text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Written<'a> {
    Thought(String),
    Words(Cow<'a, str>),
}

/// Separates the thought at the beginning of a text from the rest, wherever the text is cut.
#[derive(Debug, Default)]
pub(super) struct Tagged {
    stage: Stage,
    /// A possible part of a mark, or whitespace beside one.
    held: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// Only whitespace so far.
    #[default]
    Begin,
    /// In a thought of which nothing was emitted.
    Opened,
    Thinking,
    /// Between a thought and the text.
    Closed,
    Speaking,
}

impl Tagged {
    /// Whether everything that follows is text.
    pub(super) fn is_through(&self) -> bool {
        self.stage == Stage::Speaking
    }

    pub(super) fn read<'a>(&mut self, piece: &'a str) -> Vec<Written<'a>> {
        if self.stage == Stage::Speaking {
            return vec![Written::Words(Cow::Borrowed(piece))];
        }
        self.held.push_str(piece);
        let mut written = Vec::new();
        while let Some(part) = self.next() {
            written.extend(part);
        }
        written
    }

    /// The text held back, once something else follows.
    pub(super) fn rest(&mut self) -> Option<Written<'static>> {
        let held = std::mem::take(&mut self.held);
        let is_thought = matches!(self.stage, Stage::Opened | Stage::Thinking);
        let is_dropped = held.is_empty() || (held.trim().is_empty() && self.stage != Stage::Begin);
        self.stage = Stage::Speaking;
        match (is_dropped, is_thought) {
            (true, _) => None,
            (false, true) => Some(Written::Thought(held)),
            (false, false) => Some(Written::Words(Cow::Owned(held))),
        }
    }

    /// One step. `None` if more text is needed; a step may emit nothing.
    fn next(&mut self) -> Option<Option<Written<'static>>> {
        match self.stage {
            Stage::Begin => {
                let said = self.held.trim_start();
                if let Some(behind) = said.strip_prefix(OPEN) {
                    self.held = behind.to_owned();
                    self.stage = Stage::Opened;
                    return Some(None);
                }
                if OPEN.starts_with(said) {
                    return None;
                }
                self.stage = Stage::Speaking;
                Some(self.take_words())
            }
            Stage::Opened | Stage::Thinking => self.think(),
            Stage::Closed => {
                self.held = self.held.trim_start().to_owned();
                if self.held.is_empty() {
                    return None;
                }
                self.stage = Stage::Speaking;
                Some(self.take_words())
            }
            Stage::Speaking => None,
        }
    }

    fn take_words(&mut self) -> Option<Written<'static>> {
        Some(Written::Words(Cow::Owned(std::mem::take(&mut self.held))))
    }

    fn think(&mut self) -> Option<Option<Written<'static>>> {
        if self.stage == Stage::Opened {
            self.held = self.held.trim_start().to_owned();
        }
        if let Some((thought, behind)) = self.held.split_once(CLOSE) {
            let thought = thought.trim_end().to_owned();
            self.held = behind.to_owned();
            self.stage = Stage::Closed;
            return Some((!thought.is_empty()).then_some(Written::Thought(thought)));
        }
        let end = self.held.len() - begun_mark(&self.held);
        let end = self.held.get(..end).unwrap_or_default().trim_end().len();
        if end == 0 {
            return None;
        }
        let behind = self.held.split_off(end);
        self.stage = Stage::Thinking;
        Some(Some(Written::Thought(std::mem::replace(&mut self.held, behind))))
    }
}

/// The number of bytes at the end of a text that may begin the closing mark.
fn begun_mark(text: &str) -> usize {
    (1..CLOSE.len()).rev().find(|&length| text.ends_with(&CLOSE[..length])).unwrap_or(0)
}

/// Whether a thought arrived in the text, and its model wants it back there.
pub(super) fn goes_back(back: ReasoningBack, state: &JsonObject) -> bool {
    back == ReasoningBack::InText && state.contains_key(TAGGED)
}

/// A thought with its marks.
pub(super) fn in_text(thought: &str) -> String {
    format!("{OPEN}\n{thought}\n{CLOSE}\n\n")
}

#[cfg(test)]
mod tests {
    use super::{Tagged, Written};

    /// Checks the thought and the rest of a text, cut at every place and into single characters.
    #[track_caller]
    fn check(text: &str, thought: &str, words: &str) {
        let letters: Vec<_> =
            text.char_indices().map(|(at, letter)| &text[at..at + letter.len_utf8()]).collect();
        let mut cuts = vec![letters, vec![text]];
        cuts.extend(text.char_indices().map(|(at, _)| vec![&text[..at], &text[at..]]));
        for pieces in cuts {
            let mut tagged = Tagged::default();
            let (mut thoughts, mut said) = (String::new(), String::new());
            let mut hear = |written: Written<'_>| match written {
                Written::Thought(text) => thoughts.push_str(&text),
                Written::Words(text) => said.push_str(&text),
            };
            pieces.iter().flat_map(|piece| tagged.read(piece)).for_each(&mut hear);
            tagged.rest().into_iter().for_each(&mut hear);
            assert_eq!((thoughts.as_str(), said.as_str()), (thought, words), "{pieces:?}");
        }
    }

    #[test]
    fn a_thought_between_marks_at_the_beginning_is_a_thought_wherever_the_text_is_cut() {
        check("<think>\nHm, a < b.\n\nSo…\n</think>\n\nIt is Oslo.", "Hm, a < b.\n\nSo…", "It is Oslo.");
        check("\n<think></think>Yes", "", "Yes");
        check("<think>\n\n</think>\n\n", "", "");
        check("<think>It never ends </thin", "It never ends </thin", "");
    }

    #[test]
    fn everything_else_is_words() {
        for words in ["Oslo.", " <b>bold</b>", "<thing>", "<thin", "See <think>this</think>", "", " \n"] {
            check(words, "", words);
        }
    }
}
