//! The body of an export, as spans.

use super::{Event, Span, SpanFault, protobuf};
use content::JsonObject;
use flate2::read::MultiGzDecoder;
use http::HeaderMap;
use http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use limits::SPANS_REQUEST;
use notices::said;
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
        Encoding::Json => of_json(&body),
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
            reader.read_to_end(&mut whole).map_err(|error| broken(&error.to_string()))?;
            if whole.len() > most {
                return Err(SpanFault::TooLong { most: SPANS_REQUEST.to_string() });
            }
            Ok(Cow::Owned(whole))
        }
        other => Err(SpanFault::Encoding { found: other.chars().take(80).collect() }),
    }
}

pub(super) fn broken(reason: &str) -> SpanFault {
    SpanFault::Body { reason: said(reason) }
}

fn of_json(body: &[u8]) -> Result<Vec<Span>, SpanFault> {
    let document: Value = serde_json::from_slice(body).map_err(|error| broken(&error.to_string()))?;
    let resources = document
        .as_object()
        .ok_or_else(|| broken("it is no JSON object"))?
        .get("resourceSpans")
        .map(|list| list.as_array().ok_or_else(|| broken("resourceSpans is no list")))
        .transpose()?;
    let scopes = resources.into_iter().flatten().flat_map(|resource| listed(resource, "scopeSpans"));
    let spans = scopes.flat_map(|scope| {
        let library = scope.get("scope").unwrap_or(&Value::Null);
        listed(scope, "spans").map(move |span| span_of(span, library))
    });
    Ok(spans.collect())
}

fn listed<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
    value.get(name).and_then(Value::as_array).into_iter().flatten()
}

fn text(value: &Value, name: &str) -> String {
    value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn span_of(span: &Value, library: &Value) -> Span {
    // Whole numbers of 64 bits are written as texts.
    let starts = span.get("startTimeUnixNano");
    let starts = starts.and_then(|time| time.as_u64().or_else(|| time.as_str()?.parse().ok()));
    let status = span.get("status").and_then(|status| status.get("code"));
    Span {
        trace: text(span, "traceId").to_ascii_lowercase(),
        name: text(span, "name"),
        library: text(library, "name"),
        version: text(library, "version"),
        starts: starts.unwrap_or_default(),
        has_failed: status.is_some_and(|code| code == 2 || code == "STATUS_CODE_ERROR"),
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
