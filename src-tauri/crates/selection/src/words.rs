//! What counts as a word: identifiers are taken apart, endings and stop words left out.

use tantivy::tokenizer::{
    Language, LowerCaser, SimpleTokenizer, Stemmer, StopWordFilter, TextAnalyzer, TokenStream,
};

/// The name under which the analyzer is known to an index.
pub(crate) const ANALYZER: &str = "words";

pub(crate) fn analyzer() -> TextAnalyzer {
    let stemmed = TextAnalyzer::builder(SimpleTokenizer::default())
        .filter(LowerCaser)
        .filter_dynamic(stop_words())
        .filter_dynamic(Stemmer::new(Language::English));
    stemmed.build()
}

fn stop_words() -> StopWordFilter {
    // Words of requests rather than of topics.
    let requests =
        ["please", "want", "need", "tell", "show", "give", "would", "could", "should", "can", "what", "how"];
    let common = [
        "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "from", "i", "if", "in", "into", "is",
        "it", "me", "my", "no", "not", "of", "on", "or", "so", "that", "the", "their", "then", "there",
        "these", "they", "this", "to", "was", "we", "will", "with", "you", "your", "do", "does",
    ];
    StopWordFilter::remove(requests.into_iter().chain(common).map(str::to_owned))
}

/// Sets the parts of identifiers apart: `getForecast`, `get_forecast` and `get.forecast` all become two words.
pub(crate) fn spread(text: &str) -> String {
    let mut spread = String::with_capacity(text.len() + 8);
    let mut before = ' ';
    for letter in text.chars() {
        if letter.is_uppercase() && (before.is_lowercase() || before.is_ascii_digit()) {
            spread.push(' ');
        }
        spread.push(if letter.is_alphanumeric() { letter } else { ' ' });
        before = letter;
    }
    spread
}

/// A word as an index knows it, and as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) stem: String,
    pub(crate) written: String,
}

/// The distinct words of a text, in the order they appear.
pub(crate) fn words(analyzer: &mut TextAnalyzer, text: &str) -> Vec<Word> {
    let spread = spread(text);
    let mut stream = analyzer.token_stream(&spread);
    let mut words: Vec<Word> = Vec::new();
    while let Some(token) = stream.next() {
        if words.iter().all(|word| word.stem != token.text) {
            let written = spread.get(token.offset_from..token.offset_to).unwrap_or(&token.text);
            words.push(Word { stem: token.text.clone(), written: written.to_lowercase() });
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{analyzer, words};

    fn stems(text: &str) -> Vec<String> {
        words(&mut analyzer(), text).into_iter().map(|word| word.stem).collect()
    }

    #[test]
    fn identifiers_are_taken_apart_and_endings_left_out() {
        let check = |text: &str, expected: &[&str]| assert_eq!(stems(text), expected);
        check("getForecast", &["get", "forecast"]);
        check("weather.get_forecasts", &["weather", "get", "forecast"]);
        check("What is the weather in Boston?", &["weather", "boston"]);
        check("", &[]);
    }

    #[test]
    fn a_word_is_shown_as_it_was_written() {
        let written: Vec<_> =
            words(&mut analyzer(), "Cities, city").into_iter().map(|word| word.written).collect();
        assert_eq!(written, ["cities"]);
    }
}
