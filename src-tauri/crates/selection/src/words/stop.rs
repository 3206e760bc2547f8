//! Words that say nothing about a topic: the small words of English, and those in which people ask for things.

use std::sync::LazyLock;

/// Sorted for binary search.
pub static STOP_WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("stop.txt").lines().collect());

pub(super) fn is_stop_word(word: &str) -> bool {
    let is_in = |word: &str| STOP_WORDS.binary_search(&word).is_ok();
    if word.chars().any(char::is_uppercase) { is_in(&word.to_lowercase()) } else { is_in(word) }
}

/// Texts with fewer words may be in any language.
const FEW_WORDS: usize = 4;
/// English has at least one stop word in this many words.
const STOP_WORD_IN: usize = 6;

/// Whether a text may be English, judged by its stop words.
pub(crate) fn is_english(text: &str) -> bool {
    let letters = text.chars().filter(|letter| letter.is_alphabetic());
    let (latin, others) = letters.partition::<Vec<_>, _>(char::is_ascii);
    let words = || text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let small = words().filter(|word| is_stop_word(word)).count();
    latin.len() > others.len() && (words().count() < FEW_WORDS || small * STOP_WORD_IN >= words().count())
}

#[cfg(test)]
mod tests {
    use super::{STOP_WORDS, is_english, is_stop_word};

    #[test]
    fn other_languages_are_known_by_their_small_words_and_letters() {
        for text in [
            "Send the report to Ann and tell her about the delay",
            "Route from Zürich to Genève, please",
            "forecast Bergen",
            "",
        ] {
            assert_eq!(is_english(text), !text.is_empty(), "{text}");
        }
        for text in [
            "Schick den Bericht bitte heute noch an Frau Berger",
            "Envía el informe a la oficina de Madrid mañana",
            "Envoyez le rapport à la direction ce soir",
            "把报告发给王经理",
            "Отправь отчёт директору",
        ] {
            assert!(!is_english(text), "{text}");
        }
    }

    #[test]
    fn the_words_are_sorted_and_each_is_there_once() {
        assert!(STOP_WORDS.is_sorted_by(|one, next| one < next));
    }

    #[test]
    fn capitals_make_no_difference() {
        assert!(is_stop_word("Please") && is_stop_word("i") && !is_stop_word("weather"));
    }
}
