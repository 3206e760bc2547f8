//! A program of a person is attached, stopped, changed and forked, without a key.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use support::http;
use support::stage::{Stage, Surface};
use support::webdriver::keys;

/// Asks as a program whose person has no key: a scripted model calls the function.
async fn ask(base: String, question: &'static str) -> Result<Value> {
    let parameters = json!({ "type": "object", "properties": { "city": { "type": "string" } } });
    let function = json!({ "name": "get_weather", "parameters": parameters });
    let body = json!({
        "model": "gpt-5",
        "messages": [{ "role": "user", "content": question }],
        "tools": [{ "type": "function", "function": function }],
    });
    let asked = http::client().build()?.post(format!("{base}/chat/completions"));
    let response = asked.bearer_auth("callwright").body(body.to_string()).send().await?;
    Ok(serde_json::from_str(&response.text().await?)?)
}

#[tokio::test]
async fn a_program_is_attached_and_stopped_and_gets_the_arguments_a_person_wrote() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Attach…").await?;
    page.write(&page.find("dialog input").await?, &format!("My agent{}", keys::ENTER)).await?;
    let line = page.text(&page.find_text("//dialog//code", "OPENAI_BASE_URL=").await?).await?;
    let base = line.split_once('=').context("no address")?.1.trim().to_owned();
    ask(base.clone(), "What is the weather in Oslo?").await?;
    page.find_text("//dialog//*[@role='status']", "The first request is here").await?;
    page.click(&page.find_text("//dialog//label", "Before a call reaches the program").await?).await?;
    page.press("Open the conversation").await?;
    page.find_text("//*[@role='log']", "What is the weather in Oslo?").await?;

    let asked = tokio::spawn(ask(base, "And in Rome?"));
    page.click(&page.find_text("//*[@data-program]//button", "And in Rome?").await?).await?;
    page.find(r#"[data-pause="beforeCall"]"#).await.context("the program is not stopped")?;
    page.find_text("//*[@data-banner='held']", "Holds the request of My agent").await?;
    page.press("Fork into a session").await?;
    page.click(&page.find_text("//*[@role='menuitem']", "Calls the first function").await?).await?;
    page.find_text("//header//*", "(forked)").await.context("nothing is forked while it is held")?;
    ensure!(!asked.is_finished(), "a fork lets the program go on");

    page.click(&page.find_text("//*[@data-program]//button", "And in Rome?").await?).await?;
    page.rewrite(r#"[aria-label="Arguments"][contenteditable="true"]"#, r#"{"city": "Bergen"}"#).await?;
    page.press("Run with these arguments").await?;
    let answer = asked.await??;
    let call = &answer["choices"][0]["message"]["tool_calls"][0]["function"];
    let arguments: Value = serde_json::from_str(call["arguments"].as_str().context("no call")?)?;
    ensure!(arguments == json!({ "city": "Bergen" }), "{answer}");
    page.close().await
}
