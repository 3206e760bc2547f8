//! Checks that no rule can make: by a script, or by a model. Their verdicts are kept with the run, marked with who judged.

use super::{Expectations, Fault};
use crate::case::Case;
use crate::run::{MadeCall, Run};
use content::{ModelId, Usage};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use ts_rs::TS;

/// Seconds of a script, where a case says nothing.
const USUAL_SECONDS: u32 = 10;

/// Seconds of a script at most.
pub(crate) const MOST_SECONDS: u32 = 600;

/// Who judges a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Judge {
    /// A program reads the run as JSON. It ends with 0 where the run is as expected and with 1 where it is not, and writes why.
    Script {
        /// The program and its arguments; a path counts from the folder of the set.
        command: Vec<String>,
        #[serde(default = "usual_seconds")]
        seconds: u32,
    },
    /// A model is asked once, and answers PASS or FAIL.
    Model { model: ModelId, question: String },
}

/// The verdict of a judge on one run.
#[serde_with_macros::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    pub judge: Judge,
    pub passed: bool,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// What a model used for it.
    pub usage: Option<Usage>,
    /// In dollars, where the price of the model is known.
    pub cost: Option<f64>,
}

fn usual_seconds() -> u32 {
    USUAL_SECONDS
}

impl Judge {
    /// Its name for people: the command, or the model.
    pub fn title(&self) -> String {
        match self {
            Self::Script { command, .. } => command.join(" "),
            Self::Model { model, .. } => model.as_str().to_owned(),
        }
    }

    /// The command of a script.
    pub fn script(&self) -> Option<&[String]> {
        let Self::Script { command, .. } = self else { return None };
        Some(command)
    }

    /// The model that is asked.
    pub fn model(&self) -> Option<&ModelId> {
        let Self::Model { model, .. } = self else { return None };
        Some(model)
    }

    pub(crate) fn is_sound(&self) -> bool {
        match self {
            Self::Script { command, seconds } => {
                command.first().is_some_and(|program| !program.is_empty())
                    && (1..=MOST_SECONDS).contains(seconds)
            }
            Self::Model { model, question } => !model.as_str().is_empty() && !question.trim().is_empty(),
        }
    }
}

impl Expectations {
    /// Everything in which a finished run falls short, the verdicts of its judges included.
    pub fn faults_of(&self, run: &Run) -> Vec<Fault> {
        let mut faults = self.faults(&run.transcript);
        let failed = self.judges.iter().filter_map(|judge| {
            let judgement = run.judgements.iter().rfind(|judgement| judgement.judge == *judge)?;
            (!judgement.passed).then(|| Fault::Judged {
                judge: judge.title(),
                by_model: judge.model().is_some(),
                reason: judgement.reason.clone(),
            })
        });
        faults.extend(failed);
        faults
    }

    /// The judges whose verdict on a run is not there.
    pub fn missing_judges<'a>(&'a self, run: &'a Run) -> impl Iterator<Item = &'a Judge> {
        let has_judged = |judge: &Judge| run.judgements.iter().any(|judgement| judgement.judge == *judge);
        self.judges.iter().filter(move |judge| !has_judged(judge))
    }

    /// Whether every judge has given a verdict. A run without one counts nowhere.
    pub fn is_judged(&self, run: &Run) -> bool {
        self.missing_judges(run).next().is_none()
    }
}

/// What a judge reads of a run.
pub fn judged_document(case: &Case, run: &Run) -> Value {
    let call = |call: &Arc<MadeCall>| {
        let arguments = call.arguments.to_value();
        json!({ "function": call.function, "arguments": arguments, "round": call.round })
    };
    json!({
        "case": case.id,
        "title": case.title,
        "history": case.history,
        "calls": run.transcript.calls.iter().map(call).collect::<Vec<_>>(),
        "text": run.transcript.text,
        "rounds": run.transcript.rounds,
    })
}
