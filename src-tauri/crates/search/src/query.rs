//! What a person asks for, as it is written: words, "phrases", -exclusions and filters such as `status:failed`.

mod dates;
mod fault;
mod filter;
mod parse;
mod scan;

pub use dates::Now;
pub use fault::QueryFault;
pub(crate) use fault::units;
pub use filter::FilterName;
pub(crate) use filter::{Filter, Pattern};

/// A query that was understood.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    pub(crate) wanted: Vec<Words>,
    pub(crate) unwanted: Vec<Words>,
    /// Filters of the same name are alternatives; those of different names must all hold.
    pub(crate) filters: Vec<Filter>,
    pub(crate) excluded: Vec<Filter>,
}

/// Words that follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Words {
    pub(crate) text: String,
    /// Whether the last word is still being written, so that longer ones count too.
    pub(crate) is_open: bool,
}

impl Query {
    /// Understands a text, or tells where it can't be understood and what would be right.
    pub fn parse(text: &str, now: &Now) -> Result<Self, QueryFault> {
        parse::parse(text, now)
    }

    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
