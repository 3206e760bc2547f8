//! Requests that nobody watches: passed on as they are, or refused.

use super::outlet::{Delivery, Ending, Outlet, ResponseHead};
use super::{headers, json_headers};
use crate::exchange::Upstream;
use crate::{AddressFault, Complaint, Incoming, Protocol, Provider, Route, upstream};
use bytes::Bytes;
use futures::StreamExt;
use http::StatusCode;
use http::header::CONTENT_TYPE;
use redaction::Redactor;
use redaction::describe_error;
use tokio_util::task::TaskTracker;

/// Passes a request on that is not for a model, or that can't be read: models, embeddings, files, unknown paths.
pub fn pass_through(provider: Provider, to: Upstream, incoming: Incoming, tasks: &TaskTracker) -> Delivery {
    let outlet = Outlet::default();
    let delivery = outlet.deliver_new();
    tasks.spawn(async move {
        let redactor = to.secrets.redactor(&incoming.headers, &incoming.target);
        tokio::select! {
            () = outlet.left() => {}
            passed = pass(provider, &to, incoming, &outlet, &redactor) => {
                if let Err(error) = passed {
                    refuse_in_form(&outlet, provider.protocol(), &Complaint { status: 502, message: error.to_string() });
                }
            }
        }
    });
    delivery
}

/// A request that can't be passed on. The program that sent it reads why.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PassError {
    #[error(transparent)]
    Address(#[from] AddressFault),
    #[error("Callwright can't reach {provider}: {reason}")]
    Unreachable { provider: Provider, reason: String },
}

pub(crate) async fn pass(
    provider: Provider,
    to: &Upstream,
    incoming: Incoming,
    outlet: &Outlet,
    redactor: &Redactor,
) -> Result<(), PassError> {
    let response = ask(provider, to, incoming, redactor).await?;
    outlet.end(match deliver(response, outlet).await {
        Ok(()) => Ending::Complete,
        Err(BrokeOff { .. }) => Ending::Broken,
    });
    Ok(())
}

/// Sends a request on, and waits for the headers of its response.
pub(crate) async fn ask(
    provider: Provider,
    to: &Upstream,
    incoming: Incoming,
    redactor: &Redactor,
) -> Result<reqwest::Response, PassError> {
    let url = upstream(provider, &to.base, &incoming.target)?;
    let sent = headers::to_provider(&incoming.headers);
    let asked = to.client.request(incoming.method, url).headers(sent).body(incoming.body).send().await;
    asked.map_err(|error| {
        let reason = redactor.clean(&describe_error(&error)).into_owned();
        PassError::Unreachable { provider, reason }
    })
}

/// A response whose connection broke.
pub(crate) struct BrokeOff {
    /// Whether everything that came are whole events of a stream.
    pub(crate) is_between_events: bool,
}

/// Delivers a response as it comes. Its end is for the caller to say.
pub(crate) async fn deliver(response: reqwest::Response, outlet: &Outlet) -> Result<(), BrokeOff> {
    let kind = response.headers().get(CONTENT_TYPE);
    let is_events = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"));
    let head = ResponseHead { status: response.status(), headers: headers::to_program(response.headers()) };
    outlet.begin(head);
    let (mut bytes, mut last) = (response.bytes_stream(), Bytes::new());
    while let Some(piece) = bytes.next().await {
        let Ok(piece) = piece else {
            let is_whole = last.is_empty() || last.ends_with(b"\n\n") || last.ends_with(b"\r\n\r\n");
            return Err(BrokeOff { is_between_events: is_events && is_whole });
        };
        if !piece.is_empty() {
            last = piece.clone();
        }
        outlet.write(piece).await;
    }
    Ok(())
}

/// For a path that no provider has.
pub fn nowhere() -> Delivery {
    refused(
        StatusCode::NOT_FOUND,
        "This path belongs to no provider. Set the address that Callwright shows for this program, with openai, anthropic or gemini in it.",
    )
}

/// For a request that can't be answered now.
pub fn unavailable(message: &str) -> Delivery {
    refused(StatusCode::SERVICE_UNAVAILABLE, message)
}

/// For a request that is not to reach its provider. The error has the form of the provider's own.
pub fn kept_back(route: &Route, complaint: &Complaint) -> Delivery {
    let Some(protocol) = route.protocol() else { return nowhere() };
    let outlet = Outlet::default();
    let delivery = outlet.deliver_new();
    refuse_in_form(&outlet, protocol, complaint);
    delivery
}

fn refused(status: StatusCode, message: &str) -> Delivery {
    let outlet = Outlet::default();
    let delivery = outlet.deliver_new();
    refuse(&outlet, status, message);
    delivery
}

fn refuse(outlet: &Outlet, status: StatusCode, message: &str) {
    let body = serde_json::json!({ "error": { "message": message, "type": "callwright", "code": null } });
    refuse_with(outlet, status, body.to_string().into());
}

/// Refuses a request with an error as its protocol writes it.
pub(crate) fn refuse_in_form(outlet: &Outlet, protocol: Protocol, complaint: &Complaint) {
    let status = StatusCode::from_u16(complaint.status).unwrap_or(StatusCode::BAD_GATEWAY);
    refuse_with(outlet, status, protocol.dialect().refusal(complaint).into());
}

fn refuse_with(outlet: &Outlet, status: StatusCode, body: Bytes) {
    outlet.begin(ResponseHead { status, headers: json_headers() });
    outlet.push(body);
    outlet.end(Ending::Complete);
}
