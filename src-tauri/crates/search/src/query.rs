//! The query language: words, "phrases", -exclusions and filters such as `status:failed`.

mod dates;
mod fault;
mod filter;
mod misread;
mod parse;
mod scan;

pub use dates::Now;
pub use fault::QueryFault;
pub(crate) use fault::units;
pub use filter::FilterName;
pub(crate) use filter::{Filter, Pattern};
pub(crate) use misread::{Example, Misread};

/// A parsed query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    pub(crate) wanted: Vec<Words>,
    pub(crate) unwanted: Vec<Words>,
    /// Filters of the same name are alternatives; those of different names must all hold.
    pub(crate) filters: Vec<Filter>,
    pub(crate) excluded: Vec<Filter>,
}

/// Consecutive words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Words {
    pub(crate) text: String,
    /// Whether the last word may be incomplete, so that longer words match too.
    pub(crate) is_open: bool,
}

impl Query {
    /// Parses a text, or reports the part that is not understood and a correction.
    pub fn parse(text: &str, now: &Now) -> Result<Self, QueryFault> {
        parse::parse(text, now)
    }

    /// Whether the query is empty.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
