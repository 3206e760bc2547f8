//! Each function in each lane, so that wordings of it stand side by side.

use super::{begin_table, charts, code, code_cell, end_table, head, number_cell};
use crate::report::FunctionFigures;
use formats::Page;

pub(super) fn write(page: &mut Page, functions: &[FunctionFigures]) {
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
        share(page, one.called, one.wanted);
        share(page, one.called_unwanted, one.unwanted);
        number_cell(page, &ranks(one));
        page.markup("<td><ul>");
        for (function, times) in &one.confused {
            page.markup(&format!("<li>{times} "));
            code(page, function);
            page.markup("</li>");
        }
        page.markup("</ul></td></tr>\n");
    }
    end_table(page);
}

fn share(page: &mut Page, some: u32, all: u32) {
    if all == 0 {
        number_cell(page, "–");
    } else {
        number_cell(page, &format!("{some} of {all} {}", charts::bar(some, all)));
    }
}

/// As `1 (12), 3 (2)`: twelve runs in which it was first, two in which it was third.
fn ranks(one: &FunctionFigures) -> String {
    let ranks: Vec<_> = one.ranks.iter().map(|(rank, runs)| format!("{rank} ({runs})")).collect();
    if ranks.is_empty() { "–".to_owned() } else { ranks.join(", ") }
}
