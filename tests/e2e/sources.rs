//! Where functions come from, and what is known of them.

use crate::{QUESTION, acme};
use anyhow::{Context, Result, ensure};
use std::path::Path;
use support::lanes::go_on_to_the_end;
use support::provider::Provider;
use support::stage::{Stage, Surface};
use support::webdriver::{Page, keys};

const SHEET: &str = "//*[@role='dialog']";

/// A server with one tool, which asks before it runs.
fn command(folder: &Path) -> Result<String> {
    command_with(folder, r#"{"destructiveHint": true}"#)
}

/// The same with other hints. Its results have a form.
fn command_with(folder: &Path, hints: &str) -> Result<String> {
    let server = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/mcp/turncoat.mjs");
    let tool = folder.join("tool.json");
    let schema = r#"{"type": "object", "properties": {"text": {"type": "string"}}}"#;
    let about = format!(
        r#"{{"title": "Keep a note", "description": "Keeps a note.", "annotations": {hints}, "inputSchema": {schema}, "outputSchema": {schema}}}"#
    );
    std::fs::write(&tool, about)?;
    Ok(format!("node {} {}", server.display(), tool.display()))
}

/// Writes into the field with this label, key by key as a person does.
async fn fill(page: &Page, label: &str, text: &str) -> Result<()> {
    let field = format!("{SHEET}//input[@id=//label[normalize-space(.)='{label}']/@for]");
    let field = page.find_xpath(&field).await?;
    page.write(&field, text).await
}

/// Whether the heading of a source lies within what scrolls around it.
const IN_SIGHT: &str = r#"
    const heading = document.querySelector('[aria-label="Look at Acme"]');
    const [inner, outer] = [heading, heading.closest('[data-scroller]')].map((one) => one.getBoundingClientRect());
    return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;"#;

#[tokio::test]
async fn a_server_is_added_comes_into_sight_and_is_trusted_with_one_consent() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Add functions").await?;
    page.click(&page.find_text("//*[@role='menuitem']", "MCP server").await?).await?;
    fill(page, "Name", "Acme").await?;
    fill(page, "Command", &command(folder.path())?).await?;
    page.press("Add and start").await?;

    page.find_text("//*", "It is listed under Functions.").await.context("nothing says that it is there")?;
    page.find_text("//li", "Keeps a note.").await.context("its function is out of sight")?;
    ensure!(page.run(IN_SIGHT).await? == true, "the server is out of sight");
    page.press("Look at Acme").await?;
    page.find_text(&format!("{SHEET}//p"), "Its tools ask before they run.").await?;
    page.press("Trust this server…").await?;
    page.press("Allow all of them always").await?;
    page.find_text(&format!("{SHEET}//p"), "You trust this server").await?;
    page.press("Ask again").await?;
    page.find_text(&format!("{SHEET}//p"), "Its tools ask before they run.").await?;
    page.press("Done").await?;

    page.press("Empty session").await?;
    page.click(&page.find_text("//li//button", "Keeps a note.").await?).await?;
    let words = "//*[@role='group'][@aria-label='Title and annotations from the server']";
    page.find_text(words, "Keep a note").await.context("the sheet lacks the title of the tool")?;
    page.find_text(words, "destructive").await.context("the sheet lacks the hints of the tool")?;
    page.close().await
}

/// With a request for each tool, this took a minute and a half.
#[tokio::test]
async fn a_server_with_a_thousand_tools_is_trusted_at_once() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let provider = Provider::start(vec![acme::says("It is on its way.", 300)]).await;
    let stage = acme::stage(&provider).await?;
    let page = &stage.page;
    page.press("Add functions").await?;
    page.click(&page.find_text("//*[@role='menuitem']", "MCP server").await?).await?;
    fill(page, "Name", "Acme").await?;
    fill(page, "Command", &format!("{} 1030", command(folder.path())?)).await?;
    page.press("Add and start").await?;
    page.find_text("//*", "It is listed under Functions.").await?;
    page.press("Look at Acme").await?;
    page.find_text(&format!("{SHEET}//h3"), "1,030 tools").await?;
    page.find_text(&format!("{SHEET}//p"), "Its tools ask before they run.").await?;
    page.press("Trust this server…").await?;
    page.press("Allow all of them always").await?;
    page.find_text(&format!("{SHEET}//p"), "You trust this server").await?;
    page.press("Done").await?;
    page.press("Empty session").await?;
    acme::say(page, QUESTION).await?;
    let round = page.find_text("//*[@role='log']//button", "functions offered").await?;
    let words = page.text(&round).await?;
    let heading = page.find("section[aria-label=Functions] h2 .count").await?;
    let known = page.text(&heading).await?;
    ensure!(known.replace(',', "").parse::<u32>()? > 1_030, "not all of them are known: {known}");
    let request = provider.heard().remove(0);
    let (_, body) = request.split_once("\r\n\r\n").context("a request")?;
    let body: serde_json::Value = serde_json::from_str(body)?;
    let offered = body["tools"].as_array().map_or(0, Vec::len);
    ensure!(
        words.contains(&format!("{offered} of {known} functions offered")),
        "{offered} were sent: {words}"
    );
    page.close().await
}

/// Adds a server with one tool and opens the sheet of the tool.
async fn tool_with(page: &Page, folder: &Path, hints: &str) -> Result<()> {
    page.press("Empty session").await?;
    page.press("Add functions").await?;
    page.click(&page.find_text("//*[@role='menuitem']", "MCP server").await?).await?;
    fill(page, "Name", "Acme").await?;
    fill(page, "Command", &command_with(folder, hints)?).await?;
    page.press("Add and start").await?;
    page.click(&page.find_text("//li//button", "Keeps a note.").await?).await
}

#[tokio::test]
async fn a_tool_without_hints_says_that_its_effects_are_unknown_and_asks_before_it_is_run() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    tool_with(page, folder.path(), "{}").await?;
    page.find_text("//li//button", "effects?").await.context("the list does not say it")?;
    page.find_text("//section//header", "effects unknown").await.context("the sheet does not say it")?;
    page.press("Run it…").await?;
    page.click(&page.find_xpath(&format!("{SHEET}//button[normalize-space(.)='Run']")).await?).await?;
    page.find_text(SHEET, "It needs your consent first").await?;
    page.close().await
}

/// A result that is written by hand begins in the form that its function declares.
#[tokio::test]
async fn a_result_by_hand_begins_in_the_form_of_the_output_schema() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let provider = Provider::start(vec![acme::calls("acme-note", r#"{"text": "Rain"}"#)]).await;
    let stage = acme::stage(&provider).await?;
    let page = &stage.page;
    tool_with(page, folder.path(), r#"{"readOnlyHint": true}"#).await?;
    acme::say(page, "Keep a note of the rain.").await?;
    page.find("[data-pause='beforeCall']").await?;
    page.press("Write the result").await?;
    let editor = "//*[@data-editor='Result']";
    page.find_text(editor, "Begins in the form of the output schema.").await?;
    page.find_text(editor, r#""text""#).await?;
    page.close().await
}

#[tokio::test]
async fn a_tool_that_reads_is_run_by_hand_without_a_question() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    tool_with(page, folder.path(), r#"{"readOnlyHint": true}"#).await?;
    page.press("Run it…").await?;
    page.click(&page.find_xpath(&format!("{SHEET}//button[normalize-space(.)='Run']")).await?).await?;
    page.find_text(SHEET, "noted").await.context("it did not run")?;
    page.find_xpath("//body[not(.//*[contains(., 'It needs your consent first')])]").await?;
    page.close().await
}

#[tokio::test]
async fn a_function_says_how_often_it_was_called_and_how_that_went() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    let message = page.find(r#"textarea[aria-label="Message"]"#).await?;
    page.write(&message, &format!("{QUESTION}{}", keys::ENTER)).await?;
    let calls = "//section[@aria-label='Calls in this session']";
    page.find_text(calls, "Called 2 times: 2 waiting").await?;
    go_on_to_the_end(page).await?;
    page.find_text(calls, "Called 2 times: 2 returned").await?;
    page.find_text(calls, "Median").await?;
    page.close().await
}
