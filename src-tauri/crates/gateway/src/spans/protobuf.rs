//! An export in Protocol Buffers.

use super::{Event, LoggedEvent, Span, SpanFault};
use content::JsonObject;
use opentelemetry_proto::tonic::collector::logs::v1::ExportLogsServiceRequest;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{AnyValue, InstrumentationScope, KeyValue, any_value};
use opentelemetry_proto::tonic::trace::v1::{self as wire, status};
use prost::Message;
use serde_json::Value;

pub(super) fn spans(body: &[u8]) -> Result<Vec<Span>, SpanFault> {
    let export =
        ExportTraceServiceRequest::decode(body).map_err(|error| SpanFault::body(&error.to_string()))?;
    let scopes = export.resource_spans.into_iter().flat_map(|resource| resource.scope_spans);
    let spans = scopes.flat_map(|scope| {
        let library = scope.scope.unwrap_or_default();
        scope.spans.into_iter().map(move |span| span_of(span, &library))
    });
    Ok(spans.collect())
}

pub(super) fn logged_events(body: &[u8]) -> Result<Vec<LoggedEvent>, SpanFault> {
    let export =
        ExportLogsServiceRequest::decode(body).map_err(|error| SpanFault::body(&error.to_string()))?;
    let scopes = export.resource_logs.into_iter().flat_map(|resource| resource.scope_logs);
    let events = scopes.flat_map(|scope| scope.log_records).filter_map(|record| {
        let [trace, span] = [&record.trace_id, &record.span_id].map(|id| hex(id));
        LoggedEvent::of(trace, span, record.event_name, attributes_of(record.attributes), plain(record.body))
    });
    Ok(events.collect())
}

fn hex(id: &[u8]) -> String {
    id.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn span_of(span: wire::Span, library: &InstrumentationScope) -> Span {
    let status = span.status.unwrap_or_default();
    Span {
        trace: hex(&span.trace_id),
        id: hex(&span.span_id),
        name: span.name,
        library: library.name.clone(),
        version: library.version.clone(),
        starts: span.start_time_unix_nano,
        ends: span.end_time_unix_nano,
        has_failed: status.code == status::StatusCode::Error as i32,
        failure: status.message,
        attributes: attributes_of(span.attributes),
        events: span
            .events
            .into_iter()
            .map(|event| Event { name: event.name, attributes: attributes_of(event.attributes) })
            .collect(),
    }
}

fn attributes_of(list: Vec<KeyValue>) -> JsonObject {
    list.into_iter().map(|entry| (entry.key, plain(entry.value))).collect()
}

fn plain(value: Option<AnyValue>) -> Value {
    match value.and_then(|value| value.value) {
        Some(any_value::Value::StringValue(text)) => Value::String(text),
        Some(any_value::Value::BoolValue(flag)) => Value::Bool(flag),
        Some(any_value::Value::IntValue(number)) => number.into(),
        Some(any_value::Value::DoubleValue(number)) => number.into(),
        Some(any_value::Value::ArrayValue(list)) => {
            list.values.into_iter().map(|value| plain(Some(value))).collect()
        }
        Some(any_value::Value::KvlistValue(map)) => Value::Object(attributes_of(map.values)),
        // Nothing that a model says is in bytes, and a place in a table of texts is for profiles only.
        Some(any_value::Value::BytesValue(_) | any_value::Value::StringValueStrindex(_)) | None => {
            Value::Null
        }
    }
}
