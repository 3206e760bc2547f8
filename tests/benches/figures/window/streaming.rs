//! Answers that stream into many lanes while somebody types, and for a very long time.

use super::figure;
use super::page::{milliseconds, times, told};
use super::prepared::{AT_ONCE, DELTAS_AT_ONCE, STEADY};
use crate::figure::{Figure, Unit, quantile};
use anyhow::{Context, Result, ensure};
use support::stage::Stage;
use support::webdriver::{Page, keys};

/// As many as there can be.
const LANES: usize = 6;
/// What is asked, in milliseconds.
const INPUT_TARGET: f64 = 50.0;

/// An hour at a hundred deltas a second.
const HOUR: u32 = 360_000;
/// What the memory at the end may be, of that after a third.
const GROWTH_TARGET: f64 = 1.5;

/// A letter each tenth of a second, from when it is due to the frame that shows it.
const TYPE: &str = "
    const box = document.querySelector('textarea[aria-label=Message]');
    const took = [];
    let due = performance.now();
    for (let letter = 0; letter < 100; letter += 1) {
        due += 100;
        const wait = due - performance.now();
        if (wait > 0) await new Promise((done) => setTimeout(done, wait));
        box.value += 'a';
        box.dispatchEvent(new InputEvent('input', { bubbles: true, data: 'a', inputType: 'insertText' }));
        await painted();
        took.push(performance.now() - due);
    }
    return took;";

/// Sends a message, and returns when it is answered.
const TURN: &str = "
    const phase = () => document.querySelector('[data-turn-state]').dataset.turnState;
    const box = await until(() => document.querySelector('textarea[aria-label=Message]'));
    box.value = 'Go on';
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    const send = await until(() => document.querySelector('button[aria-label=Send]:not([disabled])'));
    send.click();
    await until(() => box.value === '');
    // A turn may begin and end between two frames, so it is over when nothing goes on for a while.
    for (let still = 0; still < 20; still += 1) {
        await painted();
        if (phase() !== 'idle') still = 0;
    }
    return true;";

/// How many letters stand in all lanes.
const LETTERS: &str = "return [...document.querySelectorAll('[data-lane]')].map((one) => one.textContent.length).reduce((a, b) => a + b, 0);";

pub(super) async fn lanes(page: &Page) -> Result<Vec<Figure>> {
    begin_with(page, STEADY).await?;
    for lane in 2..=LANES {
        support::lanes::add(page, lane, STEADY).await?;
    }
    say(page, "Go").await?;
    told(page, "await until(() => [...document.querySelectorAll('[data-lane]')].every((one) => one.textContent.includes('and so on')));").await?;
    let before = milliseconds(page, LETTERS).await?;
    let took = times(page, TYPE).await?;
    let streamed = milliseconds(page, LETTERS).await? - before;
    ensure!(streamed > 10_000.0, "only {streamed} letters came while somebody typed");
    println!("window · {streamed} letters came into {LANES} lanes while somebody typed");
    let figures = [("median", 0.5, None), ("p95", 0.95, Some(INPUT_TARGET))].map(|(what, part, target)| {
        let name = format!("a letter typed while {LANES} lanes stream 800 deltas a second, {what}");
        figure(name, quantile(&took, part, Unit::Milliseconds), Unit::Milliseconds, target)
    });
    Ok(figures.into())
}

/// Answers come as fast as they can, so that the hour is over soon.
pub(super) async fn an_hour(stage: &Stage) -> Result<Figure> {
    let page = &stage.page;
    begin_with(page, AT_ONCE).await?;
    let turns = HOUR / DELTAS_AT_ONCE;
    let mut early = None;
    for turn in 1..=turns {
        told(page, TURN).await.with_context(|| format!("turn {turn}"))?;
        if turn == turns / 3 {
            early = Some(stage.memory()?);
        }
    }
    let (early, late) = (early.context("a third of it")?, stage.memory()?);
    println!("window · {early:.0} MB after a third of {HOUR} deltas, {late:.0} MB after all");
    let name = format!("memory of all processes after {HOUR} deltas, against a third of them");
    Ok(figure(name, late / early, Unit::Times, Some(GROWTH_TARGET)))
}

/// An empty session with this model.
pub(super) async fn begin_with(page: &Page, model: &str) -> Result<()> {
    // The button is out of sight beside many lanes.
    page.chord(&[keys::CONTROL, keys::SHIFT, "o"]).await?;
    // What is there of the session before has a message field, too.
    page.find_text("//main", "Nothing has been said yet").await?;
    support::lanes::choose_model(page, model).await
}

pub(super) async fn say(page: &Page, text: &str) -> Result<()> {
    let message = page.find(r#"textarea[aria-label="Message"]"#).await?;
    page.write(&message, &format!("{text}{}", keys::ENTER)).await
}
