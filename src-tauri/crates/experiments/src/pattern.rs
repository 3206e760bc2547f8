//! Regular expressions in expectations.

use crate::case::CaseError;
use regex::{Regex, RegexBuilder};

/// Bytes that a compiled pattern may take. A longer one was not written by hand.
const SIZE: usize = 1 << 20;

fn compile(pattern: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(pattern).size_limit(SIZE).build()
}

pub(crate) fn check_pattern(pattern: &str) -> Result<(), CaseError> {
    let unread =
        |error: regex::Error| CaseError::Pattern { pattern: pattern.to_owned(), reason: error.to_string() };
    compile(pattern).map(drop).map_err(unread)
}

/// Whether a pattern is found anywhere in a text. One that can't be read is found nowhere; reading a case refuses it.
pub(crate) fn is_found(pattern: &str, text: &str) -> bool {
    compile(pattern).is_ok_and(|pattern| pattern.is_match(text))
}
