//! Finds the characters of a text that can't be seen or that reorder their neighbours.

/// Control and format characters, and those Unicode lists as ignorable by default, in order. Tabs and line breaks can be
/// seen.
const HIDDEN: &[(u32, u32)] = &[
    (0x00, 0x08),
    (0x0b, 0x1f),
    (0x7f, 0x9f),
    (0xad, 0xad),
    (0x34f, 0x34f),
    (0x61c, 0x61c),
    (0x115f, 0x1160),
    (0x17b4, 0x17b5),
    (0x180b, 0x180f),
    (0x200b, 0x200f),
    (0x2028, 0x202e),
    (0x2060, 0x206f),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xfe00, 0xfe0f),
    (0xfeff, 0xfeff),
    (0xffa0, 0xffa0),
    (0xfff0, 0xfffb),
    (0x1_3430, 0x1_343f),
    (0x1_bca0, 0x1_bca3),
    (0x1_d173, 0x1_d17a),
    (0xe_0000, 0xe_0fff),
];

/// The ranges that symbols and emoji are in.
const SYMBOLS: &[(u32, u32)] = &[
    (0x203c, 0x203c),
    (0x2049, 0x2049),
    (0x2122, 0x2139),
    (0x2194, 0x27bf),
    (0x2934, 0x2b55),
    (0x1_f000, 0x1_faff),
];

/// The ranges of the scripts whose letters are joined or parted by a joiner: Arabic, Syriac, the scripts of India, Tibet,
/// Myanmar and Cambodia.
const JOINING: &[(u32, u32)] = &[(0x620, 0x8ff), (0x900, 0xdff), (0xf00, 0x109f), (0x1780, 0x17b3)];

/// A stretch of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Stretch {
    Seen(char),
    /// It is written as its code point.
    Hidden(char),
}

/// The characters of a text, apart by whether they can be seen.
pub(super) fn stretches(text: &str) -> impl Iterator<Item = Stretch> {
    let mut before = None;
    let mut characters = text.chars().peekable();
    std::iter::from_fn(move || {
        let character = characters.next()?;
        let after = characters.peek().copied();
        let is_break = character == '\r' && after == Some('\n');
        let is_hidden = is_in(HIDDEN, character) && !is_break && !is_needed(before, character, after);
        before = Some(character);
        Some(if is_hidden { Stretch::Hidden(character) } else { Stretch::Seen(character) })
    })
}

/// The text with marks in place of what can't be seen: `⟨U+202E⟩`.
pub(super) fn marked(text: &str) -> String {
    let mut marked = String::with_capacity(text.len());
    for stretch in stretches(text) {
        match stretch {
            Stretch::Seen(character) => marked.push(character),
            Stretch::Hidden(character) => marked.push_str(&format!("⟨{}⟩", code_point(character))),
        }
    }
    marked
}

/// The code point of a character, as Unicode writes it: `U+202E`.
pub(super) fn code_point(character: char) -> String {
    format!("U+{:04X}", u32::from(character))
}

/// Whether a character is needed to write its neighbours right: the form of an emoji, or a joiner between letters.
fn is_needed(before: Option<char>, character: char, after: Option<char>) -> bool {
    let Some(before) = before else { return false };
    let is_key = (before.is_ascii_digit() || matches!(before, '#' | '*')) && after == Some('\u{20e3}');
    match character {
        '\u{fe0f}' => is_in(SYMBOLS, before) || is_key,
        '\u{fe0e}' => is_in(SYMBOLS, before),
        '\u{200d}' if is_in(SYMBOLS, before) || before == '\u{fe0f}' => {
            after.is_some_and(|after| is_in(SYMBOLS, after))
        }
        '\u{200c}' | '\u{200d}' => is_in(JOINING, before),
        _ => false,
    }
}

fn is_in(ranges: &[(u32, u32)], character: char) -> bool {
    let code = u32::from(character);
    ranges.iter().any(|&(first, last)| (first..=last).contains(&code))
}
