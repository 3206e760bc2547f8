//! Lanes against one of them.

use super::{Evidence, begin_table, charts, code, end_table, head, number_cell};
use crate::filter::RunFilter;
use crate::report::Comparison;
use crate::statistics::Verdict;
use formats::Page;

pub(super) fn write(page: &mut Page, comparisons: &[Comparison], evidence: &mut Evidence<'_>) {
    if comparisons.is_empty() {
        return;
    }
    let about = "The difference of pass rates over the same cases, in points, with its 95% interval. There is a verdict where \
                 chance alone would explain the difference in at most 5 of 100 comparisons; p is adjusted for all of them. Points, \
                 cases and p lead to the runs of the model that is named first.";
    begin_table(page, "Differences", about);
    head(page, &["models", "points", "95% interval", "cases", "p", "verdict"]);
    for one in comparisons {
        row(page, one, evidence);
    }
    end_table(page);
}

fn row(page: &mut Page, one: &Comparison, evidence: &mut Evidence<'_>) {
    page.markup("<tr><td>");
    lane(page, &one.second, evidence);
    page.markup(" against ");
    lane(page, &one.first, evidence);
    page.markup("</td>");
    let (difference, runs) = (&one.difference, RunFilter::of_lane(&one.second));
    let points = format!("{:+.1}", difference.mean * 100.0);
    number_cell(page, &evidence.number(&points, runs.clone()));
    let bounds = difference.interval.map_or_else(
        || "no interval".to_owned(),
        |interval| format!("{:+.1} to {:+.1}", interval.low * 100.0, interval.high * 100.0),
    );
    let drawn = charts::difference(difference.mean, difference.interval);
    page.markup(&format!("<td>{drawn}<br>{bounds}</td>"));
    for number in [difference.cases.to_string(), format!("{:.3}", one.adjusted_p)] {
        number_cell(page, &evidence.number(&number, runs.clone()));
    }
    page.markup(&format!("<td>{}</td></tr>\n", verdict(one)));
}

/// Its name, which leads to its runs.
fn lane(page: &mut Page, name: &str, evidence: &mut Evidence<'_>) {
    let place = evidence.link(RunFilter::of_lane(name));
    if let Some(place) = &place {
        page.markup(&format!("<a href=\"{place}\">"));
    }
    code(page, name);
    page.markup(if place.is_some() { "</a>" } else { "" });
}

fn verdict(one: &Comparison) -> String {
    let verdict = one.verdict;
    match verdict {
        Verdict::Better | Verdict::Worse => format!("<strong>{verdict}</strong>"),
        Verdict::NoVerdict => format!("<strong>{verdict}</strong><br>{}", one.difference.more),
    }
}
