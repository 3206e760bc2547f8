//! Server-sent events, or the elements of an array: cut into frames without a lost byte, held back, and written anew.

mod elements;
mod frames;
mod held;

use std::borrow::Cow;

pub(crate) use elements::{Ends, Framing, as_elements, as_event};
pub use frames::{Frame, Frames};
pub(crate) use held::{HeldFrame, append, append_event, frame};

/// Bytes as text, with what is not UTF-8 replaced. Text that is UTF-8 is recognised at many times the speed of
/// `String::from_utf8_lossy`, which each request and each frame would wait for.
pub(crate) fn as_text(bytes: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}
