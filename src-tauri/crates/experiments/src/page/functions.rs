//! Each function in each lane, so that wordings of it stand side by side.

use super::{Evidence, begin_table, charts, code, code_cell, confused, end_table, head, number_cell};
use crate::filter::{FunctionUse, RunFilter};
use crate::report::FunctionFigures;
use formats::Page;

pub(super) fn write(page: &mut Page, functions: &[FunctionFigures], evidence: &mut Evidence<'_>) {
    if functions.is_empty() {
        return;
    }
    let about = "How often each function was called, where a call of it is expected and where it is only offered; its rank in the \
                 selection before the first request, with the number of runs; and what was called in its place.";
    begin_table(page, "Functions", about);
    head(page, &["function", "model", "called, expected", "called, not expected", "rank", "in its place"]);
    for one in functions {
        page.markup("<tr>");
        code_cell(page, &one.function);
        code_cell(page, &one.lane);
        share(page, &one.lane, (one.called, one.wanted), &used(one, true), evidence);
        share(page, &one.lane, (one.called_unwanted, one.unwanted), &used(one, false), evidence);
        number_cell(page, &ranks(one, evidence));
        page.markup("<td><ul>");
        for (function, times) in &one.confused {
            let filter = confused(&one.lane, &one.function, function);
            let times = evidence.number(&times.to_string(), filter);
            page.markup(&format!("<li>{times} "));
            code(page, function);
            page.markup("</li>");
        }
        page.markup("</ul></td></tr>\n");
    }
    end_table(page);
}

/// The runs of a lane that expect a call of a function, or only offer it.
fn used(one: &FunctionFigures, wanted: bool) -> FunctionUse {
    FunctionUse { name: one.function.clone(), wanted, called: None, rank: None }
}

fn runs_of(lane: &str, function: FunctionUse) -> RunFilter {
    RunFilter { function: Some(function), ..RunFilter::of_lane(lane) }
}

fn share(
    page: &mut Page,
    lane: &str,
    (some, all): (u32, u32),
    of: &FunctionUse,
    evidence: &mut Evidence<'_>,
) {
    if all == 0 {
        number_cell(page, "–");
        return;
    }
    let called = FunctionUse { called: Some(true), ..of.clone() };
    let drawn = charts::bar(some, all);
    let some = evidence.number(&some.to_string(), runs_of(lane, called));
    let all = evidence.number(&all.to_string(), runs_of(lane, of.clone()));
    number_cell(page, &format!("{some} of {all} {drawn}"));
}

/// As `1 (12), 3 (2)`: twelve runs in which it was first, two in which it was third.
fn ranks(one: &FunctionFigures, evidence: &mut Evidence<'_>) -> String {
    let mut written = |rank: u32, runs: u32| {
        let of = FunctionUse { rank: Some(rank), ..used(one, true) };
        format!("{rank} ({})", evidence.number(&runs.to_string(), runs_of(&one.lane, of)))
    };
    let ranks: Vec<_> = one.ranks.iter().map(|(rank, runs)| written(*rank, *runs)).collect();
    if ranks.is_empty() { "–".to_owned() } else { ranks.join(", ") }
}
