//! What is wrong with a file that is there, or should be.

use crate::digest::sha256;
use crate::manifest::Part;
use notices::{Describe, Notice};
use std::io;
use std::path::Path;

/// What keeps a file from being used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "file-flaw")]
#[advice("Fetch it again, or delete it.")]
pub enum Flaw {
    #[error("{what} is not there")]
    Missing { what: String },
    #[error("{what} is not the file it should be")]
    Damaged { what: String },
    #[error("{what} can't be read: {reason}")]
    Unreadable {
        what: String,
        #[notice(cause)]
        reason: Notice,
    },
}

/// How closely a file is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thoroughness {
    /// By its size.
    Size,
    /// By every byte.
    EveryByte,
}

impl Part {
    /// What is wrong with this file in a folder.
    pub fn flaw(&self, folder: &Path, thoroughness: Thoroughness) -> Option<Flaw> {
        let (path, what) = (folder.join(&self.file), self.name.clone());
        let Self { bytes, sha256: known, .. } = self.as_kept(folder);
        match std::fs::metadata(&path) {
            // Somebody has put a file there that was never fetched, and nothing is known of it.
            Ok(_) if known.is_none() => None,
            Ok(found) if found.len() != bytes => Some(Flaw::Damaged { what }),
            Ok(_) if thoroughness == Thoroughness::Size => None,
            Ok(_) => match sha256(&path) {
                Ok(hash) if Some(&hash) == known.as_ref() => None,
                Ok(_) => Some(Flaw::Damaged { what }),
                Err(error) => Some(Flaw::Unreadable { what, reason: error.notice() }),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Some(Flaw::Missing { what }),
            Err(error) => Some(Flaw::Unreadable { what, reason: error.notice() }),
        }
    }
}
