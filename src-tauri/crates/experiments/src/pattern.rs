//! Regular expressions in expectations.

use regex::{Regex, RegexBuilder};
use thiserror::Error;

/// Bytes that a compiled pattern may take. A longer one was not written by hand.
const SIZE: usize = 1 << 20;

/// A pattern that is none.
#[derive(Debug, Error)]
#[error("{pattern:?}")]
pub struct PatternError {
    pattern: String,
    #[source]
    source: regex::Error,
}

fn compile(pattern: &str) -> Result<Regex, PatternError> {
    let compiled = RegexBuilder::new(pattern).size_limit(SIZE).build();
    compiled.map_err(|source| PatternError { pattern: pattern.to_owned(), source })
}

pub(crate) fn check_pattern(pattern: &str) -> Result<(), PatternError> {
    compile(pattern).map(drop)
}

/// Whether a pattern is found anywhere in a text. One that can't be read is found nowhere; reading a case refuses it.
pub(crate) fn is_found(pattern: &str, text: &str) -> bool {
    compile(pattern).is_ok_and(|pattern| pattern.is_match(text))
}
