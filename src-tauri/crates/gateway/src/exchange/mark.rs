//! The name of a response, by which a later request of its program goes on from it.

use super::Exchange;
use crate::{Frames, Protocol};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// A response as a later request may name it.
#[derive(Debug, Default)]
pub struct ResponseMark {
    id: OnceLock<String>,
    is_ours: AtomicBool,
}

impl ResponseMark {
    /// Known once the program can know it. Only Responses has requests that name a response.
    pub fn id(&self) -> Option<&str> {
        self.id.get().map(String::as_str)
    }

    /// Whether the provider does not have this response as the program received it: it was written or changed here.
    pub fn is_ours(&self) -> bool {
        self.is_ours.load(Ordering::Relaxed)
    }

    pub(super) fn make_ours(&self) {
        self.is_ours.store(true, Ordering::Relaxed);
    }
}

impl Exchange {
    /// Reads the name from JSON of the response.
    pub(super) fn name_by(&self, json: &str) {
        if self.protocol() == Protocol::OpenAiResponses && self.mark.id().is_none() {
            let id = self.protocol().dialect().response_id(json);
            // Another piece may have named it meanwhile, and says the same.
            let _ = id.map(|id| self.mark.id.set(id));
        }
    }

    /// Reads the name from the first events of a stream.
    pub(super) fn name_by_stream(&self, stream: &[u8]) {
        let mut frames = Frames::default();
        frames.feed(stream);
        frames.finish(|frame| self.name_by(frame.data));
    }
}
