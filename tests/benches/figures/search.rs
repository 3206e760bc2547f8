//! How long it takes to find something in a million messages.

mod sayings;

use crate::figure::{Better, Figure, Unit, quantile};
use anyhow::{Context, Result};
use content::{SessionId, Timestamp};
use sayings::Sayings;
use search::{Now, Opened, Order, Page, Query, SearchIndex};
use std::path::Path;
use std::time::{Duration, Instant};

const MESSAGES: u64 = 1_000_000;
const LONG_MESSAGES: u64 = 2_000;
const IN_A_SESSION: u64 = 50;
/// As many as are read between two commits while an index is made anew.
const IN_A_COMMIT: u64 = 20_000;
/// Queries of each kind, after a few that warm up.
const QUERIES: usize = 100;
const WARM_UP: usize = 5;

/// What is asked of every kind of query, in milliseconds.
const TARGET: f64 = 50.0;
const REFERENCE: &str = "10 MB read from a plain file";

pub(crate) fn measure() -> Result<Vec<Figure>> {
    let home = tempfile::tempdir()?;
    let plain = home.path().join("plain");
    std::fs::write(&plain, vec![b'x'; 10_000_000])?;
    let folder = home.path().join("search");
    let begun = Instant::now();
    let opened = build(&folder)?;
    let built = begun.elapsed();
    let mut figures = vec![
        figure(format!("index of {MESSAGES} messages, made in"), built.as_secs_f64(), Unit::Seconds),
        figure("index on disk".to_owned(), megabytes(size(&folder)?), Unit::Megabytes),
    ];
    if let Some(peak) = peak()? {
        figures.push(figure("peak memory of the process until then".to_owned(), peak, Unit::Megabytes));
    }
    figures.extend(ask(&opened.index, &plain, &sayings::QUERIES)?);
    let long = build_long(&home.path().join("long"))?;
    figures.extend(ask(&long.index, &plain, &sayings::LONG_QUERIES)?);
    Ok(figures)
}

fn build(folder: &Path) -> Result<Opened> {
    let mut sayings = Sayings::default();
    let mut opened = SearchIndex::create(folder)?;
    for number in 0..MESSAGES {
        let session = SessionId::new(format!("session-{}", number / IN_A_SESSION));
        opened.writer.put(&sayings.next(&session, number))?;
        opened.read.insert(session, number);
        if (number + 1).is_multiple_of(IN_A_COMMIT) {
            opened.writer.commit(&opened.read)?;
        }
    }
    opened.writer.commit(&opened.read)?;
    opened.index.reload()?;
    Ok(opened)
}

/// Messages so long that showing where something was found takes longer than finding it.
fn build_long(folder: &Path) -> Result<Opened> {
    let mut sayings = Sayings::default();
    let mut opened = SearchIndex::create(folder)?;
    for number in 0..LONG_MESSAGES {
        opened.writer.put(&sayings.long(&SessionId::new("long"), number)?)?;
    }
    opened.writer.commit(&opened.read)?;
    opened.index.reload()?;
    Ok(opened)
}

/// The first page of what each query finds, with its snippets.
fn ask(index: &SearchIndex, plain: &Path, queries: &[(&str, sayings::Written)]) -> Result<Vec<Figure>> {
    let now = Now::in_zone(Timestamp(sayings::BEGAN + 1_000 * i64::try_from(MESSAGES)?), None);
    let page = Page { order: Order::Best, offset: 0, most: 50, session: None, hidden: Vec::new() };
    let mut figures = Vec::new();
    for (kind, query) in queries {
        let (mut ours, mut theirs, mut found) = (Vec::new(), Vec::new(), 0);
        for number in 0..WARM_UP + QUERIES {
            let text = query(number);
            let begun = Instant::now();
            let query = Query::parse(&text, &now).map_err(|fault| anyhow::anyhow!("{text}: {fault:?}"))?;
            let total = index.search(&query, &page)?.total;
            let our = begun.elapsed();
            let their = timed(|| std::fs::read(plain).map(drop))?;
            if number >= WARM_UP {
                ours.push(our);
                theirs.push(their);
                found += total;
            }
        }
        anyhow::ensure!(found > 0, "{kind} finds nothing at all");
        let average = found / u64::try_from(QUERIES)?;
        figures.extend(both(&format!("search for {kind} ({average} hits on average)"), &ours, &theirs));
    }
    Ok(figures)
}

/// The median, and the p95, which has to meet the target.
fn both(what: &str, ours: &[Duration], theirs: &[Duration]) -> [Figure; 2] {
    let of = |name: &str, part: f64, target| Figure {
        target,
        reference: Some(REFERENCE),
        reference_value: Some(quantile(theirs, part, Unit::Milliseconds)),
        ..figure(
            format!("{what}, {name} of {}", ours.len()),
            quantile(ours, part, Unit::Milliseconds),
            Unit::Milliseconds,
        )
    };
    [of("median", 0.5, None), of("p95", 0.95, Some(TARGET))]
}

fn figure(name: String, value: f64, unit: Unit) -> Figure {
    let (target, reference, reference_value) = (None, None, None);
    Figure { area: "sessions", name, value, unit, better: Better::Lower, target, reference, reference_value }
}

fn size(folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    for file in std::fs::read_dir(folder)? {
        bytes += file?.metadata()?.len();
    }
    Ok(bytes)
}

/// The most memory this process ever had, where the system tells it.
fn peak() -> Result<Option<f64>> {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return Ok(None) };
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("VmHWM")?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(Some(megabytes(kilobytes * 1_024)))
}

#[allow(clippy::cast_precision_loss, reason = "sizes of files are far below 2^53")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

fn timed<T, E>(work: impl FnOnce() -> Result<T, E>) -> Result<Duration, E> {
    let begun = Instant::now();
    work()?;
    Ok(begun.elapsed())
}
