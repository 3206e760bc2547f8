//! A person's own plugins: a folder with a folder for each. They are read when the application starts and again
//! whenever a file of theirs changes. What is wrong with one is told at that one, and the others go on.
//!
//! The folder is looked at again and again instead of being watched by the system: that works on every file system,
//! misses nothing, and costs a few calls a second.

mod draft;
mod fault;
mod load;
mod seen;
mod wording;

pub use draft::{DraftContent, DraftLook, DraftOperation, HttpDraft, PluginDraft, put_away};
pub(crate) use fault::{DraftError, PluginFault};

use crate::Library;
use crate::library::Shelf;
use load::{Loaded, load};
use ports::{FunctionShelf, SourceFacts, SourceId, SourceKind};
use seen::{Seen, Watched};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The pause between two looks.
const POLL_INTERVAL: Duration = Duration::from_millis(400);

/// Where looking takes long, it is done less often: no more than this part of the time goes into it.
const PAUSE_FACTOR: u32 = 20;

/// The plugins of a folder, for as long as this is kept.
pub struct PluginFolder {
    stop: Option<Sender<()>>,
    looking: Option<JoinHandle<()>>,
}

/// Every plugin as it was when it was looked at last.
struct Looking {
    folder: PathBuf,
    library: Arc<Library>,
    plugins: BTreeMap<String, Known>,
}

struct Known {
    shelf: Shelf,
    watched: Watched,
    /// What was read.
    read: Seen,
    /// What was there at the last look. A file that is still being written is read once it stays the same.
    seen: Seen,
}

impl PluginFolder {
    /// Reads what is there now, and goes on looking.
    pub fn open(folder: PathBuf, library: Arc<Library>) -> std::io::Result<Self> {
        let mut looking = Looking { folder, library, plugins: BTreeMap::new() };
        looking.look();
        let (stop, stopped) = mpsc::channel();
        let look = move || {
            let mut wait = POLL_INTERVAL;
            while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                let began = Instant::now();
                looking.look();
                wait = POLL_INTERVAL.max(began.elapsed() * PAUSE_FACTOR);
            }
        };
        let looking = std::thread::Builder::new().name("plugins".to_owned()).spawn(look)?;
        Ok(Self { stop: Some(stop), looking: Some(looking) })
    }
}

impl Drop for PluginFolder {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(looking) = self.looking.take() {
            // A look that went wrong has told so already.
            let _ = looking.join();
        }
    }
}

impl Looking {
    fn look(&mut self) {
        let names = plugins_in(&self.folder);
        self.plugins.retain(|name, _| names.contains(name));
        for name in names {
            let folder = self.folder.join(&name);
            match self.plugins.get_mut(&name) {
                Some(known) => known.look(&folder, &name),
                None => {
                    let known = Known::first(&self.library, &folder, &name);
                    self.plugins.insert(name, known);
                }
            }
        }
    }
}

impl Known {
    fn first(library: &Arc<Library>, folder: &Path, name: &str) -> Self {
        let shelf = library.shelf(unread(folder, name));
        let watched = Watched::default();
        let mut known = Self { shelf, watched, read: Seen::default(), seen: Seen::default() };
        known.read_now(folder, name);
        known
    }

    fn look(&mut self, folder: &Path, name: &str) {
        let seen = Seen::of(folder, &self.watched);
        if seen != self.seen {
            self.seen = seen;
        } else if seen != self.read {
            self.read_now(folder, name);
        }
    }

    fn read_now(&mut self, folder: &Path, name: &str) {
        let Loaded { facts, watched, functions } = load(folder, name);
        // Looked at after reading: what was changed in between is another look's business.
        (self.read, self.watched) = (Seen::of(folder, &watched), watched);
        self.seen = self.read.clone();
        self.shelf.describe(facts.unwrap_or_else(|| unread(folder, name)));
        match functions {
            Ok((functions, problems)) => self.shelf.fill(functions, problems),
            Err(problem) => self.shelf.fail(problem),
        }
    }
}

/// What is known of a plugin before its `plugin.toml` could be read.
fn unread(folder: &Path, name: &str) -> SourceFacts {
    SourceFacts {
        id: SourceId::new(format!("own:{name}")),
        title: name.to_owned(),
        kind: SourceKind::Process,
        place: Some(folder.display().to_string()),
        needs: Vec::new(),
    }
}

/// The folders in the folder, hidden ones left out. A folder that is not there has none.
fn plugins_in(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let name =
        |entry: std::fs::DirEntry| entry.path().is_dir().then(|| entry.file_name().into_string().ok())?;
    entries.flatten().filter_map(name).filter(|name| !name.starts_with('.')).collect()
}

#[cfg(unix)]
#[cfg(test)]
mod tests;
