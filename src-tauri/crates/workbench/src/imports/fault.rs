//! Reasons why a file is not imported, beside its content.

use notices::Describe;
use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "import-file")]
#[advice("Nothing was imported. What you gave is unchanged.")]
pub(crate) enum ImportFault {
    #[error("{path} can't be read: {source}")]
    File { path: PathBuf, source: io::Error },
    #[error("a piece of the file is missing")]
    PieceMissing,
}
