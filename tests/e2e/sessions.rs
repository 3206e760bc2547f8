//! Many sessions: where they come from, how they are put in order, and what is taken back.

use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::path::Path;
use support::stage::{Stage, Surface};
use support::webdriver::{Page, keys};

const LIST: &str = "//section[@aria-label='Sessions']";

/// Conversations with two models in files, and one file that is none. Synthetic.
fn files(folder: &Path) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    for number in 1..=9 {
        let model = if number % 3 == 0 { "gpt-acme" } else { "claude-acme" };
        let said = json!([
            { "role": "user", "content": format!("Is it warm in city {number}?") },
            { "role": "assistant", "content": "It is." },
        ]);
        let path = folder.join(format!("request-{number}.json"));
        std::fs::write(&path, json!({ "model": model, "messages": said }).to_string())?;
        paths.push(path.display().to_string());
    }
    let damaged = folder.join("damaged.json");
    std::fs::write(&damaged, r#"{"messages": [,]}"#)?;
    paths.push(damaged.display().to_string());
    Ok(paths)
}

async fn import(page: &Page, paths: &[String]) -> Result<()> {
    page.press("Import").await?;
    let chooser = page.find(r#"input[aria-label="Files to import"]"#).await?;
    page.write(&chooser, &paths.join("\n")).await
}

/// The lines of the list of sessions, in order.
async fn lines(page: &Page) -> Result<Vec<String>> {
    let script = "return [...document.querySelectorAll('section[aria-label=\"Sessions\"] li')].map((line) => (line.querySelector('.title') ?? line).innerText.replaceAll('\\n', ''))";
    let lines = page.run(script).await?;
    let lines = lines.as_array().into_iter().flatten().filter_map(|line| line.as_str());
    // What is out of sight has a line without words.
    Ok(lines.filter(|line| !line.is_empty()).map(str::to_owned).collect())
}

#[tokio::test]
async fn many_files_are_imported_in_a_queue_and_their_sessions_put_in_order() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    // The whole list is in sight.
    page.resize(1440, 1100).await?;
    import(page, &files(folder.path())?).await?;
    page.find_text("//*[@data-queue='over']", "9 imported · 1 refused").await?;
    page.find_text("//*[@data-queue='over']", "damaged.json")
        .await
        .context("the refused file is not named")?;
    page.chord(&[keys::ESCAPE]).await?;

    page.press("Order of the sessions").await?;
    page.click(&page.find_text("//*[@role='menuitemradio']", "Group by model").await?).await?;
    page.find_text(&format!("{LIST}//li"), "gpt-acme").await?;
    let all = lines(page).await?;
    let claude =
        all.iter().position(|line| line == "claude-acme").context("no heading of the first model")?;
    let gpt = all.iter().position(|line| line == "gpt-acme").context("no heading of the second model")?;
    ensure!((gpt, claude, all.len()) == (0, 4, 11), "they are not in two groups: {all:?}");

    let filter = page.find(r#"input[aria-label="Filter sessions by title, model or tag"]"#).await?;
    page.write(&filter, "gpt city 6").await?;
    page.find_xpath(&format!("{LIST}[not(.//li[contains(., 'claude-acme')])]")).await?;
    ensure!(
        lines(page).await? == ["gpt-acme", "Is it warm in city 6?"],
        "it is not filtered: {:?}",
        lines(page).await?
    );
    page.close().await
}

/// Keeps the second file on its way until `window.goOn` is called.
const HOLD: &str = r#"
    const send = window.fetch;
    const held = new Promise((go) => (window.goOn = go));
    window.fetch = async (path, init) => {
        const body = String(init?.body);
        if (body.includes("import_piece") && body.includes("city 2?")) await held;
        return send(path, init);
    };"#;

#[tokio::test]
async fn a_queue_of_files_says_how_far_it_is_and_is_cancelled() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.button("Import").await?;
    page.run(HOLD).await?;
    import(page, &files(folder.path())?).await?;
    let queue = "//*[@data-queue='running']";
    page.find_text(queue, "Files done: 1 of 10").await?;
    let drawn = "const { value, max } = document.querySelector('[data-queue] progress'); return [value, max]";
    ensure!(page.run(drawn).await? == json!([1, 10]), "{}", page.run(drawn).await?);
    page.find_text("//*[@data-file='running']", "request-2.json").await?;
    page.find_text("//*[@data-file='waiting']", "request-3.json").await?;
    page.press("Cancel request-3.json").await?;
    page.find_text("//*[@data-file='cancelled'][contains(., 'request-3.json')]", "Nothing of it was kept.")
        .await?;
    page.find_text(queue, "Files done: 2 of 10").await?;
    page.press("Cancel the rest").await?;
    page.run("window.goOn()").await?;
    page.find_text("//*[@data-queue='over']", "1 imported · 9 cancelled").await?;
    page.chord(&[keys::ESCAPE]).await?;
    page.find_text(&format!("{LIST}//li"), "Is it warm in city 1?").await?;
    ensure!(lines(page).await?.len() == 1, "{:?}", lines(page).await?);
    page.close().await
}

#[tokio::test]
async fn a_session_is_put_into_the_bin_and_taken_back_with_the_keys_of_undo() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    page.press("New session").await?;
    let other = format!("{LIST}//button[contains(@aria-label, 'What to do with')]");
    page.click(&page.find_xpath(&other).await?).await?;
    page.click(&page.find_text("//*[@role='menuitem']", "Put into the bin").await?).await?;
    page.find_text("//*", "is in the bin.").await?;
    page.find_text("//section[@aria-label='Bin']", "1").await?;
    ensure!(lines(page).await?.len() == 1, "{:?}", lines(page).await?);

    // In a field the keys undo what is typed there.
    page.run("document.activeElement.blur()").await?;
    page.chord(&[keys::CONTROL, "z"]).await?;
    page.find_xpath("//body[not(.//section[@aria-label='Bin'])]").await.context("the bin holds it still")?;
    ensure!(lines(page).await?.len() == 2, "{:?}", lines(page).await?);
    page.close().await
}

/// A request with settings, as a production log holds it. Synthetic.
const REQUEST: &str = r#"{"model": "gpt-acme", "temperature": 0.2, "tool_choice": "none", "response_format": {"type": "json_object"}, "messages": [{"role": "system", "content": "Answer briefly."}, {"role": "user", "content": "Weather in Oslo?"}, {"role": "assistant", "content": "Rain."}]}"#;

#[tokio::test]
async fn the_settings_and_instructions_of_an_imported_request_hold_for_its_next_turn() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Import").await?;
    page.rewrite(r#"textarea[aria-label="Conversation to import"]"#, REQUEST).await?;
    page.click(&page.find_xpath("//*[@role='dialog']//button[normalize-space(.)='Import']").await?).await?;
    let report = "//*[@data-report='import']";
    page.find_text(report, "temperature 0.2").await?;
    page.find_text(report, "No service here has the model of the request, gpt-acme").await?;
    page.find_text("//main//*", "Answer briefly.").await.context("the instructions are not in sight")?;
    page.press("Session settings").await?;
    page.find_text("//*[@role='dialog']//label", "Temperature").await?;
    set(page, "Temperature", "0.2").await?;
    set(page, "Response format", "JSON").await?;
    page.click_at("//*[@role='dialog']//*[@role='tab'][normalize-space(.)='Functions']").await?;
    page.find_text("//*[@role='dialog']//label", "Tool choice").await?;
    set(page, "Tool choice", "none: must not call").await?;
    page.close().await
}

/// The value of a field of the sheet, by the words of its label.
const VALUE: &str = "
    const labels = [...document.querySelectorAll('[role=dialog] label')];
    const field = labels.find((one) => one.innerText.trim() === label)?.control;
    return field?.selectedOptions?.[0].text ?? field?.value ?? null";

async fn set(page: &Page, label: &str, value: &str) -> Result<()> {
    let shown = page.run(&format!("const label = '{label}'; {VALUE}")).await?;
    ensure!(shown == value, "{label} is {shown}");
    Ok(())
}

/// A request with a function that is not here. Synthetic.
const WITH_FUNCTION: &str = r#"{"model": "m", "tools": [{"type": "function", "function": {"name": "get_tide", "description": "Tells the tide.", "parameters": {"type": "object", "properties": {}}}}], "messages": [{"role": "user", "content": "Tide in Oslo?"}]}"#;

/// What an import asks for is not asked for any more once it is done.
#[tokio::test]
async fn what_an_import_lacks_is_told_until_it_is_here_and_the_rest_until_a_turn_begins() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Import").await?;
    page.rewrite(r#"textarea[aria-label="Conversation to import"]"#, WITH_FUNCTION).await?;
    page.click(&page.find_xpath("//*[@role='dialog']//button[normalize-space(.)='Import']").await?).await?;
    let report = "//*[@data-report='import']";
    page.find_text(report, "get_tide").await?;
    page.press("Add it…").await?;
    page.click(&page.find_xpath("//*[@role='dialog']//button[normalize-space(.)='Add']").await?).await?;
    page.find_xpath(&format!("{report}[not(contains(., 'get_tide'))]"))
        .await
        .context("it is still asked for")?;
    page.press("Ask the model").await?;
    page.find("body:not(:has([data-report='import']))").await.context("the report stays")?;
    page.close().await
}

/// Gives the session with this title tags, and sees them in its line. The first tag brings a filter above the list, which moves
/// what is below it.
async fn tag(page: &Page, title: &str, tags: &[&str]) -> Result<()> {
    let menu = format!("{LIST}//button[@aria-label='What to do with {title}']");
    page.click_at(&menu).await?;
    page.click(&page.find_text("//*[@role='menuitem']", "Tags…").await?).await?;
    let field = page.find(r#"input[aria-label="Tags of the session"]"#).await?;
    page.write(&field, &format!("{}{}", tags.join(", "), keys::ENTER)).await?;
    let line = format!("{LIST}//li[contains(., '{title}')]");
    for tag in tags {
        page.find_text(&line, &format!("#{}", tag.trim_start_matches('#'))).await?;
    }
    Ok(())
}

#[tokio::test]
async fn sessions_are_tagged_and_filtered_and_grouped_by_their_tags() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    import(page, &files(folder.path())?).await?;
    page.find_text("//*[@data-queue='over']", "9 imported · 1 refused").await?;
    page.chord(&[keys::ESCAPE]).await?;
    tag(page, "Is it warm in city 9?", &["refund", "#late"]).await?;
    tag(page, "Is it warm in city 8?", &["refund"]).await?;
    page.find_text(&format!("{LIST}//li[contains(., 'city 9?')]"), "#late #refund").await?;

    page.press("#late").await?;
    page.find_xpath(&format!("{LIST}[not(.//li[contains(., 'city 8?')])]")).await?;
    let shown = lines(page).await?;
    ensure!(shown.iter().filter(|line| line.starts_with("Is it warm")).count() == 1, "{shown:?}");
    page.press("#late").await?;
    let filter = page.find(r#"input[aria-label="Filter sessions by title, model or tag"]"#).await?;
    page.write(&filter, "#refund").await?;
    page.find_xpath(&format!("{LIST}[not(.//li[contains(., 'city 7?')])]")).await?;
    let shown = lines(page).await?;
    ensure!(shown.iter().filter(|line| line.starts_with("Is it warm")).count() == 2, "{shown:?}");
    page.chord(&[keys::ESCAPE]).await?;
    page.press("Order of the sessions").await?;
    page.click(&page.find_text("//*[@role='menuitemradio']", "Group by tag").await?).await?;
    page.find_text(&format!("{LIST}//li"), "No tags").await?;
    let stage = stage.kill_and_reopen().await?;
    stage.page.find_text(&format!("{LIST}//li[contains(., 'city 9?')]"), "#late #refund").await?;
    stage.page.close().await
}

#[tokio::test]
async fn the_kind_of_a_service_is_searched() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Add a service…").await?;
    page.click(&page.find_xpath("//*[@role='dialog']//button[starts-with(@aria-label, 'Kind: ')]").await?)
        .await?;
    page.find("[role='combobox'][aria-label^='Kind: ']").await?;
    // The list has the keys from the moment on in which it is open.
    for key in ["m", "i", "s", "t", "r", "a", "l", keys::ENTER] {
        page.chord(&[key]).await?;
    }
    page.find_xpath("//*[@role='dialog']//button[@aria-label='Kind: Mistral']").await?;
    page.close().await
}
