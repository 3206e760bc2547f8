//! What has changed since a baseline.

use super::{Evidence, begin_table, charts, code, code_cell, end_table, head, number_cell};
use crate::baseline::{BrokenCase, Changes};
use crate::filter::RunFilter;
use formats::Page;

pub(super) fn write(page: &mut Page, changes: &Changes, evidence: &mut Evidence<'_>) {
    let about = "Pass rates now, less those of the baseline, over the cases of both. A case is broken where all its runs passed \
                 and none passes now.";
    begin_table(page, "Since the baseline", about);
    head(page, &["model", "points", "95% interval", "cases", "p", "verdict", "broken cases"]);
    for one in &changes.lanes {
        page.markup("<tr>");
        code_cell(page, &one.lane);
        let runs = RunFilter::of_lane(&one.lane);
        let points = format!("{:+.1}", one.difference.mean * 100.0);
        number_cell(page, &evidence.number(&points, runs.clone()));
        let drawn = charts::difference(one.difference.mean, one.difference.interval);
        page.markup(&format!("<td>{drawn}</td>"));
        for number in [one.difference.cases.to_string(), format!("{:.3}", one.adjusted_p)] {
            number_cell(page, &evidence.number(&number, runs.clone()));
        }
        page.markup(&format!("<td><strong>{}</strong></td><td><ul>", one.verdict));
        for case in changes.broken.iter().filter(|case| case.lane == one.lane) {
            broken(page, case, evidence);
        }
        page.markup("</ul></td></tr>\n");
    }
    for lane in &changes.new_lanes {
        page.markup("<tr>");
        code_cell(page, lane);
        page.markup("<td colspan=\"6\">not in the baseline</td></tr>\n");
    }
    end_table(page);
}

fn broken(page: &mut Page, BrokenCase { case, lane, before, now }: &BrokenCase, evidence: &mut Evidence<'_>) {
    page.markup("<li>");
    code(page, case.as_str());
    let filter = RunFilter { case: Some(case.clone()), ..RunFilter::of_lane(lane) };
    let now = evidence.number(&format!("0 of {}", now.runs), filter);
    page.markup(&format!(" {now}, {} of {} before</li>", before.passes, before.runs));
}
