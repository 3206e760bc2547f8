//! What the files of a plugin looked like, and what stands for them.

use crate::sources::stamp::Pieces;
use limits::{Limit, PLUGIN_FILES, PLUGIN_READ};
use std::fs;
use std::path::Path;
use std::time::SystemTime;

/// A plugin of more files than these is watched and taken for its first ones.
const FILES: usize = PLUGIN_FILES.size();

/// Files are read to tell them apart, up to so many bytes of a plugin. What is beyond counts by its size and age.
const READ: u64 = PLUGIN_READ.most;

/// Where a plugin keeps what it writes, and what interpreters write beside its files. Hidden files are left out, too.
const NOT_ITS_OWN: [&str; 2] = ["data", "__pycache__"];

/// Which files of a plugin matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Watched {
    /// These, by their paths in the plugin's folder.
    Only(Vec<String>),
    /// All that are its own: any of them may be part of its program.
    All,
}

impl Default for Watched {
    fn default() -> Self {
        Self::Only(vec!["plugin.toml".to_owned()])
    }
}

/// The files of a plugin with their sizes and ages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Seen(Vec<(String, u64, Option<SystemTime>)>);

impl Seen {
    pub(super) fn of(folder: &Path, watched: &Watched) -> Self {
        let paths = match watched {
            Watched::Only(paths) => paths.clone(),
            Watched::All => own_files(folder),
        };
        let seen = |path: String| {
            let found = fs::metadata(folder.join(&path)).ok()?;
            Some((path, found.len(), found.modified().ok()))
        };
        Self(paths.into_iter().filter_map(seen).collect())
    }
}

/// Stands for the files of a plugin as they are now: other files, another fingerprint.
pub(super) fn fingerprint(folder: &Path, watched: &Watched, more: &[&str]) -> String {
    let mut hash = Pieces::default();
    let mut left = READ;
    for (path, length, modified) in Seen::of(folder, watched).0 {
        hash.add(path.as_bytes());
        let most = Limit::bytes(length);
        let read = if length <= left { disk::read(&folder.join(&path), most).ok() } else { None };
        match read {
            Some(bytes) => {
                left -= length;
                hash.add(&bytes);
            }
            None => hash.add(format!("{length} {modified:?}").as_bytes()),
        }
    }
    more.iter().for_each(|piece| hash.add(piece.as_bytes()));
    hash.finish()
}

/// The paths of all files that are a plugin's own, in order.
fn own_files(folder: &Path) -> Vec<String> {
    let (mut found, mut open) = (Vec::new(), vec![String::new()]);
    while let Some(inside) = open.pop() {
        let Ok(entries) = fs::read_dir(folder.join(&inside)) else { continue };
        for entry in entries.flatten() {
            let Ok(name) = entry.file_name().into_string() else { continue };
            if name.starts_with('.') || NOT_ITS_OWN.contains(&name.as_str()) {
                continue;
            }
            let path = if inside.is_empty() { name } else { format!("{inside}/{name}") };
            // A link to a folder is not followed: it could lead in a circle.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => open.push(path),
                Ok(_) if found.len() < FILES => found.push(path),
                Ok(_) | Err(_) => {}
            }
        }
    }
    found.sort();
    found
}
