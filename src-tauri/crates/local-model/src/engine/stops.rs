//! Where a person wants the model to stop. The words themselves are not part of the answer.

/// What a text comes to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Checked {
    /// What is certainly before any stop.
    GoesOn(String),
    /// What was before the stop.
    Stops(String),
}

#[derive(Debug, Default)]
pub(super) struct Stops {
    words: Vec<String>,
    /// What may be the beginning of a stop.
    held: String,
}

impl Stops {
    pub(super) fn new(words: &[String]) -> Self {
        let words = words.iter().filter(|word| !word.is_empty()).cloned().collect();
        Self { words, held: String::new() }
    }

    pub(super) fn push(&mut self, text: &str) -> Checked {
        self.held.push_str(text);
        let stop = self.words.iter().filter_map(|word| self.held.find(word.as_str())).min();
        if let Some(place) = stop {
            self.held.truncate(place);
            return Checked::Stops(std::mem::take(&mut self.held));
        }
        let may_begin = |place: usize| {
            let rest = self.held.get(place..).unwrap_or_default();
            self.words.iter().any(|word| word.starts_with(rest))
        };
        let longest = self.words.iter().map(String::len).max().unwrap_or(0);
        let places = self.held.char_indices().map(|(place, _)| place);
        let from =
            places.skip_while(|place| self.held.len() - place >= longest).find(|&place| may_begin(place));
        let rest = self.held.split_off(from.unwrap_or(self.held.len()));
        Checked::GoesOn(std::mem::replace(&mut self.held, rest))
    }

    pub(super) fn finish(&mut self) -> String {
        std::mem::take(&mut self.held)
    }
}

#[cfg(test)]
mod tests {
    use super::{Checked, Stops};

    #[track_caller]
    fn check(words: &[&str], text: &str, expected: (&str, bool)) {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        let mut stops = Stops::new(&words);
        let (mut said, mut has_stopped) = (String::new(), false);
        for letter in text.chars() {
            match stops.push(&letter.to_string()) {
                Checked::GoesOn(text) => said += &text,
                Checked::Stops(text) => {
                    said += &text;
                    has_stopped = true;
                    break;
                }
            }
        }
        if !has_stopped {
            said += &stops.finish();
        }
        assert_eq!((said.as_str(), has_stopped), expected);
    }

    #[test]
    fn an_answer_ends_before_the_first_stop_and_holds_back_no_more_than_it_must() {
        check(&["END", "END OF"], "one END OF two", ("one ", true));
        check(&["\n\n"], "a\nb\n\nc", ("a\nb", true));
        check(&["stop"], "no sto", ("no sto", false));
        check(&["", "äß"], "aäöäß", ("aäö", true));
        check(&[], "anything", ("anything", false));
        let mut stops = Stops::new(&["stop".to_owned()]);
        assert_eq!(stops.push("a st"), Checked::GoesOn("a ".to_owned()));
        assert_eq!(stops.push("ay"), Checked::GoesOn("stay".to_owned()));
    }
}
