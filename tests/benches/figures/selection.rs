//! How long it takes to choose among many functions, and how much memory they need.

mod made_up;
mod python;

use crate::figure::{Better, Figure, Unit, quantile};
use anyhow::{Context, Result, ensure};
use content::Role;
use embedding::{ModelFiles, OnnxModel};
use made_up::{functions, unit_vector};
use ports::{Choosing, Embedder, FunctionSpec, Ranking, Said, SelectionQuery, SelectionView};
use selection::{Pool, STOP_WORDS, VectorCache, rank};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The argument with which this program measures what functions take in memory, in a process that does nothing else.
pub(crate) const ALONE: &str = "--alone-functions";

const DIMENSIONS: usize = 384;
const SIZES: [usize; 3] = [1_000, 10_000, 100_000];
const RUNS: usize = 200;
const WARM_UP: usize = 10;

pub(crate) async fn measure() -> Result<Vec<Figure>> {
    let mut figures = embedded().await?;
    for size in SIZES {
        figures.extend(ranked(size)?);
    }
    Ok(figures)
}

/// A short query, by the model that ships.
async fn embedded() -> Result<Vec<Figure>> {
    let folder = std::env::var_os("CALLWRIGHT_MODELS").context("CALLWRIGHT_MODELS names no folder")?;
    let parts = ModelFiles::in_folder(PathBuf::from(folder))?;
    let begun = Instant::now();
    let model = OnnxModel::open(&parts, &STOP_WORDS)?;
    let opened = begun.elapsed();
    let mut runs = Vec::new();
    for number in 0..WARM_UP + RUNS {
        let text = format!("Will it rain in Oslo on day {number}?");
        let begun = Instant::now();
        let vectors = model.embed(vec![text]).await?;
        let run = begun.elapsed();
        ensure!(vectors.iter().all(|vector| vector.len() == DIMENSIONS), "the model gives other vectors");
        if number >= WARM_UP {
            runs.push(run);
        }
    }
    Ok(vec![
        figure("a model checked and loaded".into(), opened.as_secs_f64(), Unit::Seconds, None),
        figure(
            "a short query embedded, median".into(),
            quantile(&runs, 0.5, Unit::Milliseconds),
            Unit::Milliseconds,
            Some(5.0),
        ),
        figure(
            "a short query embedded, p95".into(),
            quantile(&runs, 0.95, Unit::Milliseconds),
            Unit::Milliseconds,
            None,
        ),
    ])
}

/// One context over so many functions: in a time of its own, beside the vectors read once and beside Python.
fn ranked(size: usize) -> Result<Vec<Figure>> {
    let specs = functions(size);
    let home = tempfile::tempdir()?;
    // Its name tells the process of its own how many there are.
    let folder = home.path().join(size.to_string());
    keep_vectors(&specs, &folder)?;
    let begun = Instant::now();
    let mut pool = index(&specs, &folder)?;
    let indexed = begun.elapsed();

    let query = query(specs);
    let views = pool.views(&query.context);
    let vectors: Vec<_> = (0..views.len()).map(|number| unit_vector(1_000_000 + number)).collect();
    let mut ours = Vec::new();
    for number in 0..WARM_UP + RUNS {
        let begun = Instant::now();
        let selection = rank(&mut pool, &query, views.clone(), Some(&vectors))?;
        let run = begun.elapsed();
        ensure!(selection.offered().count() == query.limit, "something else was ranked");
        if number >= WARM_UP {
            ours.push(run);
        }
    }
    let limit = read_once(size);
    let theirs = python::measure(&folder, &query, &views, &vectors)?;
    Ok(told(size, &Told { indexed, ours, limit, theirs, grown: grown(&folder)? }))
}

struct Told {
    indexed: Duration,
    ours: Vec<Duration>,
    /// The vectors read from memory once.
    limit: Vec<Duration>,
    theirs: Vec<Duration>,
    /// Bytes.
    grown: u64,
}

fn told(size: usize, told: &Told) -> Vec<Figure> {
    let named = |what: &str| format!("{what}, {size} functions");
    let target = match size {
        10_000 => Some(3.0),
        100_000 => Some(25.0),
        _ => None,
    };
    let rank = |part, name: &str, target, reference: &'static str, others: &[Duration]| Figure {
        reference: Some(reference),
        reference_value: Some(quantile(others, part, Unit::Milliseconds)),
        ..figure(
            named(&format!("one context ranked, {name} of {RUNS}")),
            quantile(&told.ours, part, Unit::Milliseconds),
            Unit::Milliseconds,
            target,
        )
    };
    let python = "bm25s and numpy in Python";
    let vectors = megabytes((size * DIMENSIONS * 4) as u64);
    let index_target = (size == 10_000).then_some(1.0);
    vec![
        rank(0.5, "median", None, python, &told.theirs),
        rank(0.95, "p95", target, python, &told.theirs),
        rank(0.5, "median", None, "the vectors read once", &told.limit),
        figure(named("index with kept vectors"), told.indexed.as_secs_f64(), Unit::Seconds, index_target),
        figure(
            named("memory above the texts, of that of the vectors"),
            megabytes(told.grown) / vectors,
            Unit::Times,
            (size >= 10_000).then_some(1.2),
        ),
    ]
}

fn keep_vectors(specs: &[Arc<FunctionSpec>], folder: &Path) -> Result<()> {
    let mut pool = Pool::new()?;
    let slots = pool.slots(specs)?;
    let mut cache = VectorCache::open(folder, "made up", DIMENSIONS)?;
    let missing = pool.unembedded(&slots);
    for (chunk, functions) in missing.chunks(1_000).enumerate() {
        let vectors = functions.iter().enumerate();
        let vectors = vectors.map(|(place, one)| (one.fingerprint(), unit_vector(chunk * 1_000 + place)));
        cache.put(&vectors.collect::<Vec<_>>())?;
    }
    Ok(())
}

fn index(specs: &[Arc<FunctionSpec>], folder: &Path) -> Result<Pool> {
    let mut pool = Pool::new()?;
    let slots = pool.slots(specs)?;
    let mut cache = VectorCache::open(folder, "made up", DIMENSIONS)?;
    pool.reserve(DIMENSIONS);
    for function in pool.unembedded(&slots) {
        let vector = cache.get(&function.fingerprint())?.context("a vector was kept")?;
        pool.embed(&function, &vector);
    }
    Ok(pool)
}

fn query(candidates: Vec<Arc<FunctionSpec>>) -> SelectionQuery {
    let said = |role, text: &str| Said { role, text: text.to_owned() };
    SelectionQuery {
        context: vec![
            said(Role::User, "Show me the invoices of the customer in Oslo."),
            said(Role::Assistant, "There are three of them, of which one is not paid."),
            said(
                Role::User,
                "Send a reminder for the unpaid invoice, and then create a ticket for the team.",
            ),
        ],
        candidates,
        pinned: Vec::new(),
        used: Vec::new(),
        kept: Vec::new(),
        choosing: Choosing::Ranked,
        limit: 10,
        ranking: Ranking::default(),
        shown: Vec::new(),
        with_need: false,
    }
}

/// The limit of any exact search: every vector has to come from memory once.
fn read_once(size: usize) -> Vec<Duration> {
    let rows = vec![0.5f32; size * DIMENSIONS];
    let run = |_| {
        let begun = Instant::now();
        let mut sums = [0.0f32; 16];
        for values in rows.chunks_exact(16) {
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
        black_box(sums);
        begun.elapsed()
    };
    (0..20).map(run).collect()
}

/// Bytes that the functions of a folder take above their texts.
fn grown(folder: &Path) -> Result<u64> {
    let output = Command::new(std::env::current_exe()?).arg(ALONE).arg(folder).output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?.trim().parse()?)
}

/// What the process of its own does: it indexes as many functions as the folder is named for, with the vectors in it.
pub(crate) fn run_alone(folder: &Path) -> Result<String> {
    let size = folder.file_name().and_then(|name| name.to_str()).context("a folder named by a number")?;
    let specs = functions(size.parse()?);
    let before = allocated()?;
    let pool = index(&specs, folder)?;
    let grown = allocated()?.saturating_sub(before);
    drop(black_box(pool));
    Ok(grown.to_string())
}

/// Bytes of memory that this process has for itself, without the program that was read from its file.
fn allocated() -> Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status").context("only Linux tells of memory")?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).context("RssAnon")?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kilobytes * 1_024)
}

#[allow(clippy::cast_precision_loss, reason = "sizes in memory are far below 2^53")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

fn figure(name: String, value: f64, unit: Unit, target: Option<f64>) -> Figure {
    let (reference, reference_value) = (None, None);
    Figure { area: "selection", name, value, unit, better: Better::Lower, target, reference, reference_value }
}

/// What both sides rank: the texts of the views, as one list of words each.
fn texts(views: &[SelectionView]) -> Vec<&str> {
    views.iter().map(|view| view.text.as_str()).collect()
}
