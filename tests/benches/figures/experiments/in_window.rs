//! What a page waits for: answers while a set runs, and many kept runs that are opened and filtered.

use super::{CALLS, KEPT_CASES, KEPT_LANES, KEPT_REPEATS, LANES, REPEATS, TIMES, case, kept, script};
use crate::figure::Figure;
use crate::figure::{Runs, Unit};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};
use workbench::contract::{
    ExperimentState, ExperimentSummary, ListRuns, Nothing, ReadExperiment, StartExperiment,
};
use workbench::{Config, System, Workbench};

/// What is asked, in seconds, of a set in the window besides the models' own time.
const SET_TARGET: f64 = 5.0;
/// What is asked of any answer to the page meanwhile, in milliseconds.
const ANSWER_TARGET: f64 = 50.0;
/// What is asked, in milliseconds, of opening and of filtering 100,000 kept runs.
const OPENED_TARGET: f64 = 1_000.0;
const FILTERED_TARGET: f64 = 100.0;

/// Milliseconds between two questions of a page.
const TICK: u64 = 20;

/// The experiment that is kept.
const KEPT: &str = "kept";

pub(super) async fn measure(home: &Path) -> Result<Vec<Figure>> {
    let set = prepare(home)?;
    let app = Workbench::new(Config::in_folder(home), System::real());
    let mut figures = running(&app, &set).await?;
    figures.extend(looked_at(&app, home).await?);
    app.close().await;
    Ok(figures)
}

/// Writes scripted models, a set, and the runs of a day before.
fn prepare(home: &Path) -> Result<String> {
    let experiments = home.join("experiments");
    let set = experiments.join("sets/ten");
    for folder in [&home.join("scripts"), &set, &experiments.join("runs")] {
        std::fs::create_dir_all(folder)?;
    }
    for lane in 0..LANES {
        std::fs::write(home.join(format!("scripts/lane{lane}.jsonl")), script(lane))?;
    }
    std::fs::write(set.join("ten.json"), case("ten").to_string())?;
    std::fs::write(experiments.join(format!("runs/{KEPT}.jsonl")), kept())?;
    Ok(set.display().to_string())
}

/// A set runs to its end while a page asks again and again.
async fn running(app: &Workbench, set: &str) -> Result<Vec<Figure>> {
    let models: Vec<_> = (0..LANES).map(|lane| format!("script:lane{lane}")).collect();
    let start: StartExperiment = serde_json::from_value(json!({
        "folder": set, "models": models, "varied": [], "repeats": REPEATS, "jobs": 4,
        "maxTokens": null, "maxCost": null, "rates": [], "scripts": [], "live": [],
    }))?;
    let alone = answers(app, 100).await?;
    let begun = Instant::now();
    let mut summary: ExperimentSummary = app.experiment_start(start).await?;
    let mut meanwhile = Vec::new();
    let mut tick = tokio::time::interval(Duration::from_millis(TICK));
    while summary.state == ExperimentState::Running {
        tick.tick().await;
        meanwhile.extend(answers(app, 1).await?);
        let all = app.experiments_list(Nothing {}).await?.experiments;
        summary = all.into_iter().find(|one| one.id == summary.id).context("the experiment is listed")?;
    }
    let took = begun.elapsed();
    ensure!(summary.made == LANES * REPEATS, "{} runs were made", summary.made);
    let set = Runs {
        area: "experiments",
        what: format!("{LANES} models × {REPEATS} repeats × {CALLS} calls in the window"),
        unit: Unit::Seconds,
        target: SET_TARGET,
        reference: "an answer to the page:",
        ours: vec![took],
        theirs: meanwhile.clone(),
    };
    let answered = Runs {
        area: "experiments",
        what: "an answer to the page while a set runs".to_owned(),
        unit: Unit::Milliseconds,
        target: ANSWER_TARGET,
        reference: "the same while nothing runs:",
        ours: meanwhile,
        theirs: alone,
    };
    Ok([set.figures(), answered.figures()].concat())
}

/// What a page asks on its way from one view to another.
async fn answers(app: &Workbench, times: usize) -> Result<Vec<Duration>> {
    let mut taken = Vec::new();
    for _ in 0..times {
        let begun = Instant::now();
        app.overview(Nothing {}).await?;
        taken.push(begun.elapsed());
    }
    Ok(taken)
}

/// Runs of another day are opened, then filtered by what a person points at.
async fn looked_at(app: &Workbench, home: &Path) -> Result<Vec<Figure>> {
    let named: ReadExperiment = serde_json::from_value(json!({ "experiment": KEPT }))?;
    let file = home.join(format!("experiments/runs/{KEPT}.jsonl"));
    let all = KEPT_LANES * KEPT_CASES * KEPT_REPEATS;
    let (mut opened, mut filtered, mut read) = (Vec::new(), Vec::new(), Vec::new());
    for time in 0..TIMES {
        // A file that has another time is read anew.
        let text = std::fs::read_to_string(&file)?;
        std::fs::write(&file, &text)?;
        let begun = Instant::now();
        let lines = text.lines().map(serde_json::from_str::<Value>).collect::<Result<Vec<_>, _>>()?;
        read.push(begun.elapsed());
        ensure!(lines.len() == all + 1, "{} lines", lines.len());
        let begun = Instant::now();
        let result = app.experiment_read(named.clone()).await?;
        opened.push(begun.elapsed());
        ensure!(result.summary.made == all, "{} runs", result.summary.made);
        let filter = json!({ "lane": format!("model-{time}"), "property": "passed" });
        let list: ListRuns = serde_json::from_value(json!({ "experiment": KEPT, "filter": filter }))?;
        let begun = Instant::now();
        let listed = app.experiment_runs(list).await?;
        filtered.push(begun.elapsed());
        ensure!(listed.total == KEPT_CASES * KEPT_REPEATS, "{} runs", listed.total);
    }
    let runs = |what: &str, target, ours| Runs {
        area: "experiments",
        what: format!("{all} kept runs {what}"),
        unit: Unit::Milliseconds,
        target,
        reference: "the same lines read as JSON:",
        ours,
        theirs: read.clone(),
    };
    let opened = runs("opened", OPENED_TARGET, opened).figures();
    Ok([opened, runs("filtered", FILTERED_TARGET, filtered).figures()].concat())
}
