//! Splits a query at its spaces and quotes.

use std::ops::Range;

/// One part of a query, with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part<'a> {
    pub(super) place: Range<usize>,
    pub(super) is_excluded: bool,
    /// The text before a colon, if it looks like the name of a filter.
    pub(super) name: Option<&'a str>,
    pub(super) values: Vec<Value<'a>>,
}

/// A value without its quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value<'a> {
    pub(super) text: &'a str,
    pub(super) is_quoted: bool,
    /// Whether the text ends here, so that more letters may follow.
    pub(super) is_open: bool,
}

pub(super) fn scan(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let spaces = rest.len() - rest.trim_start().len();
        if spaces > 0 {
            at += spaces;
            continue;
        }
        let part = part(text, at);
        at = part.place.end.max(at + 1);
        parts.push(part);
    }
    parts
}

fn part(text: &str, start: usize) -> Part<'_> {
    let rest = &text[start..];
    // One or two dashes alone are not exclusions: they are words of a command line.
    let is_excluded =
        rest.starts_with('-') && rest[1..].starts_with(|next: char| next == '"' || next.is_alphanumeric());
    let begin = start + usize::from(is_excluded);
    let rest = &text[begin..];
    let letters = rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_alphabetic()).len();
    let behind = rest[letters..].strip_prefix(':');
    // `http://…` is an address, and `Error: no` is a pair of words.
    let is_name = letters > 0
        && behind.is_some_and(|behind| {
            !behind.starts_with(['/', ':', '\\'])
                && (behind.is_empty() || !behind.starts_with(char::is_whitespace))
        });
    if !is_name {
        let (value, end) = value(text, begin, false);
        return Part { place: start..end, is_excluded, name: None, values: vec![value] };
    }
    let mut values = Vec::new();
    let mut at = begin + letters + 1;
    loop {
        let (value, end) = value(text, at, true);
        values.push(value);
        at = end;
        if text[at..].starts_with(',') {
            at += 1;
        } else {
            break;
        }
    }
    Part { place: start..at, is_excluded, name: Some(&rest[..letters]), values }
}

/// Reads to the next space, or to the closing quote; in a list also to the next comma.
fn value(text: &str, at: usize, is_in_list: bool) -> (Value<'_>, usize) {
    let rest = &text[at..];
    if let Some(quoted) = rest.strip_prefix('"') {
        let closing = quoted.find('"');
        let inner = &quoted[..closing.unwrap_or(quoted.len())];
        let end = at + 1 + inner.len() + usize::from(closing.is_some());
        return (Value { text: inner, is_quoted: true, is_open: closing.is_none() }, end);
    }
    let ends = |letter: char| letter.is_whitespace() || letter == '"' || (is_in_list && letter == ',');
    let length = rest.find(ends).unwrap_or(rest.len());
    (Value { text: &rest[..length], is_quoted: false, is_open: at + length == text.len() }, at + length)
}
