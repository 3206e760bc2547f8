//! Finding again what was said, in any session: the language of queries and the index on disk.
//!
//! The index is made from what was said and can be made anew from it at any time, so nothing here is ever the only
//! place where something is kept. This crate knows `content` alone: who reads a log and when belongs to others.
//! Start reading at [`Document`], then [`Query`], then [`SearchIndex`].

mod document;
mod index;
mod passages;
mod query;
mod status;
mod words;

pub use document::{Answer, Document, HitKind, Key, Part, Passage};
pub use index::{
    Found, Hit, Index as SearchIndex, IndexError, Mark, Opened, Order, Page, SessionHits, Snippet,
    Watermarks, Writer,
};
pub use query::{FilterName, Now, Query, QueryFault};
pub use status::CallStatus;
