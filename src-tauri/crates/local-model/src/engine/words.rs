//! Holds an answer to words: it says something, neither begins as a call nor has a mark of one.

use super::restating::Restating;
use super::watch::Watch;
use crate::notation::CALL_MARKS;

/// A thought may come before the first word.
const THOUGHT: [&str; 2] = ["<think>", "</think>"];
/// What calls begin with that have no mark: an object, a list, a fence.
const OPENINGS: [char; 3] = ['{', '[', '`'];

/// What was written so far, as far as it matters.
#[derive(Clone, Debug)]
pub(super) struct Words {
    marks: Watch,
    /// Nothing, once there is a first word.
    opening: Option<String>,
    /// Where the answer restates results.
    restating: Option<Restating>,
}

impl Words {
    pub(super) fn new(marks: &[String], is_thinking: bool, restating: Option<Restating>) -> Self {
        let begins = marks.iter().map(|mark| (mark.clone(), Vec::new())).collect();
        let opening = if is_thinking { THOUGHT[0].to_owned() } else { String::new() };
        Self { marks: Watch::new(begins, is_thinking), opening: Some(opening), restating }
    }

    /// Whether this must not come next.
    pub(super) fn refuses(&self, text: &str) -> bool {
        let begins_call = |opening: &String| before_word(&format!("{opening}{text}")).0.contains(OPENINGS);
        self.opening.as_ref().is_some_and(begins_call)
            || self.marks.clone().push(text).is_some()
            || !self.is_thought() && self.restating.as_ref().is_some_and(|restating| restating.refuses(text))
    }

    pub(super) fn push(&mut self, text: &str) {
        self.marks.push(text);
        if !self.is_thought()
            && let Some(restating) = &mut self.restating
        {
            restating.push(text);
        }
        if let Some(opening) = &mut self.opening {
            opening.push_str(text);
            if before_word(opening).1 {
                self.opening = None;
            }
        }
    }

    /// Whether the answer may not end yet: nothing is said, or not all that has to be.
    pub(super) fn keeps_from_ending(&mut self) -> bool {
        self.opening.is_some() || self.restating.as_mut().is_some_and(Restating::keeps_from_ending)
    }

    /// Whether what is written belongs to a thought, which may contain anything.
    fn is_thought(&self) -> bool {
        let is_open = |opening: &String| opening.starts_with(THOUGHT[0]) && !opening.contains(THOUGHT[1]);
        self.opening.as_ref().is_some_and(is_open)
    }
}

/// Whether an answer that begins with this begins a call.
pub(super) fn begins_call(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with(OPENINGS) || CALL_MARKS.iter().any(|mark| text.starts_with(mark))
}

/// What stands before the first word of an answer, thoughts left out, and whether there is a word yet.
fn before_word(text: &str) -> (&str, bool) {
    let mut rest = text.trim_start();
    while let Some(thought) = rest.strip_prefix(THOUGHT[0]) {
        let Some((_, behind)) = thought.split_once(THOUGHT[1]) else { return ("", false) };
        rest = behind.trim_start();
    }
    if THOUGHT[0].starts_with(rest) {
        return ("", false);
    }
    let word = rest.find(char::is_alphanumeric);
    (rest.get(..word.unwrap_or(rest.len())).unwrap_or_default(), word.is_some())
}

#[cfg(test)]
mod tests {
    use super::Words;

    /// Writes pieces and leaves out what is refused.
    fn written(is_thinking: bool, pieces: &[&str]) -> String {
        let mut words = Words::new(&["<tool_call>".to_owned()], is_thinking, None);
        let mut written = String::new();
        for piece in pieces {
            if !words.refuses(piece) {
                words.push(piece);
                written += piece;
            }
        }
        written
    }

    #[test]
    fn an_answer_begins_with_a_word_and_has_no_mark_of_a_call() {
        assert_eq!(
            written(false, &["```", "{\"", "\n", " [", "Rain", ": {\"", "mm\": 1}"]),
            "\nRain: {\"mm\": 1}"
        );
        assert_eq!(
            written(false, &["<tool_call>", "It", " is <tool", "_call", ">", " wet"]),
            "It is <tool_call wet"
        );
        assert_eq!(written(false, &["<", "b>", "{"]), "<b>{");
        assert_eq!(written(false, &[">", "{\"", " **", "[", "Rain"]), "> **Rain");
    }

    #[test]
    fn a_thought_before_it_may_hold_anything() {
        assert_eq!(
            written(false, &["<th", "ink>", "{<tool_call>", "</think>", "\n{", "It rains"]),
            "<think>{<tool_call></think>It rains"
        );
        assert_eq!(written(true, &["[", "</think>", "[", "No."]), "[</think>No.");
    }
}
