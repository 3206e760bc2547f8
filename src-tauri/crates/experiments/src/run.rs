//! A run: one lane's continuation of a case.

use crate::case::CaseId;
use crate::expectation::Judgement;
use content::{CallArguments, JsonObject, ModelId, Usage};
use notices::Notice;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use ts_rs::TS;

/// One way to continue every case of a set.
#[serde_with_macros::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LanePlan {
    pub name: String,
    pub model: ModelId,
    /// Settings of requests in the place of those of the cases, by their names.
    #[serde(default, skip_serializing_if = "JsonObject::is_empty")]
    pub request: JsonObject,
    /// Instructions in the place of those of the cases.
    pub instructions: Option<String>,
    /// Other words for functions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wordings: Vec<Wording>,
    /// Functions that selection offers at most. Without it, each request offers all functions of the case.
    pub selection_limit: Option<usize>,
    /// Parts of the name policy, by their names.
    #[serde(default, skip_serializing_if = "JsonObject::is_empty")]
    pub names: JsonObject,
    /// How functions are called: `choice`, `calls` and `guidance`.
    #[serde(default, skip_serializing_if = "JsonObject::is_empty")]
    pub calling: JsonObject,
}

/// The description or the schema of a function in the place of those of the cases.
#[serde_with_macros::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wording {
    pub function: String,
    pub description: Option<String>,
    pub parameters: Option<Value>,
}

/// A setting of a lane, as a person reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LaneSetting {
    pub name: String,
    pub value: String,
}

impl LanePlan {
    /// A lane that differs by its model alone.
    pub fn of_model(model: ModelId) -> Self {
        Self {
            name: model.as_str().to_owned(),
            model,
            request: JsonObject::new(),
            instructions: None,
            wordings: Vec::new(),
            selection_limit: None,
            names: JsonObject::new(),
            calling: JsonObject::new(),
        }
    }

    /// Everything it has in the place of what the cases say.
    pub fn settings(&self) -> Vec<LaneSetting> {
        let mut settings = Vec::new();
        let mut add = |name: String, value: String| settings.push(LaneSetting { name, value });
        for (name, value) in self.request.iter().chain(&self.calling) {
            add(name.clone(), written_value(value));
        }
        if let Some(limit) = self.selection_limit {
            add("selection.limit".to_owned(), limit.to_string());
        }
        for (name, value) in &self.names {
            add(format!("names.{name}"), written_value(value));
        }
        if let Some(instructions) = &self.instructions {
            add("instructions".to_owned(), instructions.clone());
        }
        for wording in &self.wordings {
            if let Some(description) = &wording.description {
                add(format!("description:{}", wording.function), description.clone());
            }
            if let Some(parameters) = &wording.parameters {
                add(format!("schema:{}", wording.function), written_value(parameters));
            }
        }
        settings
    }
}

fn written_value(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Which run of which lane of which case. `repeat` counts from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
pub struct RunKey {
    pub case: CaseId,
    pub lane: String,
    pub repeat: u32,
}

/// One finished run. It is judged when results are read, so that an expectation can change.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    pub key: RunKey,
    pub transcript: Transcript,
    pub usage: Usage,
    pub milliseconds: u64,
    pub figures: RunFigures,
    /// What scripts and models said of it.
    pub judgements: Vec<Judgement>,
}

/// What was measured of a run besides its time.
#[serde_with_macros::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RunFigures {
    /// Milliseconds from the first request to the first piece of its response.
    pub first_token: Option<u64>,
    /// Calls whose name or arguments were repaired before they counted.
    #[serde(skip_serializing_if = "is_none")]
    pub repaired: u32,
    /// Calls that violate their schema, or name no function that was offered.
    #[serde(skip_serializing_if = "is_none")]
    pub invalid: u32,
    /// Requests that were sent again, because the service gave no answer.
    #[serde(skip_serializing_if = "is_none")]
    pub retries: u32,
    /// In dollars, where the price of the model is known.
    pub cost: Option<f64>,
    /// The ranks of the expected functions in the selection before the first request, counted from 1.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub ranks: BTreeMap<String, u32>,
}

impl RunFigures {
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_none(count: &u32) -> bool {
    *count == 0
}

/// What a model did in a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Transcript {
    pub rounds: u32,
    /// Most runs of a case make the same calls, so those of a file are shared.
    pub calls: Vec<Arc<MadeCall>>,
    /// The last words of the model.
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
    CutOff {
        reason: String,
        /// The same as a page tells it. Older files have the text alone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        notice: Option<Notice>,
    },
}
