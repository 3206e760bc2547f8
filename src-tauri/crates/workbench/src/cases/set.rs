//! The cases of a set, from a folder or one file.

use super::CasesError;
use experiments::Case;
use notices::Describe;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// All cases by the names of their files. One that can't be read leaves none.
pub fn read_set(set: &Path) -> Result<Vec<Case>, CasesError> {
    let files = files(set)?;
    if files.is_empty() {
        return Err(CasesError::Empty { path: set.to_owned() });
    }
    let mut seen = BTreeMap::new();
    let mut cases = Vec::new();
    for path in files {
        let case = read_case(&path)?;
        if let Some(other) = seen.insert(case.id.clone(), path.clone()) {
            return Err(CasesError::SameId { path, id: case.id.as_str().to_owned(), other });
        }
        cases.push(case);
    }
    Ok(cases)
}

/// The files of a set, by name.
pub(crate) fn files(set: &Path) -> Result<Vec<PathBuf>, CasesError> {
    if !set.is_dir() {
        return Ok(vec![set.to_owned()]);
    }
    let unread = |error: std::io::Error| CasesError::unread(set, &error);
    let entries = std::fs::read_dir(set).map_err(unread)?;
    let mut files = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(unread)?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    Ok(files)
}

pub(crate) fn read_case(path: &Path) -> Result<Case, CasesError> {
    let text =
        disk::read_text(path, limits::SETTINGS_FILE).map_err(|error| CasesError::unread(path, &error))?;
    Case::read(&text).map_err(|error| CasesError::NoCase { path: path.to_owned(), reason: error.notice() })
}
