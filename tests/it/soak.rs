//! The application under everything that goes wrong, for an hour in the long run and a minute in the usual one: nothing is
//! lost, and memory, handles, threads and processes stay as they are.
//!
//! `CALLWRIGHT_LONG=1 cargo test --workspace --features callwright-tests/jemalloc --test it soak -- --nocapture` prints the table
//! of docs/figures.md; `CALLWRIGHT_SOAK` sets the seconds.

use crate::PROGRAMS;
use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};
use support::process;

/// Rounds until everything that is kept for good is there: caches, threads of the runtime, pools.
const WARMING: usize = 5;

/// Rounds of a usual run. A long one goes on until its time is up.
const ROUNDS: usize = 12;

/// One round in so many is followed by a suspension, as of a computer whose lid is closed.
const SUSPENDED: usize = 4;

/// Rounds after which nothing fills up any more, such as what is kept ready of the last 256 sessions.
const SETTLED: usize = 60;

/// How much the memory of its own may grow from the first half to the second of a run that has settled. In an hour that is
/// 5 kB a session, less than the log of any of them.
const MAX_GROWTH_MEGABYTES: f64 = 12.0;

/// The same for a run that is over before it has settled.
const MAX_GROWTH_OF_A_SHORT_RUN: f64 = 1.3;

/// Handles and threads that may be there at one moment and not at another: connections that are being closed, workers.
const SLACK: usize = 12;

#[derive(Clone, Copy, Debug)]
struct Sample {
    megabytes: f64,
    /// Without files that are mapped, which the system takes back when it needs room.
    own: f64,
    handles: usize,
    threads: usize,
    processes: usize,
}

impl Sample {
    fn of(id: u32) -> Self {
        let count =
            |folder: &str| std::fs::read_dir(format!("/proc/{id}/{folder}")).map_or(0, Iterator::count);
        let megabytes = process::memory(id).unwrap_or_default();
        let own = process::own_memory(id).unwrap_or_default();
        Self { megabytes, own, handles: count("fd"), threads: count("task"), processes: descendants(id) }
    }
}

fn descendants(id: u32) -> usize {
    let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    children
        .split_whitespace()
        .filter_map(|child| child.parse().ok())
        .map(|child| 1 + descendants(child))
        .sum()
}

fn time() -> Option<Duration> {
    std::env::var_os("CALLWRIGHT_LONG")?;
    let seconds = std::env::var("CALLWRIGHT_SOAK").ok().and_then(|text| text.parse().ok());
    Some(Duration::from_secs(seconds.unwrap_or(3_600)))
}

/// Stops a process in its tracks, and lets it go on a moment later.
fn suspend(id: u32) {
    for signal in ["STOP", "CONT"] {
        let sent = Command::new("kill").args(["-s", signal, &id.to_string()]).status().expect("kill runs");
        assert!(sent.success());
        if signal == "STOP" {
            // Its state is told by the system, so nobody has to guess how long that takes.
            let stat = || std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
            while !stat().contains(") T ") {
                std::thread::yield_now();
            }
        }
    }
}

fn start() -> (Child, ChildStdin, impl Iterator<Item = String>) {
    let mut command = Command::new(PROGRAMS);
    // Where the allocator is that of glibc, it keeps up to five times what is in use under load, in an arena for each thread. That
    // is not growth of the application, and would hide it.
    command.env("MALLOC_ARENA_MAX", "1");
    let mut soaked =
        command.arg("soaked").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let input = soaked.stdin.take().expect("its input");
    let lines = BufReader::new(soaked.stdout.take().expect("its output")).lines().map_while(Result::ok);
    (soaked, input, lines)
}

#[test]
fn whatever_goes_wrong_nothing_is_lost_and_nothing_is_left_behind() {
    let (mut soaked, input, mut lines) = start();
    let (begun, limit) = (Instant::now(), time());
    let mut samples = Vec::new();
    let is_over = |rounds: usize| match limit {
        Some(limit) => begun.elapsed() >= limit && rounds > 2 * WARMING,
        None => rounds >= ROUNDS,
    };
    while !is_over(samples.len()) {
        let line = lines.next().expect("it goes on");
        assert!(line.starts_with("round "), "{line}");
        samples.push(Sample::of(soaked.id()));
        if samples.len() % SUSPENDED == 0 {
            suspend(soaked.id());
        }
    }
    drop(input);
    let last = lines.find(|line| line.starts_with("made ")).expect("it counts its sessions");
    assert!(soaked.wait().expect("it ends").success());
    let numbers: Vec<usize> = last.split(' ').filter_map(|word| word.parse().ok()).collect();
    assert!(matches!(numbers[..], [made, kept] if made == kept), "a session is lost: {last}");
    show(&samples, begun.elapsed());
    check_flat(&samples);
}

#[allow(clippy::print_stdout, reason = "whoever asks for the table reads it in the terminal")]
fn show(samples: &[Sample], took: Duration) {
    println!(
        "| round of {} in {} s | memory | without mapped files | handles | threads | processes |",
        samples.len(),
        took.as_secs()
    );
    let quarter = (samples.len() / 4).max(1);
    for (place, sample) in samples.iter().enumerate().filter(|(place, _)| (place + 1) % quarter == 0) {
        let Sample { megabytes, own, handles, threads, processes } = sample;
        println!("| {} | {megabytes:.0} MB | {own:.0} MB | {handles} | {threads} | {processes} |", place + 1);
    }
}

/// The end is held against the time after the caches were filled.
fn check_flat(samples: &[Sample]) {
    let (_, rest) = samples.split_at(WARMING);
    let (early, late) = rest.split_at(rest.len() / 2);
    let most = |part: &[Sample], of: fn(&Sample) -> usize| part.iter().map(of).max().unwrap_or_default();
    for (name, of) in [
        ("handles", (|sample: &Sample| sample.handles) as fn(&Sample) -> usize),
        ("threads", |sample| sample.threads),
        ("processes", |sample| sample.processes),
    ] {
        let (before, after) = (most(early, of), most(late, of));
        assert!(after <= before + SLACK, "{name} grow from {before} to {after}: {samples:?}");
    }
    let mean = |part: &[Sample]| part.iter().map(|sample| sample.own).sum::<f64>() / part.len() as f64;
    let settled = samples.get(SETTLED..).filter(|settled| settled.len() >= SETTLED);
    let (before, after, most) = match settled.map(|settled| settled.split_at(settled.len() / 2)) {
        Some((early, late)) => (mean(early), mean(late), mean(early) + MAX_GROWTH_MEGABYTES),
        None => (mean(early), mean(late), mean(early) * MAX_GROWTH_OF_A_SHORT_RUN),
    };
    assert!(after <= most, "memory grows from {before:.0} to {after:.0} MB: {samples:?}");
}
