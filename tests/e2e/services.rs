//! Services as a person sets them up.

use anyhow::{Context, Result, ensure};
use serde_json::json;
use support::provider::{Provider, Reply};
use support::stage::{Stage, Surface};
use support::webdriver::{Page, keys};

const SHEET: &str = "//*[@role='dialog']";
const LISTED: [&str; 14] = [
    "acme-large",
    "acme-large-2026-01-01",
    "acme-small",
    "acme-embed",
    "acme-image",
    "acme-one",
    "acme-two",
    "acme-three",
    "acme-four",
    "acme-five",
    "acme-six",
    "acme-seven",
    "acme-eight",
    "acme-whisper",
];

fn models() -> Reply {
    let data: Vec<_> = LISTED.iter().map(|id| json!({ "id": id })).collect();
    Reply::response("200 OK", "content-type: application/json\r\n", &json!({ "data": data }).to_string())
}

async fn fill(page: &Page, label: &str, text: &str) -> Result<()> {
    let field = format!("{SHEET}//input[@id=//label[normalize-space(.)='{label}']/@for]");
    let field = page.find_xpath(&field).await?;
    page.run("document.activeElement.blur()").await?;
    page.click(&field).await?;
    page.chord(&[keys::CONTROL, "a"]).await?;
    page.write(&field, text).await
}

/// The kind whose address is one's own.
async fn choose_kind(page: &Page) -> Result<()> {
    page.click(&page.find_xpath(&format!("{SHEET}//button[starts-with(@aria-label, 'Kind: ')]")).await?)
        .await?;
    let field = page.find("[role='combobox'][aria-label^='Kind: ']").await?;
    page.write(&field, &format!("compatible{}", keys::ENTER)).await?;
    page.find_xpath(&format!("{SHEET}//button[@aria-label='Kind: OpenAI-compatible']")).await.map(drop)
}

#[tokio::test]
async fn a_test_lists_models_with_sensible_ticks_and_none_ticked_is_warned_of() -> Result<()> {
    let provider = Provider::start(vec![models()]).await;
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Add a service…").await?;

    choose_kind(page).await?;
    fill(page, "Name", "Acme").await?;
    fill(page, "Address", &provider.address()).await?;
    // No key was typed, and none is needed.
    page.press("Test and list models").await?;
    page.find_text(SHEET, "lists 14 models").await?;
    page.find_text(SHEET, "6 ticked").await?;
    let ticked = "return [...document.querySelectorAll('[role=dialog] input[type=checkbox]:checked')]
        .map((box) => box.closest('label')?.innerText.trim())";
    let ticked = page.run(ticked).await?.to_string();
    ensure!(!ticked.contains("embed") && !ticked.contains("whisper") && !ticked.contains("2026"), "{ticked}");

    let search = page.find("input[aria-label='Search models']").await?;
    page.write(&search, "two").await?;
    page.press("Tick 1").await?;
    page.find_text(SHEET, "7 ticked").await?;
    page.rewrite("input[aria-label='Search models']", "acme").await?;
    page.press("Untick 7").await?;
    page.press("Save").await?;
    page.find_text(SHEET, "No model is ticked").await?;
    page.button("Save without models").await?;
    page.rewrite("input[aria-label='Search models']", "small").await?;
    page.press("Tick 1").await?;
    page.press("Save").await?;

    // What the service lists is known when it is opened again.
    page.press("Change Acme").await?;
    page.find_xpath(&format!("{SHEET}//input[contains(@placeholder, '14 models')]"))
        .await
        .context("the list is lost")?;
    page.press("Cancel").await?;
    page.press("Done").await?;
    page.press("Empty session").await?;
    page.find_text("//nav//li//button", "acme-small").await.context("its model can't be used")?;
    page.close().await
}

#[tokio::test]
async fn a_service_is_added_from_the_menu_of_models() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    page.click(&page.find_xpath("//button[starts-with(@aria-label, 'Model of this session')]").await?)
        .await?;
    page.click(
        &page.find_xpath("//*[@role='menu' or @role='dialog']//button[contains(., 'Add a service')]").await?,
    )
    .await?;
    page.find_text(&format!("{SHEET}//h2"), "service").await?;
    page.close().await
}

/// Each service has a sign of its own wherever its models are named.
#[tokio::test]
async fn services_are_told_apart_by_their_signs() -> Result<()> {
    let home = tempfile::tempdir()?;
    let folder = home.path().join("callwright");
    std::fs::create_dir_all(&folder)?;
    let service = |id: &str, title: &str| {
        json!({
            "id": id, "kind": "openai-compatible", "title": title, "address": "http://127.0.0.1:9/v1",
            "key": { "type": "none" }, "models": ["m"], "proxy": { "type": "direct" },
        })
    };
    let services = json!({ "format": 1, "services": [service("acme", "Acme"), service("bolt", "Bolt")] });
    std::fs::write(folder.join("services.json"), services.to_string())?;
    let stage = Stage::open_at(Surface::Browser, home).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    let signs = "return [...document.querySelectorAll('nav li')]
        .filter((line) => /Acme|Bolt/.test(line.innerText))
        .map((line) => line.querySelector('[data-initial]'))
        .map((sign) => `${sign?.dataset.initial} ${sign && getComputedStyle(sign).backgroundColor}`)";
    let signs = page.run(signs).await?;
    let [one, other] = signs.as_array().map(Vec::as_slice).context("signs")? else {
        anyhow::bail!("{signs}");
    };
    ensure!(one != other && one.as_str().is_some_and(|sign| sign.starts_with('A')), "{signs}");
    page.close().await
}
