//! Messages as requests and their answers, to a web service.

use super::super::greeting::Era;
use super::super::server::Server;
use super::MAX_MESSAGE_BYTES;
use super::events::{Events, TooLong, events, too_long};
use super::incoming::{self, Incoming};
use super::response::{body, is_of_type, refused, retry_after, type_of};
use super::waiting::{Waiting, answered};
use super::written::Written;
use content::{JsonObject, parse_lossy};
use futures::StreamExt;
use futures::stream;
use limits::MCP_REFUSAL;
use redaction::describe_error;
use reqwest::header::{ACCEPT, HeaderName, HeaderValue};
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use rmcp::model::{
    ClientJsonRpcMessage, ClientRequest, ErrorCode, ErrorData, ProtocolVersion, RequestId,
    ServerJsonRpcMessage,
};
use rmcp::transport::common::http_header::{
    EVENT_STREAM_MIME_TYPE, HEADER_LAST_EVENT_ID, HEADER_SESSION_ID, JSON_MIME_TYPE,
};
use rmcp::transport::streamable_http_client::{
    HttpStatusError, StreamableHttpClient, StreamableHttpError, StreamableHttpPostResponse,
};
use sse_stream::Sse;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// How long a web service may take to say what it speaks. One that has to be woken may need seconds for its first answer.
const PROBE_TIMEOUT: Duration = Duration::from_secs(5);

pub(super) type Headers = HashMap<HeaderName, HeaderValue>;
pub(in super::super) type WebFault = StreamableHttpError<reqwest::Error>;
type Answered = Result<StreamableHttpPostResponse, WebFault>;

/// Sends messages and reads what comes back.
#[derive(Clone)]
pub(in super::super) struct Web {
    pub(in super::super) server: Arc<Server>,
    pub(in super::super) client: Client,
}

/// What goes out beside a message.
#[derive(Default)]
pub(super) struct Pass {
    pub(super) session: Option<Arc<str>>,
    pub(super) token: Option<String>,
    pub(super) headers: Headers,
}

impl Pass {
    fn on(self, mut request: RequestBuilder) -> Result<RequestBuilder, WebFault> {
        for (name, value) in self.headers {
            let ours = [ACCEPT.as_str(), HEADER_SESSION_ID, HEADER_LAST_EVENT_ID];
            if ours.iter().any(|ours| name.as_str().eq_ignore_ascii_case(ours)) {
                return Err(WebFault::ReservedHeaderConflict(name.to_string()));
            }
            request = request.header(name, value);
        }
        if let Some(session) = self.session {
            request = request.header(HEADER_SESSION_ID, session.as_ref());
        }
        if let Some(token) = self.token {
            request = request.bearer_auth(token);
        }
        Ok(request)
    }
}

impl Web {
    /// Opens the stream on which a server says something by itself.
    pub(super) async fn listen(
        &self,
        address: &str,
        last: Option<String>,
        pass: Pass,
    ) -> Result<Events, WebFault> {
        let mut request = pass.on(self.client.get(address).header(ACCEPT, EVENT_STREAM_MIME_TYPE))?;
        if let Some(last) = last {
            request = request.header(HEADER_LAST_EVENT_ID, last);
        }
        let response = request.send().await.map_err(WebFault::Client)?;
        let status = response.status();
        if status == StatusCode::METHOD_NOT_ALLOWED {
            return Err(WebFault::ServerDoesNotSupportSse);
        }
        if let Some(refused) = refused(&response) {
            return Err(refused);
        }
        if !status.is_success() {
            return Err(HttpStatusError::new(status.as_u16(), retry_after(&response)).into());
        }
        if !is_of_type(&response, EVENT_STREAM_MIME_TYPE) {
            return Err(WebFault::UnexpectedContentType(type_of(&response)));
        }
        Ok(events(response))
    }

    pub(super) async fn send(
        &self,
        address: &str,
        message: &ClientJsonRpcMessage,
        pass: Pass,
    ) -> Result<Response, WebFault> {
        pass.token.iter().for_each(|token| self.server.hidden.add_pass(token));
        let accepted = [JSON_MIME_TYPE, EVENT_STREAM_MIME_TYPE].join(", ");
        let request = pass.on(self.client.post(address).header(ACCEPT, accepted))?;
        let response = request.json(&Written(message)).send().await.map_err(WebFault::Client)?;
        refused(&response).map_or(Ok(response), Err)
    }

    /// Asks a server what it speaks. One that takes the question and says nothing is as good as one that refused it,
    /// unless it is known to understand.
    async fn probe(&self, address: &str, message: ClientJsonRpcMessage, pass: Pass) -> Answered {
        let id = id_of(&message);
        let answered = async {
            let answer = self.ask(address, message, pass).await?;
            let StreamableHttpPostResponse::Sse(..) = answer else { return Ok(answer) };
            let (message, session) = answer.expect_initialized().await?;
            Ok(StreamableHttpPostResponse::Json(message, session))
        };
        if self.server.era() == Some(Era::Stateless) {
            return answered.await;
        }
        timeout(PROBE_TIMEOUT, answered).await.unwrap_or_else(|_| {
            let silent = format!("it said nothing for {} s", PROBE_TIMEOUT.as_secs());
            let error = ErrorData::internal_error(silent, None);
            Ok(answer(vec![ServerJsonRpcMessage::error(error, id)], None))
        })
    }

    async fn ask(&self, address: &str, message: ClientJsonRpcMessage, mut pass: Pass) -> Answered {
        let mut waiting = Waiting::default();
        waiting.sent(&message);
        let asked = waiting.only();
        let is_stateless = is_stateless(&pass.headers);
        if is_stateless {
            self.server.mirrors.reflect(&message, &mut pass.headers);
        }
        let had_session = pass.session.is_some();
        let response = self.send(address, &message, pass).await?;
        let status = response.status();
        let session = response.headers().get(HEADER_SESSION_ID);
        let session = session.and_then(|session| session.to_str().ok()).map(str::to_owned);
        if status == StatusCode::NOT_FOUND && had_session {
            return Err(WebFault::SessionExpired);
        }
        if !status.is_success() {
            return self.refusal(response, &message, &waiting).await;
        }
        let Some(asked) = asked else { return Ok(StreamableHttpPostResponse::Accepted) };
        if is_of_type(&response, EVENT_STREAM_MIME_TYPE) {
            let events = self.read_events(events(response), waiting);
            // There a stream that broke off is not taken up again, so nothing has to be known of its place.
            let events = if is_stateless { without_places(events) } else { events };
            return Ok(StreamableHttpPostResponse::Sse(events, session));
        }
        // Where there is a session, the answer may come on its own stream.
        if status == StatusCode::ACCEPTED && had_session {
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        let (is_json, kind) = (is_of_type(&response, JSON_MIME_TYPE), type_of(&response));
        let body = match body(response, MAX_MESSAGE_BYTES).await {
            Ok(body) => body,
            Err(fault) => {
                let is_too_long = matches!(fault, WebFault::ResponseBodyTooLarge { .. });
                let unread = || incoming::unread(&describe_error(&fault));
                let lost = if is_too_long { incoming::longer() } else { unread() };
                return Ok(answer(vec![ServerJsonRpcMessage::error(lost, Some(asked))], session));
            }
        };
        let read = self.read(&String::from_utf8_lossy(&body), &waiting);
        if read.messages.is_empty() && !is_json && !body.is_empty() {
            return Err(WebFault::UnexpectedContentType(kind));
        }
        Ok(answer(with_answer(read.messages, &waiting, &body, status), session))
    }

    /// What a status says that is no success, or the error that came with it.
    async fn refusal(
        &self,
        response: Response,
        message: &ClientJsonRpcMessage,
        waiting: &Waiting,
    ) -> Answered {
        let (status, retry) = (response.status(), retry_after(&response));
        let is_busy = status == StatusCode::TOO_MANY_REQUESTS;
        let is_locked = matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
        let body = body(response, MCP_REFUSAL.size()).await.unwrap_or_default();
        let body = String::from_utf8_lossy(&body);
        // Any web service has errors of its own in JSON.
        let is_message =
            parse_lossy::<JsonObject>(&body).is_ok_and(|read| read.value.contains_key("jsonrpc"));
        if is_message && !is_busy && !is_locked {
            let messages = self.read(&body, waiting).messages;
            let error = messages.into_iter().find(|read| matches!(read, ServerJsonRpcMessage::Error(_)));
            if let Some(error) = error {
                return Ok(answer(vec![error], None));
            }
        }
        if is_busy || status.is_server_error() {
            return Err(HttpStatusError::new(status.as_u16(), retry).into());
        }
        let redactor = self.server.redactor();
        let said = redactor.clean(body.trim());
        let reason = format!("refused with HTTP {status}: {said}");
        // A server of before refuses the question that begins a conversation of today, and is greeted in the old way.
        if is_discover(message) && !is_locked {
            let error = ErrorData::new(ErrorCode::INVALID_REQUEST, reason, None);
            return Ok(answer(vec![ServerJsonRpcMessage::error(error, waiting.only())], None));
        }
        Err(WebFault::UnexpectedServerResponse(reason.into()))
    }

    /// What the server was given must not come back, wherever it stands.
    fn read(&self, text: &str, waiting: &Waiting) -> Incoming {
        let cleaned = self.server.redactor().clean(text);
        let incoming = incoming::read(&cleaned, waiting);
        let is_sound = incoming.is_sound && matches!(cleaned, Cow::Borrowed(_));
        self.remarked(Incoming { is_sound, ..incoming })
    }

    fn remarked(&self, incoming: Incoming) -> Incoming {
        incoming.messages.iter().for_each(|message| self.server.mirrors.learn(message));
        if let Some(remark) = &incoming.remark {
            self.server.note(remark);
        }
        incoming
    }

    /// The same events, with messages in them that can be read.
    fn read_events(&self, events: Events, waiting: Waiting) -> Events {
        let web = self.clone();
        let read = events.flat_map(move |event| {
            let events = match event {
                Ok(event) => web.read_event(event, &waiting).into_iter().map(Ok).collect(),
                Err(error) => match too_long(&error) {
                    Some(long) => web.read_outline(long, &waiting).into_iter().map(Ok).collect(),
                    None => vec![Err(error)],
                },
            };
            stream::iter(events)
        });
        read.boxed()
    }

    fn read_event(&self, mut event: Sse, waiting: &Waiting) -> Vec<Sse> {
        let is_message = matches!(event.event.as_deref(), None | Some("" | "message"));
        let Some(data) = event.data.as_deref().filter(|_| is_message) else { return vec![event] };
        let incoming = self.read(data, waiting);
        if incoming.is_sound {
            return vec![event];
        }
        // What the event says of the stream counts even where its message does not.
        event.data = None;
        std::iter::once(event).chain(incoming.messages.iter().filter_map(event_of)).collect()
    }

    fn read_outline(&self, long: &TooLong, waiting: &Waiting) -> Vec<Sse> {
        let incoming = self.remarked(incoming::too_long(&long.0, waiting));
        incoming.messages.iter().filter_map(event_of).collect()
    }
}

fn is_discover(message: &ClientJsonRpcMessage) -> bool {
    let ClientJsonRpcMessage::Request(request) = message else { return false };
    matches!(request.request, ClientRequest::DiscoverRequest(_))
}

fn id_of(message: &ClientJsonRpcMessage) -> Option<RequestId> {
    let ClientJsonRpcMessage::Request(request) = message else { return None };
    Some(request.id.clone())
}

/// Whether a request stands by itself, by the version it names.
fn is_stateless(headers: &Headers) -> bool {
    let version = headers.get(&HeaderName::from_static("mcp-protocol-version"));
    version.is_some_and(|version| version.as_bytes() >= ProtocolVersion::NO_INITIALIZE.as_str().as_bytes())
}

fn without_places(events: Events) -> Events {
    let events = events.map(|event| event.map(|event| Sse { id: None, retry: None, ..event }));
    events.boxed()
}

/// A message on its own.
fn event_of(message: &ServerJsonRpcMessage) -> Option<Sse> {
    serde_json::to_string(message).ok().map(|data| Sse::default().data(data))
}

/// Messages among which there is the answer to the request that waits.
fn with_answer(
    mut messages: Vec<ServerJsonRpcMessage>,
    waiting: &Waiting,
    body: &[u8],
    status: StatusCode,
) -> Vec<ServerJsonRpcMessage> {
    let asked = waiting.only();
    let is_answer = |message| answered(message).is_some_and(|id| waiting.meant(Some(id)) == asked);
    if !messages.iter().any(is_answer) {
        let error = if body.trim_ascii().is_empty() {
            let message = format!("The server took the request and answered nothing (HTTP {status}).");
            ErrorData::new(ErrorCode::INTERNAL_ERROR, message, None)
        } else {
            incoming::unread("there is no answer in it")
        };
        messages.push(ServerJsonRpcMessage::error(error, asked));
    }
    messages
}

fn answer(mut messages: Vec<ServerJsonRpcMessage>, session: Option<String>) -> StreamableHttpPostResponse {
    if messages.len() == 1 {
        return StreamableHttpPostResponse::Json(messages.remove(0), session);
    }
    let events: Vec<_> = messages.iter().filter_map(event_of).map(Ok).collect();
    StreamableHttpPostResponse::Sse(stream::iter(events).boxed(), session)
}

impl StreamableHttpClient for Web {
    type Error = reqwest::Error;

    async fn post_message(
        &self,
        address: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        token: Option<String>,
        headers: Headers,
    ) -> Answered {
        let pass = Pass { session, token, headers };
        if is_discover(&message) {
            self.probe(&address, message, pass).await
        } else {
            self.ask(&address, message, pass).await
        }
    }

    async fn delete_session(
        &self,
        address: Arc<str>,
        session: Arc<str>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<(), WebFault> {
        self.client.delete_session(address, session, token, headers).await
    }

    async fn get_stream(
        &self,
        address: Arc<str>,
        session: Option<Arc<str>>,
        last: Option<String>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<Events, WebFault> {
        let events = self.listen(&address, last, Pass { session, token, headers }).await?;
        Ok(self.read_events(events, Waiting::default()))
    }
}
