//! How a conversation with a server begins: which era of the protocol it speaks, found out once and remembered.

use super::handler::client;
use super::server::Server;
use rmcp::RoleClient;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, ClientResult, DiscoverRequest,
    DiscoverRequestParams, ErrorCode, ErrorData, InitializeRequest, InitializedNotification, ProtocolVersion,
    RequestId, RequestMetaObject, ServerJsonRpcMessage, ServerNotification, ServerPeerInfo, ServerRequest,
    ServerResult,
};
use rmcp::service::ClientInitializeError;
use rmcp::transport::Transport;
use std::future::pending;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;

/// How long a program may leave `server/discover` unanswered before it is greeted in the old way as well. A program that
/// answers nothing it doesn't know starts later by this much. One that only starts slowly loses nothing: both questions
/// wait for it, and its answer to the first counts whenever it comes.
pub(super) const PROBE_TIMEOUT: Duration = Duration::from_millis(500);

/// The requests of a running connection count up from 0, and no id is used twice.
const DISCOVERING: RequestId = RequestId::Number(i32::MAX as i64);
const INITIALIZING: RequestId = RequestId::Number(i32::MAX as i64 - 1);

type Asked = Result<(), Box<ClientInitializeError>>;

/// How a server is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Era {
    /// From 2026-07-28 on: each request stands by itself.
    Stateless,
    /// Up to 2025-11-25: `initialize` opens a session.
    Session,
    /// Up to 2024-11-05, over HTTP: a session over one stream of events, and an address to send to.
    Events,
}

/// A server that has answered.
pub(super) struct Greeted {
    pub(super) info: ServerPeerInfo,
    pub(super) era: Era,
}

/// Greets a server: in the way it is known to understand, or in the new way first.
///
/// An error that belongs to the new era is no reason to try the old one, and every other error is.
pub(super) async fn greet<T: Transport<RoleClient> + 'static>(
    server: &Arc<Server>,
    transport: &mut T,
    known: Option<Era>,
    silence: Option<Duration>,
) -> Result<Greeted, Box<ClientInitializeError>> {
    let mut greeting = Greeting { server, transport, discovering: false, initializing: false };
    match known {
        Some(Era::Session | Era::Events) => greeting.initialize().await?,
        Some(Era::Stateless) | None => greeting.discover().await?,
    }
    let mut silence = pin!(async {
        match silence.filter(|_| known.is_none()) {
            Some(silence) => sleep(silence).await,
            None => pending().await,
        }
    });
    let mut is_silent = false;
    loop {
        let message = tokio::select! {
            biased;
            message = greeting.transport.receive() => message,
            () = &mut silence, if !is_silent => {
                is_silent = true;
                greeting.initialize().await?;
                continue;
            }
        };
        let Some(message) = message else {
            return Err(Box::new(ClientInitializeError::ConnectionClosed("greeting".to_owned())));
        };
        if let Some(greeted) = greeting.hear(message).await? {
            return Ok(greeted);
        }
    }
}

struct Greeting<'a, T> {
    server: &'a Arc<Server>,
    transport: &'a mut T,
    /// Which questions wait for their answer.
    discovering: bool,
    initializing: bool,
}

impl<T: Transport<RoleClient> + 'static> Greeting<'_, T> {
    async fn discover(&mut self) -> Asked {
        let config = client(Era::Stateless);
        let mut discover = DiscoverRequest::new(DiscoverRequestParams {});
        discover.extensions.insert(RequestMetaObject::with_client_context(
            ProtocolVersion::V_2026_07_28,
            config.client_info,
            config.capabilities,
        ));
        self.discovering = true;
        self.send(ClientJsonRpcMessage::request(ClientRequest::DiscoverRequest(discover), DISCOVERING)).await
    }

    async fn initialize(&mut self) -> Asked {
        if self.initializing {
            return Ok(());
        }
        self.initializing = true;
        let request = ClientRequest::InitializeRequest(InitializeRequest::new(client(Era::Session)));
        self.send(ClientJsonRpcMessage::request(request, INITIALIZING)).await
    }

    async fn send(&mut self, message: ClientJsonRpcMessage) -> Asked {
        let sent = self.transport.send(message).await;
        sent.map_err(|error| Box::new(ClientInitializeError::transport::<T>(error, "greeting")))
    }

    async fn hear(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> Result<Option<Greeted>, Box<ClientInitializeError>> {
        if let ServerJsonRpcMessage::Response(response) = message {
            if response.id == DISCOVERING {
                return self.discovered(response.result).await;
            }
            if response.id == INITIALIZING {
                return self.initialized(response.result).await;
            }
        } else if let ServerJsonRpcMessage::Error(error) = message {
            // One without an id is about what was asked first.
            if self.discovering && error.id.is_none_or(|id| id == DISCOVERING) {
                self.discovering = false;
                self.not_discovered(error.error).await?;
            } else if self.initializing {
                return Err(Box::new(ClientInitializeError::JsonRpcError(error.error)));
            }
        } else if let ServerJsonRpcMessage::Notification(notification) = &message
            && let ServerNotification::LoggingMessageNotification(logged) = &notification.notification
        {
            self.server.log(&logged.params);
        } else if let ServerJsonRpcMessage::Request(request) = message
            && let ServerRequest::PingRequest(_) = request.request
        {
            self.send(ClientJsonRpcMessage::response(ClientResult::empty(()), request.id)).await?;
        }
        Ok(None)
    }

    async fn discovered(
        &mut self,
        result: ServerResult,
    ) -> Result<Option<Greeted>, Box<ClientInitializeError>> {
        if let ServerResult::DiscoverResult(found) = result
            && found.supported_versions.contains(&ProtocolVersion::V_2026_07_28)
        {
            let info = ServerPeerInfo::from_discover_result(ProtocolVersion::V_2026_07_28, found);
            return Ok(Some(Greeted { info, era: Era::Stateless }));
        }
        // It knows the question, and wants a session all the same.
        self.initialize().await?;
        Ok(None)
    }

    async fn initialized(
        &mut self,
        result: ServerResult,
    ) -> Result<Option<Greeted>, Box<ClientInitializeError>> {
        let ServerResult::InitializeResult(result) = result else {
            return Err(Box::new(ClientInitializeError::ExpectedInitResult(Some(result))));
        };
        let era = if result.protocol_version.has_initialize() { Era::Session } else { Era::Stateless };
        let notification = InitializedNotification::default();
        let notification = ClientNotification::InitializedNotification(notification);
        self.send(ClientJsonRpcMessage::notification(notification)).await?;
        Ok(Some(Greeted { info: result.into(), era }))
    }

    async fn not_discovered(&mut self, error: ErrorData) -> Asked {
        if error.code == ErrorCode::UNSUPPORTED_PROTOCOL_VERSION {
            let supported = supported(&error);
            if !supported.is_empty() && !supported.iter().any(ProtocolVersion::has_initialize) {
                return Err(Box::new(ClientInitializeError::NoCompatibleProtocolVersion {
                    client_supported: ProtocolVersion::KNOWN_VERSIONS.to_vec(),
                    server_supported: supported,
                }));
            }
        } else if is_of_the_new_era(error.code) {
            return Err(Box::new(ClientInitializeError::JsonRpcError(error)));
        }
        self.initialize().await
    }
}

/// Whether a refusal of `initialize` says that the server speaks the new era: one that was silent because it was waking
/// up does.
pub(super) fn is_stateless(refusal: &ClientInitializeError) -> bool {
    let ClientInitializeError::JsonRpcError(error) = refusal else { return false };
    supported(error).contains(&ProtocolVersion::V_2026_07_28) || is_of_the_new_era(error.code)
}

/// The versions a server names in its refusal.
fn supported(error: &ErrorData) -> Vec<ProtocolVersion> {
    let supported = error.data.as_ref().and_then(|data| data.get("supported")).cloned();
    supported.and_then(|versions| serde_json::from_value(versions).ok()).unwrap_or_default()
}

fn is_of_the_new_era(code: ErrorCode) -> bool {
    matches!(code, ErrorCode::HEADER_MISMATCH | ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY)
}
