//! The services a person has set up: whom to ask, with which key, for which models.
//!
//! Settings lie in `services.json`; keys lie in the keychain of this system, or in an encrypted file beside the settings, and
//! nowhere else. Start reading at [`Services`], then at [`keys`].

mod checks;
mod commands;
pub(crate) mod destination;
mod error;
mod keychain;
pub(crate) mod keys;
mod register;
mod registry;
mod sealed;
mod twin;

pub(crate) use checks::ServiceWarning;
pub(crate) use error::{ServiceError, TrialAdvice};
pub(crate) use keychain::KeychainFault;
pub(crate) use keys::Keys;
pub(crate) use registry::Services;
