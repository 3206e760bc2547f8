//! Descriptions of packages that others make or list: Homebrew, winget, Flatpak, an installer of Windows, an application of macOS.
//!
//! They lie in `src-tauri/packaging`, and this fills in the version, where the files are fetched from, and their hashes.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::{Facts, digest, read, write};

/// Stands where a file that was not made has its hash: nothing that is fetched has it, so nothing is installed by it.
const NO_HASH: &str = "0000000000000000000000000000000000000000000000000000000000000000";

const HASH: &str = "@SHA256 ";

macro_rules! descriptions {
    ($($place:literal),+ $(,)?) => {
        /// Every description, with its place.
        const DESCRIPTIONS: &[(&str, &str)] =
            &[$(($place, include_str!(concat!("../../../../packaging/", $place)))),+];
    };
}

descriptions![
    "linux/dev.callwright.Callwright.desktop",
    "linux/dev.callwright.Callwright.metainfo.xml",
    "flatpak/dev.callwright.Callwright.yml",
    "homebrew/callwright.rb",
    "macos/Info.plist",
    "macos/Entitlements.plist",
    "macos/make-dmg.sh",
    "windows/callwright.nsi",
    "winget/Callwright.Callwright.yaml",
    "winget/Callwright.Callwright.installer.yaml",
    "winget/Callwright.Callwright.locale.en-US.yaml",
];

/// Writes them below `descriptions`, with the hashes of the packages that lie in `out`.
pub(super) fn make(facts: &Facts, out: &Path) -> Result<Vec<PathBuf>> {
    let hashes = hashes_in(out)?;
    let mut made = Vec::new();
    for (place, text) in DESCRIPTIONS {
        for missing in missing(text, facts, &hashes) {
            println!("{place}: {missing} was not made here, so its hash is left open.");
        }
        let file = out.join("descriptions").join(place);
        write(&file, filled(text, facts, &hashes).as_bytes())?;
        made.push(file);
    }
    Ok(made)
}

/// Every file in a folder with its SHA-256.
fn hashes_in(folder: &Path) -> Result<Vec<(String, String)>> {
    let mut hashes = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            hashes.push((entry.file_name().to_string_lossy().into_owned(), digest(&read(&entry.path())?)));
        }
    }
    Ok(hashes)
}

/// A description with everything in it. `@SHA256 NAME@` stands for the hash of a file.
pub(super) fn filled(text: &str, facts: &Facts, hashes: &[(String, String)]) -> String {
    let mut filled = named(text, facts);
    while let Some(start) = filled.find(HASH) {
        let Some(length) = filled[start + 1..].find('@') else { break };
        let name = &filled[start + HASH.len()..=start + length];
        let hash = hashes.iter().find(|(file, _)| file == name).map_or(NO_HASH, |(_, hash)| hash);
        filled = format!("{}{hash}{}", &filled[..start], &filled[start + length + 2..]);
    }
    filled
}

fn named(text: &str, facts: &Facts) -> String {
    text.replace("@VERSION@", &facts.version)
        .replace("@DATE@", &facts.date)
        .replace("@FROM@", &facts.from)
        .replace("@HOME@", facts.from.split("/releases/").next().unwrap_or_default())
}

/// The files that a description names and that have no hash here.
fn missing(text: &str, facts: &Facts, hashes: &[(String, String)]) -> Vec<String> {
    let text = named(text, facts);
    let names = text.split(HASH).skip(1).filter_map(|rest| rest.split_once('@'));
    let names = names.map(|(name, _)| name.to_owned());
    names.filter(|name| hashes.iter().all(|(file, _)| file != name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts() -> Facts {
        let from = "https://example.org/callwright/releases/download/v1.2.3".to_owned();
        Facts { from, ..Facts::sample("1.2.3") }
    }

    #[test]
    fn a_description_gets_its_version_its_address_and_the_hashes_that_are_known() {
        let hashes = [("a-1.2.3.tar.gz".to_owned(), "ab".repeat(32))];
        let text =
            "@HOME@ @FROM@/a-@VERSION@.tar.gz @SHA256 a-@VERSION@.tar.gz@ @SHA256 b-@VERSION@.tar.gz@ @DATE@";
        let expected = format!(
            "https://example.org/callwright https://example.org/callwright/releases/download/v1.2.3/a-1.2.3.tar.gz {} {NO_HASH} 2026-11-26",
            "ab".repeat(32)
        );
        assert_eq!(filled(text, &facts(), &hashes), expected);
        assert_eq!(missing(text, &facts(), &hashes), ["b-1.2.3.tar.gz"]);
    }

    #[test]
    fn nothing_is_left_open_in_any_description() {
        for (place, text) in DESCRIPTIONS {
            let filled = filled(text, &facts(), &[]);
            // A rule of the shell has `$@`, and nothing else here has the sign.
            assert!(!filled.replace("$@", "").contains('@'), "{place}: {filled}");
        }
    }
}
