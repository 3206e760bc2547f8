//! Splits texts into words: identifiers are taken apart, endings and stop words removed.

mod stop;

use std::collections::HashSet;
pub use stop::STOP_WORDS;
pub(crate) use stop::is_english;
use stop::is_stop_word;
use tantivy::tokenizer::{Language, LowerCaser, SimpleTokenizer, Stemmer, TextAnalyzer, TokenStream};

/// Finds the words of texts. Creating it costs more than using it.
#[derive(Clone)]
pub(crate) struct Words(TextAnalyzer);

impl Default for Words {
    fn default() -> Self {
        let plain = TextAnalyzer::builder(SimpleTokenizer::default()).filter(LowerCaser);
        Self(plain.filter_dynamic(Stemmer::new(Language::English)).build())
    }
}

/// A word as the index knows it, and as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) stem: String,
    pub(crate) written: String,
}

impl Words {
    /// The stems of a text in order of appearance, with repetitions.
    pub(crate) fn each(&mut self, text: &str, mut take: impl FnMut(&str)) {
        self.each_written(text, |stem, _| take(stem));
    }

    /// The distinct words of a text, in order of appearance.
    pub(crate) fn distinct(&mut self, text: &str) -> Vec<Word> {
        let (mut words, mut known) = (Vec::new(), HashSet::new());
        self.each_written(text, |stem, written| {
            if !known.contains(stem) {
                known.insert(stem.to_owned());
                words.push(Word { stem: stem.to_owned(), written: written.to_lowercase() });
            }
        });
        words
    }

    pub(crate) fn count(&mut self, text: &str) -> usize {
        let mut count = 0;
        self.each(text, |_| count += 1);
        count
    }

    fn each_written(&mut self, text: &str, mut take: impl FnMut(&str, &str)) {
        let spread = spread(text);
        let mut stream = self.0.token_stream(&spread);
        while stream.advance() {
            let token = stream.token();
            let written = spread.get(token.offset_from..token.offset_to).unwrap_or(&token.text);
            // Stop words are looked up in their written form: stemming would make `this` a word of its own.
            if !is_stop_word(written) {
                take(&token.text, written);
            }
        }
    }
}

/// Separates the parts of identifiers: `getHTTPForecast2`, `get_http_forecast_2` and `get.http.forecast.2` are the same
/// four words.
pub(crate) fn spread(text: &str) -> String {
    let mut spread = String::with_capacity(text.len() + 8);
    let mut letters = text.chars().peekable();
    let mut before = ' ';
    while let Some(letter) = letters.next() {
        let begins_a_word = letter.is_uppercase()
            && (before.is_lowercase()
                || before.is_ascii_digit()
                || (before.is_uppercase() && letters.peek().is_some_and(|next| next.is_lowercase())));
        let begins_a_number = letter.is_ascii_digit() && before.is_alphabetic();
        if begins_a_word || begins_a_number {
            spread.push(' ');
        }
        spread.push(if letter.is_alphanumeric() { letter } else { ' ' });
        before = letter;
    }
    spread
}

#[cfg(test)]
mod tests {
    use super::{Words, spread};

    fn stems(text: &str) -> Vec<String> {
        Words::default().distinct(text).into_iter().map(|word| word.stem).collect()
    }

    #[test]
    fn identifiers_are_taken_apart_and_endings_left_out() {
        let check = |text: &str, expected: &[&str]| assert_eq!(stems(text), expected);
        check("sendForecast", &["send", "forecast"]);
        check("weather.read_forecasts", &["weather", "read", "forecast"]);
        check("parseHTTPHeader", &["pars", "http", "header"]);
        check("base64Decode", &["base", "64", "decod"]);
        check("What is the weather in Boston?", &["weather", "boston"]);
        check("I'd like you to please show me this", &[]);
        check("", &[]);
    }

    #[test]
    fn a_word_is_shown_as_it_was_written() {
        let written: Vec<_> =
            Words::default().distinct("Cities, city").into_iter().map(|word| word.written).collect();
        assert_eq!(written, ["cities"]);
    }

    #[test]
    fn what_stands_between_words_becomes_one_space_each() {
        assert_eq!(spread("config.toml"), "config toml");
    }
}
