//! Stores sessions: an append-only log of events for each, in one SQLite file.
//!
//! The log is the truth; the tree of messages and the list of sessions are derived from it and can be rebuilt. This crate
//! knows messages and must not know what the application does with them: anything else is stored as a note of the
//! application's own type. Start reading at [`Store`], then [`SessionEvent`].

mod answers;
mod arriving;
mod backup;
mod bodies;
mod changes;
mod discarded;
mod error;
mod event;
mod exchange;
mod filing;
mod history;
mod large;
mod log;
mod notice_list;
mod page;
mod passage;
mod row;
mod said;
mod schema;
mod space;
mod store;
mod summary;
mod window;

pub use answers::Answer;
pub use bodies::BodyId;
pub use changes::LostChanges;
pub use error::StoreError;
pub use event::{LogEntry, SessionEvent, SessionSummary};
pub use exchange::{Exchange, TimedFrame};
pub use filing::{FiledNote, Filing};
pub use history::History;
pub use large::{LargeKind, LargeValue, Supplied};
pub use notice_list::NOTICES;
pub use passage::Passage;
pub use said::{End, OpenTurn};
#[cfg(feature = "faults")]
pub use schema::Room;
pub use store::{Durability, Store};
pub use window::LogWindow;
