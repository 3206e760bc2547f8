//! The page speaks the language a person chose.

use crate::accessible::Looking;
use crate::{QUESTION, acme};
use anyhow::{Context, Result};
use support::lanes::ask_to_the_end;
use support::stage::{Stage, Surface};

#[tokio::test]
async fn the_page_speaks_chinese_where_a_person_says_so_and_english_again() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.button("Try the example").await?;
    page.press("EN · Language").await?;
    page.click(&page.find_text("//*[@role='menuitemradio']", "中文").await?).await?;
    page.press("试试示例").await?;
    page.find_text("//*[@data-pause='beforeCall']", "已在此调用之前暂停").await?;
    anyhow::ensure!(page.run("return document.documentElement.lang").await? == "zh");
    let mut looking = Looking::begin(page).await?;
    looking.at("a stop in Chinese").await?;
    looking.end()?;
    page.press("中 · 语言").await?;
    page.click(&page.find_text("//*[@role='menuitemradio']", "English").await?).await?;
    page.find_text("//*[@data-pause='beforeCall']", "Paused before this call").await?;
    page.close().await
}

/// Not the one that changed last, which opens by itself.
#[tokio::test]
async fn the_session_that_is_open_stays_open_in_another_language() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    ask_to_the_end(page, QUESTION).await?;
    page.press("New session").await?;
    acme::say(page, "Is it warm in Lima?").await?;
    page.find("[data-pause='beforeCall']").await?;
    let first = "//section//li//button[contains(., 'What is the weather')]";
    page.click_at(first).await?;
    let open = &format!("{first}[@aria-current='true']");
    page.find_xpath(open).await?;
    page.press("EN · Language").await?;
    page.click(&page.find_text("//*[@role='menuitemradio']", "中文").await?).await?;
    page.button("中 · 语言").await?;
    page.find_xpath(open).await.context("another session opened")?;
    page.close().await
}
