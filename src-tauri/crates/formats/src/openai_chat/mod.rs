//! OpenAI's chat completions: requests, responses, lists of messages, and what compatible servers add.
//!
//! Arguments are text and stay the text they are. A result is a message of its own with an id and no name; results
//! that follow one another are one message here.

mod content;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use read::{is_message, read, read_message};
pub(crate) use write::{write, write_message, write_messages};
