//! A result that is changed after the fact.

use crate::QUESTION;
use anyhow::{Context, Result};
use support::lanes::ask_to_the_end;
use support::stage::{Stage, Surface};

#[tokio::test]
async fn the_result_of_a_finished_call_is_edited_with_one_click_and_the_model_answers_to_it() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    ask_to_the_end(page, QUESTION).await?;

    page.click_on(r#"[data-call="call_1"] button[aria-label="Edit result and run on"]"#).await?;
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
