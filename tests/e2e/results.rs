//! A result that is changed after the fact.

use crate::{QUESTION, acme};
use anyhow::{Context, Result};
use support::lanes::{ask_to_the_end, go_on_to_the_end};
use support::stage::{Stage, Surface};
use support::webdriver::{Page, keys};

#[tokio::test]
async fn the_result_of_a_finished_call_is_edited_with_one_click_and_the_model_answers_to_it() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    ask_to_the_end(page, QUESTION).await?;

    page.click_on(r#"[data-call="call_1"] button[aria-label="Edit result and run on"]:not([aria-disabled])"#)
        .await?;
    let result = r#"[data-call="call_1"] [aria-label="Result"][contenteditable="true"]"#;
    page.find(result).await.context("the result does not open for editing")?;
    page.find_xpath("//body[not(.//*[@role='dialog'])]").await.context("a sheet is in the way")?;
    page.rewrite(result, r#"{"temperature_c": 31, "sky": "clear", "rain_mm": 0}"#).await?;
    page.press("Use this result").await?;
    page.find_text(r#"//*[@role="log"]//p"#, "Boston has 31 °C and the sky is clear").await?;
    page.find_text(r#"//*[@data-call="call_1"]"#, "by you").await?;
    page.find_text("//button", "2 branches").await.context("what was said before is not kept beside it")?;
    page.close().await
}

/// Opens the sheet of the function. Its line in the list may be out of sight.
async fn show_forecast(page: &Page) -> Result<()> {
    page.chord(&[keys::CONTROL, "k"]).await?;
    page.write(&page.find("dialog [role='combobox']").await?, &format!("get_forecast{}", keys::ENTER)).await
}

/// Chooses who answers for the forecast in this session.
async fn stand_in(page: &Page, kind: &str, result: &str) -> Result<()> {
    let choice = "//label[normalize-space(.)='Who answers in this session']/following-sibling::select";
    page.click(&page.find_xpath(&format!("{choice}/option[normalize-space(.)='{kind}']")).await?).await?;
    if !result.is_empty() {
        let field = "//label[normalize-space(.)='The result']/..//textarea";
        let field = page.find_xpath(field).await?;
        page.write(&field, result).await?;
    }
    page.press("Use from the next call on").await
}

/// Only what a person wrote is called a person's. A stand-in and a fault have names of their own.
#[tokio::test]
async fn results_of_stand_ins_and_faults_are_named_as_such() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    show_forecast(page).await?;
    stand_in(page, "A fixed result", r#"{"temperature_c": 31}"#).await?;
    acme::say(page, QUESTION).await?;
    page.find(r#"[data-pause="beforeCall"]"#).await?;
    go_on_to_the_end(page).await?;
    let call = r#"//*[@data-call="call_1"]"#;
    page.find_text(call, "stand-in").await?;
    page.press("New session").await?;
    page.find_text("//main", "Nothing has been said yet").await?;
    show_forecast(page).await?;
    stand_in(page, "A fault", "").await?;
    acme::say(page, QUESTION).await?;
    page.find(r#"[data-pause="beforeCall"]"#).await?;
    go_on_to_the_end(page).await?;
    let card = page.find_text(call, "injected fault").await.context("the fault is not named")?;
    anyhow::ensure!(!page.text(&card).await?.contains("by you"), "a fault is called a person's");
    page.close().await
}
