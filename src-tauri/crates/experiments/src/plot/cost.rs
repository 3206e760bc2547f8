//! What a run costs in each lane, against how often runs pass. Where a price is not known, tokens stand in its place.

use super::axis::Axis;
use super::{Anchor, LEFT, Mark, Plot, PlotKind, PlotWord, RIGHT, TOP, Tone, line, runs_of, text, word};
use crate::filter::RunFilter;
use crate::report::{LaneReport, Report};
use crate::statistics::Rate;

const HEIGHT: f64 = 260.0;

pub(super) fn draw(report: &Report) -> Plot {
    let lanes: Vec<_> = report.lanes.iter().filter_map(|lane| Some((lane, lane.pass_rate?))).collect();
    if lanes.is_empty() {
        return Plot::empty(PlotKind::Cost);
    }
    let has_prices = lanes.iter().all(|(lane, _)| lane.cost.is_some());
    let spent = |lane: &LaneReport| {
        let whole = lane.cost.filter(|_| has_prices);
        let whole = whole.unwrap_or((lane.input_tokens + lane.output_tokens) as f64);
        whole / f64::from(lane.runs.max(1))
    };
    let axis = Axis::up_to(lanes.iter().map(|(lane, _)| spent(lane)).fold(0.0, f64::max));
    let bottom = TOP + HEIGHT;
    let unit = if has_prices { PlotWord::DollarsOfRun } else { PlotWord::TokensOfRun };
    let mut marks = axis.draw(TOP, bottom, unit);
    let rates = Axis::share();
    for share in rates.values() {
        let y = height_of(share);
        marks.push(line(vec![(LEFT, y), (RIGHT, y)], Tone::Faint));
        marks.push(text(LEFT - 10.0, y + 4.0, format!("{:.0}%", share * 100.0), Anchor::End, Tone::Faint));
    }
    marks.push(word(LEFT - 52.0, TOP + 4.0, PlotWord::PassRate, Anchor::End));
    for (lane, rate) in &lanes {
        marks.extend(dot(axis.at(spent(lane)), lane, *rate));
    }
    Plot::new(PlotKind::Cost, bottom + 22.0, marks)
}

fn height_of(share: f64) -> f64 {
    TOP + (1.0 - share.clamp(0.0, 1.0)) * HEIGHT
}

fn dot(x: f64, lane: &LaneReport, rate: Rate) -> Vec<Mark> {
    let y = height_of(rate.rate);
    let is_right = x > (LEFT + RIGHT) / 2.0;
    let (beside, anchor) = if is_right { (x - 8.0, Anchor::End) } else { (x + 8.0, Anchor::Start) };
    let label: String = lane.name.chars().take(44).collect();
    vec![
        line(vec![(x, height_of(rate.interval.low)), (x, height_of(rate.interval.high))], Tone::Value),
        Mark::Dot {
            x,
            y,
            tone: Tone::Value,
            target: runs_of(RunFilter::of_lane(&lane.name)),
            hint: format!("{}: {}/{}", lane.name, lane.passes, lane.runs),
        },
        // Above its dot, or beside it where the drawing ends.
        text(beside, (y - 6.0).max(TOP), label, anchor, Tone::Ink),
    ]
}
