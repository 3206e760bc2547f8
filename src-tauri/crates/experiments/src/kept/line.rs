//! One line of a file of runs.

use super::{KeptError, Plan};
use crate::case::CaseId;
use crate::expectation::Judgement;
use crate::run::{Ending, MadeCall, Run, RunFigures, RunKey, Transcript};
use content::{CallArguments, Usage};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// The runs behind a plan were made by it; the last plan tells what the file is about.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Written<'a> {
    Plan(Box<Plan>),
    #[serde(borrow)]
    Run(Box<WrittenRun<'a>>),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct WrittenRun<'a> {
    case: CaseId,
    lane: String,
    repeat: u32,
    rounds: u32,
    #[serde(borrow)]
    calls: Vec<WrittenCall<'a>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    ending: Ending,
    usage: Usage,
    milliseconds: u64,
    #[serde(default, skip_serializing_if = "RunFigures::is_empty")]
    figures: RunFigures,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    judgements: Vec<Judgement>,
}

/// The text of its arguments is enough.
#[derive(Serialize, Deserialize)]
struct WrittenCall<'a> {
    #[serde(borrow)]
    function: Cow<'a, str>,
    #[serde(borrow)]
    arguments: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    round: Option<u32>,
}

/// What a line says.
pub enum Line<R> {
    Plan(Plan),
    Run(R),
}

/// The same without what the run came to.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum WrittenKey {
    Plan(Box<Plan>),
    Run(RunKey),
}

/// What is read of a run.
pub trait KeptRun: Send + Sized {
    fn key(&self) -> &RunKey;

    fn read_line(text: &str, calls: &mut SharedCalls) -> Result<Line<Self>, KeptError>;
}

impl KeptRun for Run {
    fn key(&self) -> &RunKey {
        &self.key
    }

    fn read_line(text: &str, calls: &mut SharedCalls) -> Result<Line<Self>, KeptError> {
        Ok(match serde_json::from_str(text).map_err(KeptError::Unfit)? {
            Written::Plan(plan) => Line::Plan(plan.checked()?),
            Written::Run(run) => Line::Run(run.read(calls)),
        })
    }
}

impl KeptRun for RunKey {
    fn key(&self) -> &RunKey {
        self
    }

    fn read_line(text: &str, _: &mut SharedCalls) -> Result<Line<Self>, KeptError> {
        Ok(match serde_json::from_str(text).map_err(KeptError::Unfit)? {
            WrittenKey::Plan(plan) => Line::Plan(plan.checked()?),
            WrittenKey::Run(key) => Line::Run(key),
        })
    }
}

/// The calls of the lines that were read, by the texts of their arguments.
#[derive(Default)]
pub struct SharedCalls(HashMap<String, Vec<Arc<MadeCall>>>);

impl SharedCalls {
    fn call(&mut self, WrittenCall { function, arguments, round }: WrittenCall<'_>) -> Arc<MadeCall> {
        let is_same = |call: &&Arc<MadeCall>| call.function == function && call.round == round;
        if let Some(known) = self.0.get(&*arguments).and_then(|calls| calls.iter().find(is_same)) {
            return Arc::clone(known);
        }
        let arguments = arguments.into_owned();
        let read = CallArguments::read(arguments.as_str());
        let call = Arc::new(MadeCall { function: function.into_owned(), arguments: read, round });
        self.0.entry(arguments).or_default().push(Arc::clone(&call));
        call
    }
}

impl WrittenRun<'_> {
    fn read(self, shared: &mut SharedCalls) -> Run {
        let calls = self.calls.into_iter().map(|call| shared.call(call)).collect();
        Run {
            key: RunKey { case: self.case, lane: self.lane, repeat: self.repeat },
            transcript: Transcript { rounds: self.rounds, calls, text: self.text, ending: self.ending },
            usage: self.usage,
            milliseconds: self.milliseconds,
            figures: self.figures,
            judgements: self.judgements,
        }
    }
}

impl Plan {
    /// The line that begins the runs of this plan.
    pub fn to_line(&self) -> serde_json::Result<String> {
        serde_json::to_string(&Written::Plan(Box::new(self.clone())))
    }
}

impl Run {
    /// The line that keeps it.
    pub fn to_line(&self) -> serde_json::Result<String> {
        let Self { key, transcript, usage, milliseconds, figures, judgements } = self;
        let call = |call: &Arc<MadeCall>| WrittenCall {
            function: call.function.clone().into(),
            arguments: call.arguments.raw().to_owned().into(),
            round: call.round,
        };
        let run = WrittenRun {
            case: key.case.clone(),
            lane: key.lane.clone(),
            repeat: key.repeat,
            rounds: transcript.rounds,
            calls: transcript.calls.iter().map(call).collect(),
            text: transcript.text.clone(),
            ending: transcript.ending.clone(),
            usage: *usage,
            milliseconds: *milliseconds,
            figures: figures.clone(),
            judgements: judgements.clone(),
        };
        serde_json::to_string(&Written::Run(Box::new(run)))
    }
}
