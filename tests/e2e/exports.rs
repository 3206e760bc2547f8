//! What leaves the window for people to read.

use crate::lanes;
use anyhow::{Context, Result, ensure};
use support::lanes::go_on_to_the_end;
use support::stage::{Stage, Surface};
use support::webdriver::Page;

const TEXT: &str = "//*[@role='dialog']//pre";
/// The model of the second lane.
const MODEL: &str = "A model that makes mistakes";

/// Shows the export in another form.
async fn choose(page: &Page, form: &str) -> Result<()> {
    let option = format!("//*[@role='dialog']//select/option[normalize-space(.)='{form}']");
    page.click(&page.find_xpath(&option).await?).await
}

/// Saves what is shown, and reads the file whose path the sheet tells.
async fn saved(page: &Page) -> Result<String> {
    page.press("Save to a file").await?;
    let told =
        page.find_text("//*[@role='dialog']//*[starts-with(normalize-space(.), 'Saved')]", " as ").await?;
    let told = page.text(&told).await?;
    let path = told.lines().find_map(|line| line.split_once(" as ")).context("the path is told")?.1;
    std::fs::read_to_string(path.trim()).with_context(|| format!("read {path}"))
}

#[tokio::test]
async fn a_comparison_is_shown_and_saved_as_a_page_and_as_text() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    lanes::compared(page).await?;
    lanes::stands(page, 1).await?;
    lanes::stands(page, 2).await?;
    go_on_to_the_end(page).await?;

    page.press("Export all lanes…").await?;
    page.find_text(TEXT, "<!doctype html>").await?;
    let html = saved(page).await?;
    ensure!(html.contains(MODEL), "the page names no model: {html}");
    ensure!(!html.contains("<script"), "the page has a script: {html}");

    choose(page, "Markdown").await?;
    page.find_text(TEXT, "What is the weather in Boston and in Oslo?").await?;
    let markdown = saved(page).await?;
    ensure!(markdown.starts_with("# "), "the text has no title: {markdown}");
    ensure!(markdown.contains(MODEL), "the text names no model: {markdown}");
    page.close().await
}
