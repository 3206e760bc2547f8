//! Each lane over all cases.

use super::{Evidence, begin_table, charts, code_cell, end_table, head, number_cell, passed_of, percent};
use crate::filter::{RunFilter, RunProperty};
use crate::report::{LaneReport, Report};
use formats::Page;

pub(super) fn write(page: &mut Page, report: &Report, evidence: &mut Evidence<'_>) {
    let about = "The share of runs that passed, with its 95% Wilson interval. Repeats of one case resemble each other, so the \
                 interval counts as many runs as they are worth. Right functions and valid arguments lead to the runs without.";
    begin_table(page, "Models", about);
    let most = |of: fn(&LaneReport) -> &[(u32, f64)]| {
        report
            .lanes
            .iter()
            .filter_map(|lane| of(lane).last())
            .map(|(attempts, _)| *attempts)
            .max()
            .unwrap_or(1)
    };
    let attempts = most(|lane| &lane.pass_every);
    let (every, once) = (format!("pass^{attempts}"), format!("pass@{attempts}"));
    let columns = [
        "model",
        "pass rate",
        "95% interval",
        "passed",
        &every,
        &once,
        "right functions",
        "valid arguments",
        "repaired",
        "rounds",
        "first token",
        "median time",
        "tokens in",
        "tokens out",
        "cost",
        "sent again",
    ];
    head(page, &columns);
    for lane in &report.lanes {
        row(page, lane, attempts, evidence);
    }
    end_table(page);
    settings(page, report);
    flips(page, report, evidence);
}

/// The texts that lanes differ in, which their names only point at.
fn settings(page: &mut Page, report: &Report) {
    let differing: Vec<_> = report.lanes.iter().filter(|lane| !lane.settings.is_empty()).collect();
    if differing.is_empty() {
        return;
    }
    page.markup("<details><summary>Settings of each lane</summary>\n<ul>\n");
    for lane in differing {
        page.markup("<li>");
        super::code(page, &lane.name);
        page.markup("<ul>");
        for setting in &lane.settings {
            page.markup("<li>");
            super::code(page, &setting.name);
            page.markup(" <span class=\"text\" dir=\"auto\">");
            page.text(&setting.value);
            page.markup("</span></li>");
        }
        page.markup("</ul></li>\n");
    }
    page.markup("</ul>\n</details>\n");
}

fn row(page: &mut Page, lane: &LaneReport, attempts: u32, evidence: &mut Evidence<'_>) {
    let all = RunFilter::of_lane(&lane.name);
    let with = |property| RunFilter { property: Some(property), ..all.clone() };
    page.markup("<tr>");
    code_cell(page, &lane.name);
    match lane.pass_rate {
        None => page.markup("<td>no runs</td><td></td>"),
        Some(rate) => {
            let (low, high) = (percent(rate.interval.low), percent(rate.interval.high));
            let drawn = charts::share(rate.rate, rate.interval);
            let rate = evidence.number(&percent(rate.rate), all.clone());
            page.markup(&format!("<td class=\"number\"><strong>{rate}</strong></td>"));
            page.markup(&format!("<td>{drawn}<br>{low} to {high}</td>"));
        }
    }
    number_cell(page, &passed_of(lane.passes, lane.runs, &all, evidence));
    for chances in [&lane.pass_every, &lane.pass_at] {
        let chance = chances.iter().find(|(number, _)| *number == attempts).map(|(_, chance)| *chance);
        let chance = chance.map_or_else(|| "–".to_owned(), percent);
        number_cell(page, &evidence.number(&chance, all.clone()));
    }
    let none = || "–".to_owned();
    let numbers = [
        (lane.right_functions.to_string(), with(RunProperty::WrongFunctions)),
        (lane.valid_arguments.to_string(), with(RunProperty::InvalidArguments)),
        (lane.repaired.to_string(), with(RunProperty::Repaired)),
        (format!("{:.1}", lane.mean_rounds), all.clone()),
        (lane.median_first_token.map_or_else(none, seconds), all.clone()),
        (seconds(lane.median_milliseconds), all.clone()),
        (lane.input_tokens.to_string(), all.clone()),
        (lane.output_tokens.to_string(), all.clone()),
        (lane.cost.map_or_else(none, |cost| format!("${cost:.4}")), all.clone()),
        (lane.retries.to_string(), with(RunProperty::SentAgain)),
    ];
    for (number, filter) in numbers {
        number_cell(page, &evidence.number(&number, filter));
    }
    page.markup("</tr>\n");
}

fn seconds(milliseconds: u64) -> String {
    if milliseconds < 1_000 {
        format!("{milliseconds} ms")
    } else {
        format!("{:.1} s", milliseconds as f64 / 1e3)
    }
}

fn flips(page: &mut Page, report: &Report, evidence: &mut Evidence<'_>) {
    let flipping: Vec<_> = report.lanes.iter().filter(|lane| !lane.flips.is_empty()).collect();
    if flipping.is_empty() {
        return;
    }
    page.markup("<section>\n<h2>Flips</h2>\n<p>Cases that sometimes pass.</p>\n<ul>\n");
    for lane in flipping {
        page.markup("<li>");
        super::code(page, &lane.name);
        for case in &lane.flips {
            page.markup(" · ");
            super::code(page, case.as_str());
            let filter = RunFilter { case: Some(case.clone()), ..RunFilter::of_lane(&lane.name) };
            page.markup(&format!(" {}", evidence.number("its runs", filter)));
        }
        page.markup("</li>\n");
    }
    page.markup("</ul>\n</section>\n");
}
