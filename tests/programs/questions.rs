//! Asks a model in a file questions in the real window, each in a session of its own, and prints what came of it.
//! `programs questions MODEL QUESTIONS PARTS`, with questions as in `tests/local/questions.json`, and with the folder of what
//! meanings are compared by, as a first start fetches it.

#![allow(clippy::print_stdout, reason = "the transcript is printed")]

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::ffi::OsString;
use std::time::Instant;
use support::lanes;
use support::stage::{Stage, Surface};
use support::webdriver::{Page, keys};

/// How often a turn is waited for as long as a test waits for it. Small models take their time on a busy computer.
const PATIENCE: usize = 4;

#[tokio::main]
pub(crate) async fn run(arguments: &[OsString]) -> Result<()> {
    let [weights, questions, parts] = arguments else {
        bail!("usage: programs questions MODEL QUESTIONS PARTS")
    };
    let questions: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(questions)?)?;
    let home = tempfile::tempdir()?;
    let kept = home.path().join("callwright");
    let models = kept.join("models");
    std::fs::create_dir_all(&models)?;
    for part in std::fs::read_dir(parts)?.flatten().filter(|part| part.path().is_file()) {
        std::fs::copy(part.path(), models.join(part.file_name()))?;
    }
    let agreed = serde_json::json!({ "format": 1, "model": { "type": "usual" }, "isRefused": false });
    std::fs::write(kept.join("meaning.json"), agreed.to_string())?;
    let listed = serde_json::json!({ "files": [std::path::absolute(weights)?] });
    std::fs::write(kept.join("local-models.json"), listed.to_string())?;
    let stage = Stage::open_at(Surface::Window, home).await?;
    let page = &stage.page;
    page.press("Start with it").await?;
    first_stop(page).await?;
    lanes::go_on_to_the_end(page).await?;
    for (number, asked) in questions.iter().enumerate() {
        let question = asked.get("question").and_then(Value::as_str).context("a question")?;
        page.press("New session").await?;
        page.find_text("//main", "Nothing has been said yet").await?;
        let begun = Instant::now();
        let message = page.find(r#"textarea[aria-label="Message"]"#).await?;
        page.write(&message, &format!("{question}{}", keys::ENTER)).await?;
        page.find(r#"[role="log"] p"#).await?;
        end_or_stop(page).await.with_context(|| question.to_owned())?;
        let log = page.run("return document.querySelector('[role=log]').innerText").await?;
        let seconds = begun.elapsed().as_secs_f64();
        println!("## {} ({seconds:.1} s)\n{}\n", number + 1, log.as_str().unwrap_or_default());
    }
    page.close().await
}

/// The model is read from its file first.
async fn first_stop(page: &Page) -> Result<()> {
    let stop = r#"[data-pause="beforeCall"]"#;
    for _ in 1..PATIENCE {
        if page.find(stop).await.is_ok() {
            return Ok(());
        }
    }
    page.find(stop).await.map(drop)
}

/// Waits for the end of a turn, which is stopped if it takes too long.
async fn end_or_stop(page: &Page) -> Result<()> {
    for _ in 0..PATIENCE {
        if lanes::go_on_to_the_end(page).await.is_ok() {
            return Ok(());
        }
    }
    page.press("Stop").await?;
    lanes::go_on_to_the_end(page).await
}
