//! A report as one HTML file, which opens in any browser and loads nothing.

mod cases;
mod changes;
mod charts;
mod comparisons;
mod functions;
mod lanes;
#[cfg(test)]
mod tests;

use crate::baseline::Changes;
use crate::plot::Plot;
use crate::report::{ArgumentValues, Confusion, Report};
use formats::Page;

const STYLE: &str = include_str!("page/style.css");

/// Writes a report for people, with what has changed since a baseline where there is one.
pub fn page(title: &str, report: &Report, changes: Option<&Changes>) -> String {
    page_with_plots(title, report, changes, &[])
}

/// The same with plots.
pub fn page_with_plots(title: &str, report: &Report, changes: Option<&Changes>, plots: &[Plot]) -> String {
    let mut page = Page::begin(title, STYLE);
    if let Some(changes) = changes {
        changes::write(&mut page, changes);
    }
    lanes::write(&mut page, report);
    comparisons::write(&mut page, &report.comparisons);
    draw(&mut page, plots);
    cases::write(&mut page, &report.cases);
    functions::write(&mut page, &report.functions);
    confusions(&mut page, &report.confusions);
    arguments(&mut page, &report.arguments);
    page.end()
}

fn draw(page: &mut Page, plots: &[Plot]) {
    for plot in plots {
        let title = plot.kind.title();
        page.markup(&format!(
            "<section>\n<h2>{title}</h2>\n<div class=\"wide\">{}</div>\n</section>\n",
            plot.inline()
        ));
    }
}

fn confusions(page: &mut Page, confusions: &[Confusion]) {
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
        page.markup(&format!(
            "<td class=\"number\">{} {}</td></tr>\n",
            one.times,
            charts::bar(one.times, most)
        ));
    }
    end_table(page);
}

fn arguments(page: &mut Page, arguments: &[ArgumentValues]) {
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
            page.markup(&format!("<li>{times} {} ", charts::bar(*times, most)));
            match value {
                Some(value) => code(page, value),
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

fn percent(share: f64) -> String {
    format!("{:.0}%", share * 100.0)
}
