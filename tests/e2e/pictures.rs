//! Every view and every sheet, held against a picture of how it was. An ordinary run looks at each in one theme, light and
//! dark by turns; a long one in both.
//!
//! Pictures are kept at a quarter of their size. What the edges of letters do differently on another machine is lost in
//! that, and what was moved, lost or painted differently is not. `CALLWRIGHT_REWRITE_PICTURES=1` takes them anew.

use anyhow::{Context, Result, bail, ensure};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use support::stage::{Stage, Surface};
use support::webdriver::Page;

/// So much of a picture may look different.
const TOLERATED: f64 = 0.004;

/// A part looks different where a colour is this much off, of 255.
const NOTICEABLE: u32 = 40;

/// What moves or blinks would be in another state each time.
const STILL: &str = r"
    document.head.append(Object.assign(document.createElement('style'), {
        textContent: '* { caret-color: transparent !important; animation: none !important; transition: none !important }' }))";

/// Makes a picture as small as it is kept. Without one to hold it against, its text is given back; with one, which part of
/// it is different.
const COMPARE: &str = r"
    const drawn = async (text) => {
        const image = new Image();
        image.src = 'data:image/png;base64,' + text;
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 200 });
        const context = canvas.getContext('2d');
        context.imageSmoothingQuality = 'high';
        context.drawImage(image, 0, 0, 320, 200);
        return { canvas, colours: context.getImageData(0, 0, 320, 200).data };
    };
    return (async () => {
        const now = await drawn(taken);
        if (kept === null) return now.canvas.toDataURL('image/png').split(',')[1];
        const before = await drawn(kept);
        let different = 0;
        for (let at = 0; at < now.colours.length; at += 4) {
            const off = [0, 1, 2].map((colour) => Math.abs(now.colours[at + colour] - before.colours[at + colour]));
            if (Math.max(...off) > noticeable) different += 1;
        }
        return different / (320 * 200);
    })();";

struct Pictures<'a> {
    page: &'a Page,
    origin: String,
    rewrites: bool,
    found: Vec<String>,
}

impl Pictures<'_> {
    async fn take(&mut self, scene: &str, theme: &str) -> Result<()> {
        self.page.go_to(&format!("{}/gallery.html?scene={scene}&theme={theme}", self.origin)).await?;
        self.page.find(&format!("html[data-scene='{scene}']")).await?;
        self.page.run(STILL).await?;
        let taken = self.settled().await?;
        let place = folder().join(format!("{scene}-{theme}.png"));
        if self.rewrites {
            let text = self.compare(&taken, &Value::Null).await?;
            let text = text.as_str().context("a picture")?;
            return Ok(std::fs::write(place, BASE64_STANDARD.decode(text)?)?);
        }
        let kept = std::fs::read(&place).with_context(|| format!("there is no {}", place.display()))?;
        let different = self.compare(&taken, &json!(BASE64_STANDARD.encode(kept))).await?;
        let different = different.as_f64().context("a number")?;
        if different > TOLERATED {
            self.found.push(format!("{scene}, {theme}: {:.1} %", different * 100.0));
        }
        Ok(())
    }

    /// The picture once nothing changes any more: editors come a moment later than the rest.
    async fn settled(&self) -> Result<String> {
        let mut tick = tokio::time::interval(std::time::Duration::from_millis(150));
        let mut before = self.page.screenshot().await?;
        for _ in 0..40 {
            tick.tick().await;
            let now = self.page.screenshot().await?;
            if now == before {
                return Ok(now);
            }
            before = now;
        }
        bail!("it does not stand still")
    }

    async fn compare(&self, taken: &str, kept: &Value) -> Result<Value> {
        let given = format!("const [taken, kept, noticeable] = ['{taken}', {kept}, {NOTICEABLE}];");
        self.page.run(&format!("{given}{COMPARE}")).await
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/pictures")
}

/// The themes in which a scene is compared.
fn themes(place: usize, rewrites: bool) -> &'static [&'static str] {
    const THEMES: [&str; 2] = ["light", "dark"];
    if rewrites || std::env::var_os("CALLWRIGHT_LONG").is_some() {
        return &THEMES;
    }
    &THEMES[place % 2..][..1]
}

#[tokio::test]
async fn every_view_and_every_sheet_looks_as_it_did() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.fit(1280, 800).await?;
    let origin = page.run("return location.origin").await?;
    let origin = origin.as_str().context("an address")?.to_owned();
    page.go_to(&format!("{origin}/gallery.html?scene=empty")).await?;
    page.find("html[data-scene]").await?;
    let scenes = page.run("return document.documentElement.dataset.scenes.split(' ')").await?;
    let rewrites = std::env::var_os("CALLWRIGHT_REWRITE_PICTURES").is_some();
    let mut pictures = Pictures { page, origin, rewrites, found: Vec::new() };
    let names: Vec<_> = scenes.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    ensure!(names.len() > 30, "{names:?}");
    for (place, scene) in names.into_iter().enumerate() {
        for theme in themes(place, rewrites) {
            pictures.take(scene, theme).await.with_context(|| format!("{scene}, {theme}"))?;
        }
    }
    ensure!(pictures.found.is_empty(), "it looks different:\n{}", pictures.found.join("\n"));
    page.close().await
}
