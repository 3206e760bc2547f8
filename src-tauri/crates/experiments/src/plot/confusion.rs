//! Functions that were called, by those expected: a row for each expected one, a column for each that was called.

use super::{Anchor, LEFT, Mark, Plot, PlotKind, PlotWord, RIGHT, ROW, TOP, Tone, name, runs_of, text, word};
use crate::case::Case;
use crate::filter::{CallPair, RunFilter, call_pairs};
use crate::report::JudgedRun;
use std::collections::BTreeMap;

/// Functions that have a row and a column: those that are seen most.
const MAX_FUNCTIONS: usize = 20;

pub(super) fn draw<'a>(
    runs: impl Iterator<Item = (&'a Case, &'a JudgedRun<'a>)>,
    lane: Option<&str>,
) -> Plot {
    let mut counts: BTreeMap<CallPair, u32> = BTreeMap::new();
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for (case, one) in runs {
        for pair in call_pairs(case, one.run, one.faults) {
            for name in pair.wanted.iter().chain(&pair.called) {
                *seen.entry(name.clone()).or_default() += 1;
            }
            *counts.entry(pair).or_default() += 1;
        }
    }
    if counts.is_empty() {
        return Plot::empty(PlotKind::Confusion);
    }
    let mut names: Vec<_> = seen.into_iter().collect();
    names.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    names.truncate(MAX_FUNCTIONS);
    let names: Vec<_> = names.into_iter().map(|(name, _)| name).collect();
    Matrix { names, counts, lane }.draw()
}

struct Matrix<'a> {
    names: Vec<String>,
    counts: BTreeMap<CallPair, u32>,
    lane: Option<&'a str>,
}

impl Matrix<'_> {
    /// Columns have numbers, which stand before the names of the rows. The last row and the last column are of calls without a
    /// partner.
    fn draw(&self) -> Plot {
        let lines = self.names.len() + 1;
        let cell = ((RIGHT - LEFT) / lines as f64).min(72.0);
        let top = TOP + 34.0;
        let mut marks = vec![
            word(LEFT, TOP + 8.0, PlotWord::Called, Anchor::Start),
            word(LEFT - 10.0, TOP + 8.0, PlotWord::Expected, Anchor::End),
        ];
        for column in 0..lines {
            let x = LEFT + (column as f64 + 0.5) * cell;
            marks.push(match self.names.get(column) {
                Some(_) => text(x, top - 8.0, (column + 1).to_string(), Anchor::Middle, Tone::Faint),
                None => word(x, top - 8.0, PlotWord::NoCall, Anchor::Middle),
            });
        }
        for row in 0..lines {
            let y = top + row as f64 * ROW;
            let middle = y + ROW / 2.0 + 4.0;
            marks.push(match self.names.get(row) {
                Some(function) => name(middle, &format!("{} {function}", row + 1)),
                None => word(LEFT - 10.0, middle, PlotWord::NotExpected, Anchor::End),
            });
            marks.extend(self.cells(row, y, cell));
        }
        Plot::new(PlotKind::Confusion, top + lines as f64 * ROW + 8.0, marks)
    }

    fn cells(&self, row: usize, y: f64, cell: f64) -> Vec<Mark> {
        let pair = |column: usize| CallPair {
            wanted: self.names.get(row).cloned(),
            called: self.names.get(column).cloned(),
        };
        let times = |column: usize| self.counts.get(&pair(column)).copied().unwrap_or(0);
        let all: u32 = (0..=self.names.len()).map(times).sum();
        let mut marks = Vec::new();
        for column in (0..=self.names.len()).filter(|column| times(*column) > 0) {
            let (x, times) = (LEFT + column as f64 * cell, times(column));
            let hint = format!(
                "{} → {} × {times}",
                self.names.get(row).map_or("–", String::as_str),
                self.names.get(column).map_or("–", String::as_str)
            );
            marks.push(Mark::Box {
                x: x + 1.0,
                y: y + 1.0,
                width: cell - 2.0,
                height: ROW - 2.0,
                tone: if row == column { Tone::Value } else { Tone::Off },
                shade: 0.15 + 0.6 * f64::from(times) / f64::from(all.max(1)),
                target: runs_of(RunFilter {
                    lane: self.lane.map(str::to_owned),
                    pair: Some(pair(column)),
                    ..RunFilter::default()
                }),
                hint,
            });
            let middle = (x + cell / 2.0, y + ROW / 2.0 + 4.0);
            marks.push(text(middle.0, middle.1, times.to_string(), Anchor::Middle, Tone::Ink));
        }
        marks
    }
}
