//! Room: narrow and wide windows, many lanes, and as much as a person collects in months.

use crate::QUESTION;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use support::crowd;
use support::lanes::{self, go_on_to_the_end};
use support::stage::{Stage, Surface};
use support::webdriver::{Page, keys};
use workbench::{Config, System, Workbench};

/// The sides that are open, in words.
async fn sides(page: &Page) -> Result<Value> {
    page.run("return [...document.querySelectorAll('[data-help=lists], [data-help=inspector]')].map((one) => one.dataset.help)")
        .await
}

/// The buttons in the middle that nobody can see whole, however they scroll.
const OUT_OF_REACH: &str = "return [...document.querySelectorAll('main button')].filter((one) => {
    one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const { left, right, width } = one.getBoundingClientRect();
    return width > 0 && (right > innerWidth + 1 || left < -1);
}).map((one) => one.outerHTML.slice(0, 120))";

/// How much of the stop can be seen at once in the room of the transcript: all from its reason over the arguments to the
/// button that goes on, its reason and the button with a part of what is between them, or less.
const STOP_IN_SIGHT: &str = "
    const stop = document.querySelector('[data-pause]');
    stop.querySelector('.written').scrollIntoView({ block: 'start' });
    const [first, middle, last] = ['.why', '[contenteditable=true]', '[data-goes-on] button']
        .map((part) => stop.querySelector(part).getBoundingClientRect());
    const room = stop.closest('[role=log]').getBoundingClientRect();
    const shown = document.elementFromPoint((last.left + last.right) / 2, (last.top + last.bottom) / 2);
    const isInside = ({ top, right, bottom, left }) =>
        left >= room.left && right <= room.right && top >= room.top - 1 && bottom <= room.bottom + 1;
    if (!isInside(first) || !isInside(last) || first.bottom > last.top || !stop.contains(shown)) return 'less';
    return first.bottom <= middle.top && middle.bottom <= last.top ? 'all' : 'ends';";

/// The height of the transcript, once what stands around it has folded.
const ROOM: &str = "return (async () => {
    const log = document.querySelector('[role=log]');
    for (let frame = 0; log.clientHeight < 300 && frame < 60; frame += 1) await new Promise(requestAnimationFrame);
    return log.clientHeight;
})()";

#[tokio::test]
async fn where_room_is_scarce_one_side_is_open_at_a_time_and_the_stop_is_in_sight() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Empty session").await?;
    // Half of 1,024 is what a window of that width has at twice the size.
    for (width, height, open) in
        [(1440, 900, json!(["lists", "inspector"])), (1024, 768, json!(["lists"])), (512, 400, json!([]))]
    {
        page.fit(width, height).await?;
        page.run("return new Promise(requestAnimationFrame)").await?;
        ensure!(sides(page).await? == open, "at {width}: {}", sides(page).await?);
    }
    page.fit(1024, 768).await?;
    page.press("Show the inspector").await?;
    ensure!(sides(page).await? == json!(["inspector"]), "{}", sides(page).await?);
    let message = page.find(r#"textarea[aria-label="Message"]"#).await?;
    page.write(&message, &format!("{QUESTION}{}", keys::ENTER)).await?;
    page.find(r#"[data-pause="beforeCall"] [contenteditable="true"]"#).await?;
    for (width, height, wanted) in [(1024, 768, "all"), (512, 400, "ends")] {
        page.fit(width, height).await?;
        let mut tick = tokio::time::interval(std::time::Duration::from_millis(100));
        let mut looks = 0;
        // Editors take a moment to fit into another room.
        while page.run(STOP_IN_SIGHT).await? != wanted {
            looks += 1;
            ensure!(
                looks < 50,
                "at {width} this much of the stop is in sight: {}",
                page.run(STOP_IN_SIGHT).await?
            );
            tick.tick().await;
        }
        let outside = page.run(OUT_OF_REACH).await?;
        ensure!(outside.as_array().is_none_or(Vec::is_empty), "at {width} out of reach: {outside}");
    }
    // The rows around a stop give way to it in a low window.
    let room = page.run(ROOM).await?;
    ensure!(room.as_u64() >= Some(300), "at 512 by 400 the transcript is {room} pixels high");
    page.close().await
}

/// Where the lanes are and what their heads say.
const LANES: &str = "return [...document.querySelectorAll('[data-lane]')].map((lane) => {
    const { left, right, width } = lane.getBoundingClientRect();
    return { name: lane.getAttribute('aria-label'), width, isSeen: left >= -1 && right <= innerWidth + 1,
        facts: lane.querySelector('header ul')?.innerText ?? '' };
})";

/// Of each finished call that is drawn in a lane, whether its result stands below what was called, and both are in sight.
const TWO_LINES: &str = "return [...document.querySelectorAll('[data-lane] [data-call] .line')]
    .filter((line) => line.querySelector('.outcome') !== null)
    .map((line) => {
        const [whole, called, came] = [line, ...['.signature', '.outcome'].map((part) => line.querySelector(part))]
            .map((one) => one.getBoundingClientRect());
        return called.width > 100 && called.bottom <= came.top + 1 && came.bottom <= whole.bottom + 1;
    })";

/// The cells of a column of the table over all lanes.
fn column(title: &str) -> String {
    format!(
        "const titles = [...document.querySelectorAll('main table thead th')].map((one) => one.innerText);
        return [...document.querySelectorAll('main table tbody tr')]
            .map((row) => row.children[titles.indexOf('{title}')].innerText.trim())"
    )
}

/// Four lanes are read at once at 1,440 pixels and six at 1,920, in the order in which they were added.
#[tokio::test]
async fn four_lanes_have_room_at_1440_and_six_at_1920_with_their_figures() -> Result<()> {
    let home = tempfile::tempdir()?;
    let folder = home.path().join("callwright");
    std::fs::create_dir_all(&folder)?;
    let price = json!({ "model": "example:*", "input": 1000.0, "output": 2000.0 });
    let prices = json!({ "format": 1, "asOf": "2026-01-01", "models": [price] });
    std::fs::write(folder.join("prices.json"), prices.to_string())?;
    let stage = Stage::open_at(Surface::Browser, home).await?;
    let page = &stage.page;
    page.fit(1440, 900).await?;
    page.press("Empty session").await?;
    for lane in 2..=4 {
        lanes::add(
            page,
            lane,
            if lane == 2 { "A model that makes mistakes" } else { "Weather in two cities" },
        )
        .await?;
    }
    let message = page.find(r#"textarea[aria-label="Message"]"#).await?;
    page.write(&message, &format!("{QUESTION}{}", keys::ENTER)).await?;
    page.find(r#"[data-lane="4"] [data-pause="beforeCall"]"#).await?;
    go_on_to_the_end(page).await?;
    seen(page, 4).await?;
    page.find_text("//*[@data-lane='2']//header//li", "3 failed").await?;
    let cards = page.run(TWO_LINES).await?;
    let cards = cards.as_array().context("cards")?;
    ensure!(cards.len() >= 4 && cards.iter().all(|card| *card == true), "in two lines: {cards:?}");

    page.press("Figures of all lanes").await?;
    page.find_text("//table//tr", "Model time").await?;
    let rows = "return [...document.querySelectorAll('main table tbody th')].map((one) => one.innerText)";
    let rows = page.run(rows).await?;
    ensure!(rows == json!(["1 · A", "2 · B", "3 · C", "4 · D"]), "{rows}");
    let bars = "return [...document.querySelectorAll('main table tbody .bar')].map((one) => one.getBoundingClientRect().width)";
    let bars = page.run(bars).await?;
    let drawn =
        bars.as_array().into_iter().flatten().filter_map(Value::as_f64).filter(|width| *width > 1.0).count();
    ensure!(drawn >= 8, "bars as wide as {bars}");
    let failures = page.run(&column("Failures")).await?;
    ensure!(failures == json!(["0", "3", "0", "0"]), "{failures}");
    let costs = page.run(&column("Cost")).await?;
    let has_price = |cost: &Value| cost.as_str().is_some_and(|cost| cost.starts_with('$'));
    ensure!(costs.as_array().is_some_and(|costs| costs.iter().all(has_price)), "{costs}");
    page.press("Figures of all lanes").await?;

    page.fit(1920, 1080).await?;
    for lane in 5..=6 {
        lanes::add(page, lane, "Weather in two cities").await?;
        page.find(&format!(r#"[data-lane="{lane}"] [data-pause="beforeCall"]"#)).await?;
        go_on_to_the_end(page).await?;
    }
    seen(page, 6).await?;
    page.close().await
}

async fn seen(page: &Page, count: usize) -> Result<()> {
    let lanes = page.run(LANES).await?;
    let lanes = lanes.as_array().context("lanes")?;
    ensure!(lanes.len() == count, "{lanes:?}");
    for (at, lane) in lanes.iter().enumerate() {
        ensure!(lane["isSeen"] == true && lane["width"].as_f64() >= Some(300.0), "{lane}");
        let letter = char::from(b'A' + u8::try_from(at)?);
        ensure!(lane["name"] == format!("Lane {}, {letter}", at + 1), "{lane}");
        for fact in ["model ", "in, ", "$", "call"] {
            ensure!(lane["facts"].as_str().is_some_and(|facts| facts.contains(fact)), "no {fact}: {lane}");
        }
    }
    Ok(())
}

/// How many lines of a list are drawn, and whether it scrolls by itself.
const LIST: &str = "(name) => {
    const section = document.querySelector(`section[aria-label=${name}]`);
    const scroller = section.querySelector('[data-scroller]') ?? section.closest('[data-scroller]');
    return { drawn: section.querySelectorAll('li').length, scrolls: scroller !== null && scroller.scrollHeight > scroller.clientHeight };
}";

/// How the first function that is listed shows its name: the start gives way, the end is in sight.
const CUT_NAME: &str = "
    const name = document.querySelector('section[aria-label=Functions] li .name');
    const [start, end] = ['.start', '.end'].map((part) => name.querySelector(part));
    if (start === null || end === null) return { isStartCut: false, isEndSeen: false };
    const right = (one) => one.getBoundingClientRect().right;
    return {
        isStartCut: start.scrollWidth > start.clientWidth,
        isEndSeen: end.dataset.drawn.endsWith('0777') && right(end) <= right(name) + 1 && end.scrollWidth <= end.clientWidth + 1,
    };";

/// With a thousand functions and five hundred sessions each list draws what is seen, scrolls by itself and cuts names in
/// their middle; the palette and the picker find by letters.
#[tokio::test]
async fn a_thousand_functions_and_five_hundred_sessions_keep_the_page_small() -> Result<()> {
    let home = tempfile::tempdir()?;
    let folder = home.path().join("callwright");
    std::fs::create_dir_all(&folder)?;
    crowd::add_models(&folder)?;
    let app = Workbench::new(Config::in_folder(&folder), System::real());
    crowd::add_functions_and_sessions(&app).await?;
    app.close().await;
    let stage = Stage::open_at(Surface::Browser, home).await?;
    let page = &stage.page;
    page.find_text("//*[@role='log']//p", "It is on its way.").await?;
    for name in ["Sessions", "Functions", "Models"] {
        let script = format!("const look = {LIST}; return look('{name}')");
        let list = page.run(&script).await?;
        ensure!(list["drawn"].as_u64() < Some(80) && list["scrolls"] == true, "{name}: {list}");
    }
    page.write(&page.find("section[aria-label=Functions] input").await?, "office_0777").await?;
    page.find_text("//section[@aria-label='Functions']//li", "office 777 by").await?;
    let name = page.run(CUT_NAME).await?;
    ensure!(name == json!({ "isStartCut": true, "isEndSeen": true }), "a long name is cut so: {name}");

    page.chord(&[keys::CONTROL, "k"]).await?;
    page.write(&page.find("dialog [role='combobox']").await?, "office_0777").await?;
    page.find_text("//*[@role='option']", "office_0777").await?;
    let drawn = page.run("return document.querySelectorAll('dialog [role=option]').length").await?;
    ensure!(drawn.as_u64() < Some(60), "{drawn} lines of the palette are drawn");
    page.chord(&[keys::ESCAPE]).await?;
    page.click(&page.find_xpath("//button[starts-with(@aria-label, 'Model of this session')]").await?)
        .await?;
    page.write(&page.find("[role='combobox'][aria-label^='Model of this session']").await?, "model-031")
        .await?;
    page.find_text("//*[@role='option']", "031-preview").await?;
    page.close().await
}
