//! What the keys do: they leave editors, open sheets, and take back what was done.

use crate::QUESTION;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use support::lanes::ask_to_the_end;
use support::stage::{Stage, Surface};
use support::webdriver::{Page, keys};

/// What has the focus, in words.
const FOCUS: &str = "const one = document.activeElement;
    return one === document.body ? '' : (one.getAttribute('aria-label') ?? one.innerText.trim().split('\\n')[0])";

async fn has_focus(page: &Page, name: &str) -> Result<bool> {
    Ok(page.run(FOCUS).await?.as_str() == Some(name))
}

/// Presses in a field and looks where the keys are then.
async fn leaves(page: &Page, field: &str, name: &str, key: &str) -> Result<()> {
    page.click_on(field).await?;
    ensure!(has_focus(page, name).await?, "{name} does not take the keys: {}", page.run(FOCUS).await?);
    page.chord(&[key]).await?;
    ensure!(!has_focus(page, name).await?, "{name} keeps the keys");
    Ok(())
}

#[tokio::test]
async fn tab_and_escape_leave_every_editor_and_what_is_around_it_stays() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    let message = r#"textarea[aria-label="Message"]"#;
    leaves(page, message, "Message", keys::TAB).await?;
    leaves(page, message, "Message", keys::ESCAPE).await?;

    page.press("Instructions").await?;
    let instructions = r#"textarea[aria-label="Instructions"]"#;
    leaves(page, instructions, "Instructions", keys::TAB).await?;
    leaves(page, instructions, "Instructions", keys::ESCAPE).await?;

    page.write(&page.find(message).await?, &format!("{QUESTION}{}", keys::ENTER)).await?;
    let arguments = r#"[aria-label="Arguments"][contenteditable="true"]"#;
    page.find(arguments).await?;
    leaves(page, arguments, "Arguments", keys::TAB).await?;
    leaves(page, arguments, "Arguments", keys::ESCAPE).await?;
    page.press("Write the result").await?;
    let result = r#"[aria-label="Result"][contenteditable="true"]"#;
    leaves(page, result, "Result", keys::TAB).await?;
    leaves(page, result, "Result", keys::ESCAPE).await?;
    page.find(result).await.context("Escape closed the stop")?;

    // In a sheet, the first Escape leaves the editor and the second closes the sheet.
    page.chord(&[keys::CONTROL, "k"]).await?;
    page.write(&page.find("dialog [role='combobox']").await?, &format!("get_forecast{}", keys::ENTER))
        .await?;
    page.press("Run it…").await?;
    let sheet = r#"[role="dialog"] [aria-label="Arguments"][contenteditable="true"]"#;
    leaves(page, sheet, "Arguments", keys::ESCAPE).await?;
    page.find(sheet).await.context("Escape closed the sheet around the editor")?;
    page.chord(&[keys::ESCAPE]).await?;
    page.find("body:not(:has([role='dialog']))").await.context("the sheet does not close")?;
    page.close().await
}

#[tokio::test]
async fn the_keys_are_listed_on_f1_and_on_a_question_mark_with_those_of_the_place_first() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    let message = r#"textarea[aria-label="Message"]"#;
    page.write(&page.find(message).await?, "?").await?;
    ensure!(page.run(&format!("return document.querySelector('{message}').value")).await? == json!("?"));
    page.chord(&[keys::F1]).await?;
    let sheet = "//*[@role='dialog']";
    page.find_text(sheet, "While a turn runs or waits").await?;
    page.chord(&[keys::ESCAPE]).await?;
    page.run("document.activeElement.blur()").await?;
    page.chord(&["?"]).await?;
    page.find_text(&format!("{sheet}//section[h3='In this part of the window']/dl"), "Session settings")
        .await
        .context("the keys of this place are not listed first")?;
    page.find_text(sheet, "While a turn runs or waits").await?;
    page.close().await
}

/// Names what has the focus, and holds its place against what had it before. Reading goes to the right and down, and from the
/// foot of a column to the head of the next. Behind the last comes the first, with the window itself between them or not.
const STEP: &str = r#"
    const [before, now] = [window.focusedBefore, document.activeElement];
    const isHome = before !== null && now === window.focusedFirst;
    window.focusedFirst ??= now;
    window.focusedBefore = now;
    const name = now === document.body ? '' :
        now.getAttribute('aria-label') ?? (now.labels?.[0] ?? now).innerText.trim().split('\n')[0];
    if (!before?.isConnected || before === now) return { name, isHome, isRound: false, isBack: false };
    const isRound = now === document.body || (before.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
    const [a, b] = [before, now].map((one) => one.getBoundingClientRect());
    const isAbove = b.bottom <= a.top + 1 && b.left < a.right;
    const isLeft = b.right <= a.left + 1 && b.top < a.bottom && a.top < b.bottom;
    return { name, isHome, isRound, isBack: !isRound && before !== document.body && (isAbove || isLeft) };"#;

/// Walks with Tab until the keys are where they were, and names everything on the way.
async fn walk(page: &Page) -> Result<Vec<String>> {
    page.run("window.focusedBefore = null; window.focusedFirst = null").await?;
    let mut names: Vec<String> = Vec::new();
    let mut rounds = 0;
    for _ in 0..200 {
        let step = page.run(STEP).await?;
        rounds += u32::from(step["isRound"] == true);
        let name = step["name"].as_str().context("a name")?.to_owned();
        ensure!(
            step["isBack"] != true && rounds <= 1,
            "from {:?} the keys go back to {name:?}",
            names.last()
        );
        if step["isHome"] == true {
            return Ok(names);
        }
        names.extend((!name.is_empty()).then_some(name));
        page.chord(&[keys::TAB]).await?;
    }
    anyhow::bail!("the keys don't come back: {names:?}")
}

#[tokio::test]
async fn tab_goes_through_everything_a_stop_and_a_sheet_in_the_order_of_reading() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    let message = page.find(r#"textarea[aria-label="Message"]"#).await?;
    page.write(&message, &format!("{QUESTION}{}", keys::ENTER)).await?;
    page.find(r#"[data-pause="beforeCall"] [contenteditable="true"]"#).await?;
    let names = walk(page).await?;
    // It begins at the stop, and comes back to it from its arguments.
    let window =
        ["Continue", "Stop", "Before request", "Message", "Item", "Hide the left side", "New session"];
    let rail =
        ["Sessions", "Functions", "Models", "Model of this session: Weather in two cities", "Instructions"];
    let calls = ["One by one", "All at once", "1 get_forecast · Boston", "2 get_forecast · Oslo"];
    let answers = ["Run", "Write the result", "Decline", "Arguments"];
    in_order(&names, &[&window[..], &rail, &calls, &answers].concat())?;

    page.press("Session settings").await?;
    page.find("[role='dialog']").await?;
    let names = walk(page).await?;
    in_order(&names, &["Model", "Temperature", "Max output tokens", "Response format", "Done", "Close"])?;
    page.close().await
}

/// Whether all these were named, one after the other.
fn in_order(names: &[String], wanted: &[&str]) -> Result<()> {
    let mut left = names.iter();
    for one in wanted {
        ensure!(left.any(|name| name == one), "{one:?} does not come in its place: {names:?}");
    }
    Ok(())
}

/// The words of the messages that are shown.
const SAID: &str = "return [...document.querySelectorAll('[role=log] [data-message]')].length";

/// Whatever is changed outside of editors is taken back with the keys of undo, the last first.
#[tokio::test]
async fn what_was_done_to_a_history_is_taken_back_with_the_keys_of_undo() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    ask_to_the_end(page, QUESTION).await?;
    let answer = r#"//*[@role="log"]//p"#;
    page.find_text(answer, "a warm coat").await?;
    let before = page.run(SAID).await?;
    page.click(&page.find_xpath("(//button[@aria-label='What to do with this message'])[1]").await?).await?;
    page.click(&page.find_text("//*[@role='menuitem']", "Go back to here").await?).await?;
    page.find_xpath("//*[@data-ahead='message']").await?;
    page.run("document.activeElement.blur()").await?;
    page.chord(&[keys::CONTROL, "z"]).await?;
    page.find_text(answer, "a warm coat").await.context("the move is not taken back")?;
    ensure!(page.run(SAID).await? == before, "{} are shown", page.run(SAID).await?);
    page.close().await
}

/// What is pressed in the list of models, to learn which one is used.
const USED: &str = "return document.querySelector('section[aria-label=Models] button[aria-pressed=true]')?.innerText.split('\\n')[0]";

async fn uses(page: &Page, model: &str) -> Result<()> {
    let used =
        format!("//section[@aria-label='Models']//button[@aria-pressed='true'][contains(., '{model}')]");
    page.find_xpath(&used).await.with_context(|| format!("{model} is not used")).map(drop)
}

/// Settings of a session are taken back as well, and so are titles.
#[tokio::test]
async fn a_setting_and_a_title_are_taken_back_with_the_keys_of_undo() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    page.find("section[aria-label=Models] button[aria-pressed=true]").await?;
    let before = page.run(USED).await?;
    let before = before.as_str().context("a model")?;
    page.click(
        &page.find_text("//section[@aria-label='Models']//button", "A model that makes mistakes").await?,
    )
    .await?;
    uses(page, "A model that makes mistakes").await?;
    page.chord(&[keys::CONTROL, "z"]).await?;
    uses(page, before).await?;

    let line = "//section[@aria-label='Sessions']//li//button[@aria-current='true']";
    page.click(&page.find_xpath(line).await?).await?;
    page.chord(&[keys::F2]).await?;
    page.rewrite(r#"input[aria-label="Title of the session"]"#, &format!("Another title{}", keys::ENTER))
        .await?;
    page.find_text(line, "Another title").await?;
    page.run("document.activeElement.blur()").await?;
    page.chord(&[keys::CONTROL, "z"]).await?;
    page.find_xpath(&format!("{line}[not(contains(., 'Another title'))]"))
        .await
        .context("the title stays")?;
    page.close().await
}

#[tokio::test]
async fn a_newcomer_begins_with_the_keys_alone() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.button("Try the example").await?;
    ensure!(has_focus(page, "Try the example").await?, "the keys are at {}", page.run(FOCUS).await?);
    page.chord(&[keys::ENTER]).await?;
    page.find(r#"[data-pause="beforeCall"]"#).await?;
    page.close().await
}

/// Sheets about a session go with it.
#[tokio::test]
async fn what_lies_over_a_session_closes_where_another_opens() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    page.press("Session settings").await?;
    page.find("[role='dialog']").await?;
    page.chord(&[keys::CONTROL, keys::SHIFT, "o"]).await?;
    page.find("body:not(:has([role='dialog']))").await.context("the settings of the first are still open")?;
    page.press("Instructions").await?;
    page.find(r#"textarea[aria-label="Instructions"]"#).await?;
    page.run("document.activeElement.blur()").await?;
    page.chord(&[keys::CONTROL, keys::SHIFT, "o"]).await?;
    page.find("[data-instructions='none']:not(:has(textarea))").await.context("an editor is still open")?;
    page.close().await
}
