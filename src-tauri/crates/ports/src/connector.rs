//! A model, whoever serves it.

use crate::{
    Adaptation, CallOptions, CallScope, ConnectorError, FunctionChoice, FunctionSpec, NameStyle, Oddity,
    OfferedNames, RequestSettings, WireHeader,
};
use content::{CallId, CalledFunction, Item, Message, ModelId, Usage};
use futures::StreamExt;
use futures::stream::BoxStream;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use ts_rs::TS;

/// Answers a request with a stream of events. It translates, and runs no function.
pub trait Connector: Send + Sync {
    fn profile(&self) -> &ConnectorProfile;

    fn stream(&self, request: CompletionRequest, scope: &CallScope) -> EventStream;

    /// Sends a body that a person wrote in the place of the one this request would become, and reads the answer as one
    /// to this request.
    fn stream_body(&self, _request: CompletionRequest, _body: String, _scope: &CallScope) -> EventStream {
        let service = self.profile().service.clone();
        let reason = "a model without a wire takes no request that was written by hand".to_owned();
        futures::stream::once(async { Err(ConnectorError::NotPossible { service, reason }) }).boxed()
    }

    /// Whether this model does not find its way through a turn alone, so that it is led unless a person says otherwise.
    fn needs_guidance(&self) -> bool {
        false
    }

    /// How the functions of a request are named to the model.
    fn names(&self, request: &CompletionRequest) -> OfferedNames {
        OfferedNames::in_style(request.names.clone())
    }

    /// What would be sent, and what is different in it. A model without a wire has nothing to send.
    fn preview(&self, _request: &CompletionRequest) -> Result<Option<Preview>, ConnectorError> {
        Ok(None)
    }
}

/// A request as it would go out, without what is secret in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Preview {
    pub method: String,
    pub url: String,
    pub headers: Vec<WireHeader>,
    pub body: String,
    pub adaptations: Vec<Adaptation>,
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
    /// The other functions there are. None of them is offered; some may have been, earlier in the conversation.
    pub known: Vec<Arc<FunctionSpec>>,
    pub choice: FunctionChoice,
    pub calls: CallOptions,
    pub settings: RequestSettings,
    /// How functions are named on the wire, as far as the provider lets them.
    pub names: NameStyle,
}

/// A piece of a model's answer. Deltas are for showing; only finished items enter the history.
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
    /// What the provider itself changed in the request before the model read it.
    Adapted(Vec<Adaptation>),
    /// Answers that came beside this one, and the calls in them. They are not taken in.
    Others {
        answers: u32,
        calls: u32,
    },
    /// How a call came in, told once the call is finished.
    Odd {
        call: CallId,
        oddity: Oddity,
    },
    Finished(StopReason),
}

impl StreamEvent {
    pub fn finished(index: usize, item: Item) -> Self {
        Self::ItemFinished { index, item: Box::new(item) }
    }
}

/// Why a model stopped speaking, as its provider tells. Nothing is decided by it: a call is a call whatever it says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum StopReason {
    /// It had said everything.
    Complete,
    /// It waits for the results of its calls.
    Calls,
    /// It may not write any more, or can't read any more.
    Length,
    /// A filter of the provider cut it off.
    Filtered {
        /// In the provider's words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        said: Option<String>,
    },
    /// It would not say it.
    Refused {
        /// In the model's words, or the provider's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        said: Option<String>,
    },
    /// Its provider runs tools of its own for it, and goes on when it is asked again.
    Paused,
    /// The provider gave no reason.
    Unstated,
    /// The provider's own word.
    Other { reason: String },
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
