//! Splits texts into words.
//!
//! Case and accents don't count. An identifier is found by its parts and as a whole: `getForecast` and `get_forecast`
//! both yield the words get, forecast and getforecast. Scripts without spaces are split into letters, so that any part
//! of them can be found.

use std::collections::BTreeSet;
use tantivy::tokenizer::{AsciiFoldingFilter, RemoveLongFilter, TextAnalyzer, Token, TokenStream, Tokenizer};

/// The name of the analyzer in an index.
pub(crate) const ANALYZER: &str = "words";

/// Longer words, in letters, are ignored: they are mostly encoded bytes.
const LONGEST: usize = 120;

pub(crate) fn analyzer() -> TextAnalyzer {
    TextAnalyzer::builder(Identifiers)
        .filter(AsciiFoldingFilter)
        .filter(RemoveLongFilter::limit(LONGEST))
        .build()
}

/// The number of first letters indexed by themselves. Few words share more.
pub(crate) const FIRST_LETTERS: usize = 3;

/// A word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Its place among the words. A whole identifier shares the place of its first part.
    pub(crate) position: usize,
}

/// All words of a text, in order.
pub(crate) fn words(text: &str) -> Vec<Word> {
    let mut analyzer = analyzer();
    let mut stream = analyzer.token_stream(text);
    let mut words = Vec::new();
    while let Some(token) = stream.next() {
        words.push(Word {
            text: token.text.clone(),
            start: token.offset_from,
            end: token.offset_to,
            position: token.position,
        });
    }
    words
}

/// The first letter, and the first letters, of every word of some texts.
pub(crate) fn beginnings<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    let words = texts.flat_map(words);
    let begun = words.flat_map(|word| {
        let ends = word.text.char_indices().map(|(at, letter)| at + letter.len_utf8()).take(FIRST_LETTERS);
        ends.filter_map(|end| word.text.get(..end).map(str::to_owned)).collect::<Vec<_>>()
    });
    begun.collect()
}

/// Whether longer words may begin with this one. In scripts without spaces each letter is a word.
pub(crate) fn may_go_on(word: &str) -> bool {
    !word.chars().all(is_written_without_spaces)
}

/// Folds case for comparison.
pub(crate) fn fold(text: &str) -> String {
    let mut analyzer = TextAnalyzer::builder(Whole).filter(AsciiFoldingFilter).build();
    let mut stream = analyzer.token_stream(text);
    stream.next().map(|token| token.text.clone()).unwrap_or_default()
}

/// Splits a text into words.
#[derive(Clone, Default)]
struct Identifiers;

impl Tokenizer for Identifiers {
    type TokenStream<'a> = Tokens;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Tokens {
        Tokens { tokens: split(text), next: 0 }
    }
}

/// Takes a text as one word.
#[derive(Clone, Default)]
struct Whole;

impl Tokenizer for Whole {
    type TokenStream<'a> = Tokens;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Tokens {
        let token = Token { text: text.to_lowercase(), offset_to: text.len(), ..Token::default() };
        Tokens { tokens: vec![token], next: 0 }
    }
}

struct Tokens {
    tokens: Vec<Token>,
    next: usize,
}

impl TokenStream for Tokens {
    fn advance(&mut self) -> bool {
        self.next += 1;
        self.next <= self.tokens.len()
    }

    fn token(&self) -> &Token {
        &self.tokens[self.next - 1]
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.tokens[self.next - 1]
    }
}

fn split(text: &str) -> Vec<Token> {
    let mut splitting = Splitting::default();
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        splitting.take(at, letter, letters.peek().map(|(_, next)| *next));
    }
    splitting.end_identifier();
    splitting.tokens
}

/// A text being split.
#[derive(Default)]
struct Splitting {
    tokens: Vec<Token>,
    position: usize,
    /// The parts of the current identifier.
    parts: Vec<Token>,
    part: Token,
    before: Option<char>,
}

impl Splitting {
    fn take(&mut self, at: usize, letter: char, next: Option<char>) {
        if is_mark(letter) {
            // A combining accent belongs to the letter before it.
            self.part.offset_to = if self.part.text.is_empty() { 0 } else { at + letter.len_utf8() };
            return;
        }
        if is_written_without_spaces(letter) {
            self.end_identifier();
            self.add(at, letter);
            self.end_identifier();
        } else if letter.is_alphanumeric() {
            if self.before.is_some_and(|before| is_seam(before, letter, next)) {
                self.end_part();
            }
            self.add(at, letter);
            self.before = Some(letter);
        } else if letter == '_' {
            self.end_part();
            self.before = None;
        } else {
            self.end_identifier();
        }
    }

    fn add(&mut self, at: usize, letter: char) {
        if self.part.text.is_empty() {
            self.part.offset_from = at;
        }
        self.part.text.extend(letter.to_lowercase().filter(|letter| !is_mark(*letter)));
        self.part.offset_to = at + letter.len_utf8();
    }

    fn end_part(&mut self) {
        if !self.part.text.is_empty() {
            self.parts.push(std::mem::take(&mut self.part));
        }
    }

    fn end_identifier(&mut self) {
        self.end_part();
        self.before = None;
        if let [first, .., last] = self.parts.as_slice() {
            let text = self.parts.iter().map(|part| part.text.as_str()).collect();
            let (offset_from, offset_to) = (first.offset_from, last.offset_to);
            self.tokens.push(Token {
                text,
                offset_from,
                offset_to,
                position: self.position,
                position_length: 1,
            });
        }
        for mut part in self.parts.drain(..) {
            part.position = self.position;
            self.position += 1;
            self.tokens.push(part);
        }
    }
}

/// Whether a letter begins a new part of an identifier: `get|Forecast`, `parse|JSON|Body`.
fn is_seam(before: char, letter: char, next: Option<char>) -> bool {
    let ends_capitals = before.is_uppercase() && next.is_some_and(char::is_lowercase);
    letter.is_uppercase() && (before.is_lowercase() || before.is_ascii_digit() || ends_capitals)
}

fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36F}')
}

fn is_written_without_spaces(letter: char) -> bool {
    matches!(letter,
        '\u{0E00}'..='\u{0EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}'
        | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
        && letter.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::{beginnings, fold, words};
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, usize)]) {
        let found: Vec<_> = words(text).into_iter().map(|word| (word.text, word.position)).collect();
        let found: Vec<_> = found.iter().map(|(text, position)| (text.as_str(), *position)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn identifiers_are_found_by_their_parts_and_as_a_whole() {
        check("getForecast", &[("getforecast", 0), ("get", 0), ("forecast", 1)]);
        check("get_forecast(city)", &[("getforecast", 0), ("get", 0), ("forecast", 1), ("city", 2)]);
        check("parseJSONBody", &[("parsejsonbody", 0), ("parse", 0), ("json", 1), ("body", 2)]);
        check("weather-get", &[("weather", 0), ("get", 1)]);
        check("HTTP v2 __init__", &[("http", 0), ("v2", 1), ("init", 2)]);
    }

    #[test]
    fn words_begin_with_their_first_letters_and_short_ones_are_their_own_beginning() {
        let found = beginnings(["getForecast a", "Übung 天"].into_iter());
        assert_eq!(
            found.iter().map(String::as_str).collect::<Vec<_>>(),
            ["a", "f", "fo", "for", "g", "ge", "get", "u", "ub", "ubu", "天"]
        );
    }

    #[test]
    fn case_and_accents_do_not_count() {
        check("Århus CAFÉ cafe\u{301}s", &[("arhus", 0), ("cafe", 1), ("cafes", 2)]);
        check("Straße", &[("strasse", 0)]);
        assert_eq!(fold("Wétter"), "wetter");
    }

    #[test]
    fn scripts_without_spaces_are_taken_letter_by_letter() {
        check("天气 ok", &[("天", 0), ("气", 1), ("ok", 2)]);
    }

    #[test]
    fn encoded_bytes_are_no_words() {
        check(&format!("a {} b", "x9".repeat(100)), &[("a", 0), ("b", 2)]);
    }

    proptest! {
        #[test]
        fn words_lie_in_the_text_and_in_order(text in "\\PC{0,80}") {
            let mut last = 0;
            for word in words(&text) {
                prop_assert!(text.get(word.start..word.end).is_some_and(|written| !written.is_empty()));
                prop_assert!(word.position >= last);
                last = word.position;
            }
        }
    }
}
