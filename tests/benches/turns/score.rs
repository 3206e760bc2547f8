//! What turns came to.

use crate::asking::Turned;
use crate::data::Case;
use crate::results::{made_up, result_of};
use invocation::TurnOutcome;
use serde::Serialize;

/// What is counted of one turn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Judged {
    pub(crate) is_right_call: bool,
    pub(crate) is_told: bool,
    pub(crate) makes_up: bool,
    pub(crate) repeated: usize,
    pub(crate) is_empty: bool,
}

pub(crate) fn judged(case: &Case, turned: &Turned) -> Judged {
    let fitting =
        case.fitting.as_ref().and_then(|name| case.functions.iter().find(|spec| spec.name == *name));
    let is_valid = |arguments: &serde_json::Value| {
        let schema = fitting.and_then(|spec| jsonschema::validator_for(&spec.parameters).ok());
        schema.is_none_or(|schema| schema.is_valid(arguments))
    };
    let first = turned.made.first();
    let names_it = first.is_some_and(|made| made.function.is_some() && made.function == case.fitting);
    let is_right_call = names_it && first.and_then(|made| made.arguments.as_ref()).is_some_and(is_valid);
    let expected = fitting.map(|spec| result_of(&case.id, spec));
    let mut known = case.text.clone();
    for made in &turned.made {
        known.push_str(&made.arguments.as_ref().map(ToString::to_string).unwrap_or_default());
        let spec = case.functions.iter().find(|spec| Some(&spec.name) == made.function.as_ref());
        known.push_str(&spec.map(|spec| result_of(&case.id, spec).output.to_string()).unwrap_or_default());
    }
    let alike = |place: usize| {
        let one = &turned.made[place];
        turned.made[..place]
            .iter()
            .any(|other| other.function == one.function && other.arguments == one.arguments)
    };
    Judged {
        is_right_call,
        is_told: expected.is_some_and(|expected| expected.is_told_in(&turned.answer)),
        makes_up: !made_up(&turned.answer, &known).is_empty(),
        repeated: (0..turned.made.len()).filter(|place| alike(*place)).count(),
        is_empty: turned.answer.trim().is_empty(),
    }
}

/// The turns of one row.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Score {
    fitting: usize,
    right_calls: usize,
    /// A right call, an answer with all values of its result, and no number from nowhere.
    finished: usize,
    answers_that_make_up: usize,
    unfitting: usize,
    right_refusals: usize,
    calls: usize,
    repeated_calls: usize,
    empty: usize,
    unfinished: usize,
    seconds: Vec<f64>,
    seconds_with_one_call: Vec<f64>,
}

impl Score {
    pub(crate) fn add(&mut self, case: &Case, turned: &Turned, judged: Judged) {
        if case.fitting.is_some() {
            self.fitting += 1;
            self.right_calls += usize::from(judged.is_right_call);
            self.finished += usize::from(judged.is_right_call && judged.is_told && !judged.makes_up);
            self.answers_that_make_up += usize::from(judged.makes_up);
        } else {
            self.unfitting += 1;
            self.right_refusals += usize::from(turned.made.is_empty());
        }
        self.calls += turned.made.len();
        self.repeated_calls += judged.repeated;
        self.empty += usize::from(judged.is_empty);
        self.unfinished += usize::from(turned.outcome != TurnOutcome::Answered);
        self.seconds.push(turned.seconds);
        if turned.made.len() == 1 {
            self.seconds_with_one_call.push(turned.seconds);
        }
    }

    pub(crate) fn line(&self, name: &str) -> String {
        let share =
            |part: usize, whole: usize| if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 };
        format!(
            "{name:22} right call {:5.1} %  finished {:5.1} %  makes up {:5.1} %  refuses {:5.1} %  repeated {:5.1} % of {} calls  \
             empty {}  unfinished {}  seconds {:.1} ({:.1} with one call, {:.1} at most)",
            share(self.right_calls, self.fitting),
            share(self.finished, self.fitting),
            share(self.answers_that_make_up, self.fitting),
            share(self.right_refusals, self.unfitting),
            share(self.repeated_calls, self.calls),
            self.calls,
            self.empty,
            self.unfinished,
            median(&self.seconds),
            median(&self.seconds_with_one_call),
            self.seconds.iter().copied().fold(0.0, f64::max),
        )
    }
}

fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}
