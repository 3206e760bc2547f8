//! The runs that numbers lead to. Their lists stand at the end of the page, and a browser shows the one that was asked for.

use super::code;
use crate::case::{Case, CaseId};
use crate::filter::RunFilter;
use crate::report::JudgedRun;
use crate::run::LanePlan;
use content::CallArguments;
use formats::Page;
use std::collections::{BTreeMap, BTreeSet};

/// Runs that a list names at most.
const MAX_NAMED_RUNS: usize = 100;

/// Runs that are shown with their calls at most, in the order of the numbers that lead to them.
const MAX_SHOWN_RUNS: usize = 2_000;

/// Judged runs, and the numbers of the page that lead to some of them.
pub(super) struct Evidence<'a> {
    cases: BTreeMap<&'a CaseId, &'a Case>,
    /// By case and lane.
    runs: BTreeMap<(usize, usize), Vec<&'a JudgedRun<'a>>>,
    lanes: BTreeMap<&'a str, usize>,
    places: BTreeMap<&'a CaseId, usize>,
    asked: Vec<RunFilter>,
    /// The places of the filters by what they say.
    known: BTreeMap<String, usize>,
}

impl<'a> Evidence<'a> {
    pub(super) fn of(cases: &'a [Case], lanes: &'a [LanePlan], judged: &'a [JudgedRun<'a>]) -> Self {
        let places: BTreeMap<_, _> = cases.iter().map(|case| &case.id).zip(0..).collect();
        let lanes: BTreeMap<_, _> = lanes.iter().map(|lane| lane.name.as_str()).zip(0..).collect();
        let mut runs: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for one in judged {
            let place = (places.get(&one.run.key.case), lanes.get(one.run.key.lane.as_str()));
            if let (Some(case), Some(lane)) = place {
                runs.entry((*case, *lane)).or_default().push(one);
            }
        }
        let cases = cases.iter().map(|case| (&case.id, case)).collect();
        Self { cases, runs, lanes, places, asked: Vec::new(), known: BTreeMap::new() }
    }

    /// Where the runs of a filter stand. Nothing on a page without runs.
    pub(super) fn link(&mut self, filter: RunFilter) -> Option<String> {
        if self.runs.is_empty() {
            return None;
        }
        let said = serde_json::to_string(&filter).ok()?;
        let place = *self.known.entry(said).or_insert_with(|| {
            self.asked.push(filter);
            self.asked.len()
        });
        Some(format!("#runs-{place}"))
    }

    /// A number of our own that leads to its runs.
    pub(super) fn number(&mut self, number: &str, filter: RunFilter) -> String {
        match self.link(filter) {
            Some(place) => format!("<a href=\"{place}\">{number}</a>"),
            None => number.to_owned(),
        }
    }

    /// Writes the lists, and each run that is in one.
    pub(super) fn write(self, page: &mut Page) {
        let mut whole = BTreeSet::new();
        for (place, filter) in (1..).zip(&self.asked) {
            self.write_list(page, place, filter, &mut whole);
        }
        for (number, one) in self.numbered().filter(|(number, _)| whole.contains(number)) {
            write_run(page, number, one);
        }
    }

    fn numbered(&self) -> impl Iterator<Item = (usize, &'a JudgedRun<'a>)> {
        self.runs.values().flatten().copied().enumerate()
    }

    /// The first runs that a filter lets through, with their numbers.
    fn runs_of(&self, filter: &RunFilter) -> Vec<(usize, &'a JudgedRun<'a>)> {
        let case = filter.case.as_ref().map(|case| self.places.get(case).copied());
        let lane = filter.lane.as_ref().map(|lane| self.lanes.get(lane.as_str()).copied());
        let (mut found, mut first) = (Vec::new(), 0);
        for ((of_case, of_lane), runs) in &self.runs {
            let is_meant = case.is_none_or(|case| case == Some(*of_case))
                && lane.is_none_or(|lane| lane == Some(*of_lane));
            let holds = |one: &JudgedRun<'_>| {
                let case = self.cases.get(&one.run.key.case);
                case.is_some_and(|case| filter.holds_of(case, one.run, one.faults))
            };
            if is_meant {
                let numbered = (first..).zip(runs.iter().copied());
                found.extend(numbered.filter(|(_, one)| holds(one)).take(MAX_NAMED_RUNS + 1 - found.len()));
            }
            if found.len() > MAX_NAMED_RUNS {
                break;
            }
            first += runs.len();
        }
        found
    }

    fn write_list(&self, page: &mut Page, place: usize, filter: &RunFilter, whole: &mut BTreeSet<usize>) {
        let runs = self.runs_of(filter);
        page.markup(&format!("<section class=\"runs\" id=\"runs-{place}\">\n<h2>Runs: "));
        page.text(&filter.words());
        page.markup("</h2>\n<a href=\"#closed\">Close</a>\n<ol>\n");
        for (number, one) in runs.iter().take(MAX_NAMED_RUNS) {
            if whole.len() < MAX_SHOWN_RUNS {
                whole.insert(*number);
            }
            let has_link = whole.contains(number);
            page.markup(if has_link { "<li><a href=\"#run-" } else { "<li>" });
            if has_link {
                page.markup(&format!("{number}\">"));
            }
            write_key(page, one);
            page.markup(if has_link { "</a> " } else { " " });
            match one.faults.first() {
                None => page.markup("as expected"),
                Some(fault) => page.text(&fault.to_string()),
            }
            page.markup("</li>\n");
        }
        page.markup("</ol>\n");
        if runs.len() > MAX_NAMED_RUNS {
            page.markup(&format!("<p>The first {MAX_NAMED_RUNS} of them.</p>\n"));
        }
        page.markup("</section>\n");
    }
}

fn write_key(page: &mut Page, one: &JudgedRun<'_>) {
    code(page, one.run.key.case.as_str());
    page.markup(" · ");
    code(page, &one.run.key.lane);
    page.markup(&format!(" · {}", one.run.key.repeat));
}

/// What a model did in a run, and in what it falls short.
fn write_run(page: &mut Page, number: usize, one: &JudgedRun<'_>) {
    let run = one.run;
    page.markup(&format!("<section class=\"runs\" id=\"run-{number}\">\n<h2>"));
    write_key(page, one);
    let (rounds, milliseconds) = (run.transcript.rounds, run.milliseconds);
    page.markup(&format!(
        "</h2>\n<a href=\"#closed\">Close</a>\n<p>{rounds} rounds, {milliseconds} ms</p>\n<ol>\n"
    ));
    for call in &run.transcript.calls {
        page.markup("<li>");
        code(page, &call.function);
        page.markup(" ");
        code(page, call.arguments.raw());
        if matches!(call.arguments, CallArguments::Malformed { .. }) {
            page.markup(" <small>not JSON</small>");
        }
        page.markup("</li>\n");
    }
    page.markup("</ol>\n");
    if let Some(text) = &run.transcript.text {
        page.markup("<p class=\"text\" dir=\"auto\">");
        page.text(text);
        page.markup("</p>\n");
    }
    page.markup("<ul>\n");
    for fault in one.faults {
        page.markup("<li><strong>");
        page.text(&fault.to_string());
        page.markup("</strong> ");
        code(page, &fault.part());
        page.markup("</li>\n");
    }
    page.markup("</ul>\n</section>\n");
}
