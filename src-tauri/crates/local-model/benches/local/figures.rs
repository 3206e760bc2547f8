//! What loading, memory and our layer over llama.cpp cost.

use crate::asking::{ask, request};
use crate::{questions, raw};
use anyhow::{Context, Result};
use content::ModelId;
use local_model::LocalModel;
use ports::Connector;
use serde::Serialize;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

const RUNS: usize = 5;
/// How many tokens are written to see how fast.
const TOKENS: u32 = 160;
/// A prompt that makes any model write a while.
const PROMPT: &str =
    "Tell a long story about a lighthouse keeper, his cat and a storm that lasted nine days.";

/// One figure and what it is held against.
#[derive(Clone, Debug, Serialize)]
struct Figure {
    area: &'static str,
    name: &'static str,
    value: f64,
    unit: &'static str,
    better: &'static str,
    target: Option<f64>,
    reference: Option<&'static str>,
    reference_value: Option<f64>,
}

impl Figure {
    fn new(name: &'static str, value: f64, unit: &'static str, target: Option<f64>) -> Self {
        Self {
            area: "local",
            name,
            value,
            unit,
            better: "lower",
            target,
            reference: None,
            reference_value: None,
        }
    }
}

pub(crate) async fn measure(path: &Path) -> Result<Value> {
    let mut figures = vec![loading(path).await?, memory(path)?, added(path).await?, called_off(path).await?];
    figures.extend(asked(path).await?);
    for figure in &figures {
        let Figure { name, value, unit, target, .. } = figure;
        let held = target.map_or_else(String::new, |target| format!("  (at most {target})"));
        let beside = figure.reference.zip(figure.reference_value);
        let beside = beside.map_or_else(String::new, |(name, value)| format!("  {name}: {value:.2}"));
        println!("{name}: {value:.2} {unit}{held}{beside}");
    }
    Ok(serde_json::to_value(figures)?)
}

fn open(path: &Path) -> LocalModel {
    LocalModel::open(ModelId::new("local:measured"), path.to_owned())
}

/// From a file whose pages are in memory already.
async fn loading(path: &Path) -> Result<Figure> {
    let mut taken = Vec::new();
    for _ in 0..=RUNS {
        let answer = ask(&open(path), request("Hi", &[], 1)).await?;
        taken.push(answer.figure("loadedInSeconds"));
    }
    taken.remove(0);
    Ok(Figure::new("loading a model that was loaded before", median(taken), "s", Some(1.5)))
}

/// All of a process that has answered, less the file itself.
fn memory(path: &Path) -> Result<Figure> {
    let mut child = Command::new(std::env::current_exe()?);
    let output = child.arg("memory").arg("--model").arg(path).output()?;
    anyhow::ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let whole: f64 = String::from_utf8_lossy(&output.stdout).trim().parse().context("a number")?;
    let file = std::fs::metadata(path)?.len() as f64 / 1e6;
    Ok(Figure::new("memory besides the file, 4096 tokens", whole - file, "MB", Some(150.0)))
}

/// What the process says that was started for it: the most memory it ever had.
pub(crate) async fn tell_memory(path: &Path) -> Result<()> {
    let words = "storm ".repeat(2_500);
    ask(&open(path), request(&words, &[], 64)).await?;
    let told = std::fs::read_to_string("/proc/self/status").context("this system does not tell")?;
    let peak = told.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no peak")?;
    let kilobytes: f64 = peak.split_whitespace().next().context("no number")?.parse()?;
    println!("{}", kilobytes * 1024.0 / 1e6);
    Ok(())
}

/// How much slower tokens come through the connector than in llama.cpp's own loop, in turns.
async fn added(path: &Path) -> Result<Figure> {
    let model = open(path);
    let asked = request(PROMPT, &[], TOKENS);
    let body: Value = serde_json::from_str(&model.preview(&asked)?.context("a preview")?.body)?;
    let prompt = body.get("prompt").and_then(Value::as_str).unwrap_or_default().to_owned();
    let (mut ours, mut alone) = (Vec::new(), Vec::new());
    ask(&model, asked.clone()).await?;
    for _ in 0..RUNS {
        ours.push(ask(&model, asked.clone()).await?.figure("outputTokensPerSecond"));
        let written = raw::run(path, std::slice::from_ref(&prompt), TOKENS)?;
        let written = written.first().context("an answer")?;
        alone.push((written.tokens - 1) as f64 / written.writing.as_secs_f64());
    }
    let (ours, alone) = (median(ours), median(alone));
    let mut figure =
        Figure::new("slower than llama.cpp's own loop", 100.0 * (1.0 - ours / alone), "%", Some(3.0));
    (figure.reference, figure.reference_value) = (Some("llama.cpp, tokens/s"), Some(alone));
    Ok(figure)
}

/// What a person waits for who asks something that one of three functions answers.
async fn asked(path: &Path) -> Result<[Figure; 2]> {
    let questions::Taken { first_token, first_token_alone, turn } = questions::take(path).await?;
    let mut first = Figure::new(
        "a question with three functions, to its first token",
        median(first_token),
        "s",
        Some(2.0),
    );
    (first.reference, first.reference_value) =
        (Some("llama.cpp reading the same prompt, s"), Some(median(first_token_alone)));
    let whole = Figure::new("a turn with one call, to its end", median(turn), "s", Some(12.0));
    Ok([first, whole])
}

/// From the moment a request is called off while its prompt is read until the next one may begin to be read.
async fn called_off(path: &Path) -> Result<Figure> {
    use futures::StreamExt;
    use ports::CallScope;
    use std::time::Instant;
    use tokio_util::sync::CancellationToken;
    let model = open(path);
    ask(&model, request("Hi", &[], 1)).await?;
    let mut taken = Vec::new();
    for run in 0..RUNS {
        let cancel = CancellationToken::new();
        let scope = CallScope::unobserved(cancel.clone());
        let words = format!("{run} {}", "storm ".repeat(2_500));
        let mut stream = model.stream(request(&words, &[], 8), &scope);
        // The stream is looked at once, so that the request is under way.
        let _ = futures::poll!(stream.next());
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        let begun = Instant::now();
        cancel.cancel();
        while stream.next().await.is_some() {}
        taken.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    Ok(Figure::new("calling off a request", median(taken), "ms", None))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}
