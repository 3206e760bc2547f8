//! What is said while a model is waited for.

use crate::acme;
use anyhow::{Context, Result, ensure};
use support::provider::{Provider, Reply};
use support::webdriver::{Page, keys};

const ROW: &str = "//*[@data-wait='retry']";

/// The seconds until the next attempt, as they are shown.
async fn seconds_left(page: &Page) -> Result<u32> {
    let row = page.find_text(ROW, "Attempt 2 follows in").await?;
    let text = page.text(&row).await?;
    let shown = text.split("follows in ").nth(1).and_then(|rest| rest.split(' ').next());
    shown.and_then(|number| number.parse().ok()).with_context(|| format!("no seconds in {text:?}"))
}

#[tokio::test]
async fn a_request_that_is_sent_again_counts_down_and_goes_at_once_where_a_person_says_so() -> Result<()> {
    let body = r#"{"error": {"message": "too busy", "type": "server_error"}}"#;
    let busy = Reply::response("503 Service Unavailable", "retry-after: 55\r\n", body);
    let provider = Provider::start(vec![busy, acme::says("Warm enough.", 30)]).await;
    let stage = acme::stage(&provider).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    let message = page.find(r#"textarea[aria-label="Message"]"#).await?;
    page.write(&message, &format!("Is it warm in Oslo?{}", keys::ENTER)).await?;

    page.find_text(ROW, "too busy").await.context("the reason is not told")?;
    let first = seconds_left(page).await?;
    ensure!(first <= 55, "{first} s are left of 55");
    let later = format!("{ROW}[not(contains(normalize-space(.), 'follows in {first} '))]");
    page.find_xpath(&later).await.context("it does not count down")?;
    ensure!(seconds_left(page).await? < first, "it counts up");

    page.click(&page.find_xpath(&format!("{ROW}//button[normalize-space(.)='Now']")).await?).await?;
    page.find_text(r#"//*[@role="log"]//p"#, "Warm enough.").await?;
    ensure!(provider.heard().len() == 2, "it asked {} times", provider.heard().len());
    page.close().await
}
