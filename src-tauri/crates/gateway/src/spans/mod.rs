//! Spans of generative AI that a program exports with OTLP over HTTP, where it can't be pointed at the gateway.
//!
//! A body becomes spans whose attributes are plain JSON, and a span becomes the history of one request to a model, whichever
//! conventions its instrumentation follows. What an instrumentation logs beside a span belongs to it, whichever of them arrives
//! first. Start reading at [`receive_spans`], then [`ModelSpan`].

mod body;
mod called;
mod facts;
mod fault;
mod flat;
mod joined;
mod message;
mod model_span;
mod pending;
mod protobuf;
mod receiver;
mod said;
mod switches;
#[cfg(test)]
mod tests;
mod tool_span;

pub use fault::SpanFault;
pub use model_span::{ModelSpan, SpanGroup, SpanHistory, SpanKind};
pub use receiver::{Receiver, receive_spans};
pub use tool_span::ToolSpan;

use content::JsonObject;
use serde_json::Value;

/// A span as it was exported.
#[derive(Debug, Default)]
struct Span {
    trace: String,
    /// Its id, which is unique within the trace.
    id: String,
    name: String,
    /// The name of the instrumentation.
    library: String,
    /// The version of it.
    version: String,
    /// Nanoseconds since 1970.
    starts: u64,
    ends: u64,
    has_failed: bool,
    /// The message of its status.
    failure: String,
    attributes: JsonObject,
    events: Vec<Event>,
}

#[derive(Debug)]
struct Event {
    name: String,
    attributes: JsonObject,
}

/// An event that was logged beside a span.
#[derive(Debug)]
struct LoggedEvent {
    trace: String,
    /// The id of the span.
    span: String,
    event: Event,
}

impl LoggedEvent {
    /// Nothing, if a record tells of something else. The attributes of the event stand in its body, in the attributes of the
    /// record, or in both.
    fn of(
        trace: String,
        span: String,
        name: String,
        mut attributes: JsonObject,
        body: Value,
    ) -> Option<Self> {
        let named = || attributes.get("event.name").and_then(Value::as_str).map(str::to_owned);
        let name = if name.is_empty() { named()? } else { name };
        if !name.starts_with("gen_ai.") || span.is_empty() {
            return None;
        }
        if let Value::Object(body) = body {
            attributes.extend(body);
        }
        Some(Self { trace, span, event: Event { name, attributes } })
    }
}
