//! The page, built into `ui/dist`, where the window and the server take it from.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::stamp::Stamp;
use crate::output::Output;
use crate::process;
use crate::project::Project;

/// What decides how the page comes out, besides the `tsconfig` files.
const SOURCES: [&str; 7] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
];

/// Builds the page, unless it was built from the same files.
pub(crate) fn build_page(project: &Project, output: &Output) -> Result<()> {
    // The digest is taken first: a file that is saved during the build makes the next one.
    let stamp = Stamp::of(project.built_page().join(".stamp"), &sources(&project.ui())?)?;
    if stamp.is_current() {
        return output.note("The page is up to date.");
    }
    stamp.remove()?;
    process::run(project.npm(&["run", "build"]), output).context("could not build the page")?;
    stamp.write()
}

fn sources(ui: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(ui).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.with_context(|| format!("could not read {}", ui.display()))?;
    let mut configurations: Vec<PathBuf> =
        entries.iter().map(fs::DirEntry::path).filter(|path| is_tsconfig(path)).collect();
    configurations.sort();
    Ok(SOURCES.iter().map(|name| ui.join(name)).chain(configurations).collect())
}

fn is_tsconfig(path: &Path) -> bool {
    let name = path.file_name().map(OsStr::to_string_lossy).unwrap_or_default();
    name.starts_with("tsconfig") && name.ends_with(".json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tsconfig_files_are_added_to_the_sources() {
        assert!(is_tsconfig(Path::new("ui/tsconfig.json")));
        assert!(is_tsconfig(Path::new("ui/tsconfig.node.json")));
        assert!(!is_tsconfig(Path::new("ui/package.json")));
    }
}
