//! An upgrade: an older version is installed and used, and the newer one finds what it wrote.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use super::super::tree::Tree;
use super::super::{Facts, Kind, NAME, Packaged, archive, debian};
use super::Installed;
use crate::output::Output;
use crate::process;

/// A version before every other.
const BEFORE: &str = "0.0.1";

/// What a person had said before the upgrade.
const SAID: &str = r#"[{"role": "user", "content": "Is it raining in Oslo?"}, {"role": "assistant", "content": "Ask me about Bergen."}]"#;

/// The same files under an older version, for the kinds that replace one another in place.
pub(super) fn older(kind: Kind, tree: &Tree, facts: &Facts, out: &Path) -> Result<Option<PathBuf>> {
    let facts = Facts {
        version: BEFORE.to_owned(),
        glibc: facts.glibc,
        from: facts.from.clone(),
        date: facts.date.clone(),
    };
    if kind == Kind::Tar {
        return archive::make(NAME, tree, &facts, out).map(Some);
    }
    if kind == Kind::Deb {
        return debian::make(&Packaged::command_line(tree, &facts), &facts, out).map(Some);
    }
    Ok(None)
}

/// Makes a session with the installed program.
pub(super) fn write_session(installed: &Installed, root: &Path) -> Result<()> {
    let file = root.join("before-the-upgrade.json");
    fs::write(&file, SAID)?;
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
