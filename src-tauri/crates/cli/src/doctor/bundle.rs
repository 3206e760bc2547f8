//! The file that goes with a report of an error: what was found, what this system is, and what is set up by kind and number.
//!
//! It is made of what is known to hold no secret, and not of files with the secrets taken out. Addresses, arguments and
//! everything that was said stay here; the names of services, servers and plugins are in it.

use super::{Finding, Printed, broken};
use crate::core::home;
use crate::failure::Failure;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::fs::Metadata;
use std::io::{self, Write};
use std::path::Path;
use tar::{Builder, Header};
use workbench::copied_names;

/// Names in the data folder that are ours, besides those of a backup.
const OURS: [&str; 12] = [
    "copies",
    "exports",
    "keychain.json",
    "keys.seal",
    "keys.sealed",
    "local-speeds.json",
    "models",
    "running.json",
    "search",
    "sessions.db-shm",
    "sessions.db-wal",
    "vectors",
];

/// Settings of which a summary is written: the file, the list in it, and the fields that say of which kind an entry is.
const SUMMARIES: [(&str, &str, &[&str]); 6] = [
    ("services.json", "services", &["/kind", "/key/type", "/delivery", "/proxy/type"]),
    ("sources.json", "servers", &["/transport/type", "/isEnabled"]),
    ("sources.json", "pasted", &[]),
    ("sources.json", "prompts", &[]),
    ("attached.json", "programs", &["/settings/onTimeout/type"]),
    ("consents.json", "allowed", &[]),
];

/// A longer value of a field is not one of those that are chosen from a list.
const MAX_CHOICE_BYTES: usize = 24;

/// Folders whose entries are counted and not named: a person has named them.
const MAX_COUNTED_ENTRIES: usize = 10_000;

pub(super) fn write(file: &Path, findings: &[Finding]) -> Result<(), Failure> {
    if file.exists() {
        let advice = "Name another file, or remove this one.";
        return Err(Failure::new(format!("{} is there already", file.display()), advice));
    }
    let home = home()?;
    let report = Printed { version: env!("CARGO_PKG_VERSION"), broken: broken(findings), findings };
    let parts = [
        ("doctor.json", without_homes(&text(&report)?, &home)),
        ("system.json", text(&system())?),
        ("settings.json", text(&settings(&home))?),
        ("files.json", text(&files(&home))?),
    ];
    pack(file, &parts).map_err(|error| Failure::unwritten(file, &error))
}

fn text(value: &impl Serialize) -> Result<String, Failure> {
    let unfit = |error| Failure::new(format!("the report can't be written as JSON: {error}"), "");
    serde_json::to_string_pretty(value).map_err(unfit)
}

/// Folders of a person often have their name.
fn without_homes(report: &str, home: &Path) -> String {
    let quoted =
        |path: &Path| Value::from(path.display().to_string()).to_string().trim_matches('"').to_owned();
    let report = report.replace(&quoted(home), "<data folder>");
    match std::env::var_os("HOME").filter(|home| home.len() > 1) {
        Some(home) => report.replace(&quoted(Path::new(&home)), "~"),
        None => report,
    }
}

fn system() -> Value {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| value.len() <= MAX_CHOICE_BYTES);
    let cores = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
    json!({
        "system": std::env::consts::OS,
        "processor": std::env::consts::ARCH,
        "distribution": distribution(),
        "kernel": first_line("/proc/sys/kernel/osrelease"),
        "memory": first_line("/proc/meminfo"),
        "cores": cores,
        "desktop": variable("XDG_CURRENT_DESKTOP"),
        "session": variable("XDG_SESSION_TYPE"),
        "language": variable("LANG"),
        "timeZone": variable("TZ"),
    })
}

fn first_line(path: &str) -> Option<String> {
    std::fs::read_to_string(path).ok()?.lines().next().map(str::to_owned)
}

fn distribution() -> Option<String> {
    let text = std::fs::read_to_string("/etc/os-release").ok()?;
    let named = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    Some(named.trim_matches('"').to_owned())
}

/// How many of each kind are set up. A file that can't be read is named by the findings.
fn settings(home: &Path) -> Value {
    let mut summaries = Map::new();
    for (file, list, fields) in SUMMARIES {
        let read = disk::read_text(&home.join(file), limits::SETTINGS_FILE).ok();
        let Some(settings) = read.and_then(|text| serde_json::from_str::<Value>(&text).ok()) else {
            continue;
        };
        let entries = settings[list].as_array().map(Vec::as_slice).unwrap_or_default();
        let kinds: Vec<_> = entries.iter().map(|entry| kind(entry, fields)).collect();
        summaries.insert(format!("{file} {list}"), json!({ "number": entries.len(), "kinds": kinds }));
    }
    Value::Object(summaries)
}

fn kind(entry: &Value, fields: &[&str]) -> Value {
    let chosen = |value: &Value| match value {
        Value::String(text) => {
            text.len() <= MAX_CHOICE_BYTES
                && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
        }
        Value::Bool(_) => true,
        Value::Null | Value::Number(_) | Value::Array(_) | Value::Object(_) => false,
    };
    let found = fields.iter().map(|field| match entry.pointer(field) {
        Some(value) if chosen(value) => value.clone(),
        Some(_) | None => Value::Null,
    });
    found.collect()
}

/// Our own files by name, with their sizes; those of a person by number.
fn files(home: &Path) -> Value {
    let mut found = Map::new();
    for name in copied_names().chain(OURS) {
        let path = home.join(name);
        let Ok(facts) = std::fs::symlink_metadata(&path) else { continue };
        let value = match facts.is_dir() {
            true => {
                json!({ "entries": std::fs::read_dir(&path).map_or(0, |entries| entries.take(MAX_COUNTED_ENTRIES).count()) })
            }
            false => json!({ "bytes": facts.len(), "isFile": facts.is_file(), "mode": mode(&facts) }),
        };
        found.insert(name.to_owned(), value);
    }
    Value::Object(found)
}

#[cfg(unix)]
fn mode(facts: &Metadata) -> Option<String> {
    use std::os::unix::fs::PermissionsExt;
    Some(format!("{:o}", facts.permissions().mode() & 0o7777))
}

#[cfg(not(unix))]
fn mode(_: &Metadata) -> Option<String> {
    None
}

fn pack(file: &Path, parts: &[(&str, String)]) -> io::Result<()> {
    let out = disk::private().write(true).create_new(true).open(file)?;
    let mut archive = Builder::new(GzEncoder::new(out, Compression::default()));
    for (name, text) in parts {
        let mut header = Header::new_gnu();
        header.set_mode(0o600);
        header.set_size(text.len() as u64);
        archive.append_data(&mut header, format!("callwright-report/{name}"), text.as_bytes())?;
    }
    let mut out = archive.into_inner()?.finish()?;
    out.flush()?;
    out.sync_all()
}
