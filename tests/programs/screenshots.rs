//! Takes the pictures of the README: the real window, at the states worth showing, light and dark.

use anyhow::{Context, Result};
use base64::prelude::{BASE64_STANDARD, Engine};
use std::path::{Path, PathBuf};
use support::lanes;
use support::stage::{Stage, Surface};
use support::webdriver::{Page, keys};

const QUESTION: &str = "What is the weather in Boston and in Oslo? Should I take an umbrella?";

/// Waits for the fonts, and for so many frames that the screen has caught up with the page.
const DRAWN: &str = "return document.fonts.ready.then(() => new Promise((drawn) => {
    const wait = (frames) => frames === 0 ? drawn(true) : requestAnimationFrame(() => wait(frames - 1));
    wait(40);
}));";

/// The size of the page in each picture.
const SIZE: (u32, u32) = (1440, 900);

#[tokio::main]
pub(crate) async fn run() -> Result<()> {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "ui", "screenshots"].iter().collect();
    std::fs::create_dir_all(&folder)?;
    let weights = std::env::var_os("CALLWRIGHT_LOCAL_MODEL").map(PathBuf::from);
    for theme in ["light", "dark"] {
        take(&folder, theme).await.with_context(|| format!("the {theme} pictures"))?;
        if let Some(weights) = &weights {
            ask_here(&folder, theme, weights).await.with_context(|| format!("{theme}, a model in a file"))?;
        }
    }
    Ok(())
}

async fn take(folder: &Path, theme: &str) -> Result<()> {
    let stage = Stage::open(Surface::Window).await?;
    let page = &stage.page;
    page.button("Try the example").await?;
    dress(page, theme).await?;
    page.press("Empty session").await?;
    keep(page, folder, &format!("empty-{theme}")).await?;
    page.press("After call").await?;
    let message = page.find(r#"textarea[aria-label="Message"]"#).await?;
    page.write(&message, &format!("{QUESTION}{}", keys::ENTER)).await?;
    page.find(r#"[data-pause="beforeCall"]"#).await?;
    keep(page, folder, &format!("before-call-{theme}")).await?;
    page.chord(&[keys::F5]).await?;
    page.find(r#"[data-pause="afterCall"]"#).await?;
    let result = r#"[aria-label="Result"][contenteditable="true"]"#;
    // The editor indents the first of them by itself.
    let lines = [
        "{",
        r#""city": "Boston","#,
        r#"  "temperature_c": 31,"#,
        r#"  "sky": "clear","#,
        r#"  "rain_mm": 0"#,
        "}",
    ];
    page.rewrite(result, &lines.join(keys::ENTER)).await?;
    keep(page, folder, &format!("after-call-{theme}")).await?;
    page.press("Use this result").await?;
    page.find(r#"[data-call="call_2"] [data-pause="beforeCall"]"#).await?;
    page.chord(&[keys::F5]).await?;
    page.find(r#"[data-call="call_2"] [data-pause="afterCall"]"#).await?;
    page.chord(&[keys::F5]).await?;
    page.find(r#"[data-turn-state="idle"]"#).await?;
    page.find_text(r#"//*[@role="log"]//p"#, "a warm coat to the colder").await?;
    keep(page, folder, &format!("answered-{theme}")).await?;
    for (tab, shows) in [("Selection", "get_forecast"), ("Wire", "Received"), ("Events", "roundBegan")] {
        let found = page.find_xpath(&format!("//*[@role='tab'][normalize-space(.)='{tab}']")).await?;
        page.click(&found).await?;
        page.find_text("//*[@role='tabpanel']//*", shows).await?;
        keep(page, folder, &format!("{}-{theme}", tab.to_lowercase())).await?;
    }
    compare(page, folder, theme).await?;
    page.close().await
}

/// A model that was really taught, on this computer: stopped before it calls, and at its answer.
async fn ask_here(folder: &Path, theme: &str, weights: &Path) -> Result<()> {
    let home = tempfile::tempdir()?;
    let kept = home.path().join("callwright");
    std::fs::create_dir_all(&kept)?;
    std::fs::write(kept.join("local-models.json"), serde_json::json!({ "files": [weights] }).to_string())?;
    let stage = Stage::open_at(Surface::Window, home).await?;
    let page = &stage.page;
    page.button("Try the example").await?;
    dress(page, theme).await?;
    page.press("Start with it").await?;
    page.find(r#"[data-pause="beforeCall"]"#).await?;
    lanes::go_on_to_the_end(page).await?;
    keep(page, folder, &format!("on-this-computer-{theme}")).await?;
    page.close().await
}

/// Brings a window to the theme and the size of the pictures.
async fn dress(page: &Page, theme: &str) -> Result<()> {
    let shown = page.find("html").await?;
    if page.attribute(&shown, "data-theme").await?.as_deref() != Some(theme) {
        page.press(&format!("Use the {theme} theme")).await?;
    }
    page.resize(SIZE.0, SIZE.1).await
}

/// The same question to two models, up to the place where they part.
async fn compare(page: &Page, folder: &Path, theme: &str) -> Result<()> {
    page.press("New session").await?;
    page.find_text("//main", "Nothing has been said yet").await?;
    page.press("Hide the inspector").await?;
    lanes::add(page, 2, "A model that makes mistakes").await?;
    let message = page.find(r#"textarea[aria-label="Message"]"#).await?;
    page.write(&message, &format!("{QUESTION}{}", keys::ENTER)).await?;
    page.find(r#"[data-lane="2"] [data-pause="beforeCall"]"#).await?;
    lanes::go_on_to_the_end(page).await?;
    page.press("First difference").await?;
    page.find(r#"[data-lane="2"] [data-parting="true"]"#).await?;
    keep(page, folder, &format!("lanes-{theme}")).await
}

async fn keep(page: &Page, folder: &Path, name: &str) -> Result<()> {
    // Fonts and transitions have come to rest.
    page.run("document.getAnimations().forEach((one) => { try { one.finish() } catch { one.cancel() } })")
        .await?;
    page.run(DRAWN).await?;
    let path = folder.join(format!("{name}.png"));
    let picture = BASE64_STANDARD.decode(page.screenshot().await?)?;
    std::fs::write(&path, picture).with_context(|| format!("can't write {}", path.display()))
}
