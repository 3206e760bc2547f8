//! What a very long session and a very large value cost: time to open, and the most memory a process of its own takes.

use super::{FIRST_ENTRIES, fill};
use crate::figure::{Better, Figure, Unit};
use anyhow::{Context, Result, bail};
use content::{SessionId, Timestamp};
use sessions::{Durability, LogWindow, SessionEvent, Store};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// The argument with which this program measures itself.
pub(crate) const ALONE: &str = "--alone";

pub(super) const MESSAGES: u32 = 100_000;
pub(super) const VALUE_BYTES: usize = 100_000_000;

pub(crate) fn measure(home: &Path) -> Result<Vec<Figure>> {
    let long = home.join("long.db");
    fill(&long, &SessionId::new("bench"), MESSAGES)?;
    let (large, short) = (home.join("large.db"), home.join("short.db"));
    with_value(&large, VALUE_BYTES)?;
    with_value(&short, 1_000)?;
    let plain = home.join("plain.txt");
    std::fs::write(&plain, vec![b'x'; VALUE_BYTES])?;
    let begun = Instant::now();
    std::fs::read(&plain)?;
    let read_plain = begun.elapsed().as_secs_f64() * 1e3;

    let nothing = alone(&short)?;
    let mut figures = Vec::new();
    for (what, path) in [("a session of 100000 messages (200 MB)", &long), ("a result of 100 MB", &large)] {
        let Alone { milliseconds, peak } = alone(path)?;
        figures.push(Figure {
            reference: Some("100 MB read from a plain file"),
            reference_value: Some(read_plain),
            ..figure(format!("open {what}, look into it and search it"), milliseconds, Unit::Milliseconds)
        });
        figures.push(Figure {
            reference: Some("the same with a result of 1 kB"),
            reference_value: Some(nothing.peak),
            ..figure(format!("most memory for {what}"), peak, Unit::Megabytes)
        });
    }
    Ok(figures)
}

pub(super) fn figure(name: String, value: f64, unit: Unit) -> Figure {
    let (better, area) = (Better::Lower, "sessions");
    Figure { area, name, value, unit, better, target: None, reference: None, reference_value: None }
}

fn with_value(path: &Path, bytes: usize) -> Result<()> {
    let store = Store::open(path)?;
    let session = SessionId::new("bench");
    store.create::<String>(&session, Timestamp(0), "Bench", Vec::new())?;
    let note = words(bytes)?;
    store.append(&session, Timestamp(1), vec![SessionEvent::Noted { note }], Durability::Process)?;
    Ok(())
}

/// A text of so many bytes that does not repeat itself.
pub(super) fn words(bytes: usize) -> Result<String> {
    let words = (0_u32..).flat_map(|word| format!("{:08x} ", word.wrapping_mul(2_654_435_761)).into_bytes());
    Ok(String::from_utf8(words.take(bytes).collect())?)
}

pub(super) struct Alone {
    pub(super) milliseconds: f64,
    /// In megabytes.
    pub(super) peak: f64,
}

/// Measures in a process that does nothing else.
fn alone(path: &Path) -> Result<Alone> {
    started(ALONE, path)
}

pub(super) fn started(argument: &str, path: &Path) -> Result<Alone> {
    let output = Command::new(std::env::current_exe()?).arg(argument).arg(path).output()?;
    anyhow::ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout)?;
    let (milliseconds, peak) = text.trim().split_once(' ').context("two numbers")?;
    Ok(Alone { milliseconds: milliseconds.parse()?, peak: peak.parse()? })
}

/// What the process of its own does: it opens, looks at the middle of what is large, and searches it to the end.
pub(crate) fn run_alone(path: &Path) -> Result<String> {
    let begun = Instant::now();
    let store = Store::open(path)?;
    let session = SessionId::new("bench");
    let window: LogWindow<String> = store.window(&session, None, FIRST_ENTRIES)?;
    let sent = serde_json::to_vec(&window)?.len();
    if let Some(large) = window.entries.iter().flat_map(|entry| &entry.large).next() {
        let passage = store.passage(&session, large.body, large.size / 2, 65_536)?;
        anyhow::ensure!(!passage.text.is_empty(), "nothing in the middle");
        anyhow::ensure!(store.find_in_body(&session, large.body, "nowhere", 0)?.is_none(), "found");
    }
    let milliseconds = begun.elapsed().as_secs_f64() * 1e3;
    anyhow::ensure!(sent > 0, "nothing to send");
    Ok(format!("{milliseconds} {}", peak()?))
}

/// The most memory this process ever had, in megabytes.
pub(super) fn peak() -> Result<f64> {
    let status = std::fs::read_to_string("/proc/self/status").context("this needs Linux")?;
    let Some(line) = status.lines().find_map(|line| line.strip_prefix("VmHWM:")) else { bail!("no peak") };
    let kilobytes: f64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kilobytes * 1024.0 / 1e6)
}
