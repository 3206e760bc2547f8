//! The files that comparing meanings needs, in one folder.

use downloads::{Clients, FetchError, FetchProgress, Fetching, Manifest, ManifestError, Part, Thoroughness};
use notices::Describe;
use ports::EmbedderError;
use std::path::{Path, PathBuf};
use tokio_util::sync::CancellationToken;

/// The folder they are in, and what is to be in it.
#[derive(Clone, Debug)]
pub struct ModelFiles {
    folder: PathBuf,
    parts: Vec<Part>,
}

/// What keeps meanings from being compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "meaning-flaw")]
#[advice("Fetch it again.")]
pub enum Flaw {
    #[error(transparent)]
    File(#[from] downloads::Flaw),
    #[error("{what} is not there")]
    Missing { what: String },
    #[error("there is no {what} for this kind of machine")]
    NotForHere { what: &'static str },
    #[error("no model is known as {what}")]
    Unknown { what: String },
    #[error("the list of files can't be read: {source}")]
    NoList {
        #[from]
        source: ManifestError,
    },
}

const RUNTIME: &str = "ONNX Runtime";

impl ModelFiles {
    pub fn in_folder(folder: PathBuf) -> Result<Self, Flaw> {
        let manifest = Manifest::read(include_str!("../parts.toml"))?;
        Ok(Self { folder, parts: manifest.here() })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What is wrong with the files, as far as their sizes tell. Nothing where all are there.
    pub fn flaws(&self) -> Vec<Flaw> {
        let flaws = self.parts.iter().filter_map(|part| part.flaw(&self.folder, Thoroughness::Size));
        let mut flaws: Vec<_> = flaws.map(Flaw::File).collect();
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
        let flaw = self.parts.iter().find_map(|part| part.flaw(&self.folder, Thoroughness::EveryByte));
        flaw.map_or(Ok(()), |flaw| Err(Flaw::File(flaw)))
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
        let mut fetching = into_folder(&self.folder)?;
        for part in &self.parts {
            if part.flaw(&self.folder, Thoroughness::EveryByte).is_some() {
                fetching.fetch(part, progress).await?;
            }
        }
        fetching.tidy();
        Ok(())
    }
}

/// What meanings need is fetched beside other things that are fetched, and to its end.
pub(crate) fn into_folder(folder: &Path) -> Result<Fetching, FetchError> {
    Fetching::into_folder(folder, "meanings", Clients::usual(), &CancellationToken::new())
}

pub(crate) fn refused(flaw: Flaw) -> EmbedderError {
    match flaw {
        Flaw::File(downloads::Flaw::Missing { what }) | Flaw::Missing { what } => {
            EmbedderError::Missing { what }
        }
        Flaw::File(downloads::Flaw::Damaged { what }) => EmbedderError::OtherBytes { what },
        Flaw::File(downloads::Flaw::Unreadable { what, reason }) => EmbedderError::Damaged { what, reason },
        Flaw::NotForHere { what } => EmbedderError::NotForHere { what: what.to_owned() },
        Flaw::Unknown { what } => EmbedderError::Missing { what },
        Flaw::NoList { source } => EmbedderError::NoList { reason: source.notice() },
    }
}

#[cfg(test)]
mod tests {
    use super::{Flaw, ModelFiles};
    use downloads::Thoroughness;

    #[test]
    fn what_is_missing_or_damaged_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let parts = ModelFiles::in_folder(folder.path().to_owned()).expect("a list of files");
        let is_missing = |flaw: &Flaw| matches!(flaw, Flaw::File(downloads::Flaw::Missing { what }) if what.contains("settings"));
        assert!(parts.flaws().iter().any(is_missing));

        std::fs::write(folder.path().join("config.json"), "x").expect("a file");
        let damaged = downloads::Flaw::Damaged { what: "all-MiniLM-L6-v2, settings".into() };
        assert!(parts.flaws().contains(&Flaw::File(damaged.clone())));

        // Of the right size, and still another file.
        std::fs::write(folder.path().join("config.json"), "x".repeat(650)).expect("a file");
        assert!(!parts.flaws().contains(&Flaw::File(damaged.clone())));
        let part = parts.parts.iter().find(|part| part.file == "config.json").expect("the part");
        assert_eq!(part.flaw(folder.path(), Thoroughness::EveryByte), Some(damaged));
    }
}
