//! Functions: what a model is told of them, what they get, what stands in for them, and where they come from.

mod guide;
mod made;
mod names;
mod own;
pub(crate) mod plugins;
#[cfg(target_os = "linux")]
mod processes;
mod requests;
mod shown;
mod sources;
mod stand_ins;
