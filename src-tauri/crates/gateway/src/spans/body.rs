//! The body of an export, as spans or as logged events.

use super::{Event, LoggedEvent, Span, SpanFault, protobuf};
use content::JsonObject;
use flate2::read::MultiGzDecoder;
use http::HeaderMap;
use http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use limits::SPANS_REQUEST;
use serde_json::Value;
use std::borrow::Cow;
use std::io::Read;

/// How an export is written, and its response too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Protobuf,
    Json,
}

impl Encoding {
    pub(super) fn of(headers: &HeaderMap) -> Result<Self, SpanFault> {
        let written = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let media_type = written.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        match media_type.as_str() {
            "application/x-protobuf" => Ok(Self::Protobuf),
            "application/json" => Ok(Self::Json),
            "" => Err(SpanFault::Type { found: "(none)".to_owned() }),
            other => Err(SpanFault::Type { found: other.chars().take(80).collect() }),
        }
    }

    pub(super) fn media_type(self) -> &'static str {
        match self {
            Self::Protobuf => "application/x-protobuf",
            Self::Json => "application/json",
        }
    }
}

pub(super) fn spans(encoding: Encoding, headers: &HeaderMap, body: &[u8]) -> Result<Vec<Span>, SpanFault> {
    let body = unpacked(headers, body)?;
    match encoding {
        Encoding::Protobuf => protobuf::spans(&body),
        Encoding::Json => spans_of(&document(&body)?),
    }
}

pub(super) fn logged_events(
    encoding: Encoding,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<Vec<LoggedEvent>, SpanFault> {
    let body = unpacked(headers, body)?;
    match encoding {
        Encoding::Protobuf => protobuf::logged_events(&body),
        Encoding::Json => logged_events_of(&document(&body)?),
    }
}

fn unpacked<'a>(headers: &HeaderMap, body: &'a [u8]) -> Result<Cow<'a, [u8]>, SpanFault> {
    let encoding = headers.get(CONTENT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("identity");
    match encoding.trim().to_ascii_lowercase().as_str() {
        "" | "identity" => Ok(Cow::Borrowed(body)),
        "gzip" => {
            let most = SPANS_REQUEST.size();
            let mut whole = Vec::new();
            let mut reader = MultiGzDecoder::new(body).take(u64::try_from(most).unwrap_or(u64::MAX) + 1);
            reader.read_to_end(&mut whole).map_err(|error| SpanFault::body(&error.to_string()))?;
            if whole.len() > most {
                return Err(SpanFault::TooLong { most: SPANS_REQUEST.to_string() });
            }
            Ok(Cow::Owned(whole))
        }
        other => Err(SpanFault::Encoding { found: other.chars().take(80).collect() }),
    }
}

fn document(body: &[u8]) -> Result<JsonObject, SpanFault> {
    match serde_json::from_slice(body).map_err(|error| SpanFault::body(&error.to_string()))? {
        Value::Object(document) => Ok(document),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            Err(SpanFault::body("it is no JSON object"))
        }
    }
}

fn resources<'a>(document: &'a JsonObject, name: &str) -> Result<impl Iterator<Item = &'a Value>, SpanFault> {
    let list = document
        .get(name)
        .map(|list| list.as_array().ok_or_else(|| SpanFault::body(&format!("{name} is no list"))));
    Ok(list.transpose()?.into_iter().flatten())
}

fn spans_of(document: &JsonObject) -> Result<Vec<Span>, SpanFault> {
    let scopes = resources(document, "resourceSpans")?.flat_map(|resource| listed(resource, "scopeSpans"));
    let spans = scopes.flat_map(|scope| {
        let library = scope.get("scope").unwrap_or(&Value::Null);
        listed(scope, "spans").map(move |span| span_of(span, library))
    });
    Ok(spans.collect())
}

fn logged_events_of(document: &JsonObject) -> Result<Vec<LoggedEvent>, SpanFault> {
    let scopes = resources(document, "resourceLogs")?.flat_map(|resource| listed(resource, "scopeLogs"));
    let records = scopes.flat_map(|scope| listed(scope, "logRecords"));
    let events = records.filter_map(|record| {
        let body = record.get("body").map(formats::plain).unwrap_or_default();
        let [trace, span] = ["traceId", "spanId"].map(|name| text(record, name).to_ascii_lowercase());
        LoggedEvent::of(trace, span, text(record, "eventName"), attributes_of(record), body)
    });
    Ok(events.collect())
}

fn listed<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
    value.get(name).and_then(Value::as_array).into_iter().flatten()
}

fn text(value: &Value, name: &str) -> String {
    value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn span_of(span: &Value, library: &Value) -> Span {
    // Whole numbers of 64 bits are written as texts.
    let time = |name: &str| {
        let time = span.get(name)?;
        time.as_u64().or_else(|| time.as_str()?.parse().ok())
    };
    let status = span.get("status").unwrap_or(&Value::Null);
    Span {
        trace: text(span, "traceId").to_ascii_lowercase(),
        id: text(span, "spanId").to_ascii_lowercase(),
        name: text(span, "name"),
        library: text(library, "name"),
        version: text(library, "version"),
        starts: time("startTimeUnixNano").unwrap_or_default(),
        ends: time("endTimeUnixNano").unwrap_or_default(),
        has_failed: status.get("code").is_some_and(|code| code == 2 || code == "STATUS_CODE_ERROR"),
        failure: text(status, "message"),
        attributes: attributes_of(span),
        events: listed(span, "events")
            .map(|event| Event { name: text(event, "name"), attributes: attributes_of(event) })
            .collect(),
    }
}

fn attributes_of(value: &Value) -> JsonObject {
    let pair = |entry: &Value| {
        Some((entry.get("key")?.as_str()?.to_owned(), entry.get("value").map(formats::plain)?))
    };
    listed(value, "attributes").filter_map(pair).collect()
}
