//! Times that the page takes of itself, from what a person does to the frame in which it shows.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::time::{Duration, Instant};
use support::webdriver::Page;

const PATIENCE: Duration = Duration::from_secs(60);

/// What scripts in the page use: `painted` waits until what was done is on the screen, `until` until something is there,
/// which is looked for before the frame that shows it, and again after each frame.
const WORDS: &str = r"
    const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    const until = async (found) => {
        for (let next = null; ; next = painted) { const it = found(); if (it) return it; await next?.(); }
    };
    const log = () => document.querySelector('[role=log]');
    const button = (words) => [...document.querySelectorAll('button')].find((one) => one.textContent.trim().startsWith(words));
";

/// Runs the body of an asynchronous function in the page and waits for what it returns.
pub(super) async fn told(page: &Page, body: &str) -> Result<Value> {
    let script = format!(
        "window.__told = undefined; (async () => {{ {WORDS} {body} }})().then(
            (told) => {{ window.__told = {{ told }}; }},
            (error) => {{ window.__told = {{ error: String(error) }}; }});"
    );
    page.run(&script).await?;
    let give_up = Instant::now() + PATIENCE;
    let mut tick = tokio::time::interval(Duration::from_millis(250));
    while Instant::now() < give_up {
        tick.tick().await;
        let told = page.run("return window.__told ?? null").await?;
        if let Some(error) = told.get("error") {
            bail!("the page says {error}");
        }
        if let Some(told) = told.get("told") {
            return Ok(told.clone());
        }
    }
    bail!("the page does not get there: {}", page.run("return document.body.innerText").await?)
}

/// The same, for a body that returns milliseconds.
pub(super) async fn milliseconds(page: &Page, body: &str) -> Result<f64> {
    told(page, body).await?.as_f64().context("a time")
}

/// The same, for a body that returns many.
pub(super) async fn times(page: &Page, body: &str) -> Result<Vec<Duration>> {
    let told = told(page, body).await?;
    let times = told.as_array().context("times")?.iter().filter_map(Value::as_f64);
    Ok(times.map(|time| Duration::from_secs_f64(time.max(0.0) / 1e3)).collect())
}
