//! Spans of generative AI that a program exports with OTLP over HTTP, where it can't be pointed at the gateway.
//!
//! A body becomes spans whose attributes are plain JSON, and a span becomes the history of one request to a model, whichever
//! conventions its instrumentation follows. Start reading at [`receive_spans`], then [`ModelSpan`].

mod body;
mod called;
mod fault;
mod flat;
mod joined;
mod message;
mod model_span;
mod protobuf;
mod receiver;
mod said;
#[cfg(test)]
mod tests;

pub use fault::SpanFault;
pub use model_span::{ModelSpan, SpanGroup, SpanHistory, SpanKind};
pub use receiver::{Receiver, receive_spans};

use content::JsonObject;

/// A span as it was exported.
#[derive(Debug, Default)]
struct Span {
    trace: String,
    name: String,
    /// The name of the instrumentation.
    library: String,
    /// The version of it.
    version: String,
    /// Nanoseconds since 1970.
    starts: u64,
    has_failed: bool,
    attributes: JsonObject,
    events: Vec<Event>,
}

#[derive(Debug)]
struct Event {
    name: String,
    attributes: JsonObject,
}
