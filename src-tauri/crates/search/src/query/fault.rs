//! Why a query can't be understood.

use crate::query::filter::FilterName;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use ts_rs::TS;

/// A part of a query that can't be understood. Half-typed queries have them all the time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct QueryFault {
    /// Where the part begins and ends, in UTF-16 units, as a page counts.
    pub start: usize,
    pub end: usize,
    pub message: String,
    /// What could stand there instead.
    pub instead: Option<String>,
    /// The filter whose value it is.
    pub filter: Option<FilterName>,
}

impl QueryFault {
    pub(super) fn at(text: &str, place: Range<usize>, message: String, instead: Option<String>) -> Self {
        let (start, end) = (units(text, place.start), units(text, place.end));
        Self { start, end, message, instead, filter: None }
    }
}

/// How many UTF-16 units lie before a place.
pub(crate) fn units(text: &str, place: usize) -> usize {
    text.get(..place).unwrap_or(text).encode_utf16().count()
}
