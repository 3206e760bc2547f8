//! Full-text search over all sessions: the query language and the index on disk.
//!
//! The index is derived from the logs and can be rebuilt from them at any time, so nothing may be stored here alone.
//! This crate depends on `content` and knows no log; its callers decide what is indexed and when. Start reading at
//! [`Document`], then [`Query`], then [`SearchIndex`].

mod document;
mod index;
mod notice_list;
mod passages;
mod query;
mod status;
mod words;

pub use document::{Answer, Document, HitKind, Key, Part, Passage};
pub use index::{
    Found, Hit, Index as SearchIndex, IndexError, Mark, Opened, Order, Page, SessionHits, Snippet,
    Watermarks, Writer,
};
pub use notice_list::NOTICES;
pub use query::{FilterName, Now, Query, QueryFault};
pub use status::CallStatus;
