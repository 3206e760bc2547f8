//! The rules of the house that a compiler does not know.

mod circles;
mod linked;
mod modules;
mod notices;
mod page_imports;
mod updates;

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

/// Which crate of ours each crate of ours depends on, tests not counted.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let packages = metadata.get("packages").and_then(Value::as_array).expect("packages");
    let name = |value: &Value| value.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
    let ours: BTreeSet<_> = packages.iter().map(name).collect();
    let needs = |package: &Value| {
        let all = package.get("dependencies").and_then(Value::as_array).into_iter().flatten();
        let in_product = all.filter(|dependency| dependency.get("kind").is_none_or(Value::is_null));
        in_product.map(name).filter(|name| ours.contains(name)).collect()
    };
    packages.iter().map(|package| (name(package), needs(package))).collect()
}

/// Every file below a folder of the project with one of these endings.
pub(crate) fn files(folder: &str, endings: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() {
                if !["node_modules", "dist", "target", "gen"].contains(&name.as_str()) {
                    open.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                let text = std::fs::read_to_string(&path).expect("a text");
                let place = path.strip_prefix(root()).expect("in the project").display().to_string();
                found.push((place, text));
            }
        }
    }
    found.sort();
    found
}

#[track_caller]
fn check_only_in(what: &str, folders: &[&str], endings: &[&str], allowed: &[&str]) {
    let naming: Vec<_> = folders
        .iter()
        .flat_map(|folder| files(folder, endings))
        .filter(|(place, text)| text.contains(what) && !allowed.iter().any(|start| place.starts_with(start)))
        .map(|(place, _)| place)
        .collect();
    assert!(naming.is_empty(), "{what} is named in {naming:?}");
}

/// The crates that each crate may use, besides those that any crate may use.
const MAY_USE: [(&str, &[&str]); 28] = [
    ("notices-derive", &[]),
    ("notices", &["notices-derive"]),
    ("content", &[]),
    ("limits", &[]),
    ("disk", &[]),
    ("redaction", &[]),
    ("ports", &["content"]),
    ("connectors", &["content", "ports"]),
    ("functions", &["content", "ports"]),
    ("embedding", &["downloads", "ports"]),
    ("downloads", &[]),
    ("selection", &["content", "ports"]),
    ("invocation", &["content", "ports"]),
    ("local-model", &["content", "ports"]),
    ("sessions", &["content"]),
    ("formats", &["content"]),
    ("search", &["content"]),
    ("upkeep", &["content"]),
    ("experiments", &["content", "formats"]),
    ("gateway", &["connectors", "content", "formats", "ports"]),
    ("telemetry", &[]),
    ("server", &["workbench"]),
    ("window", &["server", "telemetry", "workbench"]),
    (
        "cli",
        &[
            "content",
            "experiments",
            "formats",
            "functions",
            "gateway",
            "invocation",
            "ports",
            "search",
            "server",
            "sessions",
            "telemetry",
            "upkeep",
            "workbench",
        ],
    ),
    ("xtask", &[]),
    ("callwright-loopback", &[]),
    (
        "callwright-conversations",
        &[
            "content",
            "functions",
            "invocation",
            "plugin-arithmetic",
            "plugin-clock",
            "plugin-holiday",
            "plugin-weather",
            "ports",
        ],
    ),
    (
        "workbench",
        &[
            "connectors",
            "content",
            "downloads",
            "embedding",
            "experiments",
            "formats",
            "functions",
            "gateway",
            "invocation",
            "local-model",
            "plugin-arithmetic",
            "plugin-clock",
            "plugin-holiday",
            "plugin-weather",
            "ports",
            "search",
            "selection",
            "sessions",
            "upkeep",
        ],
    ),
];

#[test]
fn knowledge_points_one_way() {
    let dependencies = dependencies();
    for (name, allowed) in MAY_USE {
        // Any crate may know what a counterpart may take, what is kept from people and records, how files are read and
        // written, and how a person is told something.
        let common = ["disk", "limits", "notices", "redaction"];
        let allowed: BTreeSet<_> = allowed.iter().chain(&common).map(|&name| name.to_owned()).collect();
        let found = dependencies.get(name).unwrap_or_else(|| panic!("there is no crate {name}"));
        assert!(
            found.is_subset(&allowed),
            "{name} knows {:?}",
            found.difference(&allowed).collect::<Vec<_>>()
        );
    }
    for (name, found) in dependencies.iter().filter(|(name, _)| name.starts_with("plugin-")) {
        let allowed = BTreeSet::from(["functions".to_owned(), "ports".to_owned()]);
        assert!(found.is_subset(&allowed), "{name} knows {found:?}");
    }
}

#[test]
fn a_crate_without_a_rule_is_not_there() {
    let known = [
        "callwright-conversations",
        "callwright-figures",
        "callwright-local-tests",
        "callwright-loopback",
        "callwright-tests",
        "cli",
        "connectors",
        "content",
        "disk",
        "downloads",
        "embedding",
        "experiments",
        "formats",
        "functions",
        "gateway",
        "invocation",
        "limits",
        "local-model",
        "notices",
        "notices-derive",
    ];
    let more = [
        "ports",
        "redaction",
        "search",
        "selection",
        "server",
        "sessions",
        "telemetry",
        "upkeep",
        "window",
        "workbench",
        "xtask",
    ];
    for name in dependencies().keys().filter(|name| !name.starts_with("plugin-")) {
        assert!(known.contains(&name.as_str()) || more.contains(&name.as_str()), "{name} has no rule here");
    }
}

#[test]
fn the_log_hears_every_crate_of_ours_and_no_other() {
    let (_, heard) = files("src-tauri/crates/telemetry/src", &["begin.rs"]).remove(0);
    for name in dependencies().keys().filter(|name| !name.starts_with("plugin-")) {
        let is_product =
            !(name.starts_with("callwright-") || ["notices-derive", "xtask"].contains(&name.as_str()));
        let is_heard = heard.contains(&format!("\"{}\",\n", name.replace('-', "_")));
        assert_eq!(is_heard, is_product, "{name}");
    }
}

#[test]
fn tauri_is_named_in_the_shell_alone() {
    check_only_in(
        "tauri::",
        &["src-tauri", "plugins", "tests/src"],
        &[".rs"],
        &["src-tauri/src/", "src-tauri/examples/"],
    );
    check_only_in("tauri_build", &["src-tauri"], &[".rs"], &["src-tauri/build.rs"]);
}

#[test]
fn only_the_assembly_constructs_concrete_things() {
    let concrete = [
        "connectors::scripted::",
        "functions::Library::default",
        "local_model::LocalModel::open",
        "plugin_",
        "selection::RankedSelector::keeping_vectors",
        "sessions::Store::open",
    ];
    let modules = modules::Modules::of("src-tauri/crates/workbench/src");
    for (path, module) in modules.iter().filter(|(path, _)| **path != ["assembly"]) {
        let named = modules.foreign(path).into_iter().map(|named| named.join("::") + "::");
        let found: Vec<_> =
            named.filter(|named| concrete.iter().any(|start| named.starts_with(start))).collect();
        assert!(found.is_empty(), "{} constructs {found:?}", module.place);
    }
}

#[test]
fn the_shell_and_the_server_name_no_command() {
    let commands = [
        "session_create",
        "session_rename",
        "session_configure",
        "turn_start",
        "turn_answer",
        "exchange_read",
    ];
    for command in commands {
        check_only_in(command, &["src-tauri/src", "src-tauri/crates/server/src"], &[".rs"], &[]);
    }
}

#[test]
fn html_is_written_in_one_place() {
    check_only_in("{@html", &["ui/src"], &[".svelte"], &["ui/src/shared/text/Markdown.svelte"]);
    check_only_in("innerHTML", &["ui/src"], &[".ts", ".svelte"], &["ui/src/shared/text/markdown.test.ts"]);
}

#[test]
fn files_stay_small() {
    let product = |text: &str| text.split("#[cfg(test)]\nmod ").next().unwrap_or_default().lines().count();
    let limits: [(&str, &[&str], usize); 3] =
        [("src-tauri", &[".rs"], 400), ("plugins", &[".rs"], 400), ("tests", &[".rs"], 500)];
    for (folder, endings, most) in limits {
        for (place, text) in files(folder, endings) {
            let most = if place.contains("/tests/") { 500 } else { most };
            let lines = product(&text);
            assert!(lines <= most, "{place} has {lines} lines, more than {most}");
        }
    }
    for (place, text) in files("ui/src", &[".svelte", ".ts"]) {
        // What is generated, and tables: catalogues of words, fixtures.
        let tables = ["ui/src/contract/", "ui/src/gallery/fixtures/", "ui/src/language/"];
        let has_limit = !place.contains(".test.") && !tables.iter().any(|table| place.starts_with(table));
        let lines = text.lines().count();
        assert!(lines <= 250 || !has_limit, "{place} has {lines} lines, more than 250");
    }
}

#[test]
fn tests_do_not_sleep_and_none_is_left_out() {
    // Put together here, so that this file does not name what it forbids.
    for forbidden in [["thread::", "sleep"], ["time::", "sleep("], ["#[ig", "nore"], ["#[should_", "panic"]] {
        check_only_in(&forbidden.concat(), &["tests", "plugins"], &[".rs"], &[]);
        for (place, text) in files("src-tauri/crates", &[".rs"]) {
            let is_beside = place.contains("/tests/");
            assert!(!is_beside || !text.contains(&forbidden.concat()), "{place} names {forbidden:?}");
        }
    }
    for forbidden in [["#[ig", "nore"], ["thread::", "sleep"]] {
        check_only_in(&forbidden.concat(), &["src-tauri"], &[".rs"], &["src-tauri/crates/xtask/"]);
    }
    for forbidden in [["it.", "skip"], ["describe.", "skip"], ["it.", "only"]] {
        check_only_in(&forbidden.concat(), &["ui/src"], &[".ts"], &[]);
    }
}

#[test]
fn nothing_new_lies_at_the_top() {
    let known = [
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "clippy.toml",
        "docs",
        "plugins",
        "rust-toolchain.toml",
        "rustfmt.toml",
        "src-tauri",
        "target",
        "tests",
        "ui",
    ];
    for entry in std::fs::read_dir(root()).expect("the project").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_known = name.starts_with('.') || known.contains(&name.as_str());
        assert!(is_known, "{name} lies at the top");
    }
}

#[test]
fn a_plugin_is_a_folder_that_says_what_it_is() {
    let plugins = std::fs::read_dir(root().join("plugins")).expect("the plugins").flatten();
    for entry in plugins.filter(|entry| entry.path().is_dir()) {
        let folder = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        let manifest = std::fs::read_to_string(folder.join("plugin.toml")).expect("a plugin.toml");
        let manifest = functions::Manifest::read(&manifest).expect("a manifest");
        assert_eq!(manifest.id.as_str(), name);
        let guide = std::fs::read_to_string(folder.join("README.md")).expect("a README.md");
        assert!(guide.starts_with(&format!("# {name}\n")), "the README of {name}");
    }
}
