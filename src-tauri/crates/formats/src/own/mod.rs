//! Our own form: `{ "format": 1, "messages": [...] }`, with everything we know.
//!
//! A part of a kind we do not know, from a newer version perhaps, is kept and written again as it was found, and so are
//! fields we do not know.

mod beside;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use beside::{TAGS, around, around_in, take_tags};
pub(crate) use read::{check_parent, check_version, is_message, read, read_message};
pub(crate) use write::{write, write_message};

/// The version of the form.
pub(crate) const VERSION: u64 = 1;
