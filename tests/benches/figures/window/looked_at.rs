//! A long session and a large value, as they are opened and scrolled through.

use super::figure;
use super::page::{milliseconds, times};
use super::prepared::{LARGE, LONG, MESSAGES, RESULT_BYTES, SHORT};
use crate::figure::{Figure, Unit, quantile};
use anyhow::{Context, Result};
use support::webdriver::Page;

/// What is asked, in milliseconds.
const OPEN_TARGET: f64 = 500.0;
const FRAME_TARGET: f64 = 50.0;
const VALUE_TARGET: f64 = 1_000.0;

const RUNS: usize = 5;

pub(super) async fn measure(page: &Page) -> Result<Vec<Figure>> {
    let mut opened = Vec::new();
    for _ in 0..RUNS {
        milliseconds(page, &open(SHORT, "Hello, too")).await?;
        opened.push(milliseconds(page, &open(LONG, &format!("Message {} of", MESSAGES - 1))).await?);
    }
    let worst = opened.iter().copied().fold(0.0, f64::max);
    let name = format!("open a session of {MESSAGES} messages, slowest of {RUNS}");
    let mut figures = vec![figure(name, worst, Unit::Milliseconds, Some(OPEN_TARGET))];

    let frames = times(page, SCROLL).await.context("scrolling")?;
    for (what, part, target) in [("p99", 0.99, None), ("slowest", 1.0, Some(FRAME_TARGET))] {
        let name = format!("a frame while {MESSAGES} messages are scrolled, {what} of {}", frames.len());
        figures.push(figure(name, quantile(&frames, part, Unit::Milliseconds), Unit::Milliseconds, target));
    }

    milliseconds(page, &open(LARGE, "It is long.")).await?;
    let value = milliseconds(page, OPEN_VALUE).await.context("a large value")?;
    let name = format!("open a JSON result of {} MB", RESULT_BYTES / 1_000_000);
    figures.push(figure(name, value, Unit::Milliseconds, Some(VALUE_TARGET)));
    Ok(figures)
}

/// From the click on a session to the frame that shows its last words.
fn open(session: &str, last: &str) -> String {
    format!(
        "const entry = await until(() => button('{session}'));
         const begun = performance.now();
         entry.click();
         await until(() => log()?.textContent.includes('{last}'));
         await painted();
         return performance.now() - begun;"
    )
}

/// Eight seconds upwards, faster than anybody reads, and the time between each two frames.
const SCROLL: &str = "
    const scrolls = (one) => one.scrollHeight > one.clientHeight + 10 && getComputedStyle(one).overflowY !== 'visible';
    let box = [log(), ...log().querySelectorAll('*')].find(scrolls);
    for (let one = log(); box === undefined; one = one.parentElement) if (scrolls(one)) box = one;
    const frames = [];
    let last = performance.now();
    const end = last + 8000;
    while (last < end) {
        box.scrollTop -= 150;
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        frames.push(now - last);
        last = now;
        if (box.scrollTop === 0) box.scrollTop = box.scrollHeight;
    }
    return frames;";

/// From the click to the frame in which the value can be read.
const OPEN_VALUE: &str = "
    const card = await until(() => document.querySelector('[data-call] button[aria-expanded]'));
    card.click();
    const open = await until(() => button('Open'));
    const begun = performance.now();
    open.click();
    await until(() => (document.querySelector('[role=dialog] pre')?.textContent.length ?? 0) > 1000);
    await painted();
    const took = performance.now() - begun;
    document.querySelector('[role=dialog] button[aria-label=Close]').click();
    return took;";
