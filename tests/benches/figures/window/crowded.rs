//! A window with as many functions, sessions and models as a person collects in months.

use super::figure;
use super::page::{milliseconds, times};
use crate::figure::{Figure, Unit, quantile};
use anyhow::{Context, Result};
use support::crowd::{FUNCTIONS, MODELS, SESSIONS};
use support::webdriver::Page;

/// Between an act of a person and the frame that answers it, in milliseconds.
const TARGET: f64 = 50.0;

const RUNS: usize = 10;

pub(super) async fn measure(page: &Page) -> Result<Vec<Figure>> {
    let mut figures = Vec::new();
    let crowd = format!("with {FUNCTIONS} functions, {SESSIONS} sessions and {MODELS} models");
    for (what, script) in [
        ("open the palette", PALETTE),
        ("open the picker of models", PICKER),
        ("type a letter in the palette", SEARCH),
    ] {
        let mut runs = Vec::new();
        for _ in 0..RUNS {
            runs.push(milliseconds(page, script).await.context(what)?);
        }
        let slowest = runs.iter().copied().fold(0.0, f64::max);
        let name = format!("{what} {crowd}, slowest of {RUNS}");
        figures.push(figure(name, slowest, Unit::Milliseconds, Some(TARGET)));
    }
    for (what, script) in
        [("a letter typed in a message", TYPING), ("a frame while the list of functions is scrolled", SCROLL)]
    {
        let frames = times(page, script).await.context(what)?;
        let name = format!("{what} {crowd}, slowest of {}", frames.len());
        let slowest = quantile(&frames, 1.0, Unit::Milliseconds);
        figures.push(figure(name, slowest, Unit::Milliseconds, Some(TARGET)));
    }
    Ok(figures)
}

/// From the keys to the frame that shows the palette.
const PALETTE: &str = "
    const begun = performance.now();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
    const field = await until(() => document.querySelector('dialog [role=combobox]'));
    await painted();
    const took = performance.now() - begun;
    field.closest('dialog').close();
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
    field.closest('dialog').close();
    await until(() => document.querySelector('dialog [role=combobox]') === null);
    return took;";

/// From the click to the frame that shows the models.
const PICKER: &str = "
    const opener = await until(() => document.querySelector('button[aria-label^=\"Model of this session\"]'));
    const begun = performance.now();
    opener.click();
    await until(() => opener.getAttribute('aria-expanded') === 'true');
    await painted();
    const took = performance.now() - begun;
    opener.click();
    await until(() => opener.getAttribute('aria-expanded') === 'false');
    return took;";

/// Letters of a message, and the time from each to its frame.
const TYPING: &str = "
    const field = document.querySelector('textarea[aria-label=Message]');
    field.focus();
    const letters = [];
    for (const letter of 'What becomes of the orders of the regional office?') {
        const begun = performance.now();
        field.setRangeText(letter, field.value.length, field.value.length, 'end');
        field.dispatchEvent(new InputEvent('input', { bubbles: true, data: letter }));
        await painted();
        letters.push(performance.now() - begun);
    }
    field.value = '';
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    return letters;";

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
