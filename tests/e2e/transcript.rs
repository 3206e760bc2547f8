//! What a transcript says of its rounds: who spoke, what it took, and what no model has answered yet.

use crate::{QUESTION, acme};
use anyhow::{Context, Result, ensure};
use support::lanes::{ask_to_the_end, go_on_to_the_end};
use support::provider::Provider;
use support::stage::{Stage, Surface};
use support::webdriver::{Page, keys};

const LOG: &str = "//*[@role='log']";

/// Chooses the model of the session.
async fn choose_model(page: &Page, title: &str) -> Result<()> {
    page.click(&page.find_xpath("//button[starts-with(@aria-label, 'Model of this session')]").await?)
        .await?;
    let choice =
        format!("//*[@role='menuitemradio' or @role='option'][contains(normalize-space(.), '{title}')]");
    page.click(&page.find_xpath(&choice).await?).await
}

#[tokio::test]
async fn each_round_names_its_model_and_marks_where_it_changed_also_in_an_export() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    ask_to_the_end(page, QUESTION).await?;
    choose_model(page, "A model that makes mistakes").await?;
    acme::say(page, QUESTION).await?;
    let changed = format!("{LOG}//*[@title='Changed here: Weather in two cities spoke before']");
    page.find_text(&changed, "A model that makes mistakes").await.context("the change is not marked")?;
    go_on_to_the_end(page).await?;

    page.press("Export…").await?;
    page.click(&page.find_text("//*[@role='menuitem']", "Markdown").await?).await?;
    let text = page.text(&page.find_text("//*[@role='dialog']//pre", "What is the weather").await?).await?;
    let places = ["Weather in two cities", "A model that makes mistakes"].map(|model| text.find(model));
    ensure!(places[0].is_some() && places[0] < places[1], "it does not say who spoke: {text}");
    page.close().await
}

#[tokio::test]
async fn the_time_of_a_turn_leaves_out_how_long_a_person_was_waited_for() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Try the example").await?;
    page.find(r#"[data-pause="beforeCall"]"#).await?;
    // The tour is read meanwhile, for more than a second.
    for step in 1..=5 {
        page.find(&format!(r#"[data-tour-step="{step}"]"#)).await?;
        page.find_text("//*[@data-tour-step]", "").await?;
        page.press(if step == 5 { "Done" } else { "Next" }).await?;
    }
    let waited = "return performance.now() > 3000";
    let mut tick = tokio::time::interval(std::time::Duration::from_millis(100));
    while page.run(waited).await? != true {
        tick.tick().await;
    }
    go_on_to_the_end(page).await?;
    let ending = page.find_text(&format!("{LOG}//p"), "Answered in").await?;
    let parts = page.attribute(&ending, "title").await?.context("the parts are told")?;
    for part in ["Model: ", "Functions: ", "Waiting for you, not counted: "] {
        ensure!(parts.contains(part), "{part} is missing: {parts}");
    }
    let words = page.text(&ending).await?;
    ensure!(words.contains(" waiting for you"), "{words}");
    page.close().await
}

/// Histories that end with something for a model. Synthetic.
const HISTORIES: [(&str, &str); 2] = [
    ("message", r#"{"messages": [{"role": "user", "content": "Weather in Oslo?"}]}"#),
    (
        "results",
        r#"{"messages": [{"role": "user", "content": "Weather in Oslo?"}, {"role": "assistant", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "get_weather", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "a", "content": "Rain."}]}"#,
    ),
];

#[tokio::test]
async fn a_model_is_asked_where_a_history_ends_with_a_message_or_with_results() -> Result<()> {
    let replies = vec![acme::says("It rains.", 30), acme::says("It rains.", 30)];
    let provider = Provider::start(replies).await;
    let stage = acme::stage(&provider).await?;
    let page = &stage.page;
    for (number, (ahead, history)) in HISTORIES.iter().enumerate() {
        page.press(if number == 0 { "Import" } else { "Import…" }).await?;
        page.rewrite(r#"textarea[aria-label="Conversation to import"]"#, history).await?;
        page.click(&page.find_xpath("//*[@role='dialog']//button[normalize-space(.)='Import']").await?)
            .await?;
        page.find(&format!("[data-ahead='{ahead}']")).await?;
        let button = page.button("Ask the model").await?;
        match number {
            0 => page.click(&button).await?,
            _ => page.chord(&[keys::F5]).await?,
        }
        page.find_text(&format!("{LOG}//p"), "It rains.").await?;
        ensure!(provider.heard().len() == number + 1, "it asked {} times", provider.heard().len());
    }
    page.close().await
}

/// A branch says which result it has or that a call was declined, and is held against the other from where they part.
#[tokio::test]
async fn a_branch_says_in_what_it_differs_and_is_compared_with_a_click() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    ask_to_the_end(page, QUESTION).await?;
    page.click_on(r#"[data-call="call_2"] button[aria-label="Edit result and run on"]:not([aria-disabled])"#)
        .await?;
    let result = r#"[data-call="call_2"] [aria-label="Result"][contenteditable="true"]"#;
    page.rewrite(result, r#"{"temperature_c": 31, "sky": "clear", "rain_mm": 0}"#).await?;
    page.press("Use this result").await?;
    page.find_text(&format!("{LOG}//p"), "Oslo").await?;
    page.find(r#"[data-turn-state="idle"]"#).await?;
    let branch = "//nav[@aria-label='Branches']//button[@data-branch]";
    page.find_text(branch, "Oslo: temperature_c: 31").await.context("no branch says which result it has")?;
    page.click(&page.find_xpath("//button[contains(@aria-label, 'Branches from here')]").await?).await?;
    let compare = "//*[@role='none']/button[starts-with(@aria-label, 'Compare with the current one')]";
    page.click(&page.find_xpath(compare).await?).await?;
    page.find_text("//*", "The same in both before this").await?;
    page.find_text("//table//ins", "31").await.context("the difference is not shown")?;
    page.chord(&[keys::ESCAPE]).await?;

    page.click_at("(//button[@aria-label='What to do with this message'])[1]").await?;
    page.click(&page.find_text("//*[@role='menuitem']", "Go back to here").await?).await?;
    page.press("Ask the model").await?;
    page.find(r#"[data-call="call_1"] [data-pause="beforeCall"]"#).await?;
    page.chord(&[keys::F5]).await?;
    page.find(r#"[data-call="call_2"] [data-pause="beforeCall"]"#).await?;
    page.press("Decline").await?;
    page.press("Decline the call").await?;
    page.find_text(branch, "Oslo declined").await.context("no branch says that a call was declined")?;
    page.close().await
}
