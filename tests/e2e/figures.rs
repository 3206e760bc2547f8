//! What is drawn of a session: the time of its rounds and the cost of its turns.

use crate::acme;
use anyhow::{Context, Result, ensure};
use support::lanes::go_on_to_the_end;
use support::provider::Provider;
use support::stage::{Stage, Surface};
use support::webdriver::{Page, keys};

const FIGURES: &str = "//section[@aria-label='Figures of this session']";

/// The widths of the bars of a kind, in pixels.
async fn widths(page: &Page, bars: &str) -> Result<Vec<f64>> {
    let script = format!(
        "return [...document.querySelectorAll('[aria-label=\"Figures of this session\"] {bars}')].map((bar) => bar.getBoundingClientRect().width)"
    );
    let widths = page.run(&script).await?;
    Ok(widths.as_array().into_iter().flatten().filter_map(serde_json::Value::as_f64).collect())
}

#[tokio::test]
async fn each_round_has_a_bar_for_its_time_and_opens_its_timing() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Try the example").await?;
    page.find(r#"[data-pause="beforeCall"]"#).await?;
    go_on_to_the_end(page).await?;
    page.press("Figures of this session").await?;
    page.find_text(&format!("{FIGURES}//caption"), "Time per round").await?;
    page.find_text(&format!("{FIGURES}//tr[contains(., 'Turn 1')]"), "price unknown").await?;
    let rounds = widths(page, ".bars .model").await?;
    ensure!(rounds.len() > 1 && rounds.iter().any(|width| *width > 1.0), "bars as wide as {rounds:?}");
    let last = format!("{FIGURES}//tr//button[normalize-space(.)='Turn 1, round {}']", rounds.len());
    page.click(&page.find_xpath(&last).await?).await?;
    page.find_xpath("//*[@role='tab'][@aria-selected='true'][normalize-space(.)='Timing']").await?;
    page.close().await
}

#[tokio::test]
async fn a_turn_that_costs_half_as_much_has_a_bar_half_as_long() -> Result<()> {
    let provider = Provider::start(vec![acme::says("Three.", 1996), acme::says("Four.", 996)]).await;
    let stage = acme::stage(&provider).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    for (question, answer) in [("How warm is it?", "Three."), ("And tomorrow?", "Four.")] {
        let message = page.find(r#"textarea[aria-label="Message"]"#).await?;
        page.write(&message, &format!("{question}{}", keys::ENTER)).await?;
        page.find_text(r#"//*[@role="log"]//p"#, answer).await?;
        page.find(r#"[data-turn-state="idle"]"#).await?;
    }
    page.press("Figures of this session").await?;
    page.find_text(&format!("{FIGURES}//tr[contains(., 'Turn 1')]"), "$2.00").await?;
    page.find_text(&format!("{FIGURES}//tr[contains(., 'Turn 2')]"), "$1.00").await?;
    let costs = widths(page, "table:not(:has(.model)) .bars span").await?;
    let [first, second] = costs[..] else { anyhow::bail!("bars as wide as {costs:?}") };
    ensure!((second / first - 0.5).abs() < 0.02, "bars as wide as {costs:?}");
    page.close().await.context("the page closes")
}

/// An estimate whose error is as large as itself says so, until the provider has counted a request.
#[tokio::test]
async fn an_estimate_is_called_rough_until_the_provider_has_counted() -> Result<()> {
    let provider = Provider::start(vec![acme::says("Three.", 996)]).await;
    let stage = acme::stage(&provider).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    page.write(&page.find(r#"textarea[aria-label="Message"]"#).await?, "Hi").await?;
    page.find_text("//button", "rough: ≈").await?;
    page.chord(&[keys::ENTER]).await?;
    page.find_text(r#"//*[@role="log"]//p"#, "Three.").await?;
    page.find_xpath("//button[contains(., '≈') and contains(., '±')]").await.context("it is still rough")?;
    page.close().await
}

/// The bar of the next request opens into its parts, and a part of it leads to the messages it counts.
#[tokio::test]
async fn the_bar_of_the_next_request_opens_into_its_parts() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Try the example").await?;
    page.find(r#"[data-pause="beforeCall"]"#).await?;
    go_on_to_the_end(page).await?;
    page.click(&page.find_xpath("//button[@aria-expanded='false'][contains(., 'tokens')]").await?).await?;
    let parts = "//section[@aria-label='Tokens of the next request']";
    page.find_text(parts, "Functions").await.context("it has no part for functions")?;
    let bar = "return [...document.querySelectorAll('[aria-label=\"Tokens of the next request\"] button[aria-label]')]
        .map((part) => part.getBoundingClientRect().width)";
    let bars = page.run(bar).await?;
    let widths: Vec<_> =
        bars.as_array().into_iter().flatten().filter_map(serde_json::Value::as_f64).collect();
    ensure!(widths.len() > 2 && widths.iter().all(|width| *width > 0.0), "parts as wide as {bars}");
    page.click(&page.find_xpath(&format!("{parts}//button[starts-with(@aria-label, 'Functions')]")).await?)
        .await?;
    page.find_xpath(&format!("{parts}//details[@open]/summary[contains(., 'Functions')]")).await?;
    let focus = page.run("return document.activeElement.tagName").await?;
    ensure!(focus == "SUMMARY", "the keys are at {focus}");
    page.click(&page.find_xpath("//button[@aria-expanded='true'][contains(., 'tokens')]").await?).await?;
    page.find_xpath(&format!(
        "//body[not({parts})]",
        parts = ".//section[@aria-label='Tokens of the next request']"
    ))
    .await?;
    page.close().await
}
