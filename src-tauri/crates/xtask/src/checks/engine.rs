//! Whether models in files are tested. Their engine is C++ and takes minutes to build, so the usual run leaves them out
//! where nothing has changed since they passed: `engine.sha256` has the hash of what passed last.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::files;
use crate::project::Project;

/// The crate with the engine. What it is made of is hashed, with the tests.
const CRATE: &str = "local-model";

pub(super) fn is_as_it_passed(project: &Project) -> Result<bool> {
    let kept = fs::read_to_string(record(project)).unwrap_or_default();
    Ok(kept.trim() == hash(project)?)
}

/// Keeps the hash, which a person commits.
pub(super) fn has_passed(project: &Project) -> Result<()> {
    fs::write(record(project), format!("{}\n", hash(project)?)).context("could not keep what has passed")
}

fn record(project: &Project) -> PathBuf {
    project.root().join("src-tauri/crates/xtask/src/checks/engine.sha256")
}

fn hash(project: &Project) -> Result<String> {
    let mut folders = project.crates_below(CRATE);
    folders.push(project.root().join("tests/local"));
    let mut files = Vec::new();
    for folder in &folders {
        gather(folder, &mut files)?;
    }
    files.sort();
    let mut hasher = Sha256::new();
    for file in &files {
        let name = file.strip_prefix(project.root()).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let text = files::read(file)?;
        hasher.update(format!("{name} {}\n", text.len()));
        hasher.update(text);
    }
    hasher.update(versions(&fs::read_to_string(project.root().join("Cargo.lock"))?));
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("could not read {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() { gather(&path, files)? } else { files.push(path) }
    }
    Ok(())
}

/// The packages of the engine as the lock file has them.
fn versions(lock: &str) -> String {
    lock.split("\n\n").filter(|package| package.contains("name = \"llama-cpp-")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_version_of_the_engine_counts_and_other_packages_do_not() {
        let lock = |engine: &str, other: &str| {
            format!(
                "[[package]]\nname = \"llama-cpp-2\"\nversion = \"{engine}\"\n\n[[package]]\nname = \"ring\"\nversion = \"{other}\"\n"
            )
        };
        assert_eq!(versions(&lock("0.1", "1")), versions(&lock("0.1", "2")));
        assert_ne!(versions(&lock("0.1", "1")), versions(&lock("0.2", "1")));
    }

    #[test]
    fn a_change_of_the_crate_or_of_what_it_is_made_of_counts() {
        let project = Project::find().unwrap();
        let names: Vec<_> =
            project.crates_below(CRATE).iter().map(|path| path.file_name().unwrap().to_owned()).collect();
        for name in ["local-model", "content", "ports"] {
            assert!(names.iter().any(|found| found == name), "{name} is not hashed");
        }
        assert!(!names.iter().any(|found| found == "workbench"));
    }
}
