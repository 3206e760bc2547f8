//! Server-sent events, or the elements of an array: cut into frames without a lost byte, held back, and written anew.

mod elements;
mod frames;
mod held;

pub(crate) use elements::{Ends, Framing, as_elements, as_event};
pub use frames::{Frame, Frames};
pub(crate) use held::{HeldFrame, append, append_event, frame};
