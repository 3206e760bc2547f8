//! What a model in a file does with whole turns: a question, its calls, their results, an answer. `cargo xtask eval-local`
//! starts this. The turns run in the application itself; functions are stood in for by results made for them.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "figures are printed")]
#![allow(clippy::expect_used, clippy::wildcard_enum_match_arm, reason = "this is a measurement")]

mod asking;
mod data;
mod results;
mod score;

use anyhow::{Context, Result, bail};
use asking::{Asking, Turned};
use data::Case;
use invocation::Guidance;
use score::{Judged, Score, judged};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;

const USAGE: &str =
    "usage: turns --model FILE --parts DIR --data DIR [--skip N] [--cap N] [--rows NAME,...] [--json FILE]";
/// So many prompts of each kind and source were looked at while this was made. They are left out.
const LOOKED_AT: usize = 4;

/// Where the first request would lead, with no model asked.
const OPENING: &str = "opening alone";
/// How much the model is led.
const ROWS: [(&str, Guidance); 6] = [
    (OPENING, Guidance::FULL),
    ("as it likes", Guidance::NONE),
    ("guided", Guidance::FULL),
    ("without opening", Guidance { opening: false, ..Guidance::FULL }),
    ("without only new", Guidance { only_new: false, ..Guidance::FULL }),
    ("without closing", Guidance { closing: false, ..Guidance::FULL }),
];

struct Choices {
    model: PathBuf,
    parts: PathBuf,
    data: PathBuf,
    skip: usize,
    /// How many prompts of each kind and source are asked.
    cap: usize,
    rows: Vec<String>,
    json: Option<PathBuf>,
}

impl Choices {
    fn has(&self, row: &str) -> bool {
        if self.rows.is_empty() { row != OPENING } else { self.rows.iter().any(|name| name == row) }
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let choices = choices(std::env::args().skip(1))?;
    let cases = data::cases(&choices.data, choices.skip, choices.cap)?;
    let fitting = cases.iter().filter(|case| case.fitting.is_some()).count();
    println!(
        "{}: {fitting} prompts with a fitting function, {} without",
        choices.model.display(),
        cases.len() - fitting
    );
    let asking = Asking::open(&choices.model, &choices.parts)?;
    let mut scores: BTreeMap<&str, Score> = BTreeMap::new();
    let mut sources: BTreeMap<&str, Score> = BTreeMap::new();
    let mut turns = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        asking.prepare(case).await.with_context(|| case.id.clone())?;
        for (name, guidance) in ROWS.iter().filter(|(name, _)| choices.has(name)) {
            let turned =
                asking.ask(case, *guidance, *name != OPENING).await.with_context(|| case.id.clone())?;
            let judged = judged(case, &turned);
            scores.entry(name).or_default().add(case, &turned, judged);
            if *name == "guided" {
                sources.entry(&case.source).or_default().add(case, &turned, judged);
            }
            turns.push(kept(case, name, &turned, judged));
        }
        if number % 10 == 9 {
            eprintln!("{} of {}", number + 1, cases.len());
        }
    }
    asking.close().await;
    for (name, _) in ROWS {
        scores.get(name).inspect(|score| println!("{}", score.line(name)));
    }
    println!("each source, guided");
    for (source, score) in &sources {
        println!("  {}", score.line(source));
    }
    if let Some(file) = &choices.json {
        let found = json!({ "prompts": cases.len(), "rows": scores, "sources": sources, "turns": turns });
        let text = serde_json::to_string_pretty(&found)?;
        std::fs::write(file, text + "\n").with_context(|| format!("can't write {}", file.display()))?;
    }
    Ok(())
}

/// One turn as the file keeps it.
fn kept(case: &Case, row: &str, turned: &Turned, judged: Judged) -> Value {
    let made: Vec<_> = turned
        .made
        .iter()
        .map(|made| json!({ "function": made.function, "arguments": made.arguments }))
        .collect();
    let selection = turned.selection.as_ref();
    let fits: Vec<_> = selection
        .iter()
        .flat_map(|selection| &selection.candidates)
        .map(|candidate| json!([candidate.function, candidate.total, candidate.fit]))
        .collect();
    json!({
        "prompt": case.id, "text": case.text, "fitting": case.fitting, "row": row, "made": made,
        "answer": turned.answer, "outcome": turned.outcome, "seconds": turned.seconds,
        "rightCall": judged.is_right_call, "told": judged.is_told, "makesUp": judged.makes_up,
        "repeated": judged.repeated, "need": selection.and_then(|selection| selection.need), "fits": fits,
        "withoutMeaning": selection.and_then(|selection| selection.without_meaning.as_ref()),
    })
}

fn choices(mut arguments: impl Iterator<Item = String>) -> Result<Choices> {
    let (mut model, mut parts, mut data, mut json) = (None, None, None, None);
    let (mut skip, mut cap, mut rows) = (LOOKED_AT, 14, Vec::new());
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().with_context(|| format!("{argument} needs a value"));
        match argument.as_str() {
            // Cargo adds it to every benchmark.
            "--bench" => {}
            "--model" => model = Some(PathBuf::from(value()?)),
            "--parts" => parts = Some(PathBuf::from(value()?)),
            "--data" => data = Some(PathBuf::from(value()?)),
            "--json" => json = Some(PathBuf::from(value()?)),
            "--skip" => skip = value()?.parse().context("--skip takes a number")?,
            "--cap" => cap = value()?.parse().context("--cap takes a number")?,
            "--rows" => rows = value()?.split(',').map(str::to_owned).collect(),
            unknown => bail!("{unknown} is not known; {USAGE}"),
        }
    }
    let (model, parts, data) = (model.context(USAGE)?, parts.context(USAGE)?, data.context(USAGE)?);
    Ok(Choices { model, parts, data, skip, cap, rows, json })
}
