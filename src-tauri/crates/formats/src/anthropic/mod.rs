//! Anthropic's messages: requests, responses and lists of messages.
//!
//! A message is a list of blocks. Results are blocks of a user's message, and are messages of the function side here;
//! what a person says beside them is a message after them. Signatures of thoughts go back unchanged.

mod blocks;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use blocks::is_own_block;
pub(crate) use read::read;
pub(crate) use write::write;
