//! One letter of a text, written as itself or as an escape.

/// The letter at one place of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Letter {
    /// A letter, and the place behind it.
    Is(char, usize),
    /// The text ends inside the letter.
    Cut,
}

/// Reads the letter at a place. Any number of backslashes before an escape counts as one, because JSON may be nested in
/// JSON.
pub(crate) fn letter_at(text: &str, at: usize) -> Letter {
    let rest = text.get(at..).unwrap_or_default();
    match rest.chars().next() {
        None => Letter::Cut,
        Some('\\') => escaped(rest.as_bytes(), at),
        Some('%') => percent_encoded(rest.as_bytes(), at),
        Some(letter) => Letter::Is(letter, at + letter.len_utf8()),
    }
}

/// The place behind a backslash that precedes an escape with its own backslash.
pub(crate) fn behind_backslash(text: &str, at: usize) -> Option<usize> {
    let rest = text.as_bytes().get(at..)?;
    let run = rest.iter().take_while(|&&byte| byte == b'\\').count();
    (run > 1 && matches!(rest.get(run), Some(b'u' | b'/' | b'"'))).then_some(at + run - 1)
}

fn escaped(rest: &[u8], at: usize) -> Letter {
    let run = rest.iter().take_while(|&&byte| byte == b'\\').count();
    match rest.get(run) {
        None => Letter::Cut,
        Some(b'u') => match hexadecimal(rest.get(run + 1..).unwrap_or_default(), 4) {
            Digits::All(code) => {
                Letter::Is(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), at + run + 5)
            }
            Digits::Cut => Letter::Cut,
            Digits::Other => Letter::Is('\\', at + run),
        },
        Some(letter @ (b'/' | b'"')) => Letter::Is(char::from(*letter), at + run + 1),
        Some(_) => Letter::Is('\\', at + run),
    }
}

fn percent_encoded(rest: &[u8], at: usize) -> Letter {
    match hexadecimal(rest.get(1..).unwrap_or_default(), 2) {
        Digits::All(code @ 0..0x80) => Letter::Is(char::from_u32(code).unwrap_or('%'), at + 3),
        Digits::Cut => Letter::Cut,
        Digits::All(_) | Digits::Other => Letter::Is('%', at + 1),
    }
}

enum Digits {
    All(u32),
    Cut,
    Other,
}

fn hexadecimal(text: &[u8], count: usize) -> Digits {
    let mut value = 0;
    for place in 0..count {
        let Some(byte) = text.get(place) else { return Digits::Cut };
        let Some(digit) = char::from(*byte).to_digit(16) else { return Digits::Other };
        value = value * 16 + digit;
    }
    Digits::All(value)
}

#[cfg(test)]
mod tests {
    use super::{Letter, letter_at};

    #[test]
    fn a_letter_is_itself_or_any_escape_of_it() {
        for (text, letter) in [
            ("s", 's'),
            (r"\u0073", 's'),
            (r"\\u0073", 's'),
            (r"\/", '/'),
            (r"\\\/", '/'),
            ("%2F", '/'),
            (r"\n", '\\'),
            ("%zz", '%'),
            ("ü", 'ü'),
            (r"\u00fc", 'ü'),
        ] {
            let Letter::Is(found, _) = letter_at(text, 0) else { panic!("{text} is cut") };
            assert_eq!(found, letter, "{text}");
        }
        for cut in ["", r"\", r"\\", r"\u", r"\u00", "%", "%2"] {
            assert_eq!(letter_at(cut, 0), Letter::Cut, "{cut}");
        }
    }
}
