//! Each case in each lane, with the parts of its expectation that failed.

use super::{Evidence, code, head, passed_of};
use crate::filter::RunFilter;
use crate::report::{CaseOutcome, FaultCount, LaneOutcome};
use formats::Page;

pub(super) fn write(page: &mut Page, cases: &[CaseOutcome], evidence: &mut Evidence<'_>) {
    page.markup("<section>\n<h2>Cases</h2>\n");
    for case in cases {
        write_case(page, case, evidence);
    }
    page.markup("</section>\n");
}

fn is_failed(outcome: &LaneOutcome) -> bool {
    outcome.count.passes < outcome.count.runs
}

/// A case that fails is open.
fn write_case(page: &mut Page, case: &CaseOutcome, evidence: &mut Evidence<'_>) {
    let open = if case.lanes.iter().any(is_failed) { " open" } else { "" };
    let (passes, runs) = case
        .lanes
        .iter()
        .fold((0, 0), |(passes, runs), outcome| (passes + outcome.count.passes, runs + outcome.count.runs));
    page.markup(&format!("<details{open}><summary>"));
    code(page, case.case.as_str());
    page.markup(" <span dir=\"auto\">");
    page.text(&case.title);
    let of_case = RunFilter { case: Some(case.case.clone()), ..RunFilter::default() };
    let passed = evidence.number(&format!("{passes} of {runs} passed"), of_case.clone());
    page.markup(&format!("</span> {passed}</summary>\n<div class=\"wide\"><table>\n"));
    head(page, &["model", "passed", "runs", "part", "fault"]);
    for outcome in &case.lanes {
        write_outcome(page, outcome, &of_case, evidence);
    }
    page.markup("</tbody></table></div>\n</details>\n");
}

/// A row for each fault, or one without.
fn write_outcome(page: &mut Page, outcome: &LaneOutcome, of_case: &RunFilter, evidence: &mut Evidence<'_>) {
    let rows = outcome.faults.len().max(1);
    page.markup(&format!("<tr><td rowspan=\"{rows}\">"));
    code(page, &outcome.lane);
    let of_lane = RunFilter { lane: Some(outcome.lane.clone()), ..of_case.clone() };
    let passed = passed_of(outcome.count.passes, outcome.count.runs, &of_lane, evidence);
    page.markup(&format!("</td><td class=\"number\" rowspan=\"{rows}\">{passed}</td>"));
    if outcome.faults.is_empty() {
        page.markup("<td></td><td></td><td></td></tr>\n");
    }
    for (place, fault) in outcome.faults.iter().enumerate() {
        page.markup(if place > 0 { "<tr>" } else { "" });
        write_fault(page, fault, &of_lane, evidence);
        page.markup("</tr>\n");
    }
}

fn write_fault(
    page: &mut Page,
    FaultCount { text, fault, runs }: &FaultCount,
    of_lane: &RunFilter,
    evidence: &mut Evidence<'_>,
) {
    let filter = RunFilter { fault: Some(text.clone()), ..of_lane.clone() };
    let runs = evidence.number(&runs.to_string(), filter);
    page.markup(&format!("<td class=\"number\">{runs}</td><td>"));
    code(page, &fault.part());
    page.markup("</td><td class=\"text\" dir=\"auto\">");
    page.text(text);
    page.markup("</td>");
}
