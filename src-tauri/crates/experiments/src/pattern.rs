//! Regular expressions in expectations.

use crate::case::CaseError;
use regex::{Regex, RegexBuilder};
use std::cell::RefCell;
use std::collections::HashMap;

/// Bytes that a compiled pattern may take. A longer one was not written by hand.
const MAX_COMPILED_BYTES: usize = 1 << 20;

/// Compiled patterns that are kept for the next text.
const MOST_KNOWN: usize = 64;

fn compile(pattern: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(pattern).size_limit(MAX_COMPILED_BYTES).build()
}

pub(crate) fn check_pattern(pattern: &str) -> Result<(), CaseError> {
    let unread = |error: regex::Error| CaseError::Pattern {
        pattern: pattern.to_owned(),
        reason: notices::said(&error.to_string()),
    };
    compile(pattern).map(drop).map_err(unread)
}

thread_local! {
    /// Patterns that were compiled: each is held against the texts of many runs.
    static KNOWN: RefCell<HashMap<String, Option<Regex>>> = RefCell::default();
}

/// Whether a pattern is found anywhere in a text. One that can't be read is found nowhere; reading a case refuses it.
pub(crate) fn is_found(pattern: &str, text: &str) -> bool {
    KNOWN.with_borrow_mut(|known| {
        if !known.contains_key(pattern) {
            if known.len() >= MOST_KNOWN {
                known.clear();
            }
            known.insert(pattern.to_owned(), compile(pattern).ok());
        }
        known.get(pattern).and_then(Option::as_ref).is_some_and(|pattern| pattern.is_match(text))
    })
}
