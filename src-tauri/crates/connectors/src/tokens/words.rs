//! A text cut about as tokenizers cut it.

/// Words up to this length are mostly one token.
const LETTERS_IN_FIRST_TOKEN: f64 = 7.0;
/// Letters of a longer word that make another one.
const LETTERS_PER_FURTHER_TOKEN: f64 = 4.5;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Letters,
    Digits,
    Blanks,
    Breaks,
    Marks,
    Foreign,
}

fn sort(letter: char) -> Sort {
    match letter {
        'a'..='z' | 'A'..='Z' => Sort::Letters,
        '0'..='9' => Sort::Digits,
        ' ' | '\t' => Sort::Blanks,
        '\n' | '\r' => Sort::Breaks,
        letter if letter.is_ascii() => Sort::Marks,
        _ => Sort::Foreign,
    }
}

/// About how many tokens a text has.
pub(super) fn in_text(text: &str) -> f64 {
    let mut tokens = 0.0;
    let mut letters = text.chars().peekable();
    while let Some(first) = letters.next() {
        let kind = sort(first);
        if kind == Sort::Foreign {
            tokens += foreign(first);
            continue;
        }
        let mut length = 1.0;
        while letters.next_if(|next| sort(*next) == kind).is_some() {
            length += 1.0;
        }
        tokens += run(kind, length);
    }
    tokens
}

fn run(kind: Sort, length: f64) -> f64 {
    match kind {
        Sort::Letters if length <= LETTERS_IN_FIRST_TOKEN => 1.0,
        Sort::Letters => 1.0 + (length - LETTERS_IN_FIRST_TOKEN) / LETTERS_PER_FURTHER_TOKEN,
        Sort::Digits => (length / 3.0).ceil(),
        // A single blank belongs to the word behind it.
        Sort::Blanks => f64::from(u8::from(length > 1.0)),
        Sort::Breaks => 1.0,
        Sort::Marks => (length / 2.0).ceil(),
        Sort::Foreign => 0.0,
    }
}

/// Letters with accents are shared by many words, signs of East Asia are words, and pictures are several tokens.
fn foreign(letter: char) -> f64 {
    match u32::from(letter) {
        ..0x250 => 0.45,
        0x250..0x900 => 0.6,
        0x900..0x1_0000 => 0.9,
        _ => 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::in_text;

    #[track_caller]
    fn check(text: &str, least: f64, most: f64) {
        let tokens = in_text(text);
        assert!((least..=most).contains(&tokens), "{text:?} has {tokens}");
    }

    /// The bounds are around what tokenizers of several providers say.
    #[test]
    fn texts_of_many_sorts_have_about_the_tokens_tokenizers_find() {
        check("", 0.0, 0.0);
        check("What is the weather in Boston?", 6.0, 8.0);
        check("internationalization", 3.0, 5.0);
        check("1234567890", 3.0, 5.0);
        check("{\"city\":\"Oslo\",\"days\":2}", 8.0, 13.0);
        check("天気はどうですか", 6.0, 9.0);
        check("Grüße aus Köln", 4.0, 8.0);
        check("🧭🧭", 2.0, 6.0);
        check("a\n\n\n\nb", 2.5, 4.0);
    }
}
