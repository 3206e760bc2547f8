//! Lines of a bounded width, counted in cells: East Asian letters and emoji take two.

/// The ranges of letters that are twice as wide as others.
const WIDE: &[(u32, u32)] = &[
    (0x1100, 0x115f),
    (0x2e80, 0xa4cf),
    (0xac00, 0xd7a3),
    (0xf900, 0xfaff),
    (0xfe30, 0xfe6f),
    (0xff00, 0xff60),
    (0xffe0, 0xffe6),
    (0x1_f300, 0x1_faff),
    (0x2_0000, 0x3_fffd),
];

fn cells(character: char) -> usize {
    let code = u32::from(character);
    match character {
        '\t' => 4,
        _ if WIDE.iter().any(|&(first, last)| (first..=last).contains(&code)) => 2,
        _ => 1,
    }
}

fn width(text: &str) -> usize {
    text.chars().map(cells).sum()
}

/// The text in lines, broken at blanks where there are any.
pub(super) fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut current = String::new();
        for word in line.split_inclusive(' ') {
            if width(&current) + width(word.trim_end()) > most && !current.is_empty() {
                lines.push(std::mem::take(&mut current));
            }
            for character in word.chars() {
                if width(&current) + cells(character) > most && character != ' ' {
                    lines.push(std::mem::take(&mut current));
                }
                current.push(character);
            }
        }
        lines.push(current);
    }
    lines
}

/// The first line of a text, with an ellipsis where something is left out.
pub(super) fn cut(text: &str, most: usize) -> String {
    let line = text.lines().next().unwrap_or_default();
    if width(line) <= most && text.lines().nth(1).is_none() {
        return line.to_owned();
    }
    let mut kept = String::new();
    for character in line.chars() {
        if width(&kept) + cells(character) >= most {
            break;
        }
        kept.push(character);
    }
    kept + "…"
}

#[cfg(test)]
mod tests {
    use super::{cut, width, wrapped};
    use proptest::prelude::*;

    #[test]
    fn lines_break_at_blanks_and_long_words_anywhere() {
        assert_eq!(wrapped("one two three", 8), ["one two ", "three"]);
        assert_eq!(wrapped("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrapped("天气预报", 4), ["天气", "预报"]);
        assert_eq!(wrapped("a\n\nb", 4), ["a", "", "b"]);
    }

    #[test]
    fn a_line_that_is_cut_ends_in_an_ellipsis() {
        assert_eq!(cut("short", 8), "short");
        assert_eq!(cut("rather long", 8), "rather …");
        assert_eq!(cut("two\nlines", 8), "two…");
    }

    proptest! {
        #[test]
        fn no_line_is_wider_than_allowed_and_nothing_is_lost(text in "[a-z天 ]{0,80}", most in 2usize..20) {
            let lines = wrapped(&text, most);
            prop_assert!(lines.iter().all(|line| width(line.trim_end()) <= most), "{lines:?}");
            prop_assert_eq!(lines.concat(), text);
        }
    }
}
