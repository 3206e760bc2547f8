//! What a run costs in each lane, against how often runs pass. Where a price is not known, tokens stand in its place.

use super::axis::Axis;
use super::{Anchor, LEFT, Mark, Plot, PlotKind, PlotWord, RIGHT, TOP, Tone, line, runs_of, text, word};
use crate::filter::RunFilter;
use crate::report::{LaneReport, Report};
use crate::statistics::Rate;

const HEIGHT: f64 = 260.0;

/// The cost from which a single run is measured, in dollars.
const CENTS: f64 = 0.05;

pub(super) fn draw(report: &Report) -> Plot {
    let lanes: Vec<_> = report.lanes.iter().filter_map(|lane| Some((lane, lane.pass_rate?))).collect();
    if lanes.is_empty() {
        return Plot::empty(PlotKind::Cost);
    }
    let measure = Measure::of(lanes.iter().map(|(lane, _)| *lane));
    let spent = |lane: &LaneReport| measure.spent(lane);
    let axis = Axis::up_to(lanes.iter().map(|(lane, _)| spent(lane)).fold(0.0, f64::max));
    let bottom = TOP + HEIGHT;
    let unit = measure.unit();
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

/// What a run is measured in.
#[derive(Clone, Copy)]
enum Measure {
    Dollars,
    /// Of a thousand runs, where one costs so little that its numbers would be zeros.
    DollarsOfThousand,
    Tokens,
}

impl Measure {
    fn of<'a>(lanes: impl Iterator<Item = &'a LaneReport>) -> Self {
        let costs: Option<Vec<f64>> = lanes.map(|lane| Some(lane.cost? / runs(lane))).collect();
        match costs.map(|costs| costs.into_iter().fold(0.0, f64::max)) {
            Some(highest) if highest >= CENTS => Self::Dollars,
            Some(highest) if highest > 0.0 => Self::DollarsOfThousand,
            Some(_) | None => Self::Tokens,
        }
    }

    fn spent(self, lane: &LaneReport) -> f64 {
        let dollars = lane.cost.unwrap_or_default();
        let whole = match self {
            Self::Dollars => dollars,
            Self::DollarsOfThousand => dollars * 1_000.0,
            Self::Tokens => (lane.input_tokens + lane.output_tokens) as f64,
        };
        whole / runs(lane)
    }

    fn unit(self) -> PlotWord {
        match self {
            Self::Dollars => PlotWord::DollarsOfRun,
            Self::DollarsOfThousand => PlotWord::DollarsOfThousandRuns,
            Self::Tokens => PlotWord::TokensOfRun,
        }
    }
}

fn runs(lane: &LaneReport) -> f64 {
    f64::from(lane.runs.max(1))
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

#[cfg(test)]
mod tests {
    use super::{Measure, draw};
    use crate::plot::{Mark, PlotText, PlotWord};
    use crate::report::Report;
    use crate::report::tests::{case, lanes, some};

    /// The cost of one run in each lane.
    fn report(costs: [Option<f64>; 2]) -> Report {
        let mut report = Report::of(&[case("x"), case("y")], &lanes(), &some());
        for (lane, cost) in report.lanes.iter_mut().zip(costs) {
            lane.cost = cost.map(|cost| cost * f64::from(lane.runs));
        }
        report
    }

    fn texts(report: &Report) -> (Vec<PlotWord>, Vec<String>) {
        let (mut words, mut texts) = (Vec::new(), Vec::new());
        for mark in draw(report).marks {
            match mark {
                Mark::Text { text: PlotText::Word(word), .. } => words.push(word),
                Mark::Text { text: PlotText::Plain(text), .. } => texts.push(text),
                Mark::Line { .. } | Mark::Box { .. } | Mark::Dot { .. } => {}
            }
        }
        (words, texts)
    }

    #[test]
    fn the_axis_has_few_digits_whatever_a_run_costs() {
        for (costs, unit, marks) in [
            ([Some(0.4), Some(0.9)], PlotWord::DollarsOfRun, ["0", "0.2", "1.0"]),
            ([Some(0.000_03), Some(0.000_08)], PlotWord::DollarsOfThousandRuns, ["0", "0.02", "0.08"]),
        ] {
            let (words, texts) = texts(&report(costs));
            assert!(words.contains(&unit), "{words:?}");
            assert!(marks.iter().all(|mark| texts.iter().any(|text| text == mark)), "{texts:?}");
        }
    }

    #[test]
    fn lanes_that_cost_nothing_or_nobody_knows_what_are_held_apart_by_their_tokens() {
        for costs in [[Some(0.0), Some(0.0)], [None, Some(0.4)]] {
            assert!(matches!(Measure::of(report(costs).lanes.iter()), Measure::Tokens));
        }
    }
}
