//! A run: one lane's continuation of a case.

use crate::case::CaseId;
use content::{CallArguments, JsonObject, ModelId, Usage};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One way to continue every case of a set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LanePlan {
    pub name: String,
    pub model: ModelId,
    /// Settings of requests in the place of those of the cases, by their names.
    #[serde(default, skip_serializing_if = "JsonObject::is_empty")]
    pub request: JsonObject,
}

impl LanePlan {
    /// A lane that differs by its model alone.
    pub fn of_model(model: ModelId) -> Self {
        let name = model.as_str().to_owned();
        Self { name, model, request: JsonObject::new() }
    }
}

/// Which run of which lane of which case. `repeat` counts from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
pub struct RunKey {
    pub case: CaseId,
    pub lane: String,
    pub repeat: u32,
}

/// One finished run, as it is kept. It is judged when results are read, so that an expectation can change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    #[serde(flatten)]
    pub key: RunKey,
    #[serde(flatten)]
    pub transcript: Transcript,
    pub usage: Usage,
    pub milliseconds: u64,
}

/// What a model did in a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Transcript {
    pub rounds: u32,
    pub calls: Vec<MadeCall>,
    /// The last words of the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    pub ending: Ending,
}

/// A call that a model made.
#[derive(Clone, Debug, PartialEq)]
pub struct MadeCall {
    pub function: String,
    pub arguments: CallArguments,
    /// The response it stood in, counted from 1. Nothing, where it was not kept.
    pub round: Option<u32>,
}

/// How the turn of a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Ending {
    Finished,
    CutOff { reason: String },
}

/// A call in a file: the text of its arguments is enough.
#[derive(Serialize, Deserialize)]
struct WrittenCall {
    function: String,
    arguments: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    round: Option<u32>,
}

impl Serialize for MadeCall {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (function, arguments) = (self.function.clone(), self.arguments.raw().to_owned());
        WrittenCall { function, arguments, round: self.round }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for MadeCall {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WrittenCall { function, arguments, round } = WrittenCall::deserialize(deserializer)?;
        Ok(Self { function, arguments: CallArguments::read(arguments), round })
    }
}
