//! The observer of everything that crosses a wire.

use crate::Adaptation;
use content::{CallId, CalledFunction};
use futures::future::{self, BoxFuture, FutureExt};
use notices::Notice;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Receives each request as it is sent and each piece of the response as it arrives, with secrets removed.
pub trait WireObserver: Send + Sync {
    /// The body of the request, reported once, before the first attempt to send it.
    fn sent(&self, body: &str);

    /// Every later event, in order.
    fn saw(&self, event: WireEvent);

    /// Completes once there is room for more. A reader faster than the journal waits here.
    fn has_room(&self) -> BoxFuture<'_, ()> {
        future::ready(()).boxed()
    }
}

/// One event on a wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum WireEvent {
    /// The request or the response differs from the history.
    Adapted { adaptation: Adaptation },
    /// The request waits until its model has room for it.
    Queued,
    /// The model takes up a request that has waited.
    Admitted,
    /// The request is sent, for the first time or again.
    Attempt { number: u32, method: String, url: String, headers: Vec<WireHeader> },
    /// The response has begun.
    Answered { status: u16, version: String, headers: Vec<WireHeader> },
    /// The attempt failed, and the next one follows after this many milliseconds.
    Retrying { reason: Notice, wait: u64 },
    /// The exchange ended without an answer.
    Failed { reason: Notice },
    /// A piece of the response. It is untagged, because the first records had no other events.
    #[serde(untagged)]
    Frame(WireFrame),
}

impl WireEvent {
    /// The piece of the response, if this is one.
    pub fn frame(&self) -> Option<&WireFrame> {
        let Self::Frame(frame) = self else { return None };
        Some(frame)
    }
}

/// One header of a request or a response.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WireHeader {
    pub name: String,
    pub value: String,
}

/// One piece of a response as it was received.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireFrame {
    pub text: String,
    /// Whether the connector understood it. Pieces it did not understand are shown, never dropped.
    pub is_understood: bool,
    /// The calls whose arguments this piece completes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<CompletedCall>>")]
    pub completes: Vec<CompletedCall>,
}

impl WireFrame {
    pub fn understood(text: String) -> Self {
        Self { text, is_understood: true, completes: Vec::new() }
    }
}

/// A call whose arguments are complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CompletedCall {
    pub call: CallId,
    pub function: CalledFunction,
}

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug)]
pub struct NoObserver;

impl WireObserver for NoObserver {
    fn sent(&self, _body: &str) {}
    fn saw(&self, _event: WireEvent) {}
}

#[cfg(test)]
mod tests {
    use super::WireEvent;
    use crate::{Adaptation, AdaptationKind};
    use notices::Notice;
    use serde_json::{Value, json};

    #[track_caller]
    fn check(kept: Value, expected: &WireEvent) {
        let read: WireEvent = serde_json::from_value(kept).expect("an event");
        assert_eq!(read, *expected);
    }

    #[test]
    fn records_that_hold_sentences_keep_them() {
        let written = |text: &str| Notice::as_written(text);
        let failed = WireEvent::Failed { reason: written("Acme can't be reached") };
        check(json!({ "type": "failed", "reason": "Acme can't be reached" }), &failed);
        let adaptation = Adaptation {
            kind: AdaptationKind::LeftOut,
            what: written("the seed is left out"),
            why: written("the provider knows no seed"),
            places: vec!["/seed".to_owned()],
        };
        let kept = json!({ "kind": "leftOut", "what": "the seed is left out",
            "why": "the provider knows no seed", "places": ["/seed"] });
        check(json!({ "type": "adapted", "adaptation": kept }), &WireEvent::Adapted { adaptation });
    }
}
