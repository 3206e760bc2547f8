//! What others wrote and the packages contain: who made it, under which licence, and where it comes from.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use serde_json::{Value, json};
use spdx::{Expression, LicenseReq};

use crate::process;
use crate::project::Project;

/// Licences that let a program be given away under MIT or Apache-2.0. A dependency needs one of them in each of its parts.
const ALLOWED: [&str; 14] = [
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "OFL-1.1",
    "Unicode-3.0",
    "Zlib",
];

/// Where the crates of the program come from. A fork, or another registry, would be named here with its reason.
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Crates that would bring a second implementation of TLS, whose errors and roots nobody looks after.
const BANNED: [&str; 3] = ["native-tls", "openssl", "openssl-sys"];

/// What the program has inside of it or fetches, and no list of packages names.
const BESIDE: [Beside; 5] = [
    Beside {
        name: "jemalloc",
        licence: "BSD-2-Clause",
        from: "https://github.com/jemalloc/jemalloc",
        how: "inside on Linux x86-64",
    },
    Beside {
        name: "llama.cpp",
        licence: "MIT",
        from: "https://github.com/ggml-org/llama.cpp",
        how: "inside",
    },
    Beside {
        name: "ONNX Runtime",
        licence: "MIT",
        from: "https://github.com/microsoft/onnxruntime",
        how: "fetched after asking",
    },
    Beside {
        name: "all-MiniLM-L6-v2",
        licence: "Apache-2.0",
        from: "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2",
        how: "fetched after asking",
    },
    Beside {
        name: "Qwen2.5-Coder and Qwen3 weights",
        licence: "Apache-2.0",
        from: "https://huggingface.co/Qwen",
        how: "fetched after asking",
    },
];

struct Beside {
    name: &'static str,
    licence: &'static str,
    from: &'static str,
    how: &'static str,
}

/// The registry a part comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Registry {
    Cargo,
    Npm,
}

/// One package of others.
#[derive(Clone, Debug)]
pub(super) struct Part {
    registry: Registry,
    name: String,
    version: String,
    licence: String,
    from: Option<String>,
    /// The unpacked package, with the text of its licence.
    folder: PathBuf,
}

/// Everything that is compiled into the program of a package here, with these features, or is part of its page.
pub(super) fn parts(project: &Project, package: &str, features: &str) -> Result<Vec<Part>> {
    let mut parts = crates(project, package, features)?;
    parts.extend(page_packages(&project.ui())?);
    // A package of npm may lie in several folders.
    parts.sort_by(|one, other| one.key().cmp(&other.key()));
    parts.dedup_by(|one, other| one.key() == other.key());
    Ok(parts)
}

impl Part {
    fn key(&self) -> (Registry, &str, &str) {
        (self.registry, &self.name, &self.version)
    }
}

/// Refuses a part that can't be given away with the program, and one that it is not to contain.
pub(super) fn check(parts: &[Part]) -> Result<()> {
    let mut refused = Vec::new();
    for Part { name, version, licence, registry, .. } in parts {
        if *registry == Registry::Cargo && BANNED.contains(&name.as_str()) {
            refused.push(format!("{name} {version}: rustls is used in its place"));
        }
        if !is_allowed(licence)
            .with_context(|| format!("the licence of {name} {version} is not understood"))?
        {
            refused.push(format!("{name} {version}: {licence}"));
        }
    }
    if refused.is_empty() { Ok(()) } else { bail!("parts that are not allowed:\n{}", refused.join("\n")) }
}

fn is_allowed(licence: &str) -> Result<bool> {
    // Older packages separate alternatives by a slash.
    let expression = Expression::parse(&licence.replace('/', " OR "))?;
    let is_ours = |asked: &LicenseReq| asked.license.id().is_some_and(|id| ALLOWED.contains(&id.name));
    Ok(expression.evaluate(is_ours))
}

/// A list of all parts, then each text of a licence once, with the parts it is of.
pub(super) fn third_party(parts: &[Part]) -> String {
    let mut text = String::from("Callwright contains or fetches the following work of others.\n\n");
    for Beside { name, licence, from, how } in BESIDE {
        text.push_str(&format!("{name} · {licence} · {how} · {from}\n"));
    }
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for part in parts {
        let from = part.from.as_deref().unwrap_or("no address");
        text.push_str(&format!("{} {} · {} · {from}\n", part.name, part.version, part.licence));
        for licence in licence_texts(&part.folder) {
            texts.entry(licence).or_default().insert(format!("{} {}", part.name, part.version));
        }
    }
    for (licence, of) in texts {
        let of: Vec<_> = of.into_iter().collect();
        text.push_str(&format!("\n{}\n{}\n\n{}\n", "-".repeat(80), of.join(", "), licence.trim_end()));
    }
    text
}

/// CycloneDX 1.6.
pub(super) fn bill_of_materials(program: &str, parts: &[Part], version: &str) -> String {
    let components: Vec<Value> = parts
        .iter()
        .map(|part| {
            let kind = match part.registry {
                Registry::Cargo => "cargo",
                Registry::Npm => "npm",
            };
            let purl = format!("pkg:{kind}/{}@{}", part.name.replace('@', "%40"), part.version);
            json!({ "type": "library", "bom-ref": purl, "name": part.name, "version": part.version, "purl": purl,
                "licenses": [{ "expression": part.licence.replace('/', " OR ") }] })
        })
        .chain(BESIDE.iter().map(|beside| {
            json!({ "type": "library", "bom-ref": beside.from, "name": beside.name,
                "licenses": [{ "expression": beside.licence }],
                "externalReferences": [{ "type": "website", "url": beside.from }] })
        }))
        .collect();
    let purl = format!("pkg:generic/{program}@{version}");
    let bill = json!({
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "metadata": { "component":
            { "type": "application", "bom-ref": purl, "name": program, "version": version, "purl": purl } },
        "components": components,
    });
    format!("{bill:#}\n")
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    repository: Option<String>,
    source: Option<String>,
    manifest_path: PathBuf,
}

/// What `cargo tree` finds below the program, without what only builds it.
fn crates(project: &Project, package: &str, features: &str) -> Result<Vec<Part>> {
    let tree = project.cargo(&[
        "tree",
        "--locked",
        "--package",
        package,
        "--no-default-features",
        "--features",
        features,
        "--edges",
        "normal",
        "--prefix",
        "none",
        "--format",
        "{p}",
    ]);
    let text = process::capture(tree)?;
    let built: BTreeSet<(&str, &str)> = text.lines().filter_map(name_and_version).collect();
    let metadata = project.cargo(&["metadata", "--locked", "--format-version", "1"]);
    let metadata: Metadata = serde_json::from_str(&process::capture(metadata)?)?;
    let others = metadata.packages.into_iter().filter(|package| {
        package.source.is_some() && built.contains(&(package.name.as_str(), package.version.as_str()))
    });
    others
        .map(|package| {
            let Package { name, version, license, repository, manifest_path, source } = package;
            ensure!(source.as_deref() == Some(CRATES_IO), "{name} {version} does not come from crates.io");
            let licence = license.with_context(|| format!("{name} {version} names no licence"))?;
            let folder = manifest_path.parent().unwrap_or(&manifest_path).to_owned();
            Ok(Part { registry: Registry::Cargo, name, version, licence, from: repository, folder })
        })
        .collect()
}

/// A line is "name v1.2.3", sometimes with more behind it.
fn name_and_version(line: &str) -> Option<(&str, &str)> {
    let mut words = line.split_whitespace();
    Some((words.next()?, words.next()?.strip_prefix('v')?))
}

#[derive(Deserialize)]
struct Lock {
    packages: BTreeMap<String, Locked>,
}

#[derive(Deserialize)]
struct Locked {
    version: Option<String>,
    license: Option<String>,
    #[serde(default)]
    dev: bool,
}

/// What the page is made of: its dependencies, and Svelte, whose runtime is compiled into it.
fn page_packages(ui: &Path) -> Result<Vec<Part>> {
    let file = ui.join("package-lock.json");
    let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let lock: Lock = serde_json::from_str(&text).with_context(|| file.display().to_string())?;
    let others = lock
        .packages
        .into_iter()
        .filter(|(path, locked)| !path.is_empty() && (!locked.dev || path.as_str() == "node_modules/svelte"));
    others
        .map(|(path, locked)| {
            let name = path.rsplit("node_modules/").next().unwrap_or(&path).to_owned();
            let licence = locked.license.with_context(|| format!("{name} names no licence"))?;
            let version = locked.version.with_context(|| format!("{name} has no version"))?;
            let from = Some(format!("https://www.npmjs.com/package/{name}"));
            Ok(Part { registry: Registry::Npm, name, version, licence, from, folder: ui.join(path) })
        })
        .collect()
}

/// The texts a package brings along: its own, and those of what it contains of others.
fn licence_texts(folder: &Path) -> Vec<String> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
            if path.is_dir() {
                // Packages inside of a package of npm are parts of their own.
                open.extend((name != "NODE_MODULES").then_some(path));
            } else if ["LICENSE", "LICENCE", "COPYING", "NOTICE"].iter().any(|word| name.starts_with(word)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found.into_iter().filter_map(|path| fs::read_to_string(path).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(name: &str, licence: &str) -> Part {
        Part {
            registry: Registry::Cargo,
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            licence: licence.to_owned(),
            from: None,
            folder: PathBuf::new(),
        }
    }

    #[test]
    fn a_licence_is_allowed_where_each_part_leaves_a_choice() {
        for allowed in ["MIT", "MIT/Apache-2.0", "GPL-3.0-only OR MIT", "(MIT OR Apache-2.0) AND Unicode-3.0"]
        {
            assert!(is_allowed(allowed).unwrap(), "{allowed}");
        }
        for refused in ["GPL-3.0-only", "MIT AND AGPL-3.0-only", "SSPL-1.0"] {
            assert!(!is_allowed(refused).unwrap(), "{refused}");
        }
        is_allowed("as you like").unwrap_err();
    }

    #[test]
    fn lines_of_the_tree_name_a_package_and_its_version() {
        assert_eq!(name_and_version("tokio v1.50.0 (*)"), Some(("tokio", "1.50.0")));
        assert_eq!(name_and_version(""), None);
    }

    #[test]
    fn a_part_is_refused_for_its_licence_or_for_what_it_is() {
        check(&[part("rustls", "MIT OR ISC")]).unwrap();
        let error =
            check(&[part("openssl-sys", "MIT"), part("copied", "GPL-3.0-only")]).unwrap_err().to_string();
        assert!(error.contains("openssl-sys") && error.contains("copied 1.0.0: GPL-3.0-only"), "{error}");
    }

    #[test]
    fn the_bill_of_the_window_is_not_that_of_the_command_line() {
        let bill: Value =
            serde_json::from_str(&bill_of_materials("window", &[part("tauri", "MIT")], "1.2.3")).unwrap();
        assert_eq!(bill["metadata"]["component"]["purl"], "pkg:generic/window@1.2.3");
        assert_eq!(bill["components"][0]["purl"], "pkg:cargo/tauri@1.0.0");
    }

    #[test]
    fn equal_texts_stand_once_with_all_that_have_them() {
        let folder = std::env::temp_dir().join(format!("callwright-licence-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("LICENSE-MIT"), "Take it.\n").unwrap();
        let part = |name| Part { folder: folder.clone(), ..part(name, "MIT") };
        let text = third_party(&[part("one"), part("two")]);
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(text.matches("Take it.").count(), 1);
        assert!(text.contains("\none 1.0.0, two 1.0.0\n"), "{text}");
    }
}
