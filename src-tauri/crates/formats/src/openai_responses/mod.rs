//! OpenAI's responses: requests with `input`, responses with `output`, lists of items.
//!
//! There are no messages around calls, results and thoughts: they are items beside the messages. Items that follow one
//! another on one side are one message here. What an item carries for the provider (its id, encrypted thoughts) is
//! kept and goes back unchanged. The phase of a message is kept as an empty thought behind each of its texts.

mod read;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use read::{is_item, is_own_part, read};
pub(crate) use write::write;
