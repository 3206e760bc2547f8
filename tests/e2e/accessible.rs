//! Every view in both themes, looked through by axe for what keeps people out.

use anyhow::{Result, ensure};
use serde_json::Value;
use std::path::Path;
use support::stage::{Stage, Surface};
use support::webdriver::{Page, keys};

/// What axe finds serious or critical in the page as it is now, each with the elements it is about.
const LOOK: &str = r"
    return axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations
            .filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 4).map(({ html }) => html.slice(0, 160)).join(' | ')}`))";

/// What moves is looked at when it stands still. Some never come to an end.
const STILL: &str = r"
    for (const one of document.getAnimations()) { try { one.finish(); } catch { one.cancel(); } }";

struct Looking<'a> {
    page: &'a Page,
    found: Vec<String>,
}

impl Looking<'_> {
    /// Looks at what is shown, in both themes.
    async fn at(&mut self, view: &str) -> Result<()> {
        for theme in ["light", "dark"] {
            self.page.run(&format!("document.documentElement.dataset.theme = '{theme}'")).await?;
            self.page.run(STILL).await?;
            let found = self.page.run(LOOK).await?;
            let found = found.as_array().into_iter().flatten().filter_map(Value::as_str);
            self.found.extend(found.map(|one| format!("{view}, {theme}: {one}")));
        }
        Ok(())
    }

    async fn tab(&mut self, name: &str) -> Result<()> {
        let tab = format!("//*[@role='tab'][normalize-space(.)='{name}']");
        self.page.click(&self.page.find_xpath(&tab).await?).await?;
        self.at(&format!("the inspector's {name}")).await
    }

    async fn sheet(&mut self, button: &str) -> Result<()> {
        self.page.press(button).await?;
        self.page.find("[role='dialog']").await?;
        self.at(button).await?;
        self.page.chord(&[keys::ESCAPE]).await
    }
}

#[tokio::test]
async fn nothing_serious_keeps_anyone_out_of_any_view() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    let axe = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/node_modules/axe-core/axe.min.js");
    let mut looking = Looking { page, found: Vec::new() };
    page.button("Try the example").await?;
    page.run(&std::fs::read_to_string(axe)?).await?;
    looking.at("the first screen").await?;
    looking.sheet("Experiments…").await?;
    looking.sheet("Import").await?;
    looking.sheet("Add a service…").await?;
    page.press("Try the example").await?;
    page.find(r#"[data-pause="beforeCall"] [contenteditable="true"]"#).await?;
    looking.at("a stop").await?;
    looking.sheet("Session settings").await?;
    page.press("Breakpoints").await?;
    looking.at("the breakpoints").await?;
    page.press("Breakpoints").await?;
    let mut tick = tokio::time::interval(std::time::Duration::from_millis(300));
    while page.run("return document.querySelector('[data-turn-state]').dataset.turnState").await? != "idle" {
        tick.tick().await;
        page.chord(&[keys::F5]).await?;
    }
    for tab in ["Item", "Selection", "Wire", "Timing", "Events"] {
        looking.tab(tab).await?;
    }
    page.chord(&[keys::CONTROL, "k"]).await?;
    page.find("[role='combobox']").await?;
    looking.at("the palette").await?;
    page.chord(&[keys::ESCAPE]).await?;

    page.press("Compare with…").await?;
    let other = "//*[@role='menu']//button[starts-with(normalize-space(.), 'A model that makes mistakes')]";
    page.click(&page.find_xpath(other).await?).await?;
    page.find(r#"[data-lane="2"]"#).await?;
    looking.at("lanes").await?;
    ensure!(looking.found.is_empty(), "axe found:\n{}", looking.found.join("\n"));
    page.close().await
}

#[tokio::test]
async fn at_twice_the_size_and_without_motion_everything_can_be_reached() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Try the example").await?;
    page.find(r#"[data-pause="beforeCall"] [contenteditable="true"]"#).await?;
    page.run("document.documentElement.style.zoom = '2'").await?;
    let outside = page
        .run(
            "return [...document.querySelectorAll('main button')].filter((one) => {
                one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
                const { left, right, width } = one.getBoundingClientRect();
                return width > 0 && (right > innerWidth + 1 || left < -1);
            }).map((one) => one.outerHTML.slice(0, 120))",
        )
        .await?;
    ensure!(outside.as_array().is_none_or(Vec::is_empty), "out of reach: {outside}");
    page.close().await
}
