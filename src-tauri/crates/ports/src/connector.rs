//! A model, whoever serves it.

use crate::{
    CallOptions, CallScope, ConnectorError, FunctionChoice, FunctionSpec, NameStyle, RequestSettings,
};
use content::{CallId, CalledFunction, Item, Message, ModelId, Usage};
use futures::stream::BoxStream;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use ts_rs::TS;

/// Answers a request with a stream of events. It translates, and runs no function.
pub trait Connector: Send + Sync {
    fn profile(&self) -> &ConnectorProfile;

    fn stream(&self, request: CompletionRequest, scope: &CallScope) -> EventStream;
}

/// What a request is answered with. Nothing follows after an error or after [`StreamEvent::Finished`]; a stream that
/// ends without either was cut off.
pub type EventStream = BoxStream<'static, Result<StreamEvent, ConnectorError>>;

/// What is known of a model before it is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ConnectorProfile {
    pub model: ModelId,
    /// The model's name for people.
    pub title: String,
    /// Who serves it, for people.
    pub service: String,
}

/// Everything a model is asked with.
#[derive(Clone, Debug)]
pub struct CompletionRequest {
    /// Shared with the history they come from, so that a long one is not copied for each request.
    pub messages: Vec<Arc<Message>>,
    pub functions: Vec<Arc<FunctionSpec>>,
    pub choice: FunctionChoice,
    pub calls: CallOptions,
    pub settings: RequestSettings,
    /// How functions are named on the wire, as far as the provider lets them.
    pub names: NameStyle,
}

/// A piece of a model's answer. Deltas are for showing; only finished items enter the history.
#[derive(Clone, Debug, PartialEq)]
pub enum StreamEvent {
    ItemStarted { index: usize, kind: ItemKind },
    TextDelta { index: usize, text: String },
    ReasoningDelta { index: usize, text: String },
    ArgumentsDelta { index: usize, text: String },
    ItemFinished { index: usize, item: Item },
    Usage(Usage),
    Finished,
}

/// What an item that has just begun will be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ItemKind {
    Text,
    Reasoning,
    Media,
    Call { id: CallId, function: CalledFunction },
}
