//! What the window updates itself to: a list of signed packages, in the form that Tauri's updater reads.
//!
//! The window looks for updates only where the build was given the public key. The private key is in no build: another tool
//! signs the packages that are made, and this reads the signatures.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Map, Value, json};

use super::{Facts, write};
use crate::project::Project;

/// The variable that gives the public key to a build.
const KEY: &str = "CALLWRIGHT_UPDATE_KEY";

/// llama.cpp refuses the compiler of Microsoft for arm64, where packages have no engine for models in files.
const HAS_ENGINE: bool = !cfg!(all(target_os = "windows", target_arch = "aarch64"));

/// What the programs of packages are built with, in place of what is usual.
pub(super) const COMMAND_LINE: &str =
    if HAS_ENGINE { "embedded-page,jemalloc,llama" } else { "embedded-page,jemalloc" };
pub(super) const WINDOW: &str =
    if HAS_ENGINE { "custom-protocol,jemalloc,llama" } else { "custom-protocol,jemalloc" };
pub(super) const WINDOW_WITH_UPDATES: &str =
    if HAS_ENGINE { "custom-protocol,jemalloc,llama,updater" } else { "custom-protocol,jemalloc,updater" };

/// The name of the list beside the packages it lists. `CALLWRIGHT_UPDATE_ADDRESS` leads to it.
const LIST: &str = "latest.json";

/// The systems and processors that a window is made for, as the updater calls them, and the package it replaces itself by.
const PLATFORMS: [(&str, &str); 6] = [
    ("linux-x86_64", "Callwright-@VERSION@-x86_64.AppImage"),
    ("linux-aarch64", "Callwright-@VERSION@-aarch64.AppImage"),
    ("darwin-x86_64", "Callwright-@VERSION@-macos-x86_64.app.tar.gz"),
    ("darwin-aarch64", "Callwright-@VERSION@-macos-aarch64.app.tar.gz"),
    ("windows-x86_64", "callwright-@VERSION@-windows-x86_64-setup.exe"),
    ("windows-aarch64", "callwright-@VERSION@-windows-aarch64-setup.exe"),
];

/// Without a key the window has no code for updates.
pub(super) fn features(package: &str) -> &'static str {
    features_with(package, std::env::var(KEY).ok().as_deref())
}

fn features_with(package: &str, key: Option<&str>) -> &'static str {
    match package {
        "window" if key.is_some_and(|key| !key.is_empty()) => WINDOW_WITH_UPDATES,
        "window" => WINDOW,
        _ => COMMAND_LINE,
    }
}

/// The list of the packages in a folder that have a signature beside them. Without any there is none.
pub(super) fn make(project: &Project, facts: &Facts, out: &Path) -> Result<Vec<PathBuf>> {
    let platforms = signed(facts, out)?;
    if platforms.is_empty() {
        println!("{LIST}: no package here has the signature of an update.");
        return Ok(Vec::new());
    }
    let changelog = project.root().join("CHANGELOG.md");
    let changelog =
        fs::read_to_string(&changelog).with_context(|| format!("could not read {}", changelog.display()))?;
    let notes = notes(&changelog, &facts.version);
    let list = json!({ "version": facts.version, "notes": notes, "platforms": platforms });
    let file = out.join(LIST);
    write(&file, format!("{list:#}\n").as_bytes())?;
    Ok(vec![file])
}

fn signed(facts: &Facts, out: &Path) -> Result<Map<String, Value>> {
    let mut platforms = Map::new();
    for (platform, name) in PLATFORMS {
        let name = name.replace("@VERSION@", &facts.version);
        let signature = out.join(format!("{name}.sig"));
        if out.join(&name).is_file() && signature.is_file() {
            let signature = fs::read_to_string(&signature)
                .with_context(|| format!("could not read {}", signature.display()))?;
            let url = format!("{}/{name}", facts.from);
            platforms.insert(platform.to_owned(), json!({ "url": url, "signature": signature.trim() }));
        }
    }
    Ok(platforms)
}

/// The section of one version.
fn notes(changelog: &str, version: &str) -> String {
    let heading = format!("[{version}]");
    let is_heading = |line: &&str| line.starts_with("## ");
    let after = changelog.lines().skip_while(|line| !(is_heading(line) && line.contains(&heading))).skip(1);
    after.take_while(|line| !is_heading(line)).collect::<Vec<_>>().join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_window_with_a_key_has_updates() {
        assert_eq!(features_with("window", Some("a key")), WINDOW_WITH_UPDATES);
        assert_eq!(features_with("window", Some("")), WINDOW, "a variable that is set to nothing is no key");
        assert_eq!(features_with("window", None), WINDOW);
        assert_eq!(features_with("cli", Some("a key")), COMMAND_LINE);
    }

    #[test]
    fn every_package_gets_its_memory_from_jemalloc() {
        for features in [COMMAND_LINE, WINDOW, WINDOW_WITH_UPDATES] {
            assert!(features.split(',').any(|feature| feature == "jemalloc"), "{features}");
        }
    }

    #[test]
    fn packages_with_a_signature_are_listed_and_others_are_not() {
        let out = std::env::temp_dir().join(format!("callwright-updates-{}", std::process::id()));
        fs::create_dir_all(&out).unwrap();
        for name in ["Callwright-1.2.3-x86_64.AppImage", "callwright-1.2.3-windows-x86_64-setup.exe"] {
            fs::write(out.join(name), "a package").unwrap();
        }
        fs::write(out.join("Callwright-1.2.3-x86_64.AppImage.sig"), "signed\n").unwrap();
        let facts = Facts { from: "https://example.org/v1.2.3".to_owned(), ..Facts::sample("1.2.3") };
        let listed = Value::Object(signed(&facts, &out).unwrap());
        fs::remove_dir_all(&out).unwrap();
        let url = "https://example.org/v1.2.3/Callwright-1.2.3-x86_64.AppImage";
        assert_eq!(listed, json!({ "linux-x86_64": { "url": url, "signature": "signed" } }));
    }

    #[test]
    fn the_notes_are_those_of_the_version_alone() {
        let changelog = "# Changelog\n\n## [Unreleased]\n\nlater\n\n## [1.2.3] - 2026-11-27\n\n- new\n\n## [1.2.2]\n\nold\n";
        assert_eq!(notes(changelog, "1.2.3"), "- new");
        assert_eq!(notes(changelog, "9.9.9"), "");
    }
}
