//! `callwright restore`: puts a backup into the data folder.

use crate::Ended;
use crate::backup::{FORMAT, LABEL, Label};
use crate::core::Core;
use crate::failure::Failure;
use crate::output::say;
use clap::Args;
use flate2::read::GzDecoder;
use server::running::Claim;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use tar::{Archive, Entry, EntryType};
use workbench::{Config, Extent, copied_names};

/// Where a backup is unpacked, inside the data folder.
const UNPACKED: &str = ".restoring";

/// Folders for what was replaced that may stand beside each other.
const MAX_FOLDER_NUMBER: u32 = 10_000;

/// Bytes of the first entry that are read at most.
const LONGEST_LABEL: u64 = 64 << 10;

#[derive(Debug, Args)]
pub(crate) struct Restore {
    /// A file of `callwright backup`
    file: PathBuf,
    /// Moves what the data folder holds into a folder beside it
    #[arg(long)]
    replace: bool,
}

pub(crate) async fn run(args: Restore) -> Result<Ended, Failure> {
    let Restore { file, replace } = args;
    let config = Config::from_environment()?;
    let home = &config.home;
    let claim = Claim::on(home).await.map_err(|error| Failure::unwritten(home, &error))?;
    let Some(_claim) = claim else {
        return Err(Failure::new("Callwright has the data folder open", "End it, then restore again."));
    };
    let there: Vec<_> = copied_names().filter(|name| home.join(name).exists()).collect();
    if config.database().exists() {
        if !replace {
            let advice = "Restore with --replace, which keeps them in a folder beside it.";
            return Err(Failure::new(format!("{} has sessions already", home.display()), advice));
        }
        // Nobody else may have them open while they are moved.
        Core::own(Extent::Sessions).await?.close().await;
    }
    let unpacked = home.join(UNPACKED);
    let restored = unpack(&file, &unpacked).and_then(|()| {
        let moved = exchange(home, &unpacked, &there).map_err(|error| Failure::unwritten(home, &error))?;
        say(format_args!("{} holds the backup. Keys were not in it: type them again.", home.display()))?;
        moved.map_or(Ok(()), |folder| say(format_args!("What was there before is in {}.", folder.display())))
    });
    let _ = fs::remove_dir_all(&unpacked);
    restored.map(|()| Ended::Well)
}

/// Unpacks a backup whole, before anything in the data folder is touched.
fn unpack(file: &Path, into: &Path) -> Result<(), Failure> {
    let unread = |error: io::Error| Failure::unread(file, &error);
    let foreign = |reason: &str| {
        let advice = "Give a file that `callwright backup` has written.";
        Failure::new(format!("{} is not a backup: {reason}", file.display()), advice)
    };
    let source = disk::open(file).map_err(unread)?;
    let unwritten = |error: io::Error| Failure::unwritten(into, &error);
    if into.exists() {
        fs::remove_dir_all(into).map_err(unwritten)?;
    }
    disk::make_folder(into).map_err(unwritten)?;
    let mut archive = Archive::new(GzDecoder::new(source));
    let mut is_labelled = false;
    for entry in archive.entries().map_err(|error| foreign(&error.to_string()))? {
        let mut entry = entry.map_err(|error| foreign(&error.to_string()))?;
        let path = entry.path().map_err(|error| foreign(&error.to_string()))?.into_owned();
        if is_labelled {
            check(&entry, &path).map_err(|error| foreign(&error.to_string()))?;
            unpack_entry(&mut entry, &into.join(&path)).map_err(unwritten)?;
        } else {
            read_label(entry, &path).map_err(|error| foreign(&error.to_string()))?;
            is_labelled = true;
        }
    }
    if is_labelled { Ok(()) } else { Err(foreign("it is empty")) }
}

/// An entry that no backup has.
#[derive(Debug, thiserror::Error)]
enum EntryError {
    #[error("it does not say that it is one")]
    Unlabelled,
    #[error(transparent)]
    Disk(#[from] io::Error),
    #[error(transparent)]
    Label(#[from] serde_json::Error),
    #[error("Callwright {version} wrote it in form {form}, and this one reads form {FORMAT}")]
    OtherForm { version: String, form: u32 },
    #[error("{} is neither a file nor a folder", path.display())]
    Kind { path: PathBuf },
    #[error("{} has no place in a data folder", path.display())]
    Foreign { path: PathBuf },
}

fn read_label(entry: Entry<'_, GzDecoder<File>>, path: &Path) -> Result<(), EntryError> {
    if path != Path::new(LABEL) {
        return Err(EntryError::Unlabelled);
    }
    let mut text = Vec::new();
    entry.take(LONGEST_LABEL).read_to_end(&mut text)?;
    let label: Label = serde_json::from_slice(&text)?;
    if label.format == FORMAT {
        return Ok(());
    }
    Err(EntryError::OtherForm { version: label.version, form: label.format })
}

/// Refuses whatever no backup has: links, paths that lead out, and files that Callwright would not read.
fn check(entry: &Entry<'_, GzDecoder<File>>, path: &Path) -> Result<(), EntryError> {
    if ![EntryType::Regular, EntryType::Directory].contains(&entry.header().entry_type()) {
        return Err(EntryError::Kind { path: path.to_owned() });
    }
    let mut parts = path.components();
    let is_ours = match parts.next() {
        None | Some(Component::CurDir) => true,
        Some(Component::Normal(first)) => copied_names().any(|name| OsStr::new(name) == first),
        Some(Component::Prefix(_) | Component::RootDir | Component::ParentDir) => false,
    };
    if is_ours && parts.all(|part| matches!(part, Component::Normal(_))) {
        return Ok(());
    }
    Err(EntryError::Foreign { path: path.to_owned() })
}

fn unpack_entry(entry: &mut Entry<'_, GzDecoder<File>>, path: &Path) -> io::Result<()> {
    if entry.header().entry_type() == EntryType::Directory {
        return disk::make_folder(path);
    }
    let mut file = disk::private().write(true).create_new(true).open(path)?;
    io::copy(entry, &mut file)?;
    #[cfg(unix)]
    if entry.header().mode()? & 0o100 != 0 {
        // A program of a plugin.
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(fs::Permissions::from_mode(0o700))?;
    }
    file.sync_all()
}

/// Moves what is there out of the way and what was unpacked in. Returns the folder of what was there.
fn exchange(home: &Path, unpacked: &Path, there: &[&str]) -> io::Result<Option<PathBuf>> {
    let before = if there.is_empty() { None } else { Some(free_folder(home)?) };
    if let Some(before) = &before {
        disk::make_folder(before)?;
        for name in there.iter().copied().chain(["sessions.db-wal", "sessions.db-shm", "search"]) {
            let path = home.join(name);
            if path.exists() {
                disk::rename(&path, &before.join(name))?;
            }
        }
    }
    for entry in fs::read_dir(unpacked)? {
        let entry = entry?;
        disk::rename(&entry.path(), &home.join(entry.file_name()))?;
    }
    Ok(before)
}

fn free_folder(home: &Path) -> io::Result<PathBuf> {
    let mut folders = (1..MAX_FOLDER_NUMBER).map(|number| home.join(format!("before-restore-{number}")));
    folders.find(|folder| !folder.exists()).ok_or_else(|| io::ErrorKind::AlreadyExists.into())
}
