//! An upgrade: an older version is installed and used, and the newer one finds what it wrote.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::super::making::make;
use super::super::{Facts, Kind};
use super::{Checked, Clean, Installed};
use crate::output::Output;
use crate::process;

/// A version before every other.
pub(super) const BEFORE: &str = "0.0.1";

/// What a person had said before the upgrade.
const SAID: &str = r#"[{"role": "user", "content": "Is it raining in Oslo?"}, {"role": "assistant", "content": "Ask me about Bergen."}]"#;

/// The same files under an older version, made when they are first asked for.
pub(super) struct Older<'a> {
    checked: &'a Checked<'a>,
    folder: Clean,
}

impl<'a> Older<'a> {
    pub(super) fn new(checked: &'a Checked<'a>) -> Result<Self> {
        Ok(Self { checked, folder: Clean::folder("older")? })
    }

    pub(super) fn of(&self, kind: Kind) -> Result<Vec<PathBuf>> {
        let folder = self.folder.0.join(kind.name());
        if !folder.exists() {
            let source = self.checked.source.context("it was made of nothing")?;
            let facts = Facts { version: BEFORE.to_owned(), ..source.facts.clone() };
            make(self.checked.project, kind, source, &facts, &folder)?;
        }
        let mut files: Vec<_> =
            fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
        files.sort();
        Ok(files)
    }
}

/// Makes a session with the installed program.
pub(super) fn write_session(installed: &Installed, root: &Path) -> Result<()> {
    let file = root.join("before-the-upgrade.json");
    super::write(&installed.on_disk(&file), SAID.as_bytes())?;
    let mut import = installed.command(root);
    import.arg("import").arg(&file);
    process::run(import, &Output::Terminal)
}

/// Finds that session by what was said in it.
pub(super) fn find_session(installed: &Installed, root: &Path) -> Result<()> {
    let mut search = installed.command(root);
    search.args(["search", "--json", "Bergen"]);
    let found: serde_json::Value = serde_json::from_str(&process::capture(search)?)?;
    let is_found = found["total"].as_u64().is_some_and(|total| total > 0);
    ensure!(is_found, "what was said before the upgrade is lost: {found:#}");
    Ok(())
}
