//! Ranks queries of others by every method and tells how well each did: `cargo xtask eval-selection`.
//!
//! The data has a folder for each source with `functions.jsonl` and `queries.jsonl`, packed by gzip or not, and a
//! folder `merged` with the functions of all. It is read from where it is; none of it ships.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line tool talks through its terminal"
)]

use anyhow::{Context, Result, bail};
use flate2::read::GzDecoder;
use selection::evaluation::{Data, Labelled, Measures, Method, Query, Report};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use workbench::assembly;

const USAGE: &str = "usage: evaluate-selection --data DIR --models DIR [--cap N] [--json FILE]";
/// Queries of each source asked of its own functions; half as many are asked of all functions together.
const CAP: usize = 800;
const MERGED: &str = "merged";

struct Choices {
    data: PathBuf,
    models: PathBuf,
    cap: usize,
    json: Option<PathBuf>,
}

/// All that was found.
#[derive(Default, Serialize)]
struct Found {
    /// By method: the sources by themselves.
    own: BTreeMap<String, Report>,
    /// By method: the functions of all sources together.
    merged: BTreeMap<String, Report>,
    /// How well each method tells queries with a fitting function from those without, by form.
    irrelevance: BTreeMap<String, BTreeMap<String, f64>>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let choices = choices(std::env::args().skip(1))?;
    let bench = assembly::evaluation_bench(&choices.models)?;
    let mut found = Found::default();
    for source in sources(&choices.data)? {
        let mut data = read(&choices.data.join(&source))?;
        if source == MERGED {
            data.cap(choices.cap / 2);
            data.queries.retain(|query| !query.labelled.fitting.is_empty());
            let reports = bench.measure(&data, &Method::all(), &labelled(&data.queries)).await?;
            found.merged = reports.into_iter().map(|report| (report.method.clone(), report)).collect();
            continue;
        }
        data.cap(choices.cap);
        for report in bench.measure(&data, &Method::all(), &labelled(&data.queries)).await? {
            found.join(report);
        }
        for (form, queries) in forms(&source, &data) {
            for report in bench.measure(&data, &Method::all(), &queries).await? {
                if let Some(irrelevance) = report.irrelevance {
                    found.irrelevance.entry(form.clone()).or_default().insert(report.method, irrelevance);
                }
            }
        }
        eprintln!("{source}: {} functions, {} queries", data.functions.len(), data.queries.len());
    }
    found.tell();
    if let Some(file) = choices.json {
        let text = serde_json::to_string_pretty(&found)?;
        std::fs::write(&file, text + "\n").with_context(|| format!("can't write {}", file.display()))?;
    }
    Ok(())
}

impl Found {
    /// Puts what one source gave beside what the others gave.
    fn join(&mut self, report: Report) {
        match self.own.get_mut(&report.method) {
            Some(there) => there.join(report),
            None => drop(self.own.insert(report.method.clone(), report)),
        }
    }

    fn tell(&self) {
        for (title, reports) in [("own functions", &self.own), ("all functions together", &self.merged)] {
            println!("{title}: recall at 1, 5, 10 · all found in 5, 10 · first place · gain, of 100");
            for report in reports.values() {
                println!("  {}", line(&report.method, &report.overall));
            }
        }
        if let Some(ours) = self.own.get(Method::ours().name) {
            println!("each source, {}", ours.method);
            for (source, measures) in &ours.groups {
                println!("  {}", line(source, measures));
            }
        }
        println!("queries with a fitting function told from those without, AUROC of 100");
        for (form, methods) in &self.irrelevance {
            let told: Vec<_> =
                methods.iter().map(|(name, value)| format!("{name} {:.1}", value * 100.0)).collect();
            println!("  {form}: {}", told.join(" · "));
        }
    }
}

fn line(name: &str, measures: &Measures) -> String {
    let Measures { recall: [one, five, ten], completeness: [_, all_in_five, all_in_ten], .. } = *measures;
    let values = [one, five, ten, all_in_five, all_in_ten, measures.reciprocal_rank, measures.gain];
    let values: Vec<_> = values.iter().map(|value| format!("{:5.1}", value * 100.0)).collect();
    format!("{name:24} {}", values.join(" "))
}

fn labelled(queries: &[Query]) -> Vec<Labelled> {
    queries.iter().map(|query| query.labelled.clone()).collect()
}

/// The forms in which a source tells that nothing fits: among the few functions a query comes with, or among all.
fn forms(source: &str, data: &Data) -> Vec<(String, Vec<Labelled>)> {
    let has_none = data.queries.iter().any(|query| query.labelled.fitting.is_empty());
    if !has_none {
        return Vec::new();
    }
    let mut forms: BTreeMap<String, Vec<Labelled>> = BTreeMap::new();
    let has_lists = data.queries.iter().filter(|query| !query.labelled.fitting.is_empty());
    let has_lists =
        has_lists.clone().count() > 0 && has_lists.clone().all(|query| !query.candidates.is_empty());
    for query in &data.queries {
        let mut labelled = query.labelled.clone();
        if has_lists {
            labelled.only.clone_from(&query.candidates);
        }
        let form = if query.subset.starts_with("live") { "live" } else { "not live" };
        let form = if has_lists { format!("{source}, {form}, own list") } else { source.to_owned() };
        forms.entry(form).or_default().push(labelled);
    }
    forms.into_iter().collect()
}

fn sources(data: &Path) -> Result<Vec<String>> {
    let entries = std::fs::read_dir(data).with_context(|| format!("can't read {}", data.display()))?;
    let folders = entries.flatten().filter(|entry| entry.path().is_dir());
    let mut sources: Vec<_> = folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    sources.sort();
    if sources.is_empty() {
        bail!("there is no folder of a source in {}", data.display());
    }
    Ok(sources)
}

fn read(folder: &Path) -> Result<Data> {
    let (functions, queries) = (text(folder, "functions.jsonl")?, text(folder, "queries.jsonl")?);
    Data::read(&functions, &queries).with_context(|| format!("in {}", folder.display()))
}

fn text(folder: &Path, name: &str) -> Result<String> {
    let (plain, packed) = (folder.join(name), folder.join(format!("{name}.gz")));
    let mut text = String::new();
    let read = if packed.exists() {
        GzDecoder::new(File::open(&packed)?).read_to_string(&mut text)
    } else {
        File::open(&plain).and_then(|mut file| file.read_to_string(&mut text))
    };
    read.with_context(|| format!("can't read {}", plain.display()))?;
    Ok(text)
}

fn choices(mut arguments: impl Iterator<Item = String>) -> Result<Choices> {
    let (mut data, mut models, mut cap, mut json) = (None, None, CAP, None);
    while let Some(argument) = arguments.next() {
        let value = arguments.next().with_context(|| format!("{argument} needs a value\n{USAGE}"))?;
        match argument.as_str() {
            "--data" => data = Some(PathBuf::from(value)),
            "--models" => models = Some(PathBuf::from(value)),
            "--cap" => cap = value.parse().with_context(|| format!("{value} is no number"))?,
            "--json" => json = Some(PathBuf::from(value)),
            other => bail!("{other} is not understood\n{USAGE}"),
        }
    }
    let (data, models) = (data.context(USAGE)?, models.context(USAGE)?);
    Ok(Choices { data, models, cap, json })
}
