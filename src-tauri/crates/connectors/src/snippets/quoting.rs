//! Texts as each language writes them. Whatever stands in them is data in the end.

use std::fmt::Write;

/// For a POSIX shell: everything between single quotes is itself.
pub(super) fn shell(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// For Python and TypeScript, where JSON between single quotes stays readable.
pub(super) fn single(text: &str) -> String {
    escaped(text, '\'', |letter| format!("\\u{:04x}", u32::from(letter)))
}

/// For C#: a raw text, where it can be one.
pub(super) fn csharp(text: &str) -> String {
    let is_plain = !text.is_empty() && !text.contains(['\n', '\r']) && !text.contains(is_hidden);
    if is_plain && !text.starts_with('"') && !text.ends_with('"') && text.contains('"') {
        let fence = "\"".repeat(longest_run(text, '"').max(2) + 1);
        return format!("{fence}{text}{fence}");
    }
    escaped(text, '"', |letter| format!("\\u{:04x}", u32::from(letter)))
}

/// For Rust: a raw text, where it can be one.
pub(super) fn rust(text: &str) -> String {
    if text.contains('"') && !text.contains('\r') && !text.contains(is_hidden) {
        let hashes = "#".repeat(hashes_needed(text));
        return format!("r{hashes}\"{text}\"{hashes}");
    }
    escaped(text, '"', |letter| format!("\\u{{{:x}}}", u32::from(letter)))
}

fn escaped(text: &str, quote: char, hidden: impl Fn(char) -> String) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push(quote);
    for letter in text.chars() {
        match letter {
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            letter if letter == quote => {
                quoted.push('\\');
                quoted.push(letter);
            }
            // Writing into a text can't fail.
            letter if is_hidden(letter) => drop(write!(quoted, "{}", hidden(letter))),
            letter => quoted.push(letter),
        }
    }
    quoted.push(quote);
    quoted
}

/// Letters that are not seen, or that turn around what is: code has to be read before it is run.
fn is_hidden(letter: char) -> bool {
    letter.is_control() && letter != '\n'
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

fn longest_run(text: &str, sought: char) -> usize {
    let (mut longest, mut run) = (0, 0);
    for letter in text.chars() {
        run = if letter == sought { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// One more than follow any quote in the text.
fn hashes_needed(text: &str) -> usize {
    let runs = text.split('"').skip(1).map(|rest| rest.chars().take_while(|letter| *letter == '#').count());
    runs.max().unwrap_or(0) + 1
}
