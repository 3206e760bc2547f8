//! Who sees what goes over a wire.

use crate::Adaptation;
use content::{CallId, CalledFunction};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Sees each request as it is sent and each piece of the answer as it comes in. Secrets are taken out before.
pub trait WireObserver: Send + Sync {
    /// The body of the request. It is told once, before the first attempt to send it.
    fn sent(&self, body: &str);

    /// Everything that happens from then on, in order.
    fn saw(&self, event: WireEvent);
}

/// One thing that happened on a wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum WireEvent {
    /// Something is told otherwise than it stands in the history.
    Adapted { adaptation: Adaptation },
    /// The request goes out, for the first time or again.
    Attempt { number: u32, method: String, url: String, headers: Vec<WireHeader> },
    /// The service began to answer.
    Answered { status: u16, version: String, headers: Vec<WireHeader> },
    /// The attempt failed, and the next one waits this many milliseconds.
    Retrying { reason: String, wait: u64 },
    /// The exchange ended without an answer.
    Failed { reason: String },
    /// A piece of the answer. It has no tag, as records from before there were other events have none.
    #[serde(untagged)]
    Frame(WireFrame),
}

impl WireEvent {
    /// The piece of the answer, if it is one.
    pub fn frame(&self) -> Option<&WireFrame> {
        match self {
            Self::Frame(frame) => Some(frame),
            Self::Adapted { .. }
            | Self::Attempt { .. }
            | Self::Answered { .. }
            | Self::Retrying { .. }
            | Self::Failed { .. } => None,
        }
    }
}

/// One header of a request or an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WireHeader {
    pub name: String,
    pub value: String,
}

/// One piece of an answer as it was received.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireFrame {
    pub text: String,
    /// Whether the connector understood it. What it did not understand is shown, never dropped.
    pub is_understood: bool,
    /// The calls whose arguments are whole with this piece.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<CompletedCall>>")]
    pub completes: Vec<CompletedCall>,
}

impl WireFrame {
    pub fn understood(text: String) -> Self {
        Self { text, is_understood: true, completes: Vec::new() }
    }
}

/// A call all of whose arguments are there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CompletedCall {
    pub call: CallId,
    pub function: CalledFunction,
}

/// Looks away.
#[derive(Clone, Copy, Debug)]
pub struct NoObserver;

impl WireObserver for NoObserver {
    fn sent(&self, _body: &str) {}
    fn saw(&self, _event: WireEvent) {}
}
