//! Thinking that is bound to everything before it.
//!
//! Some models take their thinking back only behind exactly what it was made from: the same instructions, the same
//! functions, every earlier message unchanged. Each thought is kept with a [`Record`] of that, and before the next
//! request is sent a [`Walk`] over it says which thoughts still stand behind the same. What a protocol calls a block
//! and where it puts functions is its own matter; start reading at `anthropic/bound.rs`.

mod mark;
mod message;
mod passed;
mod record;
mod reported;
mod settle;
#[cfg(test)]
mod tests;
mod walk;

pub(crate) use mark::Mark;
pub(crate) use message::{Message, Role};
pub(crate) use passed::Passed;
pub use passed::{PassedRequest, PassedThoughts};
pub(crate) use record::{Change, Listed, Record, ToolMarks};
pub(crate) use reported::{Reported, reported};
pub(crate) use settle::{Settling, Thought, Voids};
pub(crate) use walk::{Binding, Cause, Walk};
