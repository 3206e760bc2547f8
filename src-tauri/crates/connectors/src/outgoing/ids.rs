//! Call ids in the form a provider takes.

use crate::fingerprint;
use std::collections::HashSet;

const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Letters of a generated id: enough that two are hardly ever the same.
const GENERATED_ID_LETTERS: usize = 24;

/// The form of call ids.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IdRule {
    pub(crate) length: IdLength,
    /// What may be in an id besides the letters and digits of ASCII.
    pub(crate) punctuation: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IdLength {
    AtMost(usize),
    Exactly(usize),
}

impl IdRule {
    pub(crate) fn admits(&self, id: &str) -> bool {
        let fits = match self.length {
            IdLength::AtMost(length) => !id.is_empty() && id.len() <= length,
            IdLength::Exactly(length) => id.len() == length,
        };
        fits && id.chars().all(|letter| letter.is_ascii_alphanumeric() || self.punctuation.contains(letter))
    }

    /// An id of this form: always the same for the same text and attempt.
    fn form(&self, raw: &str, attempt: usize) -> String {
        let length = match self.length {
            IdLength::AtMost(length) => length.min(GENERATED_ID_LETTERS),
            IdLength::Exactly(length) => length,
        };
        let numbered = raw.bytes().chain(attempt.to_le_bytes());
        let mut state = fingerprint::grown(fingerprint::BEGINNING, numbered);
        let letter = |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let place = usize::try_from((state >> 33) % 62).unwrap_or(0);
            LETTERS.get(place).copied().map_or('0', char::from)
        };
        (0..length).map(letter).collect()
    }
}

/// Hands out the ids of one request in the order of its calls, so that an id stays the same while a history grows.
#[derive(Debug)]
pub(crate) struct Ids {
    rule: IdRule,
    taken: HashSet<String>,
}

impl Ids {
    pub(crate) fn new(rule: IdRule) -> Self {
        Self { rule, taken: HashSet::new() }
    }

    /// The id as it is if the provider takes it and no call before has it, and else one made from it.
    pub(crate) fn next(&mut self, raw: &str) -> String {
        let kept = Some(raw.to_owned()).filter(|id| self.rule.admits(id));
        let made = (0..).map(|attempt| self.rule.form(raw, attempt));
        // A rule that leaves no free id is no rule of any provider; the last attempt then has to do.
        let attempts = self.taken.len() + 2;
        let mut ids = kept.into_iter().chain(made).take(attempts + 1);
        let id = ids.find(|id| !self.taken.contains(id)).unwrap_or_else(|| raw.to_owned());
        self.taken.insert(id.clone());
        id
    }
}

#[cfg(test)]
mod tests {
    use super::{IdLength, IdRule, Ids};

    const NINE: IdRule = IdRule { length: IdLength::Exactly(9), punctuation: "" };

    #[test]
    fn an_id_that_fits_is_kept_and_any_other_is_made_from_it_the_same_way_each_time() {
        let mut ids = Ids::new(NINE);
        assert_eq!(ids.next("gW3kR8tQz"), "gW3kR8tQz");
        let made = ids.next("toolu_01Hb7KqvT3mXn5cR");
        assert!(NINE.admits(&made), "{made}");
        assert_eq!(Ids::new(NINE).next("toolu_01Hb7KqvT3mXn5cR"), made);
    }

    #[test]
    fn no_two_calls_have_one_id() {
        let mut ids = Ids::new(NINE);
        let given: Vec<_> = ["a", "a", "gW3kR8tQz", "gW3kR8tQz", "", "ü"].map(|raw| ids.next(raw)).into();
        let distinct: std::collections::BTreeSet<_> = given.iter().collect();
        assert_eq!(distinct.len(), given.len());
        assert!(given.iter().all(|id| NINE.admits(id)), "{given:?}");
    }
}
