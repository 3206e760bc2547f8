//! The documents name files, headings, types and labels that exist.

use crate::architecture::files;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(place: &str) -> String {
    std::fs::read_to_string(root().join(place)).unwrap_or_else(|error| panic!("{place}: {error}"))
}

/// Every document of the project, by its path.
fn documents() -> Vec<(String, String)> {
    let at_the_top = std::fs::read_dir(root()).expect("the project").flatten();
    let at_the_top = at_the_top.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut found: Vec<_> =
        at_the_top.filter(|name| name.ends_with(".md")).map(|name| (name.clone(), read(&name))).collect();
    for folder in ["docs", "plugins", "src-tauri", "tests", "ui/src"] {
        found.extend(files(folder, &[".md"]));
    }
    found
}

/// The targets of the links of a document that lead to other files or headings of the project.
fn links(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2);
    let targets = prose.flat_map(|part| part.split("](").skip(1)).filter_map(|rest| rest.split(')').next());
    let pictures = text.split("src=\"").skip(1).chain(text.split("srcset=\"").skip(1));
    let pictures = pictures.filter_map(|rest| rest.split('"').next());
    targets.chain(pictures).filter(|target| !target.contains("://")).collect()
}

/// The anchors of a document's headings, as GitHub makes them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let words = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        words.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_')).collect()
    };
    headings.map(anchor).collect()
}

/// The words of a text that are marked as code.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.split("```").step_by(2).flat_map(|prose| prose.split('`').skip(1).step_by(2))
}

#[test]
fn every_link_leads_somewhere() {
    let mut broken = Vec::new();
    for (place, text) in documents() {
        let folder = root().join(&place).parent().expect("a folder").to_owned();
        for link in links(&text) {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { root().join(&place) } else { folder.join(path) };
            let is_there = target.exists()
                && (anchor.is_empty()
                    || anchors(&std::fs::read_to_string(&target).unwrap_or_default()).contains(anchor));
            if !is_there {
                broken.push(format!("{place}: {link}"));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn every_file_the_architecture_names_exists() {
    let folders = ["docs", "plugins", "src-tauri", "tests", "ui/src"];
    let endings = [".rs", ".ts", ".svelte", ".toml", ".md", ".py"];
    let known: Vec<_> = folders.iter().flat_map(|folder| files(folder, &endings)).collect();
    let text = read("ARCHITECTURE.md");
    let named = code(&text)
        .filter(|word| !word.contains([' ', '*', '@', ':']) && (word.contains('/') || word.ends_with(".rs")));
    let is_there = |word: &&str| {
        let within = format!("/{word}");
        root().join(word).exists()
            || root().join("tests").join(word).exists()
            || known
                .iter()
                .any(|(place, _)| place.ends_with(&within) || place.contains(&format!("{within}/")))
    };
    let missing: Vec<_> = named.filter(|word| !is_there(word)).collect();
    assert!(missing.is_empty(), "there is no {missing:?}");
}

#[test]
fn the_glossary_names_code_and_labels_that_exist() {
    let sources: String = ["src-tauri", "tests", "ui/src"]
        .iter()
        .flat_map(|folder| files(folder, &[".rs", ".ts", ".svelte"]))
        .map(|(_, text)| text)
        .collect();
    let glossary = read("docs/glossary.md");
    let rows: Vec<Vec<_>> = glossary
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| ---") && !line.starts_with("| term"))
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect();
    assert!((40..=60).contains(&rows.len()), "{} terms", rows.len());
    for row in rows {
        let [term, _, code, labels @ ..] = &row[..] else { panic!("a row of another form: {row:?}") };
        assert!(sources.contains(code.trim_matches('`')), "{term} is not {code} in code");
        for label in labels.iter().filter(|label| **label != "—") {
            assert!(sources.contains(label), "{term} is not {label} in the window");
        }
    }
}

#[test]
fn every_decision_is_listed_and_has_its_date() {
    let index = read("docs/decisions/README.md");
    for (place, text) in
        files("docs/decisions", &[".md"]).iter().filter(|(place, _)| !place.ends_with("README.md"))
    {
        let name = place.rsplit('/').next().expect("a name");
        assert!(index.contains(&format!("({name})")), "{name} is not listed");
        let date = name.get(..10).expect("a date");
        assert!(text.lines().nth(2).is_some_and(|line| line.starts_with(date)), "the date of {name}");
    }
}

#[test]
fn the_readme_stays_an_entrance() {
    assert!(read("README.md").lines().count() <= 150);
}
