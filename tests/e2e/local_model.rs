//! A model that runs on this computer, from the first screen to the first session.

use anyhow::{Context, Result, ensure};
use std::path::Path;
use support::registry::Registry;
use support::stage::{Stage, Surface};
use support::tiny;

const FILE: &str = "tiny.gguf";

async fn stands(stage: &Stage, state: &str) -> Result<()> {
    let card = format!(r#"[data-local-model="{state}"]"#);
    stage.page.find(&card).await.with_context(|| format!("the model is not {state}")).map(drop)
}

/// A file that is no model and one that is, by their paths.
fn files(folder: &Path) -> Result<(String, String)> {
    let write = |name: &str, bytes: &[u8]| -> Result<String> {
        let path = folder.join(name);
        std::fs::write(&path, bytes)?;
        Ok(path.display().to_string())
    };
    Ok((write("page.gguf", b"<!doctype html>")?, write("own.gguf", &tiny::gguf())?))
}

#[tokio::test]
async fn a_model_is_fetched_where_a_person_asks_for_it_paused_and_gone_on_with_after_a_kill() -> Result<()> {
    let home = tempfile::tempdir()?;
    let served = home.path().join("served");
    std::fs::create_dir_all(&served)?;
    std::fs::write(served.join(FILE), tiny::gguf())?;
    let registry = Registry::serve(served).await;
    tiny::offer(&home.path().join("callwright"), FILE, &[&registry.file(FILE)]);
    registry.hold(FILE);

    let stage = Stage::open_at(Surface::Browser, home).await?;
    stage.page.press("On this computer…").await?;
    stands(&stage, "absent").await?;
    ensure!(registry.asked().is_empty(), "it is fetched before anybody asks for it");
    stage.page.press("Fetch it").await?;
    registry.until_held().await;
    // What is shown to be there stays there.
    stage.page.find_xpath("//*[@data-local-model='fetching']//progress[@value > 0]").await?;
    stage.page.press("Pause").await?;
    stands(&stage, "paused").await?;

    let stage = stage.kill_and_reopen().await?;
    stage.page.press("On this computer…").await?;
    stands(&stage, "paused").await.context("after the kill")?;
    registry.let_go();
    stage.page.press("Go on fetching").await?;
    stands(&stage, "ready").await?;
    let asked = registry.asked();
    ensure!(asked.len() == 2 && asked.iter().any(|one| one.from > 0), "it began anew: {asked:?}");

    stage.page.press("Start a session with it").await?;
    stage.page.find_text("//button[@aria-pressed='true']", "This computer").await?;
    stage.page.find_text(r#"//*[@role="log"]//p"#, "What is the weather in Boston and in Oslo?").await?;
    stage
        .page
        .find_text(r#"//*[@role="log"]"#, "Made up by hand.")
        .await
        .context("nobody says what it was shown")?;
    stage.page.close().await
}

#[tokio::test]
async fn a_file_that_is_no_model_is_refused_in_words_and_one_that_is_can_be_used() -> Result<()> {
    let home = tempfile::tempdir()?;
    let (page, model) = files(home.path())?;
    let stage = Stage::open_at(Surface::Browser, home).await?;
    stage.page.press("On this computer…").await?;
    let field = "input[placeholder='/path/to/model.gguf']";
    stage.page.rewrite(field, &page).await?;
    stage.page.press("Use this file").await?;
    stage.page.find_text("//*[@role='dialog']//*[@role='alert']", "is not a GGUF file").await?;
    stage.page.rewrite(field, &model).await?;
    stage.page.press("Use this file").await?;
    stage.page.find(r#"[data-local-model="ready"]"#).await?;
    stage.page.close().await
}

#[tokio::test]
async fn a_file_is_chosen_in_the_window_the_system_has_for_it() -> Result<()> {
    let home = tempfile::tempdir()?;
    let (page, model) = files(home.path())?;
    let stage = Stage::open_at(Surface::Window, home).await?;
    stage.page.press("On this computer…").await?;
    stage.page.press("Choose…").await?;
    stage.display()?.answer("Choose a model", &page).await?;
    stage.page.find_text("//*[@role='dialog']//*[@role='alert']", "is not a GGUF file").await?;
    stage.page.press("Choose…").await?;
    stage.display()?.answer("Choose a model", &model).await?;
    stage.page.find(r#"[data-local-model="ready"]"#).await?;
    stage.page.close().await
}
