//! Instructions: written, kept in every round, changed at a stop, compared between lanes, and brought by imports.

use crate::acme;
use anyhow::{Context, Result, ensure};
use support::lanes::{self, go_on_to_the_end};
use support::provider::Provider;
use support::stage::{Stage, Surface};
use support::webdriver::{Page, keys};

const LINE: &str = "//section[@data-instructions='some']";
const TEXT: &str = r#"textarea[aria-label="Instructions"]"#;

/// Opens the editor by the palette and writes over what stands there.
async fn write(page: &Page, text: &str) -> Result<()> {
    page.chord(&[keys::CONTROL, "k"]).await?;
    page.write(&page.find("dialog [role='combobox']").await?, &format!("system prompt{}", keys::ENTER))
        .await?;
    page.rewrite(TEXT, text).await
}

/// What the provider was told before the messages, in each request.
fn told(provider: &Provider) -> Vec<String> {
    let body = |heard: &String| heard.split_once("\r\n\r\n").map(|(_, body)| body.to_owned());
    let bodies = provider.heard().iter().filter_map(body).collect::<Vec<_>>();
    let system = |body: &String| {
        let body: serde_json::Value = serde_json::from_str(body).ok()?;
        let first = body.pointer("/messages/0")?;
        (first.get("role")? == "system").then(|| first.get("content").map(ToString::to_string)).flatten()
    };
    bodies.iter().map(|body| system(body).unwrap_or_default()).collect()
}

#[tokio::test]
async fn instructions_hold_in_every_round_with_their_values_and_each_version_is_kept() -> Result<()> {
    let forecast = acme::calls("weather-get_forecast", r#"{"city": "Oslo"}"#);
    let provider = Provider::start(vec![forecast, acme::says("Three degrees.", 300)]).await;
    let stage = acme::stage(&provider).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    page.find("[data-instructions='none']").await.context("empty instructions take room")?;
    write(page, "Answer for {{city}}, in {{unit}}.").await?;
    page.find_text("//section[@aria-label='Instructions']", "Without a value").await?;
    let value = "//label[.//code[normalize-space(.)='{{city}}']]//input";
    page.write(&page.find_xpath(value).await?, "Oslo").await?;
    page.press("Save").await?;
    page.find_text(LINE, "Answer for {{city}}").await.context("they have no line")?;

    acme::say(page, "How warm is it?").await?;
    page.find(r#"[data-pause="beforeCall"]"#).await?;
    go_on_to_the_end(page).await?;
    page.find_text(r#"//*[@role="log"]//p"#, "Three degrees.").await?;
    let heard = told(&provider);
    ensure!(heard.len() == 2, "{heard:?}");
    ensure!(heard.iter().all(|text| text.contains("Answer for Oslo, in {{unit}}.")), "{heard:?}");

    write(page, "Be brief.").await?;
    page.press("Save").await?;
    page.find_text(LINE, "Be brief.").await?;
    page.press("Instructions").await?;
    page.press("Versions").await?;
    let versions = "//ul[@aria-label='Versions']";
    page.click(
        &page.find_xpath(&format!("{versions}/li[last()]//button[normalize-space(.)='Differences']")).await?,
    )
    .await?;
    page.find_text(&format!("{versions}//ins | {versions}//*[contains(@class, 'new')]"), "Be brief.")
        .await
        .context("the difference is not shown")?;
    page.close().await
}

#[tokio::test]
async fn instructions_that_are_changed_at_a_stop_hold_as_long_as_they_say() -> Result<()> {
    let forecast = || acme::calls("weather-get_forecast", r#"{"city": "Oslo"}"#);
    let [three, four, thanks] =
        ["Three degrees.", "Four degrees.", "You are welcome."].map(|words| acme::says(words, 300));
    let provider = Provider::start(vec![forecast(), three, forecast(), four, thanks]).await;
    let stage = acme::stage(&provider).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    write(page, "Be brief.").await?;
    page.press("Save").await?;
    page.press("Before request").await?;
    acme::say(page, "How warm is it?").await?;
    let stop = "//*[@data-pause='beforeRequest']";
    page.click(
        &page.find_xpath(&format!("{stop}//button[contains(normalize-space(.), 'Be brief.')]")).await?,
    )
    .await?;
    page.find_text(stop, "Those of the session stay as they are.").await?;
    page.rewrite("[data-pause='beforeRequest'] textarea", "Shout.").await?;
    let reach = format!("{stop}//*[@aria-label='Scope of the changes']//button[@aria-pressed='true']");
    page.find_text(&reach, "For this request only").await?;
    go_on_to_the_end(page).await?;
    page.find_text(r#"//*[@role="log"]//p"#, "Three degrees.").await?;
    ensure!(told(&provider) == [r#""Shout.""#, r#""Be brief.""#], "{:?}", told(&provider));

    provider.forget();
    acme::say(page, "And tomorrow?").await?;
    page.click_at(&format!("{stop}//button[contains(normalize-space(.), 'Be brief.')]")).await?;
    page.rewrite("[data-pause='beforeRequest'] textarea", "Whisper.").await?;
    page.press("For the rest of the turn").await?;
    go_on_to_the_end(page).await?;
    page.find_text(r#"//*[@role="log"]//p"#, "Four degrees.").await?;
    ensure!(told(&provider) == [r#""Whisper.""#, r#""Whisper.""#], "{:?}", told(&provider));
    page.find_text(LINE, "Be brief.").await?;

    provider.forget();
    acme::say(page, "Thank you.").await?;
    page.find_xpath(stop).await?;
    go_on_to_the_end(page).await?;
    page.find_text(r#"//*[@role="log"]//p"#, "You are welcome.").await?;
    ensure!(told(&provider) == [r#""Be brief.""#], "{:?}", told(&provider));
    page.close().await
}

#[tokio::test]
async fn lanes_whose_instructions_differ_show_the_difference() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    write(page, "Be brief.").await?;
    page.press("Save").await?;
    lanes::add(page, 2, "A model that makes mistakes").await?;
    let second = "//*[@data-lane='2']//section[@aria-label='Instructions']";
    page.click(&page.find_xpath(&format!("{second}//button[contains(., 'Be brief.')]")).await?).await?;
    page.rewrite("[data-lane='2'] textarea[aria-label='Instructions']", "Be kind.").await?;
    page.press("Save").await?;
    page.click(&page.find_text(&format!("{second}//button"), "differs from A").await?).await?;
    page.find_text(second, "Be brief.").await.context("those of the other lane are not shown")?;
    page.close().await
}

/// A request as a newer client sends it. Synthetic.
const REQUEST: &str = r#"{"model": "m", "messages": [{"role": "developer", "content": "Answer like a pirate."}, {"role": "user", "content": "Weather in Oslo?"}]}"#;

#[tokio::test]
async fn a_message_of_a_developer_is_imported_as_instructions() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Import").await?;
    page.rewrite(r#"textarea[aria-label="Conversation to import"]"#, REQUEST).await?;
    page.click(&page.find_xpath("//*[@role='dialog']//button[normalize-space(.)='Import']").await?).await?;
    let line =
        page.find_text("//section[@aria-label='Instructions']//button", "Answer like a pirate.").await?;
    page.click(&line).await?;
    page.press("Move into the instructions").await?;
    let adopted = "//section[@data-instructions='some']//button";
    page.find_text(adopted, "Answer like a pirate.").await.context("they are still those of the history")?;
    page.press("Undo").await?;
    page.find_text("//section[@aria-label='Instructions']//q", "Answer like a pirate.").await?;
    page.close().await
}
