//! One figure and what it is held against.

use serde::Serialize;
use std::fmt;
use std::time::Duration;

/// What was measured. The names of the fields are those of the JSON.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Figure {
    pub(crate) area: &'static str,
    pub(crate) name: String,
    pub(crate) value: f64,
    pub(crate) unit: Unit,
    pub(crate) better: Better,
    pub(crate) target: Option<f64>,
    pub(crate) reference: Option<&'static str>,
    pub(crate) reference_value: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Better {
    Lower,
    Higher,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Unit {
    #[serde(rename = "ms")]
    Milliseconds,
    #[serde(rename = "µs")]
    Microseconds,
    #[serde(rename = "s")]
    Seconds,
    #[serde(rename = "MB")]
    Megabytes,
    #[serde(rename = "MB/s")]
    MegabytesPerSecond,
    #[serde(rename = "times")]
    Times,
}

impl Unit {
    /// Nothing, where it is no time.
    fn in_a_second(self) -> Option<f64> {
        match self {
            Self::Seconds => Some(1.0),
            Self::Milliseconds => Some(1e3),
            Self::Microseconds => Some(1e6),
            Self::Megabytes | Self::MegabytesPerSecond | Self::Times => None,
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Milliseconds => "ms",
            Self::Microseconds => "µs",
            Self::Seconds => "s",
            Self::Megabytes => "MB",
            Self::MegabytesPerSecond => "MB/s",
            Self::Times => "times",
        })
    }
}

/// Many runs of one thing, each beside a run of its reference.
pub(crate) struct Runs {
    pub(crate) area: &'static str,
    pub(crate) what: String,
    pub(crate) unit: Unit,
    /// What the median has to stay below.
    pub(crate) target: f64,
    pub(crate) reference: &'static str,
    pub(crate) ours: Vec<Duration>,
    pub(crate) theirs: Vec<Duration>,
}

impl Runs {
    /// The median and the p95.
    pub(crate) fn figures(self) -> Vec<Figure> {
        let figure = |name: &str, part: f64, target| Figure {
            area: self.area,
            name: format!("{}, {name} of {}", self.what, self.ours.len()),
            value: quantile(&self.ours, part, self.unit),
            unit: self.unit,
            better: Better::Lower,
            target,
            reference: Some(self.reference),
            reference_value: Some(quantile(&self.theirs, part, self.unit)),
        };
        vec![figure("median", 0.5, Some(self.target)), figure("p95", 0.95, None)]
    }
}

impl Figure {
    pub(crate) fn is_missed(&self) -> bool {
        match self.better {
            Better::Lower => self.target.is_some_and(|target| self.value > target),
            Better::Higher => self.target.is_some_and(|target| self.value < target),
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { area, name, value, unit, better, target, reference, reference_value } = self;
        let bound = match better {
            Better::Lower => "most",
            Better::Higher => "least",
        };
        write!(formatter, "{area} · {name}: {value:.1} {unit}")?;
        if let Some(target) = target {
            write!(formatter, ", target at {bound} {target:.1} {unit}")?;
        }
        if let (Some(reference), Some(value)) = (reference, reference_value) {
            write!(formatter, ", {reference} {value:.1} {unit}")?;
        }
        Ok(())
    }
}

/// The value a part of all runs stays at or below.
pub(crate) fn quantile(runs: &[Duration], part: f64, unit: Unit) -> f64 {
    let mut sorted = runs.to_vec();
    sorted.sort();
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss,
        reason = "a place in a short list"
    )]
    let place = ((sorted.len() as f64 * part).ceil() as usize).clamp(1, sorted.len().max(1)) - 1;
    let in_unit = |run: &Duration| unit.in_a_second().map(|units| run.as_secs_f64() * units);
    sorted.get(place).and_then(in_unit).unwrap_or(f64::NAN)
}

/// The middle of several values, of which some met something else on the machine.
pub(crate) fn middle(values: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<_> = values.collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}
