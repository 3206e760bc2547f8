//! A model, whichever service or file it comes from.

use crate::{
    Adaptation, CallOptions, CallScope, ConnectorError, FunctionChoice, FunctionSpec, NameStyle, Oddity,
    OfferedNames, RequestSettings, WireHeader,
};
use content::{CallId, CalledFunction, Item, Message, ModelId, SessionId, Usage};
use futures::StreamExt;
use futures::stream::BoxStream;
use notices::Describe;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use ts_rs::TS;

/// A body that a person wrote, for a model that answers without a wire.
#[derive(Debug, Describe)]
#[notice(prefix = "no-wire")]
#[notice("a model without a wire takes no request that was written by hand")]
pub(crate) struct NoWire;

/// Answers a request with a stream of events. It translates, and never runs a function.
pub trait Connector: Send + Sync {
    fn profile(&self) -> &ConnectorProfile;

    fn stream(&self, request: CompletionRequest, scope: &CallScope) -> EventStream;

    /// Sends a body that a person wrote in place of the one this request encodes to, and reads the response as one to
    /// this request.
    fn stream_body(&self, _request: CompletionRequest, _body: String, _scope: &CallScope) -> EventStream {
        let service = self.profile().service.clone();
        let reason = NoWire.notice();
        futures::stream::once(async { Err(ConnectorError::NotPossible { service, reason }) }).boxed()
    }

    /// Whether this model needs guidance through a turn. It gets it unless a person decides otherwise.
    fn needs_guidance(&self) -> bool {
        false
    }

    /// The names of a request's functions, as the model sees them.
    fn names(&self, request: &CompletionRequest) -> OfferedNames {
        OfferedNames::in_style(request.names.clone())
    }

    /// The body that would be sent, with its adaptations. A model without a wire has none.
    fn preview(&self, _request: &CompletionRequest) -> Result<Option<Preview>, ConnectorError> {
        Ok(None)
    }
}

/// A request as it would be sent, without secrets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Preview {
    pub method: String,
    pub url: String,
    pub headers: Vec<WireHeader>,
    pub body: String,
    pub adaptations: Vec<Adaptation>,
}

/// The response to a request. Nothing follows an error or [`StreamEvent::Finished`]; a stream that ends without either
/// was cut off.
pub type EventStream = BoxStream<'static, Result<StreamEvent, ConnectorError>>;

/// Facts about a model that are known before any request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ConnectorProfile {
    pub model: ModelId,
    /// The model's name for people.
    pub title: String,
    /// The name of its service, for people.
    pub service: String,
}

/// A request to a model.
#[derive(Clone, Debug)]
pub struct CompletionRequest {
    /// Shared with the history they come from, so that a long history is not copied for each request.
    pub messages: Vec<Arc<Message>>,
    pub functions: Vec<Arc<FunctionSpec>>,
    /// All other functions. None of them is offered; some may have been, earlier in the conversation.
    pub known: Vec<Arc<FunctionSpec>>,
    pub choice: FunctionChoice,
    pub calls: CallOptions,
    pub settings: RequestSettings,
    /// The style of function names on the wire, as far as the provider permits it.
    pub names: NameStyle,
}

/// One event of a response. Deltas are for display; only finished items enter the history.
#[derive(Clone, Debug, PartialEq)]
pub enum StreamEvent {
    ItemStarted {
        index: usize,
        kind: ItemKind,
    },
    TextDelta {
        index: usize,
        text: String,
    },
    ReasoningDelta {
        index: usize,
        text: String,
    },
    ArgumentsDelta {
        index: usize,
        text: String,
    },
    /// Boxed to keep events small: most of a stream is deltas, and each event is moved several times.
    ItemFinished {
        index: usize,
        item: Box<Item>,
    },
    Usage(Usage),
    /// Changes the provider itself made to the request before the model read it.
    Adapted(Vec<Adaptation>),
    /// Something else answers than the model that was asked.
    Replaced(Replacement),
    /// Alternative answers in the same response, and the calls in them. They are ignored.
    Others {
        answers: u32,
        calls: u32,
    },
    /// An irregularity of a call, reported once the call is finished.
    Odd {
        call: CallId,
        oddity: Oddity,
    },
    Finished(StopReason),
}

/// What answers in place of the model that was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Replacement {
    Model {
        model: ModelId,
    },
    /// A session that is replayed.
    Session {
        session: SessionId,
    },
}

impl StreamEvent {
    pub fn finished(index: usize, item: Item) -> Self {
        Self::ItemFinished { index, item: Box::new(item) }
    }
}

/// The reason why a model stopped, as its provider states it. It decides nothing: a call counts whatever the reason is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum StopReason {
    /// The answer is complete.
    Complete,
    /// The model waits for the results of its calls.
    Calls,
    /// A limit on the output or the context was reached.
    Length,
    /// A filter of the provider cut the answer off.
    Filtered {
        /// The explanation of the provider.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        said: Option<String>,
    },
    /// The model refused to answer.
    Refused {
        /// The explanation of the model or its provider.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        said: Option<String>,
    },
    /// The provider runs hosted tools and continues when it is asked again.
    Paused,
    /// The provider gave no reason.
    Unstated,
    /// The provider's own term.
    Other { reason: String },
}

/// The kind of an item that has just begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ItemKind {
    Text,
    Reasoning,
    Media,
    Call { id: CallId, function: CalledFunction },
}
