//! What is told while a model is waited for.

use crate::acme;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use support::lanes;
use support::provider::Provider;
use support::webdriver::Page;

const ROW: &str = "//*[@data-wait='retry']";
const WAITING: &str = "//*[@data-wait='model']";
/// The clock of the page goes on by eleven seconds.
const LATER: &str = "const now = Date.now; Date.now = () => now() + 11_000";

/// The seconds until the next attempt, as they are shown.
async fn seconds_left(page: &Page) -> Result<u32> {
    let row = page.find_text(ROW, "Attempt 2 follows in").await?;
    let text = page.text(&row).await?;
    let shown = text.split("follows in ").nth(1).and_then(|rest| rest.split(' ').next());
    shown.and_then(|number| number.parse().ok()).with_context(|| format!("no seconds in {text:?}"))
}

async fn press_in(page: &Page, row: &str, button: &str) -> Result<()> {
    page.click(&page.find_xpath(&format!("{row}//button[normalize-space(.)='{button}']")).await?).await
}

#[tokio::test]
async fn a_request_that_is_sent_again_counts_down_and_goes_at_once_where_a_person_says_so() -> Result<()> {
    let provider = Provider::start(vec![acme::busy(), acme::says("Warm enough.", 30)]).await;
    let stage = acme::stage(&provider).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    acme::say(page, "Is it warm in Oslo?").await?;

    page.find_text(ROW, "too busy").await.context("the reason is not told")?;
    let first = seconds_left(page).await?;
    ensure!(first <= 55, "{first} s are left of 55");
    let later = format!("{ROW}[not(contains(normalize-space(.), 'follows in {first} '))]");
    page.find_xpath(&later).await.context("it does not count down")?;
    ensure!(seconds_left(page).await? < first, "it counts up");

    press_in(page, ROW, "Retry now").await?;
    page.find_text(r#"//*[@role="log"]//p"#, "Warm enough.").await?;
    ensure!(provider.heard().len() == 2, "it asked {} times", provider.heard().len());
    page.find_text("//*[@role='log']//button", "first token").await.context("when it began is not told")?;
    page.close().await
}

#[tokio::test]
async fn a_wait_for_the_next_attempt_is_stopped_and_the_request_is_not_sent_again() -> Result<()> {
    let provider = Provider::start(vec![acme::busy(), acme::says("Too late.", 30)]).await;
    let stage = acme::stage(&provider).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    acme::say(page, "Is it warm in Oslo?").await?;
    seconds_left(page).await?;
    press_in(page, ROW, "Stop").await?;
    page.find_text("//*[@role='log']//*", "You stopped this turn.").await?;
    ensure!(provider.heard().len() == 1, "it asked {} times", provider.heard().len());
    page.close().await
}

/// The last card of a turn that failed says what came of each attempt, and sends the request once more.
#[tokio::test]
async fn a_turn_whose_attempts_all_failed_lists_them_and_is_tried_again() -> Result<()> {
    let mut replies = vec![acme::busy(); 3];
    replies.push(acme::says("Warm enough.", 30));
    let provider = Provider::start(replies).await;
    let stage = acme::stage(&provider).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    acme::say(page, "Is it warm in Oslo?").await?;
    for attempt in [2, 3] {
        page.find_text(ROW, &format!("Attempt {attempt} follows in")).await?;
        press_in(page, ROW, "Retry now").await?;
    }
    let attempts = "//section[@aria-label='Attempts']";
    page.find_text(attempts, "Sent 3 times").await?;
    page.find_text(&format!("{attempts}//li[3]"), "503").await.context("the last refusal is not listed")?;
    page.press("Try again").await?;
    page.find_text(r#"//*[@role="log"]//p"#, "Warm enough.").await?;
    page.close().await
}

#[tokio::test]
async fn an_answer_that_stands_still_says_so_and_is_stopped_with_what_it_had_said() -> Result<()> {
    let provider = Provider::start(vec![acme::stalls("Let me see")]).await;
    let stage = acme::stage(&provider).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    acme::say(page, "Is it warm in Oslo?").await?;
    page.find_text(r#"//*[@role="log"]//p"#, "Let me see").await?;
    page.run(LATER).await?;
    page.find_text(WAITING, "The connection is still open.").await?;
    press_in(page, WAITING, "Stop").await?;
    page.find_text("//*[@role='log']//*", "You stopped this turn.").await?;
    page.find_text(r#"//*[@role="log"]//p"#, "Let me see").await.context("what was said is lost")?;
    page.close().await
}

/// A service that answers one request at a time has the others wait. Each lane says so, and its turn comes.
#[tokio::test]
async fn a_lane_that_waits_for_its_turn_at_a_service_says_so_until_another_ends() -> Result<()> {
    let provider = Provider::start(vec![acme::stalls("Let me see"), acme::says("Warm enough.", 30)]).await;
    let settings = json!({ "models": ["large", "small"], "atOnce": 1 });
    let stage = acme::staged(&provider, &settings).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    lanes::add(page, 2, "small").await?;
    acme::say(page, "Is it warm in Oslo?").await?;

    let queued =
        "//*[@data-lane][.//header//p[contains(normalize-space(.), 'Queued behind other requests')]]";
    let lane = page.find_xpath(queued).await.context("no lane says that it waits")?;
    let lane = page.attribute(&lane, "data-lane").await?.context("a lane")?;
    let row = format!("//*[@data-lane='{lane}']{WAITING}");
    page.find_text(&row, "Queued behind other requests").await.context("its transcript does not say so")?;
    ensure!(provider.heard().len() == 1, "both are asked at once");

    let other = if lane == "1" { "2" } else { "1" };
    page.click_on(&format!("[data-lane='{other}'] header p")).await?;
    page.press(if other == "1" { "A only" } else { "B only" }).await?;
    page.press("Stop").await?;
    page.find_text(&format!("//*[@data-lane='{lane}']//p"), "Warm enough.").await?;
    page.close().await
}
