//! How a measure is spread over the runs of each lane: a box with the middle half, its median, and lines to both ends.

use super::axis::Axis;
use super::{LEFT, Mark, Plot, PlotKind, PlotWord, ROW, TOP, Tone, line, name, runs_of};
use crate::filter::RunFilter;
use crate::report::JudgedRun;
use crate::run::{LanePlan, Run};

/// Runs of a lane that are drawn one by one. More would be a blot.
const DOTS: usize = 60;

pub(super) fn draw(kind: PlotKind, lanes: &[LanePlan], runs: &[JudgedRun<'_>]) -> Plot {
    let rows: Vec<(&str, Vec<(f64, &Run)>)> = lanes
        .iter()
        .map(|lane| {
            let own = runs.iter().filter(|one| one.run.key.lane == lane.name);
            let mut values: Vec<_> = own.filter_map(|one| Some((measure(kind, one.run)?, one.run))).collect();
            values.sort_by(|one, other| one.0.total_cmp(&other.0));
            (lane.name.as_str(), values)
        })
        .collect();
    let highest = rows.iter().filter_map(|(_, values)| values.last()).map(|(value, _)| *value);
    let highest = highest.fold(0.0, f64::max);
    if rows.iter().all(|(_, values)| values.is_empty()) {
        return Plot::empty(kind);
    }
    let axis = Axis::up_to(highest);
    let bottom = TOP + rows.len() as f64 * ROW;
    let mut marks = axis.draw(TOP, bottom, unit(kind));
    for (row, (lane, values)) in rows.iter().enumerate() {
        let middle = TOP + (row as f64 + 0.5) * ROW;
        marks.push(name(middle + 4.0, lane));
        marks.extend(spread(&axis, middle, lane, values));
    }
    Plot::new(kind, bottom + 22.0, marks)
}

fn spread(axis: &Axis, middle: f64, lane: &str, values: &[(f64, &Run)]) -> Vec<Mark> {
    let at = |share: f64| {
        let place = (share * (values.len().saturating_sub(1)) as f64).round() as usize;
        values.get(place).map(|(value, _)| *value)
    };
    let [Some(least), Some(low), Some(median), Some(high), Some(most)] = [0.0, 0.25, 0.5, 0.75, 1.0].map(at)
    else {
        return Vec::new();
    };
    let (left, right) = (axis.at(low), axis.at(high));
    let mut marks = vec![
        line(vec![(axis.at(least), middle), (axis.at(most), middle)], Tone::Axis),
        Mark::Box {
            x: left,
            y: middle - 7.0,
            width: (right - left).max(1.0),
            height: 14.0,
            tone: Tone::Value,
            shade: 0.35,
            target: runs_of(RunFilter::of_lane(lane)),
            hint: format!("{lane}: {low:.3} – {high:.3}"),
        },
        line(vec![(axis.at(median), middle - 8.0), (axis.at(median), middle + 8.0)], Tone::Ink),
    ];
    if values.len() <= DOTS {
        marks.extend(values.iter().map(|(value, run)| Mark::Dot {
            x: axis.at(*value).max(LEFT),
            y: middle,
            tone: Tone::Value,
            target: runs_of(RunFilter {
                case: Some(run.key.case.clone()),
                repeat: Some(run.key.repeat),
                ..RunFilter::of_lane(lane)
            }),
            hint: format!("{} · {} · {value:.3}", run.key.case.as_str(), run.key.repeat),
        }));
    }
    marks
}

fn measure(kind: PlotKind, run: &Run) -> Option<f64> {
    let seconds = |milliseconds: u64| milliseconds as f64 / 1e3;
    match kind {
        PlotKind::Time => Some(seconds(run.milliseconds)),
        PlotKind::FirstToken => run.figures.first_token.map(seconds),
        PlotKind::Tokens => tokens(run),
        PlotKind::Rounds => Some(f64::from(run.transcript.rounds)),
        PlotKind::Agreement | PlotKind::Confusion | PlotKind::Cost | PlotKind::OverTime => None,
    }
}

fn tokens(run: &Run) -> Option<f64> {
    let (input, output) = (run.usage.input, run.usage.output);
    (input.is_some() || output.is_some())
        .then(|| f64::from(input.unwrap_or(0)) + f64::from(output.unwrap_or(0)))
}

fn unit(kind: PlotKind) -> PlotWord {
    if kind == PlotKind::Tokens {
        PlotWord::Tokens
    } else if kind == PlotKind::Rounds {
        PlotWord::Rounds
    } else {
        PlotWord::Seconds
    }
}
