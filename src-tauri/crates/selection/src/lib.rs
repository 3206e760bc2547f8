//! Which functions to offer at this moment, and every reason for it.
//!
//! A context is looked at in several views, functions are scored against each of them by words and by meaning, and
//! the scores are added. It knows functions by what is said about them, and never runs one. Start reading at
//! [`rank`], then at [`RankedSelector`], which keeps functions and vectors ready.

mod about;
mod cache;
mod calibration;
pub mod evaluation;
mod fusion;
mod lexical;
mod meaning;
mod pool;
mod ranked;
mod selector;
mod unaided;
mod vectors;
mod views;
mod waiting;
mod words;

pub use about::Fingerprint;
pub use cache::VectorCache;
pub use fusion::ViewVectors;
pub use pool::{Pool, Unembedded};
pub use ranked::rank;
pub use selector::{ContextBuilder, RankedSelector, Readiness};
pub use unaided::UNAIDED;
pub use views::RECENT;
pub use words::STOP_WORDS;
