//! A window with as many functions, sessions and models as a person collects in months.

use super::figure;
use super::page::{milliseconds, times};
use super::streaming::{begin_with, say};
use crate::figure::{Figure, Unit, quantile};
use anyhow::{Context, Result};
use std::time::Duration;
use support::crowd::{FUNCTIONS, MODELS, SESSIONS};
use support::webdriver::{Page, keys};

/// Between an act of a person and the frame that answers it, in milliseconds.
const TARGET: f64 = 50.0;

const RUNS: usize = 10;

/// The model of the example, by its title.
const EXAMPLE: &str = "Weather in two cities";
/// The field for the first argument of its first call.
const ARGUMENT: &str = "[data-pause] .form textarea";

pub(super) async fn measure(page: &Page) -> Result<Vec<Figure>> {
    let mut figures = Vec::new();
    figures.extend(acts(page, "open the palette", PALETTE).await?);
    figures.extend(acts(page, "open the picker of models", &picker("Model of this session")).await?);
    figures.extend(acts(page, "type a letter in the palette", SEARCH).await?);
    figures
        .extend(frames(page, "a letter typed in a message", &typing("textarea[aria-label=Message]")).await?);
    figures.extend(frames(page, "a frame while the list of functions is scrolled", SCROLL).await?);
    // A new session stops before each call.
    begin_with(page, EXAMPLE).await?;
    say(page, "What is the weather in Oslo?").await?;
    page.find(r#"[data-pause="beforeCall"]"#).await?;
    figures.extend(acts(page, "open the picker of functions at a stop", &picker("Function:")).await?);
    figures.extend(frames(page, "a letter typed in an argument at a stop", &typing(ARGUMENT)).await?);
    page.chord(&[keys::SHIFT, keys::F5]).await?;
    page.find("[data-turn-state='idle']").await?;
    Ok(figures)
}

/// Some acts, each of which a script does and takes the time of.
async fn acts(page: &Page, what: &str, script: &str) -> Result<[Figure; 2]> {
    let mut runs = Vec::new();
    for _ in 0..RUNS {
        let took = milliseconds(page, script).await.with_context(|| what.to_owned())?;
        runs.push(Duration::from_secs_f64(took / 1e3));
    }
    Ok(middle_and_slowest(what, &runs))
}

/// The frames that a script takes the time of.
async fn frames(page: &Page, what: &str, script: &str) -> Result<[Figure; 2]> {
    let frames = times(page, script).await.with_context(|| what.to_owned())?;
    Ok(middle_and_slowest(what, &frames))
}

fn middle_and_slowest(what: &str, runs: &[Duration]) -> [Figure; 2] {
    let crowd = format!("with {FUNCTIONS} functions, {SESSIONS} sessions and {MODELS} models");
    [("median", 0.5, None), ("slowest", 1.0, Some(TARGET))].map(|(which, part, target)| {
        let name = format!("{what} {crowd}, {which} of {}", runs.len());
        figure(name, quantile(runs, part, Unit::Milliseconds), Unit::Milliseconds, target)
    })
}

/// From the keys to the frame that shows the palette.
const PALETTE: &str = "
    const begun = performance.now();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
    const field = await until(() => document.querySelector('dialog [role=combobox]'));
    await painted();
    const took = performance.now() - begun;
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await until(() => document.querySelector('dialog [role=combobox]') === null);
    return took;";

/// From the letter to the frame that shows what fits.
const SEARCH: &str = "
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
    const field = await until(() => document.querySelector('dialog [role=combobox]'));
    await painted();
    const begun = performance.now();
    field.value = 'o';
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await painted();
    const took = performance.now() - begun;
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await until(() => document.querySelector('dialog [role=combobox]') === null);
    return took;";

/// From the click to the frame that shows what can be chosen.
fn picker(name: &str) -> String {
    format!(
        "const opener = await until(() => document.querySelector('button[aria-label^=\"{name}\"]'));
         const begun = performance.now();
         opener.click();
         await until(() => opener.getAttribute('aria-expanded') === 'true');
         await painted();
         const took = performance.now() - begun;
         opener.click();
         await until(() => opener.getAttribute('aria-expanded') === 'false');
         return took;"
    )
}

/// Letters in a field, and the time from each to its frame.
fn typing(field: &str) -> String {
    format!(
        "const field = await until(() => document.querySelector('{field}'));
         const written = field.value;
         field.focus();
         const letters = [];
         for (const letter of 'What becomes of the orders of the regional office?') {{
             const begun = performance.now();
             field.setRangeText(letter, field.value.length, field.value.length, 'end');
             field.dispatchEvent(new InputEvent('input', {{ bubbles: true, data: letter }}));
             await painted();
             letters.push(performance.now() - begun);
         }}
         field.value = written;
         field.dispatchEvent(new InputEvent('input', {{ bubbles: true }}));
         return letters;"
    )
}

/// The whole list downwards and the time between each two frames.
const SCROLL: &str = "
    const box = document.querySelector('section[aria-label=Functions] [data-scroller]');
    const frames = [];
    box.scrollTop = 0;
    let last = performance.now();
    while (box.scrollTop + box.clientHeight < box.scrollHeight - 1 && frames.length < 400) {
        box.scrollTop += 150;
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        frames.push(now - last);
        last = now;
    }
    return frames;";
