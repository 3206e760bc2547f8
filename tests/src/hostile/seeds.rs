//! The good inputs that bad ones are made of.

use crate::events;
use formats::Format;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Conversations in every form: the samples of the readers, and what the writers make of them.
pub fn conversations() -> Vec<Vec<u8>> {
    let mut seeds = files(&project().join("src-tauri/crates/formats/tests-data"), "json");
    let messages = seeds.iter().find_map(|seed| {
        let text = std::str::from_utf8(seed).ok()?;
        let imported = formats::import(text, &|| content::MessageId::new("seed")).ok()?;
        (imported.messages.len() > 3).then_some(imported.messages)
    });
    let messages = messages.expect("a sample is a conversation");
    seeds.extend(Format::ALL.map(|format| formats::export(format, &messages).text.into_bytes()));
    seeds
}

/// The scripts that ship.
pub fn scripts() -> Vec<Vec<u8>> {
    files(&project().join("src-tauri/crates/connectors/src/scripted/examples"), "jsonl")
}

/// The logs the page is tested with, a list of entries each.
pub fn logs() -> Vec<Vec<u8>> {
    let written = |file: events::EventFile| serde_json::to_vec(&file.entries).expect("a log is JSON");
    events::all().into_iter().map(|(_, file)| written(file)).collect()
}

/// The answers of a provider that were recorded: streams as they came, and the bodies of those that came at once.
pub fn answers(folder: &str) -> Vec<Vec<u8>> {
    let folder = crate::app::fixtures().join("wire").join(folder);
    let mut seeds = Vec::new();
    for extension in ["sse", "ndjson", "bin"] {
        seeds.extend(files(&folder, extension));
    }
    for exchange in files(&folder, "json") {
        let exchange: Value = serde_json::from_slice(&exchange).expect("an exchange");
        let steps = exchange["steps"].as_array().cloned().unwrap_or_else(|| vec![exchange]);
        let bodies = steps.iter().map(|step| step["response"]["body"].to_string());
        seeds.extend(bodies.filter(|body| body.starts_with('{')).map(String::into_bytes));
    }
    seeds
}

/// What was found once and is mended.
pub fn found() -> Vec<PathBuf> {
    paths(&crate::app::fixtures().join("hostile"))
}

fn project() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn files(folder: &Path, extension: &str) -> Vec<Vec<u8>> {
    let wanted =
        paths(folder).into_iter().filter(|path| path.extension().is_some_and(|found| found == extension));
    wanted.map(|path| std::fs::read(path).expect("the sample can be read")).collect()
}

fn paths(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    paths.sort();
    paths
}
