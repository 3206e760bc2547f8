//! Experiments, as a person makes them: a case from a session, a set that runs, and what came of it.

use crate::QUESTION;
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::path::Path;
use support::lanes::ask_to_the_end;
use support::stage::{Stage, Surface};
use support::webdriver::Page;

const CITY: &str = "[data-expected-call='1'] [data-argument='city']";
const MISTAKES: &str = "A model that makes mistakes";

/// Waits until no run is missing.
async fn finished(page: &Page) -> Result<()> {
    page.find("[data-experiment='finished']").await.context("the set does not finish").map(drop)
}

/// The menu of the answer that made the first call.
async fn keep_as_a_case(page: &Page) -> Result<()> {
    let menu = "(//*[@role='log']//button[@aria-label='What to do with this message'])[2]";
    page.click(&page.find_xpath(menu).await?).await?;
    page.click(&page.find_text("//*[@role='menuitem']", "Keep as a case…").await?).await
}

async fn choose(page: &Page, css: &str, option: u32) -> Result<()> {
    page.click_on(&format!("{css} select option:nth-child({option})")).await
}

#[tokio::test]
async fn a_case_of_a_session_is_loosened_and_run_and_opened_where_it_differs() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    ask_to_the_end(page, QUESTION).await?;

    keep_as_a_case(page).await?;
    page.find(CITY).await.context("the call is not expected")?;
    choose(page, CITY, 2).await?;
    page.rewrite(&format!("{CITY} textarea"), "Boston\nBoston, MA").await?;
    page.press("Keep the case").await?;
    let kept = page.find_text("//*[@role='dialog']//*[@role='status']", "Kept in").await?;
    let kept = page.text(&kept).await?;
    let path = kept.split_once("Kept in ").context("the path is told")?.1.trim();
    let case: Value = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let city = case.pointer("/expect/calls/list/0/arguments/city/oneOf").context("it is not loosened")?;
    ensure!(*city == serde_json::json!(["Boston", "Boston, MA"]), "{city}");

    page.press("Show the set").await?;
    for model in ["Weather in two cities", MISTAKES] {
        page.click(&page.find_text("//*[@role='dialog']//label", model).await?).await?;
    }
    page.press("Make 8 runs").await?;
    finished(page).await?;
    page.find("[data-verdict='noVerdict']").await.context("there is a verdict on one case")?;
    page.find("[data-lane-result='example:weather']").await?;

    page.click_on("[data-function-figures='weather.get_forecast'] button").await?;
    page.find("[data-shown-runs] [data-run='1']").await.context("a number of functions leads nowhere")?;
    page.click_on("[aria-label='Hide the runs']").await?;
    page.click_on("[data-plot='cost'] [role='button']").await.context("the plot leads nowhere")?;
    page.find("[data-shown-runs] [data-run='1']").await.context("the runs of a lane are not shown")?;
    page.press("Save as SVG").await?;
    let drawn = page.find("[data-saved-plot]").await?;
    let drawn = page.attribute(&drawn, "data-saved-plot").await?.context("the picture has a path")?;
    ensure!(std::fs::read_to_string(&drawn)?.starts_with("<svg "), "{drawn} is no picture");
    page.press("Save as PNG").await?;
    page.find("[data-saved-plot$='.png']").await.context("the plot is not painted")?;
    page.press("Keep as the baseline").await?;
    page.find("[data-baseline='held']").await.context("nothing is held against the baseline")?;

    let shows = "(//*[@data-case-result]//button[normalize-space(.)='Show the runs'])[2]";
    page.click(&page.find_xpath(shows).await?).await?;
    page.press("Open at the difference").await?;
    page.find_text("//*[@role='log']", "Expected otherwise").await.context("the difference is not shown")?;
    let wire = "//*[@role='tab' and normalize-space(.)='Wire']";
    page.click(&page.find_xpath(wire).await?).await?;
    page.find_text("//h3", "Sent").await.context("the request is not kept")?;

    page.press("Experiments…").await?;
    page.press("Report…").await?;
    let report = page.find("[data-report]").await?;
    let report = page.attribute(&report, "data-report").await?.context("the report has a path")?;
    ensure!(Path::new(&report).is_file(), "there is no {report}");
    page.go_to(&format!("file://{report}")).await?;
    page.find_text("//h2", "Differences").await?;
    page.find_text("//td", "no verdict").await.context("the report gives a verdict")?;
    page.click_on("td.number a").await?;
    page.click_on(".runs:target li a").await.context("the number leads to no runs")?;
    page.find_text("//section[starts-with(@id, 'run-')]", "weather.get_forecast").await.context("no run")?;
    page.close().await
}

#[tokio::test]
async fn the_sample_set_runs_from_the_empty_view_without_a_key() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.press("Experiments…").await?;
    page.press("Run the sample set").await?;
    finished(page).await?;
    page.find("[data-lane-result='example:mistakes']").await?;
    page.find("[data-verdict='noVerdict']").await.context("there is a verdict on three cases")?;
    let more = "About 6 cases would carry one; repeats alone would not.";
    page.find_text("//li[@data-verdict]", more).await.context("nothing says what would carry a verdict")?;
    page.close().await
}

/// A case whose function runs, where a person allows it.
const LIVE: &str = r#"{
  "format": 1,
  "id": "live",
  "history": [{"role": "user", "text": "How is the weather in Boston and in Oslo?"}],
  "functions": [{"name": "weather.get_forecast", "live": true}],
  "expect": {"calls": {"match": "superset", "list": [
    {"function": "weather.get_forecast", "arguments": {"city": {"equals": "Oslo"}, "day": "ignored"}}
  ]}}
}"#;

#[tokio::test]
async fn a_set_whose_functions_run_begins_once_a_person_allowed_it() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    let set = stage.callwright_home().join("experiments/sets/live");
    std::fs::create_dir_all(&set)?;
    std::fs::write(set.join("live.json"), LIVE)?;
    page.press("Experiments…").await?;
    page.click(&page.find_text("//*[@role='dialog']//label", "Weather in two cities").await?).await?;
    let make = "//*[@role='dialog']//button[normalize-space(.)='Make 4 runs']";
    let button = page.find_xpath(make).await?;
    let is_allowed = page.attribute(&button, "aria-disabled").await?.as_deref() != Some("true");
    ensure!(!is_allowed, "functions would run that nobody allowed");
    page.find_text("//*[@data-consent]", "weather.get_forecast").await?;
    page.click(&page.find_text("//*[@data-consent]//label", "Let these functions run").await?).await?;
    page.press("Make 4 runs").await?;
    finished(page).await?;
    page.find("[data-lane-result='example:weather']").await?;
    page.close().await
}
