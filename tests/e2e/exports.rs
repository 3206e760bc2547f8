//! What leaves the window for people to read.

use crate::lanes;
use anyhow::{Context, Result, ensure};
use support::lanes::go_on_to_the_end;
use support::stage::{Stage, Surface};
use support::webdriver::{Page, keys};

const TEXT: &str = "//*[@role='dialog']//pre";
/// The model of the second lane.
const MODEL: &str = "A model that makes mistakes";

/// Shows the export in another form.
async fn choose(page: &Page, form: &str) -> Result<()> {
    let option = format!("//*[@role='dialog']//select/option[normalize-space(.)='{form}']");
    page.click(&page.find_xpath(&option).await?).await
}

/// The width of the picture, once a browser has drawn it.
async fn drawn(page: &Page) -> Result<f64> {
    page.find("[role='dialog'] img[src^='data:image/svg+xml']").await?;
    let script = "const image = document.querySelector('[role=dialog] img');
        return image.decode().then(() => image.naturalWidth);";
    page.run(script).await?.as_f64().context("a width")
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

    choose(page, "Picture (SVG)").await?;
    ensure!(drawn(page).await? > 900.0, "the picture has no room for two lanes");
    page.chord(&[keys::ESCAPE]).await?;
    page.press("What to do with lane B").await?;
    page.click(&page.find_text("//*[@role='menuitem']", "Export this lane…").await?).await?;
    choose(page, "Picture (SVG)").await?;
    let wide = drawn(page).await?;
    ensure!(wide > 400.0 && wide < 600.0, "the picture of one lane is {wide} wide");
    let picture = saved(page).await?;
    ensure!(picture.starts_with("<svg ") && picture.contains(MODEL), "the picture names no model: {picture}");
    page.close().await
}
