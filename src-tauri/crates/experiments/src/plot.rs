//! Plots of what came of runs: marks with the runs behind them, which a page draws, and the same as pictures.

mod agreement;
mod axis;
mod confusion;
mod cost;
mod distribution;
mod over_time;
mod picture;
#[cfg(test)]
mod tests;

pub use over_time::LaneMoment;

use crate::case::Case;
use crate::filter::RunFilter;
use crate::report::{JudgedRun, Report};
use crate::run::LanePlan;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// Lengths in pixels.
const WIDTH: f64 = 680.0;
/// Where names of rows end and the drawing begins.
const LEFT: f64 = 232.0;
const RIGHT: f64 = 664.0;
const ROW: f64 = 26.0;
const TOP: f64 = 12.0;

/// Letters of a name beside a drawing.
const MAX_NAME_LETTERS: usize = 34;

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum PlotKind {
    /// The time of runs, by lane.
    Time,
    /// The time to the first piece of the first response.
    FirstToken,
    Tokens,
    Rounds,
    /// How often runs agree on each argument.
    Agreement,
    /// Functions that were called, by those expected.
    Confusion,
    /// What a run costs, against how often runs pass.
    Cost,
    /// The pass rates of lanes in several experiments of a set.
    OverTime,
}

impl PlotKind {
    /// All that one experiment is enough for, in the order of a report.
    pub const OF_ONE: [Self; 7] = [
        Self::Cost,
        Self::Time,
        Self::FirstToken,
        Self::Tokens,
        Self::Rounds,
        Self::Confusion,
        Self::Agreement,
    ];

    /// Its title in a report.
    pub fn title(self) -> &'static str {
        match self {
            Self::Time => "Time of a run",
            Self::FirstToken => "Time to the first token",
            Self::Tokens => "Tokens of a run",
            Self::Rounds => "Rounds of a run",
            Self::Agreement => "Agreement by argument",
            Self::Confusion => "Confusion matrix",
            Self::Cost => "Cost against pass rate",
            Self::OverTime => "Lanes over time",
        }
    }
}

/// A drawing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Plot {
    pub kind: PlotKind,
    pub width: f64,
    pub height: f64,
    pub marks: Vec<Mark>,
}

/// One thing that is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Mark {
    Line {
        points: Vec<(f64, f64)>,
        tone: Tone,
    },
    Box {
        x: f64,
        y: f64,
        width: f64,
        height: f64,
        tone: Tone,
        /// How strong it is, from 0 to 1.
        shade: f64,
        target: Option<Target>,
        hint: String,
    },
    Dot {
        x: f64,
        y: f64,
        tone: Tone,
        target: Option<Target>,
        hint: String,
    },
    Text {
        x: f64,
        y: f64,
        text: PlotText,
        anchor: Anchor,
        tone: Tone,
    },
}

/// Words of a plot. Those of our own have other languages in the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", content = "text", rename_all = "camelCase")]
pub enum PlotText {
    Plain(String),
    Word(PlotWord),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum PlotWord {
    PassRate,
    DollarsOfRun,
    DollarsOfThousandRuns,
    TokensOfRun,
    Seconds,
    Tokens,
    Rounds,
    Expected,
    Called,
    NoCall,
    NotExpected,
    ShareOfCalls,
    NothingToDraw,
}

impl PlotWord {
    fn english(self) -> &'static str {
        match self {
            Self::PassRate => "pass rate",
            Self::DollarsOfRun => "dollars of a run",
            Self::DollarsOfThousandRuns => "dollars of 1,000 runs",
            Self::TokensOfRun => "tokens of a run",
            Self::Seconds => "seconds",
            Self::Tokens => "tokens",
            Self::Rounds => "rounds",
            Self::Expected => "expected",
            Self::Called => "called",
            Self::NoCall => "no call",
            Self::NotExpected => "not expected",
            Self::ShareOfCalls => "share of calls with the same value",
            Self::NothingToDraw => "nothing to draw",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "PlotAnchor")]
pub enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "PlotTone")]
pub enum Tone {
    /// Axes and their marks.
    Axis,
    Faint,
    Ink,
    /// A value.
    Value,
    /// A value that is not as expected.
    Off,
}

/// Where a mark leads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
#[ts(rename = "PlotTarget")]
pub enum Target {
    Runs { filter: Box<RunFilter> },
    Experiment { id: String },
}

/// Draws runs that are judged. Agreement and confusions are those of one lane, or of all.
pub fn plot(
    kind: PlotKind,
    (cases, lanes): (&[Case], &[LanePlan]),
    report: &Report,
    runs: &[JudgedRun<'_>],
    lane: Option<&str>,
) -> Plot {
    let by_id: BTreeMap<_, _> = cases.iter().map(|case| (&case.id, case)).collect();
    let is_meant = |one: &&JudgedRun<'_>| lane.is_none_or(|lane| lane == one.run.key.lane);
    let of_cases =
        || runs.iter().filter(is_meant).filter_map(|one| Some((*by_id.get(&one.run.key.case)?, one)));
    match kind {
        PlotKind::Time | PlotKind::FirstToken | PlotKind::Tokens | PlotKind::Rounds => {
            distribution::draw(kind, lanes, runs)
        }
        PlotKind::Agreement => agreement::draw(of_cases(), lane),
        PlotKind::Confusion => confusion::draw(of_cases(), lane),
        PlotKind::Cost => cost::draw(report),
        PlotKind::OverTime => over_time::draw(&[]),
    }
}

/// All plots of one experiment, for a report.
pub(crate) fn plots_of(
    made_of: (&[Case], &[LanePlan]),
    report: &Report,
    runs: &[JudgedRun<'_>],
) -> Vec<Plot> {
    let drawn = PlotKind::OF_ONE.map(|kind| plot(kind, made_of, report, runs, None));
    drawn.into_iter().filter(|plot| plot.marks.len() > 1).collect()
}

/// Draws the pass rates of lanes in several experiments.
pub fn plot_over_time(moments: &[LaneMoment]) -> Plot {
    over_time::draw(moments)
}

impl Plot {
    fn new(kind: PlotKind, height: f64, marks: Vec<Mark>) -> Self {
        Self { kind, width: WIDTH, height, marks }
    }

    /// A plot without a value.
    fn empty(kind: PlotKind) -> Self {
        let text = word(LEFT, TOP + 14.0, PlotWord::NothingToDraw, Anchor::Start);
        Self::new(kind, TOP + ROW, vec![text])
    }
}

fn line(points: Vec<(f64, f64)>, tone: Tone) -> Mark {
    Mark::Line { points, tone }
}

fn word(x: f64, y: f64, word: PlotWord, anchor: Anchor) -> Mark {
    Mark::Text { x, y, text: PlotText::Word(word), anchor, tone: Tone::Faint }
}

fn text(x: f64, y: f64, text: impl Into<String>, anchor: Anchor, tone: Tone) -> Mark {
    Mark::Text { x, y, text: PlotText::Plain(text.into()), anchor, tone }
}

/// The name of a row, at the left of the drawing.
fn name(y: f64, name: &str) -> Mark {
    let is_long = name.chars().count() > MAX_NAME_LETTERS;
    let shown = if is_long {
        name.chars().take(MAX_NAME_LETTERS - 1).chain(['…']).collect()
    } else {
        name.to_owned()
    };
    text(LEFT - 10.0, y, shown, Anchor::End, Tone::Ink)
}

fn runs_of(filter: RunFilter) -> Option<Target> {
    Some(Target::Runs { filter: Box::new(filter) })
}
