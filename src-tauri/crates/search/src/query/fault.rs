//! Reasons why a query can't be parsed.

use crate::query::filter::FilterName;
use crate::query::misread::Misread;
use notices::{Describe, Notice};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use ts_rs::TS;

/// The part of a query that is not understood. Half-typed queries have such parts all the time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct QueryFault {
    /// The range of the part, in UTF-16 units, as a page counts.
    pub start: usize,
    pub end: usize,
    pub message: Notice,
    /// A correction.
    pub instead: Option<String>,
    /// The filter the value belongs to.
    pub filter: Option<FilterName>,
}

impl QueryFault {
    pub(super) fn at(text: &str, place: Range<usize>, message: Misread, instead: Option<String>) -> Self {
        let (start, end) = (units(text, place.start), units(text, place.end));
        Self { start, end, message: message.notice(), instead, filter: None }
    }
}

/// The number of UTF-16 units before a place.
pub(crate) fn units(text: &str, place: usize) -> usize {
    text.get(..place).unwrap_or(text).encode_utf16().count()
}
