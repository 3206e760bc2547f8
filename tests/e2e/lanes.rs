//! Lanes side by side, as a person uses them.

use anyhow::{Context, Result};
use support::stage::{Stage, Surface};
use support::webdriver::{Page, keys};

const QUESTION: &str = "What is the weather in Boston and in Oslo? Should I take an umbrella?";

/// A session beside one with the model that makes mistakes. Both stop before each call.
async fn compared(page: &Page) -> Result<()> {
    page.press("Empty session").await?;
    page.press("Compare with…").await?;
    let other = "//*[@role='menu']//button[starts-with(normalize-space(.), 'A model that makes mistakes')]";
    page.click(&page.find_xpath(other).await?).await?;
    page.find(r#"[data-lane="2"]"#).await?;
    let message = page.find(r#"textarea[aria-label="Message"]"#).await?;
    page.write(&message, &format!("{QUESTION}{}", keys::ENTER)).await
}

async fn stands(page: &Page, lane: u32) -> Result<()> {
    let stop = format!(r#"[data-lane="{lane}"] [data-pause="beforeCall"]"#);
    page.find(&stop).await.with_context(|| format!("lane {lane} does not stop")).map(drop)
}

/// Continues all lanes that wait until none does.
async fn go_on_to_the_end(page: &Page) -> Result<()> {
    let mut tick = tokio::time::interval(std::time::Duration::from_millis(150));
    for _ in 0..100 {
        tick.tick().await;
        let states =
            "return [...document.querySelectorAll('[data-lane-state]')].map((e) => e.dataset.laneState)";
        let states = page.run(states).await?;
        let states: Vec<_> = states.as_array().into_iter().flatten().filter_map(|one| one.as_str()).collect();
        if states.iter().all(|state| *state == "idle") {
            return Ok(());
        }
        if states.contains(&"paused") {
            page.chord(&[keys::F5]).await?;
        }
    }
    anyhow::bail!("the lanes do not come to an end")
}

/// Two lanes run at once, stand after a kill where they stood, go on together, and show where they part.
async fn walk(surface: Surface) -> Result<()> {
    let stage = Stage::open(surface).await?;
    compared(&stage.page).await?;
    stands(&stage.page, 1).await?;
    stands(&stage.page, 2).await?;

    let stage = stage.kill_and_reopen().await?;
    let page = &stage.page;
    stands(page, 1).await.context("after the kill")?;
    stands(page, 2).await.context("after the kill")?;

    go_on_to_the_end(page).await?;
    page.press("First difference").await?;
    let glows = r#"[data-lane="2"] .isGlowing [data-parting="true"]"#;
    page.find(glows).await.context("the place where they part is not shown")?;

    page.press("What to do with lane A").await?;
    page.press("Go on with this lane alone").await?;
    page.find("body:not(:has([data-lane]))").await.context("lanes are left")?;
    page.find_text(r#"//*[@role="log"]//p"#, "Boston").await?;
    page.press("Undo").await?;
    page.close().await
}

#[tokio::test]
async fn lanes_run_together_and_show_where_they_part_in_the_browser() -> Result<()> {
    walk(Surface::Browser).await
}

#[tokio::test]
async fn lanes_run_together_and_show_where_they_part_in_the_window() -> Result<()> {
    walk(Surface::Window).await
}
