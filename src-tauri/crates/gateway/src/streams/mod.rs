//! Server-sent events: cut into frames without a lost byte, held back, and written anew.

mod frames;
mod held;

pub use frames::{Frame, Frames};
pub(crate) use held::{HeldFrame, append, append_event, frame};
