//! Gemini's contents: requests, responses and lists of contents.
//!
//! Calls may come without ids; results are then matched by name and order. The signatures that make thoughts
//! continue stand on whatever part they like: on a call or a thought they are kept with it, on a text they are kept as
//! an empty thought right after it, and all go back to their places.

mod parts;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;
