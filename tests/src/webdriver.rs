//! The part of the WebDriver protocol that the tests need, the same for every browser.

use anyhow::{Context, Result};
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// How long an element may take to appear.
const PATIENCE: Duration = Duration::from_secs(20);

/// The key under which the protocol names an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// An open page.
#[derive(Debug)]
pub struct Page {
    client: Client,
    session: String,
}

/// Something on the page, and what it was found by: it is found again where it was drawn anew since.
#[derive(Clone, Debug)]
pub struct Element {
    id: String,
    using: &'static str,
    value: String,
}

/// Keys without a character.
pub mod keys {
    pub const ENTER: &str = "\u{E007}";
    pub const ESCAPE: &str = "\u{E00C}";
    pub const TAB: &str = "\u{E004}";
    pub const SHIFT: &str = "\u{E008}";
    pub const CONTROL: &str = "\u{E009}";
    pub const F1: &str = "\u{E031}";
    pub const F2: &str = "\u{E032}";
    pub const F5: &str = "\u{E035}";
    pub const F10: &str = "\u{E03A}";
}

impl Page {
    /// Opens a page through the driver on a port. Retries until the driver is up.
    pub async fn open(port: u16, capabilities: Value) -> Result<Self> {
        let client = crate::http::client().timeout(Duration::from_secs(60)).build()?;
        let driver = format!("http://127.0.0.1:{port}");
        let mut tick = tokio::time::interval(Duration::from_millis(50));
        for attempt in 0_u32.. {
            tick.tick().await;
            let status = client.get(format!("{driver}/status")).send().await;
            if status.is_ok_and(|status| status.status().is_success()) {
                break;
            }
            anyhow::ensure!(attempt < 400, "the driver on port {port} does not answer");
        }
        let asked = json!({ "capabilities": { "alwaysMatch": capabilities } });
        let opened = request(&client, Method::POST, &format!("{driver}/session"), Some(asked)).await?;
        let id = opened.get("sessionId").and_then(Value::as_str).context("the driver opened no session")?;
        let page = Self { client, session: format!("{driver}/session/{id}") };
        let patience = u64::try_from(PATIENCE.as_millis())?;
        page.post("timeouts", json!({ "implicit": patience })).await?;
        Ok(page)
    }

    pub async fn go_to(&self, address: &str) -> Result<()> {
        self.post("url", json!({ "url": address })).await.map(drop)
    }

    /// The first element that matches, as soon as there is one.
    pub async fn find(&self, css: &str) -> Result<Element> {
        self.find_by("css selector", css).await.with_context(|| format!("no {css} on the page"))
    }

    pub async fn find_xpath(&self, xpath: &str) -> Result<Element> {
        self.find_by("xpath", xpath).await.with_context(|| format!("no {xpath} on the page"))
    }

    /// An element that shows this text somewhere inside.
    pub async fn find_text(&self, xpath: &str, text: &str) -> Result<Element> {
        self.find_xpath(&format!("{xpath}[contains(normalize-space(.), {})]", quoted(text))).await
    }

    /// The button with this text or accessible name.
    pub async fn button(&self, text: &str) -> Result<Element> {
        let text = quoted(text);
        self.find_xpath(&format!(
            "//button[not(@disabled or @aria-disabled = 'true')][starts-with(normalize-space(.), {text}) or @aria-label={text}]"
        ))
        .await
    }

    /// Clicks as soon as the element is uncovered and still.
    pub async fn click(&self, element: &Element) -> Result<()> {
        patiently(async || self.click_now(element).await).await
    }

    /// Clicks the element that matches, even if it is redrawn meanwhile.
    pub async fn click_on(&self, css: &str) -> Result<()> {
        patiently(async || self.click_now(&self.find(css).await?).await).await
    }

    /// The same, by an XPath.
    pub async fn click_at(&self, xpath: &str) -> Result<()> {
        patiently(async || self.click_now(&self.find_xpath(xpath).await?).await).await
    }

    pub async fn press(&self, text: &str) -> Result<()> {
        let pressed = patiently(async || self.click_now(&self.button(text).await?).await).await;
        pressed.with_context(|| format!("can't press {text}"))
    }

    async fn click_now(&self, element: &Element) -> Result<()> {
        self.at(element, Method::POST, "click", Some(json!({}))).await.map(drop)
    }

    pub async fn write(&self, element: &Element, text: &str) -> Result<()> {
        self.at(element, Method::POST, "value", Some(json!({ "text": text }))).await.map(drop)
    }

    /// Replaces the contents of the editor that matches.
    pub async fn rewrite(&self, css: &str, text: &str) -> Result<()> {
        self.click_on(css).await?;
        self.chord(&[keys::CONTROL, "a"]).await?;
        self.write(&self.find(css).await?, text).await
    }

    /// Presses keys together, wherever the focus is.
    pub async fn chord(&self, keys: &[&str]) -> Result<()> {
        let down = keys.iter().map(|key| json!({ "type": "keyDown", "value": key }));
        let up = keys.iter().rev().map(|key| json!({ "type": "keyUp", "value": key }));
        let strokes: Vec<_> = down.chain(up).collect();
        let actions = json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": strokes }] });
        self.post("actions", actions).await.map(drop)
    }

    pub async fn text(&self, element: &Element) -> Result<String> {
        let text = self.at(element, Method::GET, "text", None).await?;
        Ok(text.as_str().unwrap_or_default().to_owned())
    }

    pub async fn attribute(&self, element: &Element, name: &str) -> Result<Option<String>> {
        let value = self.at(element, Method::GET, &format!("attribute/{name}"), None).await?;
        Ok(value.as_str().map(str::to_owned))
    }

    /// The return value of a script in the page.
    pub async fn run(&self, script: &str) -> Result<Value> {
        self.post("execute/sync", json!({ "script": script, "args": [] })).await
    }

    /// Makes what the page is drawn on this large, whatever the browser draws around it.
    pub async fn fit(&self, width: u32, height: u32) -> Result<()> {
        self.resize(width, height).await?;
        let around = self.run(&format!("return [{width} - innerWidth, {height} - innerHeight]")).await?;
        let more =
            |at: usize| around.get(at).and_then(Value::as_i64).and_then(|more| u32::try_from(more).ok());
        self.resize(width + more(0).unwrap_or(0), height + more(1).unwrap_or(0)).await?;
        let is_fit = format!("return innerWidth === {width} && innerHeight === {height}");
        // The page learns of its new size a moment after its window has it.
        patiently(async || {
            anyhow::ensure!(self.run(&is_fit).await? == true, "no room for {width} × {height}");
            Ok(())
        })
        .await
    }

    pub async fn resize(&self, width: u32, height: u32) -> Result<()> {
        self.post("window/rect", json!({ "width": width, "height": height })).await.map(drop)
    }

    /// A picture of the page, as PNG in Base64.
    pub async fn screenshot(&self) -> Result<String> {
        let picture = self.get("screenshot").await?;
        picture.as_str().map(str::to_owned).context("the driver took no picture")
    }

    /// Closes the page. A driver that keeps a page open keeps its browser too.
    pub async fn close(&self) -> Result<()> {
        request(&self.client, Method::DELETE, &self.session, None).await.map(drop)
    }

    async fn find_by(&self, using: &'static str, value: &str) -> Result<Element> {
        let found = self.post("element", json!({ "using": using, "value": value })).await?;
        let id = found.get(ELEMENT).and_then(Value::as_str).context("the driver names no element")?;
        Ok(Element { id: id.to_owned(), using, value: value.to_owned() })
    }

    /// Sends a command to an element, or to the one that was drawn in its place.
    async fn at(&self, element: &Element, method: Method, what: &str, body: Option<Value>) -> Result<Value> {
        let mut id = element.id.clone();
        let give_up = Instant::now() + PATIENCE;
        loop {
            let address = format!("{}/element/{id}/{what}", self.session);
            match request(&self.client, method.clone(), &address, body.clone()).await {
                Err(error) if is_stale(&error) && Instant::now() < give_up => {
                    id = self.find_by(element.using, &element.value).await?.id;
                }
                done => return done,
            }
        }
    }

    async fn get(&self, path: &str) -> Result<Value> {
        request(&self.client, Method::GET, &format!("{}/{path}", self.session), None).await
    }

    async fn post(&self, path: &str, body: Value) -> Result<Value> {
        request(&self.client, Method::POST, &format!("{}/{path}", self.session), Some(body)).await
    }
}

/// Tries until it works. A page in motion refuses what it takes a moment later.
pub async fn patiently(mut attempt: impl AsyncFnMut() -> Result<()>) -> Result<()> {
    let mut tick = tokio::time::interval(Duration::from_millis(50));
    let give_up = Instant::now() + PATIENCE;
    loop {
        tick.tick().await;
        match attempt().await {
            Err(_) if Instant::now() < give_up => {}
            done => return done,
        }
    }
}

async fn request(client: &Client, method: Method, address: &str, body: Option<Value>) -> Result<Value> {
    let mut request = client.request(method, address);
    if let Some(body) = body {
        request = request.json(&body);
    }
    let response = request.send().await?;
    let status = response.status();
    let mut body: Value = response.json().await?;
    let value = body.get_mut("value").map(Value::take).unwrap_or_default();
    if !status.is_success() {
        let part = |name| value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        return Err(Refusal { status, kind: part("error"), message: part("message") }.into());
    }
    Ok(value)
}

/// The driver's refusal of a command.
#[derive(Debug, thiserror::Error)]
#[error("the driver answered {status}: {message}")]
struct Refusal {
    status: StatusCode,
    /// One of the protocol's error codes.
    kind: String,
    message: String,
}

/// Whether an element is no longer part of the page.
fn is_stale(error: &anyhow::Error) -> bool {
    error.downcast_ref().is_some_and(|refusal: &Refusal| refusal.kind == "stale element reference")
}

/// A string in XPath, which knows no way to escape a quote.
fn quoted(text: &str) -> String {
    if text.contains('\'') { format!("\"{text}\"") } else { format!("'{text}'") }
}
