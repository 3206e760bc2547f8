//! Which functions to offer at this moment, and every reason for it.
//!
//! A ranking is made over the words of the last messages. It knows functions by what is said about them, and never
//! runs one. Start reading at [`RankedSelector`].

mod index;
mod ranked;
mod words;

pub use ranked::RankedSelector;
