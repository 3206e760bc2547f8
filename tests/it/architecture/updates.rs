//! Updates of the window: in no build without the feature, and no key in any build.

use super::linked::crates_of;
use super::{check_only_in, files, root};

/// The crates of the window with these features alone.
fn crates_of_the_window(features: &str) -> Vec<String> {
    crates_of("window", &["--no-default-features", "--features", features, "--edges", "normal"])
}

/// The steps of the workflow that makes releases, each as it is written.
fn steps_of_the_release() -> Vec<String> {
    let workflow = root().join(".github/workflows/release.yml");
    let text = std::fs::read_to_string(workflow).expect("the workflow");
    text.split("\n      - ").skip(1).map(str::to_owned).collect()
}

#[test]
fn a_window_without_the_feature_has_nothing_of_updates() {
    let is_of_updates = |name: &String| name.starts_with("tauri-plugin-") || name.starts_with("minisign");
    let without: Vec<_> = crates_of_the_window("custom-protocol").into_iter().filter(is_of_updates).collect();
    assert!(without.is_empty(), "{without:?}");
    assert!(crates_of_the_window("updater").iter().any(is_of_updates), "the feature has them");
    check_only_in("tauri_plugin_updater", &["src-tauri"], &[".rs"], &["src-tauri/src/updates"]);
    for (place, text) in files("src-tauri/src", &["main.rs", "window.rs"]) {
        let lines: Vec<_> = text.lines().collect();
        for pair in lines.windows(2).filter(|pair| pair[1].contains("updates")) {
            assert!(pair[0].contains("feature = \"updater\""), "{place}: {}", pair[1]);
        }
    }
}

#[test]
fn the_page_learns_of_updates_from_the_window_alone() {
    let told = ["ui/src/host/reach.ts"];
    check_only_in("\"canUpdate\" in window", &["ui/src"], &[".ts", ".svelte"], &told);
    check_only_in("window.canUpdate", &["src-tauri"], &[".rs"], &["src-tauri/src/updates.rs"]);
}

#[test]
fn no_step_of_the_release_that_builds_sees_a_key() {
    let builds = ["cargo ", "npm ", "npx ", ".ci/run", "choco "];
    for step in steps_of_the_release().iter().filter(|step| step.contains("secrets.")) {
        let found: Vec<_> = builds.iter().filter(|command| step.contains(**command)).collect();
        assert!(found.is_empty(), "a step with a secret runs {found:?}:\n{step}");
    }
}

#[test]
fn the_release_turns_updates_on_with_the_public_key_alone() {
    let workflow =
        std::fs::read_to_string(root().join(".github/workflows/release.yml")).expect("the workflow");
    let given: Vec<_> = workflow.lines().filter(|line| line.contains("CALLWRIGHT_UPDATE_KEY: ")).collect();
    // What builds the programs, and what packs them with their licences.
    assert_eq!(given, ["      CALLWRIGHT_UPDATE_KEY: ${{ vars.UPDATE_PUBLIC_KEY }}"; 2]);
    assert!(!workflow.contains("--features"), "`cargo xtask package` chooses the features");
    for step in steps_of_the_release() {
        let is_of_updates = step.contains("signer") || step.contains(" updates ");
        assert!(!is_of_updates || step.contains("if: vars.UPDATE_PUBLIC_KEY != ''"), "{step}");
    }
}
