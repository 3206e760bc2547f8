//! The pass rates of lanes in several experiments of a set, in their order.

use super::{Anchor, LEFT, Mark, Plot, PlotKind, PlotWord, RIGHT, TOP, Target, Tone, line, text, word};
use crate::statistics::Rate;

const HEIGHT: f64 = 220.0;

/// Lanes that have a line. More could not be told from each other.
const MAX_LANES: usize = 12;

/// One lane in one experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneMoment {
    pub experiment: String,
    /// When it began, for people.
    pub began: String,
    pub lane: String,
    pub rate: Rate,
}

/// The moments of one experiment follow each other, the earliest first.
pub(super) fn draw(moments: &[LaneMoment]) -> Plot {
    if moments.is_empty() {
        return Plot::empty(PlotKind::OverTime);
    }
    let mut experiments: Vec<(&str, &str)> = Vec::new();
    let mut lanes: Vec<&str> = Vec::new();
    for moment in moments {
        if experiments.last().is_none_or(|(id, _)| *id != moment.experiment) {
            experiments.push((&moment.experiment, &moment.began));
        }
        if !lanes.contains(&moment.lane.as_str()) {
            lanes.push(&moment.lane);
        }
    }
    lanes.truncate(MAX_LANES);
    let step = (RIGHT - LEFT) / experiments.len() as f64;
    let x_of = |id: &str| {
        let place = experiments.iter().position(|(known, _)| *known == id).unwrap_or(0);
        LEFT + (place as f64 + 0.5) * step
    };
    let mut marks = frame();
    for (id, began) in &experiments {
        marks.push(text(x_of(id), TOP + HEIGHT + 14.0, *began, Anchor::Middle, Tone::Faint));
    }
    for lane in lanes {
        let own: Vec<_> = moments.iter().filter(|moment| moment.lane == lane).collect();
        let points = own.iter().map(|moment| (x_of(&moment.experiment), height_of(moment.rate.rate)));
        marks.push(line(points.collect(), Tone::Value));
        marks.extend(own.iter().flat_map(|moment| dot(x_of(&moment.experiment), moment)));
        if let Some(last) = own.last() {
            let (x, y) = (x_of(&last.experiment), height_of(last.rate.rate));
            let label: String = lane.chars().take(40).collect();
            marks.push(text(x - 8.0, y - 6.0, label, Anchor::End, Tone::Ink));
        }
    }
    Plot::new(PlotKind::OverTime, TOP + HEIGHT + 22.0, marks)
}

fn frame() -> Vec<Mark> {
    let mut marks = vec![word(LEFT - 52.0, TOP + 4.0, PlotWord::PassRate, Anchor::End)];
    for quarter in 0..=4 {
        let share = f64::from(quarter) / 4.0;
        let y = height_of(share);
        let tone = if quarter == 0 { Tone::Axis } else { Tone::Faint };
        marks.push(line(vec![(LEFT, y), (RIGHT, y)], tone));
        marks.push(text(LEFT - 10.0, y + 4.0, format!("{:.0}%", share * 100.0), Anchor::End, Tone::Faint));
    }
    marks
}

fn height_of(share: f64) -> f64 {
    TOP + (1.0 - share.clamp(0.0, 1.0)) * HEIGHT
}

fn dot(x: f64, moment: &LaneMoment) -> [Mark; 2] {
    let Rate { rate, interval, .. } = moment.rate;
    [
        line(vec![(x, height_of(interval.low)), (x, height_of(interval.high))], Tone::Axis),
        Mark::Dot {
            x,
            y: height_of(rate),
            tone: Tone::Value,
            target: Some(Target::Experiment { id: moment.experiment.clone() }),
            hint: format!("{} · {}: {:.0}%", moment.began, moment.lane, rate * 100.0),
        },
    ]
}
