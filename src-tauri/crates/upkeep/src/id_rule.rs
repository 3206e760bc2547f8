//! The form call ids must have, as a value: which provider demands it is known elsewhere.

use content::CallId;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use ts_rs::TS;

/// A form of call ids, for example nine letters and digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct IdRule {
    pub length: IdLength,
    pub alphabet: IdAlphabet,
}

/// How long an id is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum IdLength {
    Exactly { characters: usize },
    AtMost { characters: usize },
}

/// Of what an id is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum IdAlphabet {
    /// Letters and digits of ASCII.
    Alphanumeric,
    /// The same, hyphens and underscores.
    AlphanumericAndDashes,
}

const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A rule can be so narrow that all its ids are taken, so the search for a free one has to end.
const MAX_ATTEMPTS: usize = 10_000;

impl IdRule {
    pub fn admits(&self, id: &CallId) -> bool {
        let raw = id.as_str();
        let fits = match self.length {
            IdLength::Exactly { characters } => raw.chars().count() == characters,
            IdLength::AtMost { characters } => raw.chars().count() <= characters,
        };
        fits && !raw.is_empty() && raw.chars().all(|letter| self.alphabet.contains(letter))
    }

    /// An id of this form made from another one: the same every time, and hardly ever the same for two of them.
    fn form(&self, raw: &str) -> CallId {
        let (IdLength::Exactly { characters } | IdLength::AtMost { characters }) = self.length;
        let mut state = fingerprint(raw);
        let letters = (0..characters.min(24)).filter_map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let place = usize::try_from((state >> 33) % 62).unwrap_or(0);
            LETTERS.get(place).copied().map(char::from)
        });
        let formed: String = letters.collect();
        match self.length {
            IdLength::Exactly { .. } => CallId::new(format!("{formed:0<characters$}")),
            IdLength::AtMost { .. } => CallId::new(formed),
        }
    }
}

impl IdAlphabet {
    fn contains(self, letter: char) -> bool {
        match self {
            Self::Alphanumeric => letter.is_ascii_alphanumeric(),
            Self::AlphanumericAndDashes => letter.is_ascii_alphanumeric() || "-_".contains(letter),
        }
    }
}

/// Whether an id can be sent.
pub(crate) fn is_valid(id: &CallId, rule: Option<IdRule>) -> bool {
    rule.map_or(!id.as_str().is_empty(), |rule| rule.admits(id))
}

/// A valid id nobody has, as much like the given one as the rule lets it be.
pub(crate) fn free_id(like: &CallId, taken: &HashSet<&CallId>, rule: Option<IdRule>) -> Option<CallId> {
    let stem = if like.as_str().is_empty() { "call" } else { like.as_str() };
    (1..=MAX_ATTEMPTS.max(taken.len() + 1)).find_map(|number| {
        let plain = if number == 1 { CallId::new(stem) } else { CallId::new(format!("{stem}-{number}")) };
        let id = match rule {
            Some(rule) if !rule.admits(&plain) => rule.form(plain.as_str()),
            Some(_) | None => plain,
        };
        (is_valid(&id, rule) && !taken.contains(&id)).then_some(id)
    })
}

/// FNV-1a. The hasher of the standard library may differ from one release to the next, an id must not.
fn fingerprint(raw: &str) -> u64 {
    raw.bytes().fold(0xcbf2_9ce4_8422_2325, |state, byte| {
        (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::{IdAlphabet, IdLength, IdRule, free_id};
    use content::CallId;
    use std::collections::HashSet;

    const NINE: IdRule =
        IdRule { length: IdLength::Exactly { characters: 9 }, alphabet: IdAlphabet::Alphanumeric };

    #[track_caller]
    fn check(rule: IdRule, id: &str, is_admitted: bool) {
        assert_eq!(rule.admits(&CallId::new(id)), is_admitted, "{id}");
    }

    #[test]
    fn a_rule_admits_its_own_form_only() {
        check(NINE, "abcDEF123", true);
        check(NINE, "abcDEF1234", false);
        check(NINE, "abc-EF123", false);
        let dashes = IdRule {
            length: IdLength::AtMost { characters: 12 },
            alphabet: IdAlphabet::AlphanumericAndDashes,
        };
        check(dashes, "call_1-a", true);
        check(dashes, "", false);
        check(dashes, "call_1-a call", false);
    }

    #[test]
    fn a_foreign_id_becomes_the_same_valid_id_every_time() {
        let foreign = CallId::new("toolu_01A09q90qw90lq917835lq9");
        let first = free_id(&foreign, &HashSet::new(), Some(NINE)).expect("an id");
        assert!(NINE.admits(&first));
        assert_eq!(free_id(&foreign, &HashSet::new(), Some(NINE)), Some(first.clone()));
        let second = free_id(&foreign, &HashSet::from([&first]), Some(NINE)).expect("an id");
        assert!(NINE.admits(&second) && second != first);
    }

    #[test]
    fn without_a_rule_a_taken_id_is_numbered() {
        let id = CallId::new("a");
        assert_eq!(free_id(&id, &HashSet::from([&id]), None), Some(CallId::new("a-2")));
        assert_eq!(free_id(&CallId::new(""), &HashSet::new(), None), Some(CallId::new("call")));
    }

    #[test]
    fn a_rule_without_a_free_id_gives_none() {
        let rule = IdRule { length: IdLength::AtMost { characters: 0 }, alphabet: IdAlphabet::Alphanumeric };
        assert_eq!(free_id(&CallId::new("a"), &HashSet::new(), Some(rule)), None);
    }
}
