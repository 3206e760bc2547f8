//! What leaves the window for people to read.

use crate::{QUESTION, lanes};
use anyhow::{Context, Result, ensure};
use support::lanes::{ask_to_the_end, go_on_to_the_end};
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

/// One session as one page, as text, and as the next request with its functions and settings.
#[tokio::test]
async fn a_session_is_saved_as_one_page_as_text_and_as_its_next_request() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    ask_to_the_end(page, QUESTION).await?;
    page.press("Export…").await?;
    page.click(&page.find_text("//*[@role='menuitem']", "HTML").await?).await?;
    page.find_text(TEXT, "<!doctype html>").await?;
    let html = saved(page).await?;
    ensure!(html.contains("Weather in two cities") && !html.contains("<script"), "{html}");
    ensure!(!html.contains("http://") && !html.contains("src=\"https"), "it asks the network: {html}");
    choose(page, "Markdown").await?;
    page.find_text(TEXT, QUESTION).await?;
    let markdown = saved(page).await?;
    ensure!(markdown.starts_with("# ") && markdown.contains("temperature_c"), "{markdown}");
    choose(page, "Next request (JSON)").await?;
    page.find_text(TEXT, "get_forecast").await?;
    let request: serde_json::Value = serde_json::from_str(&saved(page).await?)?;
    for part in ["model", "messages", "tools", "tool_choice", "stream"] {
        ensure!(request.get(part).is_some(), "no {part} in {request}");
    }
    page.close().await
}

/// Saves the picture that is shown as PNG, and reads its width, its height and its bytes.
async fn painted(page: &Page) -> Result<(u32, u32, Vec<u8>)> {
    page.press("Save as PNG").await?;
    let told =
        page.find_text("//*[@role='dialog']//*[starts-with(normalize-space(.), 'Saved')]", ".png").await?;
    let told = page.text(&told).await?;
    let (_, path) = told.split_once(" as ").context("the path is told")?;
    // Behind the path stands a button.
    let (path, _) = path.split_once(".png").context("it is a PNG file")?;
    let path = format!("{}.png", path.trim());
    let bytes = std::fs::read(&path).with_context(|| format!("read {path}"))?;
    let number =
        |at: usize| bytes.get(at..at + 4).and_then(|four| four.try_into().ok()).map(u32::from_be_bytes);
    let (width, height) = (number(16).context("a width")?, number(20).context("a height")?);
    Ok((width, height, bytes))
}

/// A picture of one session, painted by the browser at hand.
async fn paints(surface: Surface) -> Result<()> {
    let stage = Stage::open(surface).await?;
    let page = &stage.page;
    page.press("Try the example").await?;
    page.find(r#"[data-pause="beforeCall"]"#).await?;
    go_on_to_the_end(page).await?;
    page.chord(&[keys::CONTROL, "k"]).await?;
    page.write(&page.find("dialog [role='combobox']").await?, "Export this session").await?;
    page.chord(&[keys::ENTER]).await?;
    choose(page, "Picture (SVG)").await?;
    let wide = drawn(page).await?;
    let (width, height, bytes) = painted(page).await?;
    ensure!(f64::from(width) == 2.0 * wide && height > 400, "{width} × {height} pixels of {wide}");
    ensure!(bytes.len() > 20_000, "{} bytes hold no words", bytes.len());
    if let Some(kept) = std::env::var_os("CALLWRIGHT_KEEP_PAINTED") {
        std::fs::write(std::path::Path::new(&kept).join(format!("{surface:?}.png")), bytes)?;
    }
    page.close().await
}

#[tokio::test]
async fn a_picture_is_painted_as_png_in_the_browser() -> Result<()> {
    paints(Surface::Browser).await
}

#[tokio::test]
async fn a_picture_is_painted_as_png_in_the_window() -> Result<()> {
    paints(Surface::Window).await
}
