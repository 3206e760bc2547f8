//! What the tests beside a crate link.

use super::root;
use std::process::Command;

/// The beginnings of names that take long to build or to link, and the application itself.
const HEAVY: [&str; 6] = ["aws-", "llama-cpp", "tantivy", "tauri", "webkit", "workbench"];

/// The crates that a crate and its tests need, on this machine.
fn linked_by_tests(name: &str) -> Vec<String> {
    crates_of(name, &["--edges", "normal,dev"])
}

/// The crates in the tree of a package on this machine.
pub(super) fn crates_of(package: &str, options: &[&str]) -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--package", package, "--prefix", "none", "--format", "{p}", "--offline", "--locked"])
        .args(options)
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let listing = String::from_utf8_lossy(&output.stdout);
    listing.lines().filter_map(|line| line.split(' ').next().map(str::to_owned)).collect()
}

#[test]
fn tests_beside_a_crate_link_no_engine_index_window_or_application() {
    // Bedrock is one of the protocols of `connectors`.
    let beside: [(&str, &[&str]); 6] = [
        ("invocation", &[]),
        ("functions", &[]),
        ("connectors", &["aws-"]),
        ("limits", &[]),
        ("downloads", &[]),
        ("sessions", &[]),
    ];
    for (name, allowed) in beside {
        let linked = linked_by_tests(name);
        assert!(linked.iter().any(|crate_name| crate_name == name), "{linked:?}");
        for heavy in HEAVY.iter().filter(|heavy| !allowed.contains(heavy)) {
            let found: Vec<_> = linked.iter().filter(|linked| linked.starts_with(heavy)).collect();
            assert!(found.is_empty(), "the tests of {name} link {found:?}");
        }
    }
}
