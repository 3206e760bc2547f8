//! The services a person has set up: whom to ask, with which key, for which models.
//!
//! Settings lie in `services.json`; keys lie where this system keeps secrets, or in an encrypted file beside it, and
//! nowhere else. Start reading at [`Services`].

mod commands;
mod file;
pub(crate) mod keys;
mod registry;
mod sealed;

pub(crate) use file::replace;
pub(crate) use registry::Services;
