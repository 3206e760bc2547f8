//! A program of a person is attached, stopped, changed and forked, without a key.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use support::http;
use support::stage::{Stage, Surface};

/// What a client without a key is answered by a scripted model for: it calls the first function offered.
async fn ask(base: String) -> Result<Value> {
    let schema =
        json!({ "type": "object", "properties": { "city": { "type": "string" } }, "required": ["city"] });
    let function =
        json!({ "name": "get_weather", "description": "The weather in a city", "parameters": schema });
    let body = json!({
        "model": "gpt-5",
        "messages": [{ "role": "user", "content": "What is the weather in Oslo?" }],
        "tools": [{ "type": "function", "function": function }],
    });
    let client = http::client().build()?;
    let asked =
        client.post(format!("{base}/chat/completions")).bearer_auth("callwright").body(body.to_string());
    Ok(serde_json::from_str(&asked.send().await?.text().await?)?)
}

#[tokio::test]
async fn a_program_is_attached_and_stopped_and_gets_the_arguments_a_person_wrote() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Attach…").await?;
    page.write(&page.find("dialog input").await?, "My agent").await?;
    page.press("Attach").await?;
    let line = page.find_text("//dialog//code", "OPENAI_BASE_URL=").await?;
    let base = page.text(&line).await?.split_once('=').context("no address")?.1.trim().to_owned();
    page.click(&page.find_text("//dialog//label", "Before a call reaches the program").await?).await?;
    let asked = tokio::spawn(ask(base));
    page.find_text("//dialog//*[@role='status']", "The first request is here").await?;
    page.press("Open the conversation").await?;
    page.find(r#"[data-pause="beforeCall"]"#).await.context("the program is not stopped")?;
    page.find_text("//*[@data-banner='held']", "Holds the request of My agent").await?;
    page.press("Fork into a session").await?;
    page.click(&page.find_text("//*[@role='menuitem']", "Calls the first function").await?).await?;
    page.find_text("//h1 | //header//button", "(forked)").await.context("no fork while it is held")?;
    ensure!(!asked.is_finished(), "a fork lets the program go on");
    page.click(&page.find_text("//li[@data-program]//button", "What is the weather in Oslo?").await?).await?;
    page.press("Continue").await?;
    let answer = asked.await??;
    let call = &answer["choices"][0]["message"]["tool_calls"][0]["function"]["name"];
    ensure!(call == "get_weather", "{answer}");
    page.close().await
}
