//! The files a core is built from, looked at again and again: that is the same on every file system and needs no library.

use std::fs;
use std::io::{ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Folders that hold nothing a core is built from.
const LEFT_OUT: [&str; 7] = ["benches", "examples", "gen", "node_modules", "target", "tests", "xtask"];

/// Each file with when it was changed and how long it is.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Snapshot(Vec<(PathBuf, SystemTime, u64)>);

impl Snapshot {
    pub(super) fn of(places: &[PathBuf]) -> Result<Self> {
        let mut files = Vec::new();
        for place in places {
            look(place, &mut files)?;
        }
        files.sort();
        Ok(Self(files))
    }
}

fn look(place: &Path, files: &mut Vec<(PathBuf, SystemTime, u64)>) -> Result<()> {
    // An editor may take a file away while it is looked at.
    let Some(facts) = unless_gone(fs::metadata(place))? else { return Ok(()) };
    if !facts.is_dir() {
        files.push((place.to_owned(), facts.modified()?, facts.len()));
        return Ok(());
    }
    let Some(entries) = unless_gone(fs::read_dir(place))? else { return Ok(()) };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let is_left_out = name.to_str().is_some_and(|name| name.starts_with('.') || LEFT_OUT.contains(&name));
        if !is_left_out {
            look(&entry.path(), files)?;
        }
    }
    Ok(())
}

fn unless_gone<T>(found: Result<T>) -> Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_and_new_files_are_noticed_and_tests_are_not() {
        let folder = std::env::temp_dir().join(format!("xtask-sources-{}", std::process::id()));
        for inside in ["src", "tests"] {
            fs::create_dir_all(folder.join(inside)).unwrap();
        }
        fs::write(folder.join("src/lib.rs"), "one").unwrap();
        let places = [folder.clone(), folder.join("nowhere")];
        let look = || Snapshot::of(&places).unwrap();
        let begun = look();

        fs::write(folder.join("tests/it.rs"), "").unwrap();
        fs::write(folder.join("src/.lib.rs.swp"), "").unwrap();
        let beside = look();
        fs::write(folder.join("src/lib.rs"), "longer").unwrap();
        let edited = look();
        fs::write(folder.join("src/new.rs"), "").unwrap();
        let added = look();
        fs::remove_dir_all(&folder).unwrap();

        assert_eq!(begun, beside);
        assert_ne!(begun, edited);
        assert_ne!(edited, added);
    }
}
