//! Packages of npm: one that everybody installs, and one a platform with the program, of which npm takes the right one.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use flate2::Compression;
use serde_json::{Value, json};

use super::archive::packed;
use super::tree::{EXECUTABLE, Entry, PLAIN, Tree};
use super::{Facts, NAME, SUMMARY, write};

/// Every platform there is a package for. The one that everybody installs names all, wherever it is made.
const PLATFORMS: [&str; 6] =
    ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "win32-arm64", "win32-x64"];
/// Starts the program of the platform and ends as it ends.
const LAUNCHER: &str = include_str!("launcher.js");

pub(super) fn make(tree: &Tree, facts: &Facts, out: &Path) -> Result<Vec<PathBuf>> {
    let (system, processor) = platform()?;
    let of_platform = format!("@{NAME}/{system}-{processor}");
    let described = |name: &str| {
        json!({ "name": name, "version": facts.version, "description": SUMMARY,
            "license": "MIT OR Apache-2.0" })
    };
    let mut own = described(&of_platform);
    own["os"] = json!([system]);
    own["cpu"] = json!([processor]);
    if system == "linux" {
        own["libc"] = json!(["glibc"]);
    }
    let mut everybody = described(NAME);
    everybody["bin"] = json!({ NAME: "bin/callwright.js" });
    everybody["engines"] = json!({ "node": ">=18" });
    let all = PLATFORMS.map(|platform| (format!("@{NAME}/{platform}"), json!(facts.version)));
    everybody["optionalDependencies"] = Value::Object(all.into_iter().collect());

    let program =
        Entry { path: tree.program().path.clone(), mode: EXECUTABLE, bytes: tree.program().bytes.clone() };
    let launcher =
        Entry { path: "bin/callwright.js".to_owned(), mode: EXECUTABLE, bytes: LAUNCHER.as_bytes().to_vec() };
    Ok(vec![
        pack(&own, program, tree, &out.join(format!("{NAME}-{system}-{processor}-{}.tgz", facts.version)))?,
        pack(&everybody, launcher, tree, &out.join(format!("{NAME}-{}.tgz", facts.version)))?,
    ])
}

fn pack(description: &Value, program: Entry, tree: &Tree, file: &Path) -> Result<PathBuf> {
    let text = serde_json::to_string_pretty(description)? + "\n";
    let mut entries =
        vec![Entry { path: "package.json".to_owned(), mode: PLAIN, bytes: text.into_bytes() }, program];
    let licences = tree.licences();
    entries.extend(licences.map(|(name, bytes)| Entry {
        path: name.to_owned(),
        mode: PLAIN,
        bytes: bytes.to_vec(),
    }));
    write(file, &packed("package/", &entries, Compression::best())?)?;
    Ok(file.to_owned())
}

/// What Node calls this system and its processor.
fn platform() -> Result<(&'static str, &'static str)> {
    let system = match std::env::consts::OS {
        "linux" => "linux",
        "macos" => "darwin",
        "windows" => "win32",
        other => bail!("Node's name for the system {other} is not known here"),
    };
    match std::env::consts::ARCH {
        "x86_64" => Ok((system, "x64")),
        "aarch64" => Ok((system, "arm64")),
        other => bail!("Node's name for the processor {other} is not known here"),
    }
}
