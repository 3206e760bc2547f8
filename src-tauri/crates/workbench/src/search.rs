//! Search over all sessions: the index follows the log, and can be made from it at any time.

mod catching_up;
mod command;
mod indexer;
mod ran;
mod reading;
mod tasks;

pub(crate) use catching_up::Trouble;
pub(crate) use indexer::{Indexer, SearchError};
pub(crate) use tasks::Tasks;
