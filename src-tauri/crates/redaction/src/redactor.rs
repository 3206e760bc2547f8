//! Redacts secrets in texts and values.

use crate::letter::{Letter, behind_backslash, letter_at};
use memchr::memchr2_iter;
use memchr::memmem::Finder;
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// The replacement of a secret.
pub const REDACTED: &str = "•••";

/// The minimum length of a secret that is searched for: a shorter one would be found everywhere. It is still omitted
/// where it is sent.
const SHORTEST: usize = 8;

/// The longest form of a letter, in JSON nested in JSON: `\\u002f`.
const LONGEST_ESCAPE: usize = 8;

/// Knows the secrets of one counterpart.
#[derive(Clone, Default)]
pub struct Redactor(Arc<Known>);

#[derive(Default)]
struct Known {
    /// The longest first, so that a secret that begins with another is replaced as a whole.
    secrets: Vec<Finder<'static>>,
    /// The bytes a secret can begin with: its first letter, or the beginning of an escape.
    begins: Beginnings,
    /// Whether a secret contains a letter that JSON always escapes.
    has_quoted: bool,
}

/// A set of bytes, tested for every byte of a stream.
#[derive(Clone, Copy, Default)]
struct Beginnings([u64; 4]);

impl Beginnings {
    fn of(secrets: &[&str]) -> Self {
        let mut bits = [0; 4];
        for byte in secrets.iter().filter_map(|secret| secret.bytes().next()).chain([b'\\', b'%']) {
            if let Some(word) = bits.get_mut(usize::from(byte >> 6)) {
                *word |= 1 << (byte & 63);
            }
        }
        Self(bits)
    }

    fn has(self, byte: u8) -> bool {
        self.0.get(usize::from(byte >> 6)).is_some_and(|word| word >> (byte & 63) & 1 == 1)
    }
}

/// The finding at one place.
pub(crate) enum Found {
    /// A secret that ends before this place.
    Secret(usize),
    /// The text ends in the possible beginning of a secret.
    Beginning,
    Nothing,
}

impl fmt::Debug for Redactor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Redactor").field("secrets", &self.0.secrets.len()).finish()
    }
}

impl Redactor {
    /// For a value such as `Bearer xyz`, the word behind the scheme is a secret of its own.
    pub fn new<'a>(secrets: impl IntoIterator<Item = &'a str>) -> Self {
        let with_word = |secret: &'a str| [Some(secret), secret.rsplit_once(' ').map(|(_, word)| word)];
        let mut known: Vec<&str> = secrets.into_iter().flat_map(with_word).flatten().map(str::trim).collect();
        known.retain(|secret| secret.len() >= SHORTEST);
        known.sort_by_key(|secret| (std::cmp::Reverse(secret.len()), *secret));
        known.dedup();
        let begins = Beginnings::of(&known);
        let has_quoted = known.iter().any(|secret| secret.contains(['"', '\\']));
        let secrets = known.into_iter().map(|secret| Finder::new(secret).into_owned()).collect();
        Self(Arc::new(Known { secrets, begins, has_quoted }))
    }

    /// The text without secrets. Without a match it only costs the search.
    pub fn clean<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if !self.may_hold(text) {
            return Cow::Borrowed(text);
        }
        let (mut cleaned, mut from, mut at) = (String::new(), 0, 0);
        while let Some(place) = self.next_place(text, at) {
            at = match self.at(text, place, IfCut::Nothing) {
                Found::Secret(end) => {
                    cleaned.push_str(text.get(from..place).unwrap_or_default());
                    cleaned.push_str(REDACTED);
                    from = end;
                    end
                }
                Found::Beginning | Found::Nothing => place + 1,
            };
        }
        if from == 0 && cleaned.is_empty() {
            return Cow::Borrowed(text);
        }
        cleaned.push_str(text.get(from..).unwrap_or_default());
        Cow::Owned(cleaned)
    }

    /// Redacts every string and every key in a value.
    pub fn clean_value(&self, value: &mut Value) {
        match value {
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
            Value::String(text) => {
                if let Cow::Owned(cleaned) = self.clean(text) {
                    *text = cleaned;
                }
            }
            Value::Array(values) => values.iter_mut().for_each(|value| self.clean_value(value)),
            Value::Object(fields) => {
                fields.values_mut().for_each(|value| self.clean_value(value));
                if fields.keys().any(|name| matches!(self.clean(name), Cow::Owned(_))) {
                    let named = std::mem::take(fields).into_iter();
                    fields.extend(named.map(|(name, value)| (self.clean(&name).into_owned(), value)));
                }
            }
        }
    }

    /// Whether there are no secrets to search for.
    pub fn is_idle(&self) -> bool {
        self.0.secrets.is_empty()
    }

    /// Whether the text may contain a secret, either verbatim or with escaped letters.
    pub(crate) fn may_hold(&self, text: &str) -> bool {
        let bytes = text.as_bytes();
        self.0.secrets.iter().any(|secret| secret.find(bytes).is_some())
            || !self.is_idle() && self.has_escape(bytes)
    }

    /// Whether an escape could be a letter of a secret. Line breaks and quotes are in every answer.
    fn has_escape(&self, bytes: &[u8]) -> bool {
        memchr2_iter(b'\\', b'%', bytes).any(|place| match (bytes.get(place), bytes.get(place + 1)) {
            (Some(b'%'), next) => next.is_some_and(u8::is_ascii_hexdigit),
            (_, next) => self.0.has_quoted || matches!(next, Some(b'u' | b'/' | b'\\')),
        })
    }

    /// The longest form of a secret in a text, with every letter escaped.
    pub(crate) fn longest(&self) -> usize {
        self.0.secrets.first().map_or(0, |secret| secret.needle().len() * LONGEST_ESCAPE)
    }

    /// The next place where a secret may begin.
    pub(crate) fn next_place(&self, text: &str, from: usize) -> Option<usize> {
        let rest = text.as_bytes().get(from..)?;
        rest.iter().position(|byte| self.0.begins.has(*byte)).map(|place| from + place)
    }

    /// The finding at a place.
    pub(crate) fn at(&self, text: &str, place: usize, if_cut: IfCut) -> Found {
        let mut found = Found::Nothing;
        for secret in &self.0.secrets {
            let Ok(secret) = std::str::from_utf8(secret.needle()) else { continue };
            match (begins_with(text, place, secret), if_cut) {
                (Found::Beginning, IfCut::Beginning) => return Found::Beginning,
                (Found::Secret(end), _) if matches!(found, Found::Nothing) => found = Found::Secret(end),
                (Found::Secret(_) | Found::Beginning | Found::Nothing, _) => {}
            }
        }
        found
    }
}

/// The treatment of a secret that the end of the text cuts off.
#[derive(Clone, Copy)]
pub(crate) enum IfCut {
    Beginning,
    Nothing,
}

fn begins_with(text: &str, place: usize, secret: &str) -> Found {
    let mut at = place;
    for letter in secret.chars() {
        let rest = text.get(at..).unwrap_or_default();
        if letter != '\\' && rest.starts_with(letter) {
            at += letter.len_utf8();
            continue;
        }
        if letter == '\\'
            && let Some(next) = behind_backslash(text, at)
        {
            at = next;
            continue;
        }
        match letter_at(text, at) {
            Letter::Is(found, next) if found == letter => at = next,
            Letter::Is(..) => return Found::Nothing,
            Letter::Cut => return Found::Beginning,
        }
    }
    Found::Secret(at)
}

#[cfg(test)]
mod tests {
    use super::Redactor;
    use proptest::prelude::*;
    use serde_json::json;
    use std::borrow::Cow;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let redactor = Redactor::new(["sk/12345678", "sk/12345678-long", "Bearer pass\"word\\1", "x"]);
        assert_eq!(redactor.clean(text), expected, "{text}");
    }

    #[test]
    fn secrets_are_replaced_wherever_they_stand() {
        check("a sk/12345678-long, sk/12345678! x", "a •••, •••! x");
        check("Bearer pass\"word\\1 and pass\"word\\1", "••• and •••");
        check("sk/1234567 is none", "sk/1234567 is none");
        let redactor = Redactor::new(["sk/12345678"]);
        assert!(matches!(redactor.clean(r"nothing\u0020here, 100%25"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_secret_with_escapes_in_it_is_found_as_well() {
        check(r#"{"a":"sk\/12345678"}"#, r#"{"a":"•••"}"#);
        check(r#""\u0073k\u002F12345678.""#, r#""•••.""#);
        check(r#""{\"a\":\"\\u0073k\\/12345678\"}""#, r#""{\"a\":\"•••\"}""#);
        check(r#""pass\"word\\1""#, r#""•••""#);
        check("https://a.example/?k=sk%2F12345678&b", "https://a.example/?k=•••&b");
        check(r"sk\u002", r"sk\u002");
    }

    #[test]
    fn a_value_is_clean_in_all_its_depth() {
        let redactor = Redactor::new(["sk-12345678"]);
        let mut value = json!({ "sk-12345678": [{ "a": "to sk-12345678" }, 7], "b": null });
        redactor.clean_value(&mut value);
        assert_eq!(value, json!({ "•••": [{ "a": "to •••" }, 7], "b": null }));
    }

    proptest! {
        #[test]
        fn no_escaping_of_json_hides_a_secret(before in ".*", after in ".*", escaped in any::<[bool; 11]>()) {
            let secret = "sk-\"a/b\\c12";
            let letter = |(letter, escaped): (char, &bool)| match letter {
                letter if *escaped => format!("\\u{:04x}", u32::from(letter)),
                '"' | '\\' => format!("\\{letter}"),
                letter => letter.to_string(),
            };
            let written: String = secret.chars().zip(&escaped).map(letter).collect();
            let before = json!(before).to_string();
            let text = format!("{before}{written}{}", json!(after));
            let cleaned = Redactor::new([secret]).clean(&text).into_owned();
            prop_assert!(cleaned.contains("•••") && !cleaned.contains(&written), "{}", cleaned);
        }
    }
}
