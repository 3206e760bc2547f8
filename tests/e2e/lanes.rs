//! Lanes side by side, as a person uses them.

use crate::QUESTION;
use anyhow::{Context, Result};
use support::lanes::{self, ask_to_the_end, go_on_to_the_end};
use support::stage::{Stage, Surface};
use support::webdriver::{Page, keys};

/// A session beside one with the model that makes mistakes. Both stop before each call.
pub(crate) async fn compared(page: &Page) -> Result<()> {
    page.press("Empty session").await?;
    lanes::add(page, 2, "A model that makes mistakes").await?;
    let message = page.find(r#"textarea[aria-label="Message"]"#).await?;
    page.write(&message, &format!("{QUESTION}{}", keys::ENTER)).await
}

pub(crate) async fn stands(page: &Page, lane: u32) -> Result<()> {
    let stop = format!(r#"[data-lane="{lane}"] [data-pause="beforeCall"]"#);
    page.find(&stop).await.with_context(|| format!("lane {lane} does not stop")).map(drop)
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

/// Models that are compared after an answer answer the same question themselves, in the order in which they were chosen.
#[tokio::test]
async fn several_models_chosen_at_once_ask_the_last_question_themselves() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    ask_to_the_end(page, QUESTION).await?;

    page.press("Compare with…").await?;
    page.click(&page.find_text("//*[@role='menuitem']", "Several models").await?).await?;
    for model in ["A model that makes mistakes", "Calls the first function"] {
        page.click(&page.find_text("//*[@role='dialog']//label", model).await?).await?;
    }
    page.press("Compare 2 models").await?;
    stands(page, 2).await?;
    stands(page, 3).await?;
    for (lane, model) in [(2, "A model that makes mistakes"), (3, "Calls the first function")] {
        let round = format!("//*[@data-lane='{lane}']//*[contains(normalize-space(.), 'Round 1')]");
        page.find_text(&round, model)
            .await
            .with_context(|| format!("lane {lane} has no round of its own"))?;
    }
    page.close().await
}

/// Chooses whose results the lanes use.
async fn share(page: &Page, choice: &str) -> Result<()> {
    page.click(&page.find_xpath("//button[starts-with(@aria-label, 'Whose results are used')]").await?)
        .await?;
    page.click(&page.find_text("//*[@role='menuitem']", choice).await?).await
}

/// Shows the beginning of the third lane. What is out of sight is not drawn.
const TO_THE_TOP: &str = r#"
    const scrolls = (one) => one.scrollHeight > one.clientHeight && getComputedStyle(one).overflowY !== "visible";
    [...document.querySelectorAll('[data-lane="3"] *')].filter(scrolls).forEach((one) => (one.scrollTop = 0));"#;

/// A lane that is added after an answer asks the last question itself, uses the results that the others use, and shows what
/// came before in grey with the name of its lane.
#[tokio::test]
async fn a_lane_that_is_added_later_uses_the_shared_results_and_says_what_it_copied() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    compared(page).await?;
    stands(page, 1).await?;
    stands(page, 2).await?;
    go_on_to_the_end(page).await?;
    share(page, "All lanes use the results of A").await?;
    page.find_text("//*[@data-lane='2']", "results of A").await?;
    let message = page.find(r#"textarea[aria-label="Message"]"#).await?;
    page.write(&message, &format!("{QUESTION}{}", keys::ENTER)).await?;
    stands(page, 1).await?;
    go_on_to_the_end(page).await?;

    lanes::add(page, 3, "Weather in two cities").await?;
    let third = "//*[@data-lane='3']";
    page.find_text(third, "results of A").await.context("it does not say whose results it uses")?;
    stands(page, 3).await.context("it does not ask the last question itself")?;
    page.run(TO_THE_TOP).await?;
    page.find_text(third, "Copied from lane").await.context("it does not say where it copied from")?;
    let copied = format!("{third}//*[@data-copied]");
    page.find_text(&copied, "Boston").await.context("what was copied is not in grey")?;
    go_on_to_the_end(page).await?;
    let replayed = format!("{third}//*[@data-call][not(ancestor::*[@data-copied])]");
    page.find_text(&replayed, "recorded").await.context("its calls ran by themselves")?;
    page.close().await
}
