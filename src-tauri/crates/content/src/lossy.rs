//! Repairs JSON that our values can't hold: half a surrogate pair, a number beyond every float, `NaN`. Other languages
//! write such JSON without complaint, and one such character would cost the whole text.

use serde::de::DeserializeOwned;
use std::ops::Range;

/// A parsed value, possibly with replacements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lossy<T> {
    pub value: T,
    /// Whether anything in it was replaced, by the rules of [`repair_json`].
    pub is_repaired: bool,
}

/// Parses JSON, and repairs it only if it can't be parsed otherwise. Valid text is parsed once, at full speed. A
/// leading byte order mark is ignored.
pub fn parse_lossy<T: DeserializeOwned>(text: &str) -> Result<Lossy<T>, serde_json::Error> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let error = match serde_json::from_str(text) {
        Ok(value) => return Ok(Lossy { value, is_repaired: false }),
        Err(error) => error,
    };
    let Some(repaired) = repair_json(text) else { return Err(error) };
    Ok(Lossy { value: serde_json::from_str(&repaired)?, is_repaired: true })
}

/// The same JSON with its unreadable pieces replaced, or `None` if there are none.
///
/// An unpaired surrogate becomes U+FFFD, an oversized number and the words `NaN` and `Infinity` become a string of the
/// same letters, and a bare control character inside a string becomes its escape.
pub fn repair_json(text: &str) -> Option<String> {
    let mut repair = Repair { text, repaired: String::new(), copied: 0 };
    let mut at = 0;
    while let Some(byte) = text.as_bytes().get(at) {
        at = match byte {
            b'"' => repair.string(at + 1),
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'-' | b'+' => repair.word(at),
            _ => at + 1,
        };
    }
    repair.finish()
}

struct Repair<'a> {
    text: &'a str,
    repaired: String,
    /// The number of bytes of the text already copied to `repaired`.
    copied: usize,
}

impl Repair<'_> {
    /// Skips the string that begins here, behind its quotation mark, and returns its end.
    fn string(&mut self, mut at: usize) -> usize {
        while let Some(byte) = self.text.as_bytes().get(at) {
            at = match byte {
                b'"' => return at + 1,
                b'\\' => self.escape(at),
                0..0x20 => {
                    self.replace(at..at + 1, &format!("\\u{byte:04x}"));
                    at + 1
                }
                _ => at + 1,
            };
        }
        at
    }

    fn escape(&mut self, at: usize) -> usize {
        let Some(unit) = self.unit(at) else { return at + 2 };
        let is_pair = (0xD800..0xDC00).contains(&unit)
            && self.unit(at + 6).is_some_and(|next| (0xDC00..0xE000).contains(&next));
        if is_pair {
            return at + 12;
        }
        if (0xD800..0xE000).contains(&unit) {
            self.replace(at..at + 6, "\\ufffd");
        }
        at + 6
    }

    /// The code unit of the `\u0000` escape that begins here.
    fn unit(&self, at: usize) -> Option<u16> {
        let digits = self.text.get(at..at + 6)?.strip_prefix("\\u")?;
        digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then_some(())?;
        u16::from_str_radix(digits, 16).ok()
    }

    /// Skips a number or a word.
    fn word(&mut self, at: usize) -> usize {
        let bytes = self.text.as_bytes().iter().skip(at);
        let length = bytes.take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte)).count();
        let word = at..at + length;
        let letters = self.text.get(word.clone()).unwrap_or_default();
        if letters.parse::<f64>().is_ok_and(|number| !number.is_finite()) {
            self.replace(word.clone(), &format!("\"{letters}\""));
        }
        word.end
    }

    fn replace(&mut self, what: Range<usize>, by: &str) {
        self.repaired.push_str(self.text.get(self.copied..what.start).unwrap_or_default());
        self.repaired.push_str(by);
        self.copied = what.end;
    }

    fn finish(mut self) -> Option<String> {
        let is_repaired = self.copied > 0;
        self.repaired.push_str(self.text.get(self.copied..).unwrap_or_default());
        is_repaired.then_some(self.repaired)
    }
}

#[cfg(test)]
mod tests {
    use super::{Lossy, parse_lossy, repair_json};
    use proptest::prelude::*;
    use serde_json::{Value, json};

    #[track_caller]
    fn check(text: &str, value: Value, is_repaired: bool) {
        assert_eq!(parse_lossy::<Value>(text).expect("JSON"), Lossy { value, is_repaired }, "{text}");
    }

    #[test]
    fn sound_json_stays_as_it_is() {
        check(
            r#"{"a":[1,-2.5e3,"\ud83d\ude00 \\ud800 \"",null,true]}"#,
            json!({"a": [1, -2.5e3, "😀 \\ud800 \"", null, true]}),
            false,
        );
        check("\u{feff}[1]", json!([1]), false);
        assert_eq!(repair_json(r#"{"a":[1,-2.5e3,"\ud83d\ude00 \\ud800 \"",null,true]}"#), None);
    }

    #[test]
    fn half_a_surrogate_pair_becomes_a_replacement_character() {
        check(
            r#"["\ud800","\uDC00","\ud800\ud83d\ude00","\ud800x","\ude00\ud83d"]"#,
            json!(["\u{fffd}", "\u{fffd}", "\u{fffd}😀", "\u{fffd}x", "\u{fffd}\u{fffd}"]),
            true,
        );
        check(r#"{"\ud800":1}"#, json!({"\u{fffd}": 1}), true);
    }

    #[test]
    fn a_number_beyond_every_float_becomes_its_text() {
        check("[1e400,-1e400,1e-400]", json!(["1e400", "-1e400", 0.0]), true);
        check(
            r#"{"a":NaN,"b":-Infinity,"c":"NaN"}"#,
            json!({"a": "NaN", "b": "-Infinity", "c": "NaN"}),
            true,
        );
        let digits = "9".repeat(400);
        check(&digits, json!(digits), true);
    }

    #[test]
    fn a_bare_control_character_becomes_its_escape() {
        check("[\"a\tb\nc\",\n\t1]", json!(["a\tb\nc", 1]), true);
    }

    #[test]
    fn what_is_no_json_stays_an_error() {
        for text in ["", "{\"a\":", "[\"\\ud800\"", "\"\\u12", "\"\\ué000\"", "\"\\", "nanna", "[1e400"] {
            assert!(parse_lossy::<Value>(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn sound_json_is_never_repaired(texts in prop::collection::vec(".*", 0..4), number in any::<f64>()) {
            let text = json!({ "texts": texts, "number": number }).to_string();
            prop_assert_eq!(repair_json(&text), None);
        }

        #[test]
        fn any_escapes_of_utf_16_read_as_utf_16_does(units in prop::collection::vec(prop_oneof![0xD800_u16..0xE000, any::<u16>()], 0..12)) {
            let escapes: String = units.iter().map(|unit| format!("\\u{unit:04X}")).collect();
            let read = parse_lossy::<String>(&format!("\"{escapes}\"")).expect("a string");
            prop_assert_eq!(read.value, String::from_utf16_lossy(&units));
        }

        #[test]
        fn any_text_is_repaired_at_most_once(text in r#"[\[\]{}",:0-9eEa-fuNI\\ -]{0,40}|.*"#) {
            if let Some(repaired) = repair_json(&text) {
                prop_assert_eq!(repair_json(&repaired), None, "{}", text);
            }
        }
    }
}
