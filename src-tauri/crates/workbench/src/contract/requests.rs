//! Commands about requests: how each protocol would write one, a program that sends it, and sending it once by hand.

use connectors::AlignedPiece;
use connectors::snippets::Language;
use content::{ExchangeId, Item, MessageId, ModelId, SessionId, TurnId, Usage};
use invocation::{Answer, CutCall};
use notices::Notice;
use ports::{Preview, StopReason};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Which request is meant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum RequestSource {
    /// The one that would follow a message, or the end of what is shown, where none is named.
    Said {
        after: Option<MessageId>,
        /// What a person would say first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        text: Option<String>,
    },
    /// The one a turn stands before, or would stand before once this was answered to the stop it is at.
    Ahead {
        turn: TurnId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        answer: Option<Box<Answer>>,
    },
    /// One that was sent, made once more.
    Sent { exchange: ExchangeId },
}

/// Who would be sent a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum RequestTarget {
    /// A model that is there.
    Model { model: ModelId },
    /// Any model of a kind of service, whether one is set up or not.
    #[serde(rename_all = "camelCase")]
    Kind { kind: String, model: Option<String> },
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct CompareRequest {
    pub session: SessionId,
    pub source: RequestSource,
    pub targets: Vec<RequestTarget>,
}

/// One request, as several protocols would write it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ComparedRequest {
    /// The model it was made for.
    pub model: ModelId,
    /// What it is made of, in the order in which it is shown.
    pub parts: Vec<RequestPart>,
    /// One for each target, in their order.
    pub columns: Vec<RequestColumn>,
    /// The protocols there are.
    pub protocols: Vec<ProtocolChoice>,
}

/// One part of a request, whatever the protocol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RequestPart {
    /// As it is named in pieces and adaptations: `/messages/3`.
    pub place: String,
    pub kind: RequestPartKind,
    /// What it says, in short.
    pub text: Notice,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum RequestPartKind {
    Model,
    System,
    Person,
    Assistant,
    Results,
    Function,
    Choice,
    Calls,
    Setting,
    /// What a protocol writes of its own accord.
    Protocol,
}

/// A request as one protocol writes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct RequestColumn {
    pub service: String,
    pub model: String,
    /// Long texts in its body are cut.
    pub preview: Option<Preview>,
    pub pieces: Vec<AlignedPiece>,
    /// Why there is none.
    pub problem: Option<Notice>,
    /// How long the body is, in bytes.
    pub size: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ProtocolChoice {
    pub kind: String,
    pub title: String,
    /// The model it is shown with, unless another is named.
    pub model: String,
}

/// What a program is to send.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum CodeOf {
    /// What went over the wire.
    Exchange { exchange: ExchangeId, model: ModelId },
    /// What would. A body that was written by hand takes the place of the one it would have.
    Request { session: SessionId, source: RequestSource, target: RequestTarget, body: Option<String> },
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct WriteCode {
    pub of: CodeOf,
    pub language: Language,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WrittenCode {
    pub text: String,
}

/// A request on its way to being changed by hand.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct DraftRequest {
    pub session: SessionId,
    pub source: RequestSource,
    pub model: ModelId,
}

/// A body that was written by hand, sent to a model once.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct TryRequest {
    pub session: SessionId,
    pub source: RequestSource,
    pub model: ModelId,
    pub body: String,
}

/// What came of sending a request once. It is kept in the log, and no part of the history.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Trial {
    pub exchange: ExchangeId,
    pub model: ModelId,
    /// The message the answer would follow.
    pub after: Option<MessageId>,
    /// What a person would have said first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub says: Option<String>,
    /// What the model answered, as far as it came.
    pub items: Vec<Item>,
    /// The calls of an answer that is not whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<CutCall>>")]
    pub calls: Vec<CutCall>,
    pub usage: Option<Usage>,
    pub stop: Option<StopReason>,
    /// Why there is no whole answer.
    pub failure: Option<Notice>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct UseTrial {
    pub session: SessionId,
    pub exchange: ExchangeId,
}
