//! Texts as vectors, by a model on this machine.
//!
//! The runtime and the model are no part of the application: [`Parts`] knows which files they are and fetches them,
//! [`OnnxModel`] uses them behind the `Embedder` port. [`Chosen`] is the model a person chose, whichever it is. It
//! decides nothing by vectors. Start reading at [`OnnxModel`], then at `parts.toml`.

mod archive;
mod choice;
mod fetch;
mod hub;
mod manifest;
mod model;
mod parts;
mod pooling;
mod sources;

pub use choice::{Chosen, ModelChoice};
pub use fetch::FetchError;
pub use hub::KnownModel;
pub use model::OnnxModel;
pub use parts::{FetchProgress, Flaw, Parts};
