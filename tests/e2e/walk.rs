//! What a person does, the same in a browser and in the window.

use crate::QUESTION;
use anyhow::{Context, Result, ensure};
use support::stage::{Stage, Surface};
use support::webdriver::{Page, keys};

/// Begins an empty session that stops before and after each call, and asks.
async fn ask(page: &Page) -> Result<()> {
    page.press("Empty session").await?;
    page.press("After call").await?;
    let message = page.find(r#"textarea[aria-label="Message"]"#).await?;
    page.write(&message, &format!("{QUESTION}{}", keys::ENTER)).await
}

/// The call the turn stands at, before or after it.
async fn stands_at(page: &Page, place: &str, call: &str) -> Result<()> {
    page.find(r#"[data-turn-state="paused"]"#).await?;
    let stop = format!(r#"[data-call="{call}"] [data-pause="{place}"]"#);
    page.find(&stop).await.with_context(|| format!("the turn does not stand at {call}"))?;
    Ok(())
}

/// From the question to the answer: a stop, a kill, the same stop, an edited result, and what the model makes of it.
pub(crate) async fn slice(surface: Surface) -> Result<()> {
    let stage = Stage::open(surface).await?;
    ask(&stage.page).await?;
    stands_at(&stage.page, "beforeCall", "call_1").await?;

    let stage = stage.kill_and_reopen().await?;
    let page = &stage.page;
    stands_at(page, "beforeCall", "call_1").await.context("after the kill")?;

    page.chord(&[keys::F5]).await?;
    stands_at(page, "afterCall", "call_1").await?;
    let result = r#"[aria-label="Result"][contenteditable="true"]"#;
    page.rewrite(result, r#"{"temperature_c": 31, "sky": "clear", "rain_mm": 0}"#).await?;
    page.press("Use this result").await?;

    stands_at(page, "beforeCall", "call_2").await?;
    page.press("Continue").await?;
    stands_at(page, "afterCall", "call_2").await?;
    page.press("Keep original").await?;

    page.find(r#"[data-turn-state="idle"]"#).await?;
    page.find_text(r#"//*[@role="log"]//p"#, "Boston has 31 °C and the sky is clear").await?;
    page.find_text(r#"//*[@role="log"]//p"#, "Oslo has 3 °C").await?;
    page.find_text(r#"//*[@data-call="call_1"]"#, "edited").await?;
    page.close().await
}

/// The first screen offers the example, and one click leads to a stop.
pub(crate) async fn first_run(surface: Surface) -> Result<()> {
    let stage = Stage::open(surface).await?;
    stage.page.press("Try the example").await?;
    stands_at(&stage.page, "beforeCall", "call_1").await?;
    stage.page.chord(&[keys::F10]).await?;
    stands_at(&stage.page, "afterCall", "call_1").await?;
    stage.page.chord(&[keys::SHIFT, keys::F5]).await?;
    stage.page.find(r#"[data-turn-state="idle"]"#).await?;
    stage.page.close().await
}

/// A database that is none: a page that says what to do, and that works once it is done.
pub(crate) async fn damaged_store(surface: Surface) -> Result<()> {
    let home = tempfile::tempdir()?;
    let folder = home.path().join("callwright");
    std::fs::create_dir_all(&folder)?;
    let database = folder.join("sessions.db");
    std::fs::write(&database, "not a database".repeat(500))?;
    let stage = Stage::open_at(surface, home).await?;
    let problem = stage.page.find(r#"[data-problem="storeUnavailable"]"#).await?;
    let text = stage.page.text(&problem).await?;
    ensure!(text.contains("is damaged") && text.contains("left as it is"), "the page says {text}");

    std::fs::rename(&database, folder.join("moved away"))?;
    stage.page.press("Try again").await?;
    stage.page.button("Try the example").await?;
    stage.page.close().await
}

/// What a person writes is theirs: it is neither lost nor sent as something else.
pub(crate) async fn invalid_arguments(surface: Surface) -> Result<()> {
    let stage = Stage::open(surface).await?;
    let page = &stage.page;
    ask(page).await?;
    stands_at(page, "beforeCall", "call_1").await?;
    let arguments = r#"[aria-label="Arguments"][contenteditable="true"]"#;
    page.rewrite(arguments, r#"{"city": "#).await?;
    page.chord(&[keys::F5]).await?;
    page.find_xpath(
        "//button[@aria-disabled='true'][starts-with(normalize-space(.), 'Run with these arguments')]",
    )
    .await?;
    let kept = page.text(&page.find(arguments).await?).await?;
    ensure!(kept.trim() == r#"{"city": }"#, "the editor holds {kept}");
    stands_at(page, "beforeCall", "call_1").await?;

    page.rewrite(arguments, r#"{"city": "Kyoto"}"#).await?;
    page.press("Run with these arguments").await?;
    stands_at(page, "afterCall", "call_1").await?;
    page.find_text(r#"//*[@data-call="call_1"]"#, "Kyoto").await?;
    page.close().await
}

/// A request as a production log holds it, with a call nobody answered. Synthetic.
const REQUEST: &str = r#"{"messages": [{"role": "user", "content": "Weather in Oslo?"}, {"role": "assistant", "tool_calls": [{"id": "call_a", "type": "function", "function": {"name": "get_weather", "arguments": "{}"}}]}, {"role": "user", "content": "And in Lima?"}]}"#;

/// A conversation from elsewhere comes in, is found broken, is repaired, and the repair is undone.
pub(crate) async fn import_and_repair(surface: Surface) -> Result<()> {
    let stage = Stage::open(surface).await?;
    let page = &stage.page;
    page.press("Import").await?;
    let text = r#"textarea[aria-label="Conversation to import"]"#;
    let import = "//*[@role='dialog']//button[normalize-space(.)='Import']";
    page.rewrite(text, r#"{"messages": [,]}"#).await?;
    page.click(&page.find_xpath(import).await?).await?;
    page.find_text("//*[@role='dialog']//*", "line 1, column 15").await?;
    page.rewrite(text, REQUEST).await?;
    page.click(&page.find_xpath(import).await?).await?;
    page.find_text(r#"//*[@data-report="import"]"#, "OpenAI Chat").await?;
    page.find(r#"[data-finding="unansweredCall"]"#).await?;

    page.press("Repair all").await?;
    let branch = "//nav[@aria-label='Branches']//button[@data-branch]";
    page.find_text(branch, "repaired 1").await.context("the branch does not say what it is")?;
    page.press("Undo").await?;
    page.find(r#"[data-finding="unansweredCall"]"#).await?;
    page.close().await
}

/// What is said in one session is found from another, and shown where it was said.
pub(crate) async fn search(surface: Surface) -> Result<()> {
    let stage = Stage::open(surface).await?;
    let page = &stage.page;
    ask(page).await?;
    stands_at(page, "beforeCall", "call_1").await?;
    page.press("New session").await?;
    page.find(r#"textarea[aria-label="Message"]"#).await?;
    page.chord(&[keys::CONTROL, keys::SHIFT, "f"]).await?;
    let field = page.find(r#"input[aria-label="Search all sessions"]"#).await?;
    page.write(&field, "function:get_forecast bosto").await?;
    page.find_text(r#"//*[@data-hit="call"]//mark"#, "Boston").await?;
    page.write(&field, keys::ENTER).await?;
    stands_at(page, "beforeCall", "call_1").await.context("the call that was found is not shown")?;
    page.close().await
}
