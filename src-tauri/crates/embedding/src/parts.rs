//! The files that comparing meanings needs, in one folder.

use crate::fetch::{FetchError, Fetching};
use crate::manifest::{Manifest, Part};
use crate::model::refused;
use ports::EmbedderError;
use ring::digest::{Context, SHA256};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use ts_rs::TS;

/// The folder they are in, and what is to be in it.
#[derive(Clone, Debug)]
pub struct Parts {
    folder: PathBuf,
    parts: Vec<Part>,
}

/// How far fetching has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FetchProgress {
    /// What is being fetched, in words.
    pub what: String,
    #[ts(type = "number")]
    pub done: u64,
    #[ts(type = "number")]
    pub total: u64,
}

/// What keeps a file from being used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    #[error("{what} is not there")]
    Missing { what: String },
    #[error("{what} is not the file it should be")]
    Damaged { what: String },
    #[error("{what} can't be read: {reason}")]
    Unreadable { what: String, reason: String },
    #[error("there is no {what} for this kind of machine")]
    NotForHere { what: &'static str },
    #[error("no model is known as {what}")]
    Unknown { what: String },
    #[error("the list of files can't be read: {reason}")]
    NoList { reason: String },
}

const RUNTIME: &str = "ONNX Runtime";

impl Parts {
    pub fn in_folder(folder: PathBuf) -> Result<Self, Flaw> {
        let manifest = Manifest::built_in().map_err(|reason| Flaw::NoList { reason })?;
        Ok(Self { folder, parts: manifest.here() })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What is wrong with the files, as far as their sizes tell. Nothing where all are there.
    pub fn flaws(&self) -> Vec<Flaw> {
        let mut flaws: Vec<_> = self.parts.iter().filter_map(|part| self.flaw(part, false)).collect();
        if self.runtime().is_none() {
            flaws.push(Flaw::NotForHere { what: RUNTIME });
        }
        flaws
    }

    /// The same, with every byte read.
    pub fn check(&self) -> Result<(), Flaw> {
        if self.runtime().is_none() {
            return Err(Flaw::NotForHere { what: RUNTIME });
        }
        self.parts.iter().find_map(|part| self.flaw(part, true)).map_or(Ok(()), Err)
    }

    /// Without the usual model, where another one is used.
    pub(crate) fn runtime_only(mut self) -> Self {
        self.parts.retain(|part| part.platform.is_some());
        self
    }

    /// The runtime, once every byte of it is the right one.
    pub(crate) fn sound_runtime(&self) -> Result<PathBuf, EmbedderError> {
        self.check().map_err(refused)?;
        self.runtime().ok_or_else(|| refused(Flaw::NotForHere { what: RUNTIME }))
    }

    pub(crate) fn runtime(&self) -> Option<PathBuf> {
        let part = self.parts.iter().find(|part| part.platform.is_some())?;
        Some(self.folder.join(&part.file))
    }

    /// Fetches what is missing or damaged. What is sound is left alone.
    pub async fn fetch(&self, progress: &(dyn Fn(FetchProgress) + Sync)) -> Result<(), FetchError> {
        if self.runtime().is_none() {
            return Err(FetchError::NotForHere { what: RUNTIME });
        }
        let mut fetching = Fetching::into_folder(&self.folder)?;
        for part in &self.parts {
            if self.flaw(part, true).is_some() {
                fetching.fetch(part, progress).await?;
            }
        }
        fetching.tidy();
        Ok(())
    }

    fn flaw(&self, part: &Part, in_full: bool) -> Option<Flaw> {
        let (path, what) = (self.folder.join(&part.file), part.name.clone());
        match std::fs::metadata(&path) {
            Ok(found) if found.len() != part.bytes => Some(Flaw::Damaged { what }),
            Ok(_) if !in_full => None,
            Ok(_) => match sha256(&path) {
                Ok(hash) if hash == part.sha256 => None,
                Ok(_) => Some(Flaw::Damaged { what }),
                Err(error) => Some(Flaw::Unreadable { what, reason: error.to_string() }),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Some(Flaw::Missing { what }),
            Err(error) => Some(Flaw::Unreadable { what, reason: error.to_string() }),
        }
    }
}

pub(crate) fn sha256(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let (mut context, mut piece) = (Context::new(&SHA256), vec![0; 1 << 16]);
    loop {
        let read = file.read(&mut piece)?;
        if read == 0 {
            break;
        }
        context.update(piece.get(..read).unwrap_or_default());
    }
    let mut hash = String::with_capacity(64);
    for byte in context.finish().as_ref() {
        let _ = write!(hash, "{byte:02x}");
    }
    Ok(hash)
}

#[cfg(test)]
mod tests {
    use super::{Flaw, Parts};

    #[test]
    fn what_is_missing_or_damaged_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let parts = Parts::in_folder(folder.path().to_owned()).expect("a list of files");
        assert!(
            parts
                .flaws()
                .iter()
                .any(|flaw| matches!(flaw, Flaw::Missing { what } if what.contains("settings")))
        );

        std::fs::write(folder.path().join("config.json"), "x").expect("a file");
        let damaged = Flaw::Damaged { what: "all-MiniLM-L6-v2, settings".into() };
        assert!(parts.flaws().contains(&damaged));

        // Of the right size, and still another file.
        std::fs::write(folder.path().join("config.json"), "x".repeat(650)).expect("a file");
        assert!(!parts.flaws().contains(&damaged));
        let part = parts.parts.iter().find(|part| part.file == "config.json").expect("the part");
        assert_eq!(parts.flaw(part, true), Some(damaged));
    }
}
