//! A run: one lane's continuation of a case.

use crate::case::CaseId;
use content::{CallArguments, ModelId, SessionId, Usage};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One way to continue every case of a set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LanePlan {
    pub name: String,
    pub model: ModelId,
    /// In place of the instructions of a case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<String>,
    /// Settings of requests, which override those of a case.
    #[serde(default, skip_serializing_if = "content::JsonObject::is_empty")]
    pub request: content::JsonObject,
    /// Other descriptions of functions, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub descriptions: BTreeMap<String, String>,
}

impl LanePlan {
    /// A lane that differs by its model alone.
    pub fn of_model(model: ModelId) -> Self {
        let name = model.as_str().to_owned();
        let (instructions, request, descriptions) = (None, content::JsonObject::new(), BTreeMap::new());
        Self { name, model, instructions, request, descriptions }
    }
}

/// Which run of which lane of which case. `repeat` counts from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
    /// The situation it ran in, as a hash. A run of another situation is not used.
    pub situation: String,
    pub session: SessionId,
    #[serde(flatten)]
    pub transcript: Transcript,
    pub usage: Usage,
    /// The price in US dollars, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
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
}

impl Serialize for MadeCall {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (function, arguments) = (self.function.clone(), self.arguments.raw().to_owned());
        WrittenCall { function, arguments }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for MadeCall {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WrittenCall { function, arguments } = WrittenCall::deserialize(deserializer)?;
        Ok(Self { function, arguments: CallArguments::read(arguments) })
    }
}
