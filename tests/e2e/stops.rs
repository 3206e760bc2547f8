//! Where the keys are at a stop, and how one goes on from it.

use crate::QUESTION;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use support::lanes;
use support::stage::{Stage, Surface};
use support::webdriver::{Page, keys};

const MESSAGE: &str = r#"textarea[aria-label="Message"]"#;
/// What has the focus, in words.
const FOCUS: &str = "const one = document.activeElement;
    return one.getAttribute('aria-label') ?? one.innerText.trim().split('\\n')[0];";

async fn ask(page: &Page) -> Result<()> {
    page.press("Empty session").await?;
    let message = page.find(MESSAGE).await?;
    page.write(&message, &format!("{QUESTION}{}", keys::ENTER)).await
}

/// Waits until this has the focus.
async fn focused(page: &Page, wanted: &str) -> Result<()> {
    let mut tick = tokio::time::interval(std::time::Duration::from_millis(50));
    for _ in 0..100 {
        tick.tick().await;
        if page.run(FOCUS).await?.as_str().is_some_and(|name| name.starts_with(wanted)) {
            return Ok(());
        }
    }
    let name = page.run(FOCUS).await?;
    anyhow::bail!("{name} has the focus in place of {wanted}")
}

#[tokio::test]
async fn the_keys_go_from_the_message_to_the_stop_and_back_where_the_turn_ends() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    ask(page).await?;
    page.find(r#"[data-pause="beforeCall"]"#).await?;
    focused(page, "Continue").await.context("at the first stop")?;
    page.chord(&[keys::ENTER]).await?;
    page.find_text(r#"//*[@data-call="call_1"]"#, "temperature_c").await?;
    focused(page, "Continue").await.context("at the second stop")?;
    page.chord(&[keys::ENTER]).await?;
    page.find(r#"[data-turn-state="idle"]"#).await?;
    focused(page, "Message").await.context("after the turn")?;
    page.close().await
}

#[tokio::test]
async fn a_stop_leaves_the_keys_to_a_person_who_types() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    ask(page).await?;
    focused(page, "Continue").await?;
    page.click_on(MESSAGE).await?;
    page.write(&page.find(MESSAGE).await?, "And tomorrow?").await?;
    page.chord(&[keys::F5]).await?;
    page.find_text(r#"//*[@data-call="call_1"]"#, "temperature_c").await?;
    page.find(r#"[data-pause="beforeCall"]"#).await?;
    focused(page, "Message").await?;
    let written = page.run(&format!("return document.querySelector('{MESSAGE}').value")).await?;
    ensure!(written == json!("And tomorrow?"), "what was typed went elsewhere: {written}");
    page.close().await
}

#[tokio::test]
async fn a_key_that_is_held_down_presses_nothing_at_a_stop() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    ask(page).await?;
    page.find(r#"[data-pause="beforeCall"]"#).await?;
    focused(page, "Continue").await?;
    let held = "const down = { key: 'Enter', repeat: true, bubbles: true, cancelable: true };
        return document.activeElement.dispatchEvent(new KeyboardEvent('keydown', down));";
    ensure!(page.run(held).await? == json!(false), "a held key would press the button");
    page.close().await
}

/// The buttons that go on, by their words.
const GO_ON: &str = "return [...document.querySelectorAll('main button')]
    .map((button) => button.innerText.trim().split('\\n')[0])
    .filter((words) => words.startsWith('Continue'))";

#[tokio::test]
async fn calls_that_are_shown_at_once_are_answered_with_one_button() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    ask(page).await?;
    page.find(r#"[data-pause="beforeCall"]"#).await?;
    let chips = "//nav[@aria-label='Calls that wait']//li";
    page.find_text(&format!("{chips}[1]"), "Boston").await.context("the calls are not told apart")?;
    page.find_text(&format!("{chips}[2]"), "Oslo").await.context("the calls are not told apart")?;
    page.press("All at once").await?;
    for (call, city) in [("call_1", "Boston"), ("call_2", "Oslo")] {
        page.find_text(&format!("//*[@data-waiting='{call}']//code"), city).await?;
    }
    let buttons = page.run(GO_ON).await?;
    ensure!(buttons == json!(["Continue"]), "{buttons}");
    page.press("Decline all").await?;
    page.press("Decline the call, and 1 other answer").await?;
    page.find(r#"[data-turn-state="idle"]"#).await?;
    for call in ["call_1", "call_2"] {
        page.find_text(&format!("//*[@data-call='{call}']"), "declined")
            .await
            .with_context(|| format!("{call} is not declined"))?;
    }
    page.close().await
}

const WRONG: &str = "//ul[@aria-label='What is wrong with this call']";

/// A session with the model that makes mistakes, at its first call.
async fn ask_who_errs(page: &Page) -> Result<()> {
    page.press("Empty session").await?;
    page.click(&page.find_text("//nav//li//button", "A model that makes mistakes").await?).await?;
    let message = page.find(MESSAGE).await?;
    page.write(&message, &format!("How is Lisbon tomorrow?{}", keys::ENTER)).await?;
    page.find("[data-pause='beforeCall']").await.map(drop)
}

#[tokio::test]
async fn a_function_that_does_not_exist_is_told_before_going_on_and_the_nearest_is_used() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    ask_who_errs(page).await?;
    page.find_text(WRONG, "There is no function weather.getForcast").await?;
    page.find_text(WRONG, "get_forecast").await.context("the nearest is not named")?;
    page.press("Use it").await?;
    page.find_xpath(&format!("//body[not({})]", WRONG.replacen("//", ".//", 1))).await?;
    page.chord(&[keys::F5]).await?;
    page.find_text(r#"//*[@data-call="call_1"]"#, "temperature_c").await.context("it did not run")?;
    page.close().await
}

#[tokio::test]
async fn arguments_that_fit_no_schema_or_are_no_json_are_told_before_going_on() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    ask_who_errs(page).await?;
    page.press("Continue").await?;
    page.find(r#"[data-call="call_2"] [data-pause="beforeCall"]"#).await?;
    page.find_text(WRONG, "day").await.context("the schema is not told")?;
    page.press("Continue").await?;
    page.find(r#"[data-call="call_3"] [data-pause="beforeCall"]"#).await?;
    page.find_text(WRONG, "The arguments are not valid JSON").await?;
    page.find_text(&format!("{WRONG}//button"), "missing bracket").await?;
    page.click(&page.find_xpath(&format!("{WRONG}//button[starts-with(normalize-space(.), 'Fix')]")).await?)
        .await?;
    page.press("Run with these arguments").await?;
    page.find_text(r#"//*[@data-call="call_3"]"#, "temperature_c").await.context("it did not run")?;
    page.close().await
}

/// A model with three calls in one answer: a wrong name, a wrong type, and one without a mistake.
const SLIPS: &str = r#"{"format": 1, "title": "Two slips"}
{"type": "call", "id": "call_1", "name": "weather.getForcast"}
{"type": "arguments", "delta": "{\"city\": \"Lisbon\"}"}
{"type": "call", "id": "call_2", "name": "weather-get_forecast"}
{"type": "arguments", "delta": "{\"city\": \"Oslo\", \"day\": \"tomorrow\"}"}
{"type": "call", "id": "call_3", "name": "weather-get_forecast"}
{"type": "arguments", "delta": "{\"city\": \"Boston\"}"}
{"type": "end"}
{"type": "text", "delta": "Done."}
{"type": "end"}"#;

#[tokio::test]
async fn each_call_that_waits_says_on_its_chip_what_is_wrong_with_it() -> Result<()> {
    let home = tempfile::tempdir()?;
    let scripts = home.path().join("callwright/scripts");
    std::fs::create_dir_all(&scripts)?;
    std::fs::write(scripts.join("slips.jsonl"), SLIPS)?;
    let stage = Stage::open_at(Surface::Browser, home).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    lanes::choose_model(page, "Two slips").await?;
    page.write(&page.find(MESSAGE).await?, &format!("{QUESTION}{}", keys::ENTER)).await?;
    page.find("[data-pause='beforeCall']").await?;
    let chip = |at: usize| format!("//nav[@aria-label='Calls that wait']//li[{at}]/button");
    let says = async |at: usize, title: &str| {
        page.find_xpath(&format!("{}[contains(@title, '{title}')]", chip(at)))
            .await
            .with_context(|| format!("the chip of call {at} does not say {title:?}"))
    };
    says(1, "There is no function weather.getForcast").await?;
    says(2, "day").await?;
    says(3, "waits for you").await?;
    let marked = "return [...document.querySelectorAll('nav[aria-label=\"Calls that wait\"] li')]
        .map((one) => one.querySelector('svg') !== null)";
    ensure!(page.run(marked).await? == json!([true, true, false]), "{}", page.run(marked).await?);
    page.press("Use it").await?;
    says(1, "answered by you").await?;
    page.click(&says(2, "day").await?).await?;
    page.find_text(WRONG, "day").await.context("a chip does not open its call")?;
    page.close().await
}

/// A result by hand begins as the last one of its function, and warns where a text looks like JSON.
#[tokio::test]
async fn a_result_by_hand_begins_as_the_last_one_and_warns_of_what_is_nearly_json() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    ask(page).await?;
    page.find("[data-pause='beforeCall']").await?;
    page.press("Write the result").await?;

    page.press("Text").await?;
    page.rewrite(r#"[aria-label="Result"][contenteditable="true"]"#, "{'sky': 'clear', rain: 0.1,}").await?;
    page.find_text("//*[@data-pause]", "This looks like JSON with slips in it").await?;
    page.press("Send as JSON").await?;
    page.find_text("//*[@data-editor='Result']", r#""sky": "clear""#).await?;
    page.chord(&[keys::F5]).await?;
    page.find(r#"[data-call="call_2"] [data-pause="beforeCall"]"#).await?;
    page.find_text(r#"//*[@data-call="call_1"]"#, "by you").await?;
    page.press("Write the result").await?;
    page.find_text("//*[@data-editor='Result']", "Begins as the last result of this function.").await?;
    page.find_text("//*[@data-editor='Result']", "clear").await?;
    page.close().await
}
