//! How a conversation with a server begins: which era of the protocol it speaks, found out once and remembered.

use super::handler::client;
use rmcp::RoleClient;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, ClientResult, DiscoverRequest,
    DiscoverRequestParams, ErrorCode, ErrorData, InitializeRequest, InitializedNotification, ProtocolVersion,
    RequestId, RequestMetaObject, ServerJsonRpcMessage, ServerPeerInfo, ServerRequest, ServerResult,
};
use rmcp::service::ClientInitializeError;
use rmcp::transport::Transport;
use std::future::pending;
use std::pin::pin;
use std::time::Duration;
use tokio::time::sleep;

/// How long a program may leave `server/discover` unanswered before it is greeted in the old way as well. A program that
/// answers nothing it doesn't know starts later by this much. One that only starts slowly loses nothing: both questions
/// wait for it, and its answer to the first counts whenever it comes.
pub(super) const SILENCE: Duration = Duration::from_millis(500);

/// The requests of a running connection count up from 0, so those of a greeting count down from here.
const LAST_ID: i64 = i32::MAX as i64;

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
    transport: &mut T,
    known: Option<Era>,
    silence: Option<Duration>,
) -> Result<Greeted, Box<ClientInitializeError>> {
    let mut greeting = Greeting { transport, asked: 0, discovering: None, initializing: None };
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
    transport: &'a mut T,
    asked: i64,
    discovering: Option<RequestId>,
    initializing: Option<RequestId>,
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
        self.discovering = Some(self.ask(ClientRequest::DiscoverRequest(discover)).await?);
        Ok(())
    }

    async fn initialize(&mut self) -> Asked {
        if self.initializing.is_some() {
            return Ok(());
        }
        let request = InitializeRequest::new(client(Era::Session));
        self.initializing = Some(self.ask(ClientRequest::InitializeRequest(request)).await?);
        Ok(())
    }

    async fn ask(&mut self, request: ClientRequest) -> Result<RequestId, Box<ClientInitializeError>> {
        let id = RequestId::Number(LAST_ID - self.asked);
        self.asked += 1;
        self.send(ClientJsonRpcMessage::request(request, id.clone())).await?;
        Ok(id)
    }

    async fn send(&mut self, message: ClientJsonRpcMessage) -> Asked {
        let sent = self.transport.send(message).await;
        sent.map_err(|error| Box::new(ClientInitializeError::transport::<T>(error, "greeting")))
    }

    /// Takes one message. What a server says by itself before it has answered is not heeded, but for a question whether
    /// we are there.
    async fn hear(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> Result<Option<Greeted>, Box<ClientInitializeError>> {
        if let ServerJsonRpcMessage::Response(response) = message {
            let id = Some(response.id);
            if id == self.discovering {
                return self.discovered(response.result).await;
            }
            if id == self.initializing {
                return self.initialized(response.result).await;
            }
        } else if let ServerJsonRpcMessage::Error(error) = message {
            // One without an id is about what was asked first.
            let is_about =
                |asked: &Option<RequestId>| asked.is_some() && (error.id.is_none() || error.id == *asked);
            if is_about(&self.discovering) {
                self.discovering = None;
                self.not_discovered(error.error).await?;
            } else if is_about(&self.initializing) {
                self.initializing = None;
                self.not_initialized(error.error).await?;
            }
        } else if let ServerJsonRpcMessage::Request(request) = message
            && let ServerRequest::PingRequest(_) = &request.request
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

    /// A server that was silent because it was starting may have settled on the new era by the time it reads this.
    async fn not_initialized(&mut self, error: ErrorData) -> Asked {
        let is_stateless =
            supported(&error).contains(&ProtocolVersion::V_2026_07_28) || is_of_the_new_era(error.code);
        // Twice is enough to find that out.
        if is_stateless && self.asked < 3 {
            return self.discover().await;
        }
        Err(Box::new(ClientInitializeError::JsonRpcError(error)))
    }
}

/// The versions a server names in its refusal.
fn supported(error: &ErrorData) -> Vec<ProtocolVersion> {
    let supported = error.data.as_ref().and_then(|data| data.get("supported")).cloned();
    supported.and_then(|versions| serde_json::from_value(versions).ok()).unwrap_or_default()
}

fn is_of_the_new_era(code: ErrorCode) -> bool {
    matches!(code, ErrorCode::HEADER_MISMATCH | ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY)
}
