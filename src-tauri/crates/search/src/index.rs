//! The index on disk.

mod collect;
mod error;
mod fields;
mod open;
mod plan;
mod searching;
mod sequence;
mod snippet;
mod writer;

pub(crate) use error::Damage;
pub use error::IndexError;
pub use open::{Index, Opened, Watermarks};
pub use searching::{Found, Hit, Order, Page, SessionHits};
pub use snippet::{Mark, Snippet};
pub use writer::Writer;

#[cfg(test)]
mod tests;
