//! Where the keys are at a stop, and how one goes on from it.

use crate::QUESTION;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use support::stage::{Stage, Surface};
use support::webdriver::{Page, keys};

const MESSAGE: &str = r#"textarea[aria-label="Message"]"#;
/// What has the focus, in words.
const FOCUS: &str = "const one = document.activeElement;
    return one.getAttribute('aria-label') ?? one.innerText.trim().split('\\n')[0];";

async fn ask(page: &Page) -> Result<()> {
    page.press("Empty session").await?;
    let message = page.find(MESSAGE).await?;
    page.write(&message, &format!("{QUESTION}{}", keys::ENTER)).await
}

/// Waits until this has the focus.
async fn focused(page: &Page, wanted: &str) -> Result<()> {
    let mut tick = tokio::time::interval(std::time::Duration::from_millis(50));
    for _ in 0..100 {
        tick.tick().await;
        if page.run(FOCUS).await?.as_str().is_some_and(|name| name.starts_with(wanted)) {
            return Ok(());
        }
    }
    let name = page.run(FOCUS).await?;
    anyhow::bail!("{name} has the focus in place of {wanted}")
}

#[tokio::test]
async fn the_keys_go_from_the_message_to_the_stop_and_back_where_the_turn_ends() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    ask(page).await?;
    page.find(r#"[data-pause="beforeCall"]"#).await?;
    focused(page, "Continue").await.context("at the first stop")?;
    page.chord(&[keys::ENTER]).await?;
    page.find_text(r#"//*[@data-call="call_1"]"#, "temperature_c").await?;
    focused(page, "Continue").await.context("at the second stop")?;
    page.chord(&[keys::ENTER]).await?;
    page.find(r#"[data-turn-state="idle"]"#).await?;
    focused(page, "Message").await.context("after the turn")?;
    page.close().await
}

#[tokio::test]
async fn a_stop_leaves_the_keys_to_a_person_who_types() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    ask(page).await?;
    focused(page, "Continue").await?;
    page.click_on(MESSAGE).await?;
    page.write(&page.find(MESSAGE).await?, "And tomorrow?").await?;
    page.chord(&[keys::F5]).await?;
    page.find_text(r#"//*[@data-call="call_1"]"#, "temperature_c").await?;
    page.find(r#"[data-pause="beforeCall"]"#).await?;
    focused(page, "Message").await?;
    let written = page.run(&format!("return document.querySelector('{MESSAGE}').value")).await?;
    ensure!(written == json!("And tomorrow?"), "what was typed went elsewhere: {written}");
    page.close().await
}

#[tokio::test]
async fn a_key_that_is_held_down_presses_nothing_at_a_stop() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    ask(page).await?;
    page.find(r#"[data-pause="beforeCall"]"#).await?;
    focused(page, "Continue").await?;
    let held = "const down = { key: 'Enter', repeat: true, bubbles: true, cancelable: true };
        return document.activeElement.dispatchEvent(new KeyboardEvent('keydown', down));";
    ensure!(page.run(held).await? == json!(false), "a held key would press the button");
    page.close().await
}

/// The buttons that go on, by their words.
const GO_ON: &str = "return [...document.querySelectorAll('main button')]
    .map((button) => button.innerText.trim().split('\\n')[0])
    .filter((words) => words.startsWith('Continue'))";

#[tokio::test]
async fn calls_that_are_shown_at_once_have_one_button_that_goes_on() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    ask(page).await?;
    page.find(r#"[data-pause="beforeCall"]"#).await?;
    page.press("All at once").await?;
    page.find("[data-waiting='call_2']").await?;
    let buttons = page.run(GO_ON).await?;
    ensure!(buttons == json!(["Continue"]), "{buttons}");
    page.press("Decline all").await?;
    page.find_text("//button", "Decline the call, and 1 other answer").await?;
    page.close().await
}
