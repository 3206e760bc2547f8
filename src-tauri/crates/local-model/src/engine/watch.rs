//! Waits for the words that begin a call.

/// A thought says nothing to anyone, so no call begins in it.
const THOUGHT: [&str; 2] = ["<think>", "</think>"];

/// As many blanks as an object may have between the parts of its beginning.
const BLANKS: usize = 64;

/// Words, and what has to follow them before they count: one of several, or anything.
pub(super) type Begins = Vec<(String, Vec<String>)>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Watch {
    begins: Begins,
    is_thinking: bool,
    /// What may still become one of the words.
    tail: String,
}

/// Which of the words was written, and what is written behind it already.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Met {
    pub(super) index: usize,
    pub(super) rest: String,
}

impl Watch {
    pub(super) fn new(begins: Begins, is_thinking: bool) -> Self {
        Self { begins, is_thinking, tail: String::new() }
    }

    pub(super) fn push(&mut self, text: &str) -> Option<Met> {
        self.tail.push_str(text);
        loop {
            let mark = if self.is_thinking { THOUGHT[1] } else { THOUGHT[0] };
            let thought = self.tail.find(mark);
            let met = if self.is_thinking { None } else { self.met() };
            match (thought, met) {
                (Some(place), met) if met.is_none_or(|(begin, ..)| place < begin) => {
                    self.tail.drain(..place + mark.len());
                    self.is_thinking = !self.is_thinking;
                }
                (_, Some((_, index, end))) => {
                    let rest = self.tail.split_off(end);
                    self.tail.clear();
                    return Some(Met { index, rest });
                }
                (_, None) => break,
            }
        }
        let longest = self.longest();
        let from = self.tail.char_indices().map(|(place, _)| place);
        let from = from.take_while(|place| self.tail.len() - place > longest).count();
        self.tail = self.tail.chars().skip(from).collect();
        None
    }

    /// The first of the words: where it begins, which it is, and where it ends.
    fn met(&self) -> Option<(usize, usize, usize)> {
        let places = self.begins.iter().enumerate().flat_map(|(index, (word, with))| {
            let counts = move |rest: &str| with.is_empty() || with.iter().any(|with| rest.starts_with(with));
            let places = self.tail.match_indices(word.get(..1).unwrap_or_default());
            let whole =
                move |(place, _)| Some((place, index, place + length(self.tail.get(place..)?, word)?));
            places.filter_map(whole).filter(move |(.., end)| self.tail.get(*end..).is_some_and(counts))
        });
        places.min()
    }

    fn longest(&self) -> usize {
        let of = |(word, with): &(String, Vec<String>)| {
            word.len() + with.iter().map(String::len).max().unwrap_or(0)
        };
        BLANKS + self.begins.iter().map(of).chain(THOUGHT.map(str::len)).max().unwrap_or(0)
    }
}

/// How much of a text is the word it begins with. An object may have blanks where JSON has them, and lines of its own for
/// its fields.
fn length(text: &str, word: &str) -> Option<usize> {
    if !word.starts_with('{') {
        return text.starts_with(word).then_some(word.len());
    }
    let mut rest = text;
    for letter in word.chars().filter(|letter| !letter.is_whitespace()) {
        if !letter.is_alphanumeric() {
            rest = rest.trim_start();
        }
        rest = rest.strip_prefix(letter)?;
    }
    Some(text.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use super::{Met, Watch};

    const OBJECT: &str = "{\"name\": \"";

    fn watch(is_thinking: bool) -> Watch {
        let with = ["weather\",", "time-now\","].map(str::to_owned).to_vec();
        Watch::new(vec![("<tool_call>".to_owned(), Vec::new()), (OBJECT.to_owned(), with)], is_thinking)
    }

    #[track_caller]
    fn check(is_thinking: bool, text: &str, expected: Option<(usize, &str)>) {
        let expected = expected.map(|(index, rest)| Met { index, rest: rest.to_owned() });
        assert_eq!(watch(is_thinking).push(text), expected, "whole");
        let mut by_letter = watch(is_thinking);
        let first = text.chars().find_map(|letter| by_letter.push(&letter.to_string()));
        assert_eq!(first.map(|met| met.index), expected.map(|met| met.index), "letter by letter");
    }

    #[test]
    fn an_object_begins_a_call_only_if_it_names_a_function() {
        check(false, "Sure: {\"name\": \"Anna\", \"age\": 5}", None);
        check(false, "{\"name\": \"weather\"}", None);
        check(false, "Sure: {\"name\": \"time-now\", \"a", Some((1, "time-now\", \"a")));
        check(false, "{\"name\": \"Anna\"} {\"name\": \"weather\", ", Some((1, "weather\", ")));
        check(false, "```json\n{\n  \"name\": \"weather\",\n  ", Some((1, "weather\",\n  ")));
        check(false, "{\"name\":\"weather\",\"a", Some((1, "weather\",\"a")));
        check(false, "{\"na me\": \"weather\", ", None);
        check(false, "I call <tool_call>\n", Some((0, "\n")));
    }

    #[test]
    fn nothing_begins_inside_of_a_thought() {
        let call = "{\"name\": \"weather\", ";
        check(false, &format!("<think>a <tool_call>{call}"), None);
        check(true, &format!("a {call}"), None);
        check(true, &format!("a {call}</think>{call}"), Some((1, "weather\", ")));
        check(false, &format!("<tool_call><think>{call}"), Some((0, "<think>{\"name\": \"weather\", ")));
    }

    #[test]
    fn no_more_is_kept_than_may_become_a_word() {
        let mut watch = watch(false);
        for _ in 0..100 {
            assert_eq!(watch.push("äöü and so on, "), None);
        }
        assert!(watch.tail.len() <= watch.longest(), "{}", watch.tail);
    }
}
