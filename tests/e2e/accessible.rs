//! Every view in both themes, looked through by axe for what keeps people out.

use crate::{QUESTION, acme};
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::path::Path;
use support::lanes::{self, ask_to_the_end, go_on_to_the_end};
use support::provider::Provider;
use support::stage::{Stage, Surface};
use support::webdriver::{Page, keys};

/// What axe finds against WCAG 2.2 AA, or otherwise serious or critical, in the page as it is now, each with the elements it
/// is about. The rule about the size of targets is off unless it is asked for.
const LOOK: &str = r"
    const options = { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } };
    return axe.run(document, options).then(({ violations }) =>
        violations
            .filter(({ impact, tags }) =>
                impact === 'serious' || impact === 'critical' || tags.some((tag) => tag.startsWith('wcag2')))
            .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 4).map(({ html }) => html.slice(0, 160)).join(' | ')}`))";

/// What moves is looked at when it stands still. Some never come to an end.
const STILL: &str = r"
    for (const one of document.getAnimations()) { try { one.finish(); } catch { one.cancel(); } }";

pub(crate) struct Looking<'a> {
    page: &'a Page,
    found: Vec<String>,
}

impl<'a> Looking<'a> {
    pub(crate) async fn begin(page: &'a Page) -> Result<Self> {
        let axe = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/node_modules/axe-core/axe.min.js");
        page.run(&std::fs::read_to_string(axe)?).await?;
        Ok(Self { page, found: Vec::new() })
    }

    /// Fails with everything that was found.
    pub(crate) fn end(self) -> Result<()> {
        ensure!(self.found.is_empty(), "axe found:\n{}", self.found.join("\n"));
        Ok(())
    }

    /// Looks at what is shown, in both themes.
    pub(crate) async fn at(&mut self, view: &str) -> Result<()> {
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

    /// Opens what the palette finds by these words, looks at it and closes it.
    async fn found(&mut self, words: &str) -> Result<()> {
        self.page.chord(&[keys::CONTROL, "k"]).await?;
        let field = self.page.find("dialog [role='combobox']").await?;
        self.page.write(&field, &format!("{words}{}", keys::ENTER)).await?;
        self.page.find("[role='dialog']").await.with_context(|| format!("{words} opens nothing"))?;
        self.at(words).await?;
        self.page.chord(&[keys::ESCAPE]).await?;
        self.page.find("body:not(:has([role='dialog']))").await.map(drop)
    }

    async fn sheet(&mut self, button: &str) -> Result<()> {
        self.page.press(button).await?;
        self.page.find("[role='dialog']").await?;
        self.at(button).await?;
        self.page.chord(&[keys::ESCAPE]).await
    }
}

/// Sheets that the palette opens over a session, by the words that find them.
const SHEETS: [&str; 17] = [
    "Function choice",
    "Limits…",
    "Behaviour and profiles",
    "Approvals",
    "Filters…",
    "Participants",
    "Export…",
    "Several models",
    "Compare protocols",
    "Inject a call",
    "Make this history shorter",
    "Models on this computer",
    "Copy the data",
    "Prices and context",
    "What models accept",
    "Keyboard shortcuts",
    "Attach a program",
];

#[tokio::test]
async fn nothing_serious_keeps_anyone_out_of_any_sheet() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    ask_to_the_end(page, QUESTION).await?;
    let mut looking = Looking::begin(page).await?;
    for words in SHEETS {
        looking.found(words).await?;
    }
    looking.sheet("Help on what is here").await?;
    page.press("Figures of this session").await?;
    page.press("Instructions").await?;
    page.find(r#"textarea[aria-label="Instructions"]"#).await?;
    looking.at("figures and instructions").await?;
    page.press("Close").await?;
    page.press("Figures of this session").await?;
    page.chord(&[keys::CONTROL, "k"]).await?;
    page.write(&page.find("dialog [role='combobox']").await?, &format!("get_forecast{}", keys::ENTER))
        .await?;
    page.find_text("//section[@aria-label='Calls in this session']", "Called").await?;
    looking.at("a function").await?;
    looking.sheet("Run it…").await?;
    page.click_on(r#"[data-call="call_1"] button[aria-label="Edit result and run on"]:not([aria-disabled])"#)
        .await?;
    page.press("Use this result").await?;
    go_on_to_the_end(page).await?;
    page.find("nav[aria-label='Branches']").await?;
    looking.at("branches").await?;
    looking.end()?;
    page.close().await
}

/// What a comparison shows beside its lanes, a request that waits, and what came of an import.
#[tokio::test]
async fn nothing_serious_keeps_anyone_out_of_lanes_waits_and_reports() -> Result<()> {
    let provider = Provider::start(vec![acme::busy()]).await;
    let stage = acme::stage(&provider).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    let mut looking = Looking::begin(page).await?;
    looking.at("an empty session").await?;
    acme::say(page, "Is it warm in Oslo?").await?;
    page.find("[data-wait='retry'] button").await?;
    looking.at("a request that is sent again").await?;
    page.press("Stop").await?;
    page.find_text("//*[@role='log']//*", "You stopped this turn.").await?;
    page.press("New session").await?;
    page.find_text("//main", "Nothing has been said yet").await?;
    lanes::add(page, 2, "A model that makes mistakes").await?;
    page.press("Figures of all lanes").await?;
    looking.at("the table over lanes").await?;
    page.press("Import…").await?;
    let text = r#"{"model": "gpt", "temperature": 0.2, "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello?"}]}"#;
    page.rewrite(r#"textarea[aria-label="Conversation to import"]"#, text).await?;
    page.click(&page.find_xpath("//*[@role='dialog']//button[normalize-space(.)='Import']").await?).await?;
    page.find("[data-report='import']").await?;
    looking.at("what came of an import").await?;
    looking.end()?;
    page.close().await
}

#[tokio::test]
async fn nothing_serious_keeps_anyone_out_of_any_view() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.button("Try the example").await?;
    let mut looking = Looking::begin(page).await?;
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
    looking.end()?;
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
