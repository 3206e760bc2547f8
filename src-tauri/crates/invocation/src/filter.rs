//! What wraps requests, calls and prompts: filters in a nested pipeline, the first one outermost.

mod built_in;
mod contract;
mod passages;
mod pipeline;
mod replace;

pub(crate) use built_in::BuiltIn;
pub use contract::{CallContext, Filter, FilterVerdict, RequestContext, RequestDraft};
pub(crate) use pipeline::{Admitted, Pipeline, Ran, Wrapped};

use content::{CallId, JsonObject, Outcome, Output};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// A filter a person has set up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FilterPlan {
    /// What it is called where it is shown. Each has a name of its own.
    pub name: String,
    /// A pattern for the functions it is about. Without one, all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub function: Option<String>,
    pub kind: FilterKind,
    pub is_enabled: bool,
}

/// What a filter does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum FilterKind {
    /// Before a call: put another value in the place of an argument, if it is there.
    ReplaceArgument {
        path: String,
        #[ts(type = "JsonValue")]
        value: Value,
    },
    /// Before a call: don't run it, and tell the model why.
    BlockFunction { reason: String },
    /// After a call that failed: this is its result.
    SubstituteOnFailure { output: Output },
    /// After a call: put another text in the place of one in its result, whether it is words, JSON, JSON inside of words
    /// or an error.
    ReplaceInResult { find: String, replacement: String },
    /// Before a call: end the turn and don't run it.
    TerminateBefore,
    /// After a call: end the turn and keep the result.
    TerminateAfter,
    /// Before a request: put another text in the place of one in all that was said, for the model only: words, thoughts,
    /// arguments of calls, results and errors. What a provider keeps beside a part that changes is not sent back.
    ReplaceInRequest { find: String, replacement: String },
    /// Before a request: don't send it, and answer with this.
    AnswerRequest { text: String },
    /// Before a prompt that asks another model to complete a call: put another text in the place of one.
    ReplaceInPrompt { find: String, replacement: String },
    /// Before such a prompt: don't send it, and take this as the result.
    AnswerPrompt { output: Output },
}

/// One passage through one filter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct FilterPassage {
    pub filter: String,
    pub around: Filtered,
    pub side: FilterSide,
    pub effect: FilterEffect,
}

/// What a filter is wrapped around.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Filtered {
    Request,
    Call {
        call: CallId,
    },
    /// What a model is asked with, to complete a call or by a function that is a prompt.
    Prompt {
        call: CallId,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum FilterSide {
    /// On the way in.
    Entered,
    /// On the way out.
    Left,
}

/// What a filter did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum FilterEffect {
    /// It changed nothing.
    PassedOn,
    ChangedArguments {
        #[ts(type = "Record<string, JsonValue>")]
        arguments: JsonObject,
    },
    /// It gave the result itself, and nothing further in was reached.
    Answered {
        outcome: Outcome,
    },
    /// It put another result in the place of this one.
    ReplacedResult {
        before: Outcome,
    },
    /// It changed what is sent.
    ChangedRequest,
    /// It changed what was answered.
    ChangedResponse,
    /// It gave the answer itself, and no request was sent.
    AnsweredRequest {
        text: String,
    },
    ChangedPrompt {
        text: String,
    },
    /// It ended the turn.
    Terminated,
}
