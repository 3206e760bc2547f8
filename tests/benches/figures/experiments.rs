//! How long a set of cases takes besides the models' own time, and how long many kept runs take to become a report.

mod in_window;

use crate::figure::{Figure, Runs, Unit};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const LANES: usize = 12;
const REPEATS: usize = 20;
const CALLS: usize = 10;
/// How often each command is timed.
const TIMES: usize = 5;

/// What is asked, in seconds, of 12 models × 20 repeats × 10 calls.
const SET_TARGET: f64 = 5.0;
/// What is asked, in seconds, of 100,000 kept runs.
const REPORT_TARGET: f64 = 1.0;

const KEPT_LANES: usize = 10;
const KEPT_CASES: usize = 100;
const KEPT_REPEATS: usize = 100;

pub(crate) async fn measure() -> Result<Vec<Figure>> {
    let home = tempfile::tempdir()?;
    let program =
        PathBuf::from(std::env::var_os("CALLWRIGHT_PROGRAM").context("CALLWRIGHT_PROGRAM names nothing")?);
    let bench = Bench { program, home: home.path() };
    bench.prepare()?;
    let mut figures = bench.set()?;
    figures.extend(bench.report()?);
    figures.extend(in_window::measure(&home.path().join("window")).await?);
    Ok(figures)
}

struct Bench<'a> {
    program: PathBuf,
    home: &'a Path,
}

impl Bench<'_> {
    /// Writes scripted models that call at once, a case that each of them passes, and many runs.
    fn prepare(&self) -> Result<()> {
        let scripts = self.home.join("callwright/scripts");
        std::fs::create_dir_all(&scripts)?;
        for lane in 0..LANES {
            std::fs::write(scripts.join(format!("lane{lane}.jsonl")), script(lane))?;
        }
        std::fs::write(self.home.join("case.json"), case("ten").to_string())?;
        std::fs::write(self.home.join("kept.jsonl"), kept())?;
        Ok(())
    }

    /// Every round is a request, so a run has eleven of them and ten calls one after the other.
    fn set(&self) -> Result<Vec<Figure>> {
        let models: Vec<_> = (0..LANES).map(|lane| format!("script:lane{lane}")).collect();
        let all: Vec<_> = models.iter().flat_map(|model| ["--model", model]).collect();
        let repeats = REPEATS.to_string();
        let whole = [&["case.json", "--repeats", &repeats, "--out", "runs.jsonl"], &all[..]].concat();
        let one = ["case.json", "--model", models[0].as_str(), "--out", "runs.jsonl"];
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        self.time(&one)?;
        for _ in 0..TIMES {
            ours.push(self.time(&whole)?);
            theirs.push(self.time(&one)?);
        }
        let what = format!("{LANES} models × {REPEATS} repeats × {CALLS} calls, each run kept");
        let reference = "one run of one model:";
        Ok(Runs {
            area: "experiments",
            what,
            unit: Unit::Seconds,
            target: SET_TARGET,
            reference,
            ours,
            theirs,
        }
        .figures())
    }

    fn report(&self) -> Result<Vec<Figure>> {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..TIMES {
            ours.push(self.time(&["merge", "kept.jsonl", "--json", "report.json"])?);
            let begun = Instant::now();
            let text = std::fs::read_to_string(self.home.join("kept.jsonl"))?;
            let values = text.lines().map(serde_json::from_str::<Value>).collect::<Result<Vec<_>, _>>()?;
            theirs.push(begun.elapsed());
            ensure!(values.len() == KEPT_LANES * KEPT_CASES * KEPT_REPEATS + 1, "{} lines", values.len());
        }
        let what = format!("a report of {} kept runs", KEPT_LANES * KEPT_CASES * KEPT_REPEATS);
        let reference = "the same lines read as JSON:";
        Ok(Runs {
            area: "experiments",
            what,
            unit: Unit::Seconds,
            target: REPORT_TARGET,
            reference,
            ours,
            theirs,
        }
        .figures())
    }

    /// Times `callwright test` with these arguments, in which everything passes.
    fn time(&self, arguments: &[&str]) -> Result<Duration> {
        let runs = self.home.join("runs.jsonl");
        if runs.exists() {
            std::fs::remove_file(runs)?;
        }
        let mut command = Command::new(&self.program);
        command.arg("test").args(arguments).current_dir(self.home).stdin(Stdio::null());
        command.env("HOME", self.home).env("CALLWRIGHT_HOME", self.home.join("callwright"));
        command.env("TMPDIR", self.home).env("DBUS_SESSION_BUS_ADDRESS", "disabled:");
        let begun = Instant::now();
        let output = command.output()?;
        let took = begun.elapsed();
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Ok(took)
    }
}

/// A model that makes one call a round and then speaks.
fn script(lane: usize) -> String {
    let mut text = format!("{}\n", json!({ "format": 1, "title": format!("Lane {lane}") }));
    let usage = json!({ "type": "usage", "input": 200, "output": 30 });
    let end = json!({ "type": "end" });
    for call in 0..CALLS {
        let begins = json!({ "type": "call", "id": format!("call_{call}"), "name": "weather-get_forecast" });
        let arguments = json!({ "type": "arguments", "delta": json!({ "city": city(call) }).to_string() });
        let _ = writeln!(text, "{begins}\n{arguments}\n{usage}\n{end}");
    }
    let _ = writeln!(text, "{}\n{usage}\n{end}", json!({ "type": "text", "delta": "Done." }));
    text
}

fn city(call: usize) -> String {
    format!("City {call}")
}

fn case(id: &str) -> Value {
    let expected = |call| json!({ "function": "weather.get_forecast", "arguments": { "city": { "equals": city(call) } } });
    json!({
        "format": 1,
        "id": id,
        "history": [{ "role": "user", "text": "How is the weather in ten cities?" }],
        "functions": [{
            "name": "weather.get_forecast",
            "description": "The forecast of a city.",
            "parameters": { "type": "object", "properties": { "city": { "type": "string" } }, "required": ["city"] },
        }],
        "results": [{ "function": "weather.get_forecast", "answer": { "returned": { "temperature_c": 12 } } }],
        "settings": { "rounds": 12 },
        "expect": { "calls": { "match": "exactly", "list": (0..CALLS).map(expected).collect::<Vec<_>>() } },
    })
}

/// A file of finished runs, as `--out` writes it.
fn kept() -> String {
    let lanes: Vec<_> = (0..KEPT_LANES).map(|lane| format!("model-{lane}")).collect();
    let cases: Vec<_> = (0..KEPT_CASES).map(|number| format!("case-{number}")).collect();
    let plan = json!({ "plan": {
        "format": 1,
        "lanes": lanes.iter().map(|lane| json!({ "name": lane, "model": lane })).collect::<Vec<_>>(),
        "repeats": KEPT_REPEATS,
        "cases": cases.iter().map(|id| case(id)).collect::<Vec<_>>(),
    } });
    let call = |call| json!({ "function": "weather.get_forecast", "arguments": json!({ "city": city(call) }).to_string() });
    let calls: Vec<_> = (0..CALLS).map(call).collect();
    let mut text = format!("{plan}\n");
    for repeat in 1..=KEPT_REPEATS {
        for (case, lane) in cases.iter().flat_map(|case| lanes.iter().map(move |lane| (case, lane))) {
            let run = json!({ "run": {
                "case": case, "lane": lane, "repeat": repeat, "rounds": 11, "calls": calls, "text": "Done.",
                "ending": { "type": "finished" }, "usage": { "input": 2200, "output": 330 }, "milliseconds": 12,
            } });
            let _ = writeln!(text, "{run}");
        }
    }
    text
}
