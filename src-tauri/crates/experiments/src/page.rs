//! A report as one HTML file, which opens in any browser and loads nothing.

mod cases;
mod changes;
mod charts;
mod comparisons;
mod evidence;
mod functions;
mod lanes;
#[cfg(test)]
mod tests;

use crate::baseline::Changes;
use crate::case::Case;
use crate::filter::{CallPair, RunFilter, RunProperty, WrongValue};
use crate::plot::{Plot, plots_of};
use crate::report::{ArgumentValues, Confusion, JudgedRun, Report};
use crate::run::LanePlan;
use evidence::Evidence;
use formats::Page;

const STYLE: &str = include_str!("page/style.css");

/// The runs of a report, judged.
#[derive(Clone, Copy)]
pub struct Judged<'a> {
    pub cases: &'a [Case],
    pub lanes: &'a [LanePlan],
    pub runs: &'a [JudgedRun<'a>],
}

/// Writes a report for people, with what has changed since a baseline where there is one. Its numbers lead to their runs.
pub fn page(title: &str, report: &Report, changes: Option<&Changes>, judged: Judged<'_>) -> String {
    let Judged { cases, lanes, runs } = judged;
    let mut page = Page::begin(title, STYLE);
    let mut evidence = Evidence::of(cases, lanes, runs);
    if !runs.is_empty() {
        page.markup("<p>A number that is underlined leads to its runs.</p>\n");
    }
    if let Some(changes) = changes {
        changes::write(&mut page, changes, &mut evidence);
    }
    lanes::write(&mut page, report, &mut evidence);
    comparisons::write(&mut page, &report.comparisons, &mut evidence);
    draw(&mut page, &plots_of((cases, lanes), report, runs), &mut evidence);
    cases::write(&mut page, &report.cases, &mut evidence);
    functions::write(&mut page, &report.functions, &mut evidence);
    confusions(&mut page, &report.confusions, &mut evidence);
    arguments(&mut page, &report.arguments, &mut evidence);
    evidence.write(&mut page);
    page.end()
}

fn draw(page: &mut Page, plots: &[Plot], evidence: &mut Evidence<'_>) {
    for plot in plots {
        let title = plot.kind.title();
        let drawn = plot.inline(&mut |filter| evidence.link(filter.clone()));
        page.markup(&format!("<section>\n<h2>{title}</h2>\n<div class=\"wide\">{drawn}</div>\n</section>\n"));
    }
}

fn confusions(page: &mut Page, confusions: &[Confusion], evidence: &mut Evidence<'_>) {
    if confusions.is_empty() {
        return;
    }
    let most = confusions.iter().map(|one| one.times).max().unwrap_or(0);
    begin_table(page, "Confusions", "A function that was called in the place of another.");
    head(page, &["model", "expected", "called", "times"]);
    for one in confusions {
        page.markup("<tr>");
        code_cell(page, &one.lane);
        code_cell(page, &one.wanted);
        code_cell(page, &one.called);
        let times = evidence.number(&one.times.to_string(), confused(&one.lane, &one.wanted, &one.called));
        page.markup(&format!("<td class=\"number\">{times} {}</td></tr>\n", charts::bar(one.times, most)));
    }
    end_table(page);
}

/// The runs of a lane in which one function was called in the place of another.
fn confused(lane: &str, wanted: &str, called: &str) -> RunFilter {
    let pair = CallPair { wanted: Some(wanted.to_owned()), called: Some(called.to_owned()) };
    RunFilter { pair: Some(pair), ..RunFilter::of_lane(lane) }
}

fn arguments(page: &mut Page, arguments: &[ArgumentValues], evidence: &mut Evidence<'_>) {
    if arguments.is_empty() {
        return;
    }
    begin_table(
        page,
        "Arguments",
        "The values of arguments where they were not as expected, and in how many calls.",
    );
    head(page, &["case", "model", "function", "argument", "values"]);
    for one in arguments {
        page.markup("<tr>");
        for text in [one.case.as_str(), &one.lane, &one.function, &one.path] {
            code_cell(page, text);
        }
        let most = one.values.iter().map(|(_, times)| *times).max().unwrap_or(0);
        page.markup("<td><ul>");
        for (value, times) in &one.values {
            let (function, path, value) = (one.function.clone(), one.path.clone(), value.clone());
            let filter = RunFilter {
                case: Some(one.case.clone()),
                wrong: Some(WrongValue { function, path, value: value.clone() }),
                ..RunFilter::of_lane(&one.lane)
            };
            let number = evidence.number(&times.to_string(), filter);
            page.markup(&format!("<li>{number} {} ", charts::bar(*times, most)));
            match value {
                Some(value) => code(page, &value),
                None => page.markup("left out"),
            }
            page.markup("</li>");
        }
        page.markup("</ul></td></tr>\n");
    }
    end_table(page);
}

fn begin_table(page: &mut Page, heading: &str, about: &str) {
    page.markup(&format!("<section>\n<h2>{heading}</h2>\n<p>{about}</p>\n<div class=\"wide\"><table>\n"));
}

fn end_table(page: &mut Page) {
    page.markup("</tbody></table></div>\n</section>\n");
}

fn head(page: &mut Page, columns: &[&str]) {
    page.markup("<thead><tr>");
    for column in columns {
        page.markup(&format!("<th scope=\"col\">{column}</th>"));
    }
    page.markup("</tr></thead>\n<tbody>\n");
}

fn code(page: &mut Page, text: &str) {
    page.markup("<code dir=\"auto\">");
    page.text(text);
    page.markup("</code>");
}

fn code_cell(page: &mut Page, text: &str) {
    page.markup("<td>");
    code(page, text);
    page.markup("</td>");
}

fn number_cell(page: &mut Page, number: &str) {
    page.markup(&format!("<td class=\"number\">{number}</td>"));
}

/// How many runs passed of how many. Both numbers lead to theirs.
fn passed_of(passes: u32, runs: u32, all: &RunFilter, evidence: &mut Evidence<'_>) -> String {
    let passed = RunFilter { property: Some(RunProperty::Passed), ..all.clone() };
    let passed = evidence.number(&passes.to_string(), passed);
    format!("{passed} of {}", evidence.number(&runs.to_string(), all.clone()))
}

fn percent(share: f64) -> String {
    format!("{:.0}%", share * 100.0)
}
