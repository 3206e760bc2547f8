//! A backup of the file, made before a newer version changes it for the first time.

use crate::StoreError;
use crate::error::StoreFault;
use crate::schema::format_of;
use notices::{Describe, Notice, said};
use rusqlite::Connection;
use rusqlite::backup::Backup;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The number of backups kept. Older ones are deleted once a new one is complete.
const MAX_KEPT_BACKUPS: usize = 3;

/// Pages copied between two checks for errors.
const PAGES_PER_STEP: i32 = 1_024;

/// The mark in the name of each backup, between the name of the file and its format and date.
const MARK: &str = ".format-";
const UNFINISHED: &str = ".backup-unfinished";

/// Copies the file beside itself, verifies the copy, and gives it its name.
pub(crate) fn make(
    connection: &Connection,
    path: &Path,
    format: i64,
    room: Option<u32>,
) -> Result<PathBuf, StoreError> {
    let unfinished = beside(path, UNFINISHED);
    let made = copy(connection, &unfinished, format, room).and_then(|()| {
        let name = name(connection, format)?;
        let backup = beside(path, &name);
        disk::sync_file(&unfinished)
            .and_then(|()| disk::rename(&unfinished, &backup))
            .map_err(|error| NotMade::Reason(error.notice()))?;
        Ok(backup)
    });
    match made {
        Ok(backup) => {
            forget_old(path).map_err(|error| not_made(path, NotMade::Reason(error.notice())))?;
            Ok(backup)
        }
        Err(reason) => {
            // Half a copy is of no use, and its space is needed.
            let _ = std::fs::remove_file(&unfinished);
            Err(not_made(path, reason))
        }
    }
}

/// Copies everything to a new file elsewhere.
pub(crate) fn copy_whole(connection: &Connection, to: &Path) -> Result<(), StoreError> {
    let copied =
        format_of(connection).map_err(NotMade::from).and_then(|format| copy(connection, to, format, None));
    copied.and_then(|()| disk::sync_file(to).map_err(|error| NotMade::Reason(error.notice()))).map_err(
        |reason| match reason {
            NotMade::Full => StoreError::Full { path: to.to_owned() },
            NotMade::Reason(reason) => StoreError::NotAccessible { path: to.to_owned(), reason },
        },
    )
}

/// The backups of a file, oldest first.
pub(crate) fn all(path: &Path) -> std::io::Result<Vec<PathBuf>> {
    let start = format!("{}{MARK}", file_name(path));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let date =
            name.to_str().and_then(|name| name.strip_prefix(&start)).and_then(|rest| rest.split_once('.'));
        if let Some((_, date)) = date.filter(|(_, date)| date.ends_with(".db")) {
            found.push((date.to_owned(), entry.path()));
        }
    }
    found.sort();
    Ok(found.into_iter().map(|(_, path)| path).collect())
}

enum NotMade {
    Full,
    Reason(Notice),
}

impl From<rusqlite::Error> for NotMade {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => Self::Full,
            _ => Self::Reason(said(&error.to_string())),
        }
    }
}

fn copy(from: &Connection, to: &Path, format: i64, room: Option<u32>) -> Result<(), NotMade> {
    match std::fs::remove_file(to) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(NotMade::Reason(error.notice()));
        }
        Ok(()) | Err(_) => {}
    }
    disk::append(to).map_err(|error| NotMade::Reason(error.notice()))?;
    let mut backup = Connection::open(to)?;
    if let Some(pages) = room {
        backup.pragma_update(None, "max_page_count", pages)?;
    }
    Backup::new(from, &mut backup)?.run_to_completion(PAGES_PER_STEP, Duration::ZERO, None)?;
    // A copy in WAL mode would need a write-ahead log to be read.
    backup.pragma_update(None, "journal_mode", "DELETE")?;
    let state: String = backup.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if state != "ok" || format_of(&backup)? != format {
        return Err(NotMade::Reason(StoreFault::Copy { state }.notice()));
    }
    backup.close().map_err(|(_, error)| NotMade::from(error))
}

fn forget_old(path: &Path) -> std::io::Result<()> {
    let backups = all(path)?;
    let old = backups.len().saturating_sub(MAX_KEPT_BACKUPS);
    backups.iter().take(old).try_for_each(std::fs::remove_file)
}

/// The format and the date, in a form that every file system accepts and that sorts by date.
fn name(connection: &Connection, format: i64) -> rusqlite::Result<String> {
    let now = "SELECT strftime('%Y-%m-%dT%H-%M-%fZ', 'now')";
    let date: String = connection.query_row(now, [], |row| row.get(0))?;
    Ok(format!("{MARK}{format}.{}.db", date.replace('.', "-")))
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    path.with_file_name(format!("{}{ending}", file_name(path)))
}

/// The name without its extension: `sessions` for `sessions.db`.
fn file_name(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

fn not_made(path: &Path, reason: NotMade) -> StoreError {
    let path = path.to_owned();
    match reason {
        NotMade::Full => StoreError::NoRoomForBackup { path },
        NotMade::Reason(reason) => StoreError::NoBackup { path, reason },
    }
}
