//! The cases of a set, from a folder or one file.

use crate::failure::Failure;
use experiments::Case;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};

/// All cases by the names of their files. One that can't be read leaves none.
pub(super) fn read(set: &Path) -> Result<Vec<Case>, Failure> {
    let files = files(set)?;
    if files.is_empty() {
        let message = format!("{} has no cases", set.display());
        return Err(Failure::new(message, "Give a folder with files that end with .json."));
    }
    let mut seen = BTreeMap::new();
    let mut cases = Vec::new();
    for file in files {
        let case = read_case(&file)?;
        if let Some(other) = seen.insert(case.id.clone(), file.clone()) {
            let (file, other) = (file.display(), other.display());
            let message = format!("{file} has the id {:?}, and so has {other}", case.id.as_str());
            return Err(Failure::new(message, "Give each case an id of its own."));
        }
        cases.push(case);
    }
    Ok(cases)
}

fn files(set: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !set.is_dir() {
        return Ok(vec![set.to_owned()]);
    }
    let unread = |error: std::io::Error| Failure::unread(set, &error);
    let entries = std::fs::read_dir(set).map_err(unread)?;
    let mut files = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(unread)?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    Ok(files)
}

fn read_case(file: &Path) -> Result<Case, Failure> {
    let text = disk::read_text(file, limits::SETTINGS_FILE).map_err(|error| Failure::unread(file, &error))?;
    Case::read(&text).map_err(|error| {
        let mut message = format!("{}: {error}", file.display());
        if let Some(cause) = error.source() {
            message = format!("{message}: {cause}");
        }
        Failure::new(message, "Fix the file, or take it out of the set; nothing ran.")
    })
}
