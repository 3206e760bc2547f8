//! The threat model names measures and tests that there are.

use crate::architecture::files;
use std::path::Path;

#[test]
fn every_test_and_place_the_threat_model_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let model = std::fs::read_to_string(root.join("docs/threats.md")).expect("a document");
    let tests: String = ["src-tauri", "tests", "plugins", "ui/src"]
        .iter()
        .flat_map(|folder| files(folder, &[".rs", ".test.ts"]))
        .map(|(_, text)| text)
        .collect();
    let (mut named, mut missing) = (0, Vec::new());
    for word in model.split('`').skip(1).step_by(2) {
        let is_place = word.contains('/') && !word.contains(' ');
        // The name of a test is a sentence.
        let is_test = !is_place && word.matches([' ', '_']).count() > 3;
        let is_there = match (is_place, is_test) {
            (true, _) => root.join(word).exists(),
            (_, true) => tests.contains(&format!("fn {word}(")) || tests.contains(&format!("it(\"{word}\"")),
            _ => continue,
        };
        named += 1;
        if !is_there {
            missing.push(word);
        }
    }
    assert!(missing.is_empty(), "there is no {missing:?}");
    assert!(named > 40, "only {named} tests and places are named");
}
