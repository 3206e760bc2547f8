//! Texts as vectors, by a model on this machine.
//!
//! The runtime and the model are no part of the application: [`Parts`] knows which they are and has them fetched,
//! [`OnnxModel`] uses them behind the `Embedder` port. [`Chosen`] is the model a person chose, whichever it is. It
//! decides nothing by vectors. Start reading at [`OnnxModel`], then at `parts.toml`.

mod choice;
mod hub;
mod model;
mod needed;
mod pooling;

pub use choice::{Chosen, ModelChoice};
pub use hub::KnownModel;
pub use model::OnnxModel;
pub use needed::{Flaw, Parts};
