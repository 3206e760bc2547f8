//! What the first screen says before anything is fetched, and that a person's decision holds.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use support::stage::{Stage, Surface};
use support::webdriver::{keys, patiently};

const BOX: &str = r#"//label[contains(., "Choose functions by meaning")]/input"#;

/// A first start in which nobody has decided about the model that compares meanings.
async fn undecided() -> Result<Stage> {
    let stage = Stage::open(Surface::Browser).await?;
    stage.page.button("Empty session").await?;
    std::fs::remove_file(decision(&stage))?;
    stage.kill_and_reopen().await
}

fn decision(stage: &Stage) -> PathBuf {
    stage.callwright_home().join("meaning.json")
}

/// Waits until a file has these words. The page shows what it has sent off before it is kept.
async fn kept(path: &Path, words: &str) -> Result<()> {
    patiently(async || {
        let text = std::fs::read_to_string(path)?;
        ensure!(text.replace(' ', "").contains(words), "kept: {text}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_model_for_meanings_is_fetched_with_the_first_session() -> Result<()> {
    let stage = undecided().await?;
    let page = &stage.page;
    page.find_xpath(BOX).await?;
    // Where there is no folder for it, nothing is asked of any server.
    std::fs::write(stage.callwright_home().join("models"), "no folder")?;
    page.press("Empty session").await?;
    page.find_text("//*[@role='alert' or @role='status']", "can't be written").await?;
    page.close().await
}

#[tokio::test]
async fn a_cleared_box_keeps_words_alone_for_good() -> Result<()> {
    let stage = undecided().await?;
    let page = &stage.page;
    page.click(&page.find_xpath(BOX).await?).await?;
    page.press("Empty session").await?;
    page.find(r#"textarea[aria-label="Message"]"#).await?;
    kept(&decision(&stage), r#""isRefused":true"#).await?;
    page.close().await
}

#[tokio::test]
async fn escape_ends_the_tour_and_one_goes_on_in_the_message() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    stage.page.press("Try the example").await?;
    stage.page.find(r#"[data-tour-step="1"]"#).await?;
    stage.page.chord(&[keys::ESCAPE]).await?;
    stage.page.find(r#"body:not(:has([data-tour-step]))"#).await?;
    stage.page.find("textarea:focus, button:focus").await?;
    stage.page.close().await
}

#[tokio::test]
async fn the_tour_leads_over_what_is_there_and_is_shown_once() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    stage.page.press("Try the example").await?;
    for step in 1..=5 {
        stage.page.find(&format!(r#"[data-tour-step="{step}"]"#)).await?;
        stage.page.find(".ring").await.with_context(|| format!("step {step} points at nothing"))?;
        stage.page.press(if step == 5 { "Done" } else { "Next" }).await?;
    }
    stage.page.find("body:not(:has([data-tour-step]))").await?;
    stage.page.find(r#"[data-pause="beforeCall"]"#).await.context("the tour has moved the turn")?;
    kept(&stage.callwright_home().join("guide.json"), r#""isTourOver":true"#).await?;
    stage.page.close().await
}
