//! Lanes side by side, as a person opens and runs them.

use crate::webdriver::{Page, keys};
use anyhow::{Context, Result, bail};
use std::time::Duration;

/// Adds a lane with this model. Lanes count from 1.
pub async fn add(page: &Page, lane: usize, model: &str) -> Result<()> {
    page.press(if lane == 2 { "Compare with…" } else { "Add a lane" }).await?;
    choose(page, model).await?;
    page.find(&format!(r#"[data-lane="{lane}"]"#)).await.with_context(|| format!("lane {lane}")).map(drop)
}

/// Asks this model in the session that is open.
pub async fn choose_model(page: &Page, model: &str) -> Result<()> {
    page.click_on("button[aria-label^='Model of this session']").await?;
    choose(page, model).await
}

/// Chooses from the list that is open, which is searched where it is long.
async fn choose(page: &Page, model: &str) -> Result<()> {
    let field = "[popover] [role=combobox]";
    let is_long = page.run(&format!("return document.querySelector('{field}') !== null")).await?;
    if is_long == true {
        page.write(&page.find(field).await?, model).await?;
    }
    let begins = format!("starts-with(normalize-space(.), '{model}')");
    let choice = format!("//*[@role='menu']//button[{begins}] | //*[@popover]//*[@role='option'][{begins}]");
    page.click(&page.find_xpath(&choice).await?).await
}

/// So often is looked how lanes stand. A real model takes its time.
const LOOKS: usize = 600;

/// How all lanes stand, or the one session.
const STATES: &str = "return [...document.querySelectorAll('[data-lane-state], [data-turn-state]')]
    .map((one) => one.dataset.laneState ?? one.dataset.turnState)";

/// Asks in a new session and goes on until the model has answered.
pub async fn ask_to_the_end(page: &Page, question: &str) -> Result<()> {
    page.press("Empty session").await?;
    let message = page.find(r#"textarea[aria-label="Message"]"#).await?;
    page.write(&message, &format!("{question}{}", keys::ENTER)).await?;
    page.find(r#"[data-pause="beforeCall"]"#).await?;
    go_on_to_the_end(page).await
}

/// Continues everything that waits until nothing does.
pub async fn go_on_to_the_end(page: &Page) -> Result<()> {
    let mut tick = tokio::time::interval(Duration::from_millis(150));
    for _ in 0..LOOKS {
        tick.tick().await;
        let states = page.run(STATES).await?;
        let states: Vec<_> = states.as_array().into_iter().flatten().filter_map(|one| one.as_str()).collect();
        if states.iter().all(|state| *state == "idle") {
            return Ok(());
        }
        if states.contains(&"paused") {
            page.chord(&[keys::F5]).await?;
        }
    }
    bail!("it does not come to an end")
}
