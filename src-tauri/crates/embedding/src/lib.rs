//! Computes vectors of texts with a model on this machine.
//!
//! The runtime and the model are not part of the application: [`ModelFiles`] names them and has them downloaded, [`OnnxModel`] runs
//! them behind the `Embedder` port, and [`Chosen`] is the model a person chose, of either kind. Nothing here may decide
//! anything by vectors. Start reading at [`OnnxModel`], then at `parts.toml`.

mod choice;
mod hub;
mod model;
mod needed;
mod notice_list;
mod pooling;

pub use choice::{Chosen, ModelChoice};
pub use hub::KnownModel;
pub use model::OnnxModel;
pub use needed::{Flaw, ModelFiles};
pub use notice_list::NOTICES;
