//! The files of an installation, below a prefix such as `/usr`.

use std::env::consts::EXE_SUFFIX;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::{NAME, read};
use crate::output::Output;
use crate::process;
use crate::project::Project;

/// A program, and a file that is read.
pub(super) const EXECUTABLE: u32 = 0o755;
pub(super) const PLAIN: u32 = 0o644;

#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Below the prefix, with slashes.
    pub(super) path: String,
    pub(super) mode: u32,
    pub(super) bytes: Vec<u8>,
}

#[derive(Debug)]
pub(super) struct Tree {
    entries: Vec<Entry>,
}

impl Tree {
    /// The program with its manual, the completions of shells and the licences.
    pub(super) fn of(project: &Project, program: &Path, third_party: &str) -> Result<Self> {
        let bytes = read(program)?;
        let mut tree = Self {
            entries: vec![Entry { path: format!("bin/{NAME}{EXE_SUFFIX}"), mode: EXECUTABLE, bytes }],
        };
        tree.manual(project, program)?;
        for (shell, path) in [
            ("bash", format!("share/bash-completion/completions/{NAME}")),
            ("zsh", format!("share/zsh/site-functions/_{NAME}")),
            ("fish", format!("share/fish/vendor_completions.d/{NAME}.fish")),
        ] {
            let mut completions = process::command(program);
            completions.args(["completions", shell]);
            tree.add(path, process::capture(completions)?.into_bytes());
        }
        for name in ["LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md"] {
            tree.add(format!("share/doc/{NAME}/{name}"), read(&project.root().join(name))?);
        }
        tree.add(format!("share/doc/{NAME}/THIRD-PARTY"), third_party.as_bytes().to_vec());
        Ok(tree)
    }

    pub(super) fn from_entries(entries: Vec<Entry>) -> Self {
        Self { entries }
    }

    /// Files that are not those of a program, for tests.
    #[cfg(test)]
    pub(super) fn sample() -> Self {
        let program = Entry { path: format!("bin/{NAME}"), mode: EXECUTABLE, bytes: b"#!/bin/sh\n".to_vec() };
        let mut tree = Self { entries: vec![program] };
        tree.add(format!("share/doc/{NAME}/LICENSE-MIT"), b"A licence".to_vec());
        tree
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The program itself, which comes first.
    pub(super) fn program(&self) -> &Entry {
        &self.entries[0]
    }

    /// The texts that every package has to carry.
    pub(super) fn licences(&self) -> impl Iterator<Item = (&str, &[u8])> {
        let named = |entry: &Entry| {
            let name = entry.path.rsplit('/').next().unwrap_or_default();
            (name.starts_with("LICENSE") || name == "THIRD-PARTY").then_some(())
        };
        let licences = self.entries.iter().filter(move |entry| named(entry).is_some());
        licences.map(|entry| (entry.path.rsplit('/').next().unwrap_or_default(), entry.bytes.as_slice()))
    }

    fn manual(&mut self, project: &Project, program: &Path) -> Result<()> {
        let folder = project.scratch().join("man");
        if folder.exists() {
            std::fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
        }
        let mut man = process::command(program);
        man.args(["man", "--folder"]).arg(&folder);
        process::run(man, &Output::Terminal)?;
        let mut pages: Vec<_> = std::fs::read_dir(&folder)?.collect::<Result<_, _>>()?;
        pages.sort_by_key(std::fs::DirEntry::file_name);
        ensure!(!pages.is_empty(), "the program wrote no manual page");
        for page in pages {
            let name = page.file_name().to_string_lossy().into_owned();
            self.add(format!("share/man/man1/{name}"), read(&page.path())?);
        }
        Ok(())
    }

    fn add(&mut self, path: String, bytes: Vec<u8>) {
        self.entries.push(Entry { path, mode: PLAIN, bytes });
    }
}
