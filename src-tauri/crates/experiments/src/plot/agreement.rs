//! How often the calls of a case agree on each argument: the share of each value, the most frequent first.

use super::axis::Axis;
use super::{Anchor, LEFT, Mark, Plot, PlotKind, PlotWord, RIGHT, ROW, TOP, Tone, name, runs_of, text};
use crate::case::{Case, CaseId};
use crate::filter::{PlacedValue, RunFilter, placed_values};
use crate::report::JudgedRun;
use std::collections::BTreeMap;

/// Arguments that are drawn: those that agree least.
const MAX_ARGUMENTS: usize = 40;

/// Values of an argument that have a part of their own.
const PARTS: usize = 6;

/// An argument of an expected call of a case.
type Place<'a> = (&'a CaseId, usize, String);

pub(super) fn draw<'a>(
    runs: impl Iterator<Item = (&'a Case, &'a JudgedRun<'a>)>,
    lane: Option<&str>,
) -> Plot {
    let mut counts: BTreeMap<Place<'a>, BTreeMap<Option<String>, u32>> = BTreeMap::new();
    let mut functions: BTreeMap<(&CaseId, usize), &str> = BTreeMap::new();
    for (case, one) in runs {
        for PlacedValue { expected, path, value } in placed_values(case, one.run, one.faults) {
            *counts.entry((&case.id, expected, path)).or_default().entry(value).or_default() += 1;
        }
        let calls = case.expect.calls.iter().flat_map(|calls| &calls.list).enumerate();
        functions.extend(calls.map(|(at, call)| ((&case.id, at), call.function.as_str())));
    }
    if counts.is_empty() {
        return Plot::empty(PlotKind::Agreement);
    }
    let mut rows: Vec<_> = counts.into_iter().map(|(place, values)| Row::of(place, values)).collect();
    rows.sort_by(|one, other| one.agreement().total_cmp(&other.agreement()));
    rows.truncate(MAX_ARGUMENTS);
    let bottom = TOP + rows.len() as f64 * ROW;
    let mut marks = Axis::share().draw(TOP, bottom, PlotWord::ShareOfCalls);
    for (number, row) in rows.iter().enumerate() {
        let y = TOP + number as f64 * ROW;
        let (case, at, path) = &row.place;
        let function = functions.get(&(*case, *at)).copied().unwrap_or_default();
        marks.push(name(y + ROW / 2.0 + 4.0, &format!("{} {function} {path}", case.as_str())));
        marks.extend(row.parts(y, lane));
    }
    Plot::new(PlotKind::Agreement, bottom + 22.0, marks)
}

struct Row<'a> {
    place: Place<'a>,
    /// The most frequent first.
    values: Vec<(Option<String>, u32)>,
    all: u32,
}

impl<'a> Row<'a> {
    fn of(place: Place<'a>, values: BTreeMap<Option<String>, u32>) -> Self {
        let all = values.values().sum();
        let mut values: Vec<_> = values.into_iter().collect();
        values.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
        Self { place, values, all }
    }

    fn agreement(&self) -> f64 {
        self.values.first().map_or(0.0, |(_, times)| f64::from(*times) / f64::from(self.all))
    }

    fn parts(&self, y: f64, lane: Option<&str>) -> Vec<Mark> {
        let (case, expected, path) = &self.place;
        let mut marks = Vec::new();
        let mut x = LEFT;
        for (number, (value, times)) in self.values.iter().take(PARTS).enumerate() {
            let width = f64::from(*times) / f64::from(self.all) * (RIGHT - LEFT);
            let placed = PlacedValue { expected: *expected, path: path.clone(), value: value.clone() };
            marks.push(Mark::Box {
                x,
                y: y + 4.0,
                width,
                height: ROW - 8.0,
                tone: if number == 0 { Tone::Value } else { Tone::Off },
                shade: (0.8 - 0.12 * number as f64).max(0.1),
                target: runs_of(RunFilter {
                    case: Some((*case).clone()),
                    lane: lane.map(str::to_owned),
                    value: Some(placed),
                    ..RunFilter::default()
                }),
                hint: format!("{} × {times}", value.as_deref().unwrap_or("–")),
            });
            x += width;
        }
        if self.values.len() > 1 {
            let values = format!("{}", self.values.len());
            marks.push(text(RIGHT - 4.0, y + ROW / 2.0 + 4.0, values, Anchor::End, Tone::Ink));
        }
        marks
    }
}
