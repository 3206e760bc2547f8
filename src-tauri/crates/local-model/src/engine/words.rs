//! Holds an answer to words: it says something, neither begins as a call nor has a mark of one.

use super::watch::Watch;

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
}

impl Words {
    pub(super) fn new(marks: &[String], is_thinking: bool) -> Self {
        let begins = marks.iter().map(|mark| (mark.clone(), Vec::new())).collect();
        let opening = if is_thinking { THOUGHT[0].to_owned() } else { String::new() };
        Self { marks: Watch::new(begins, is_thinking), opening: Some(opening) }
    }

    /// Whether this must not come next.
    pub(super) fn refuses(&self, text: &str) -> bool {
        let begins_call = |opening: &String| before_word(&format!("{opening}{text}")).0.contains(OPENINGS);
        self.opening.as_ref().is_some_and(begins_call) || self.marks.clone().push(text).is_some()
    }

    pub(super) fn push(&mut self, text: &str) {
        self.marks.push(text);
        if let Some(opening) = &mut self.opening {
            opening.push_str(text);
            if before_word(opening).1 {
                self.opening = None;
            }
        }
    }

    /// Whether nothing is said yet.
    pub(super) fn is_empty(&self) -> bool {
        self.opening.is_some()
    }
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
        let mut words = Words::new(&["<tool_call>".to_owned()], is_thinking);
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
