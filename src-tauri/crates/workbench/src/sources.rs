//! The sources of functions a person has set up in the window: MCP servers, pasted definitions, prompts.
//!
//! Settings lie in `sources.json`, without a secret in it; the values of variables and headers lie with the keys of
//! services. Start reading at [`OwnSources`].

mod answers;
mod commands;
mod error;
mod own;
mod plugins;
mod runs;
mod secrets;

pub(crate) use commands::AlreadyHere;
pub(crate) use error::{OwnSourceError, SecretsFault, UnusablePrompt};
pub(crate) use own::OwnSources;
pub(crate) use plugins::ProblemInFile;
