//! Finds a text in the files of a folder.

use super::arguments::{Found, FoundLine, Kind, SearchArguments};
use super::error::FolderError;
use super::folder::{Folder, kind_of, plain};
use std::path::Path;

/// How many lines are told.
const LINES: usize = 200;

/// How much of a line is told.
const TOLD: usize = 300;

/// How many files and folders are looked at.
const LOOKED_AT: usize = 20_000;

/// Searches a folder and all in it. Links are not followed, and what is no text has no lines.
pub(super) fn search(
    folder: &Folder,
    arguments: &SearchArguments,
    is_over: &dyn Fn() -> bool,
) -> Result<Found, FolderError> {
    let wanted = arguments.text.to_lowercase();
    if wanted.is_empty() {
        return Err(FolderError::NothingToFind);
    }
    let below = arguments.path.as_deref().unwrap_or(".");
    let mut open = vec![plain(below)?.to_owned()];
    folder.root.read_dir(plain(below)?).map_err(|error| FolderError::at(below, error))?;
    let (mut lines, mut looked_at) = (Vec::new(), 0);
    while let Some(inside) = open.pop() {
        let mut entries: Vec<_> = folder.root.read_dir(&inside).into_iter().flatten().flatten().collect();
        entries.sort_by_key(|entry| entry.file_name());
        for entry in entries {
            looked_at += 1;
            if looked_at > LOOKED_AT || is_over() {
                return Ok(Found { lines, has_more: true });
            }
            let path = inside.join(entry.file_name());
            match entry.file_type().map(kind_of) {
                Ok(Kind::Folder) => open.push(path),
                Ok(Kind::File) => lines.extend(lines_of(folder, &path, &wanted)),
                Ok(Kind::Link | Kind::Other) | Err(_) => {}
            }
            if lines.len() > LINES {
                lines.truncate(LINES);
                return Ok(Found { lines, has_more: true });
            }
        }
    }
    Ok(Found { lines, has_more: false })
}

fn lines_of(folder: &Folder, path: &Path, wanted: &str) -> Vec<FoundLine> {
    // A file that can't be read has nothing to find.
    let text = folder.text(path).unwrap_or_default();
    let found = text.lines().enumerate().filter(|(_, line)| line.to_lowercase().contains(wanted));
    let line = |(number, line): (usize, &str)| FoundLine {
        path: shown(path),
        line: number + 1,
        text: line.chars().take(TOLD).collect(),
    };
    found.take(LINES + 1).map(line).collect()
}

/// A path as a person and a model write it.
fn shown(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    text.strip_prefix("./").map(str::to_owned).unwrap_or(text)
}
