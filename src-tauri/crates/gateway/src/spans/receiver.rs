//! Listens for exported spans, on loopback only.

use super::body::{self, Encoding};
use super::pending::Pending;
use super::{ModelSpan, SpanFault, ToolSpan};
use crate::Gateway;
use crate::server::{Site, is_for, read};
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use futures::future::{BoxFuture, FutureExt};
use http::header::{ALLOW, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use limits::SPANS_REQUEST;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The number OTLP has for a request that is wrong, and for one that is refused.
const INVALID_ARGUMENT: u8 = 3;
const PERMISSION_DENIED: u8 = 7;

/// Takes the spans that arrive.
pub trait Receiver: Send + Sync + 'static {
    /// Takes the spans of generative AI in one export, the first to start first, and those of the functions that the program
    /// ran. The program is answered afterwards.
    fn take(self: Arc<Self>, spans: Vec<ModelSpan>, tools: Vec<ToolSpan>) -> BoxFuture<'static, ()>;

    /// An export could not be read.
    fn refused(&self, fault: SpanFault);
}

/// Serves OTLP over HTTP until it is closed.
pub async fn receive_spans(
    gateway: Gateway,
    receiver: Arc<dyn Receiver>,
    closing: CancellationToken,
    tasks: TaskTracker,
) {
    let collector = Collector { receiver, address: gateway.address(), pending: Mutex::default() };
    let collector = Arc::new(collector);
    gateway.open(collector, closing, tasks).await;
}

struct Collector {
    receiver: Arc<dyn Receiver>,
    address: SocketAddr,
    pending: Mutex<Pending>,
}

/// What a program exports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Signal {
    Spans,
    Logs,
    /// Accepted and dropped: a program that exports everything would complain otherwise.
    Metrics,
}

impl Signal {
    fn of(path: &str) -> Option<Self> {
        match path {
            "/v1/traces" => Some(Self::Spans),
            "/v1/logs" => Some(Self::Logs),
            "/v1/metrics" => Some(Self::Metrics),
            _ => None,
        }
    }
}

impl Site for Collector {
    fn answer(self: Arc<Self>, request: Request) -> BoxFuture<'static, Response> {
        async move { self.collect(request).await }.boxed()
    }
}

impl Collector {
    async fn collect(&self, request: Request) -> Response {
        let (head, body) = request.into_parts();
        let encoding = Encoding::of(&head.headers);
        let shown = *encoding.as_ref().unwrap_or(&Encoding::Json);
        if !is_for(self.address, &head.headers) {
            let message = "This address takes exports of programs of this computer only.";
            return refusal(StatusCode::FORBIDDEN, PERMISSION_DENIED, shown, message);
        }
        let Some(signal) = Signal::of(head.uri.path()) else {
            let message = "Callwright takes spans at /v1/traces and log records at /v1/logs.";
            return refusal(StatusCode::NOT_FOUND, INVALID_ARGUMENT, shown, message);
        };
        if head.method != Method::POST {
            let message = "Spans and log records are posted to this address.";
            let mut refusal = refusal(StatusCode::METHOD_NOT_ALLOWED, INVALID_ARGUMENT, shown, message);
            refusal.headers_mut().insert(ALLOW, HeaderValue::from_static("POST"));
            return refusal;
        }
        let taken = match (encoding, read(&head.headers, body, SPANS_REQUEST).await) {
            (Ok(encoding), Some(body)) => self.spans_in(signal, encoding, &head.headers, &body),
            (Ok(_), None) => Err(SpanFault::TooLong { most: SPANS_REQUEST.to_string() }),
            (Err(fault), _) => Err(fault),
        };
        match taken {
            Ok((mut spans, tools)) => {
                spans.sort_by_key(|span| (span.kind, span.starts));
                if !spans.is_empty() || !tools.is_empty() {
                    Arc::clone(&self.receiver).take(spans, tools).await;
                }
                accepted(shown)
            }
            Err(fault) => {
                let message = fault.to_string();
                let status = status_of(&fault);
                self.receiver.refused(fault);
                refusal(status, INVALID_ARGUMENT, shown, &message)
            }
        }
    }

    /// The spans of a model that an export has, or that it tells more of, and those of functions.
    fn spans_in(
        &self,
        signal: Signal,
        encoding: Encoding,
        headers: &HeaderMap,
        body: &[u8],
    ) -> Result<(Vec<ModelSpan>, Vec<ToolSpan>), SpanFault> {
        let pending = || self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(match signal {
            Signal::Spans => {
                let spans = body::spans(encoding, headers, body)?;
                let tools = spans.iter().filter_map(ToolSpan::of).collect();
                (pending().complete(spans), tools)
            }
            Signal::Logs => {
                let events = body::logged_events(encoding, headers, body)?;
                (pending().hear(events), Vec::new())
            }
            Signal::Metrics => (Vec::new(), Vec::new()),
        })
    }
}

fn status_of(fault: &SpanFault) -> StatusCode {
    match fault {
        SpanFault::Type { .. } | SpanFault::Encoding { .. } => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        SpanFault::TooLong { .. } => StatusCode::PAYLOAD_TOO_LARGE,
        SpanFault::Body { .. }
        | SpanFault::LeftOut { .. }
        | SpanFault::LeftOutByOption { .. }
        | SpanFault::LeftOutForGood { .. }
        | SpanFault::Failed { .. }
        | SpanFault::Unreadable { .. } => StatusCode::BAD_REQUEST,
    }
}

/// An empty response, which is the same for every signal.
fn accepted(encoding: Encoding) -> Response {
    let body = match encoding {
        Encoding::Protobuf => "",
        Encoding::Json => "{}",
    };
    response(StatusCode::OK, encoding, body.as_bytes().to_vec())
}

/// A `Status` of Google's RPC, as OTLP wants it.
fn refusal(status: StatusCode, code: u8, encoding: Encoding, message: &str) -> Response {
    let body = match encoding {
        Encoding::Protobuf => {
            // Field 1 is the code, field 2 the message.
            let mut body = vec![0x08, code, 0x12];
            // A vector takes whatever is written to it.
            let _ = prost::encode_length_delimiter(message.len(), &mut body);
            body.extend_from_slice(message.as_bytes());
            body
        }
        Encoding::Json => serde_json::json!({ "code": code, "message": message }).to_string().into_bytes(),
    };
    response(status, encoding, body)
}

fn response(status: StatusCode, encoding: Encoding, body: Vec<u8>) -> Response {
    let media_type = HeaderValue::from_static(encoding.media_type());
    (status, [(CONTENT_TYPE, media_type)], body).into_response()
}
