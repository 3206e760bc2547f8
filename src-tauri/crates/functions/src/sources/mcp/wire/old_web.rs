//! The transport before streamable HTTP: one stream of events on which everything comes, and an address on it to which
//! everything is sent.

use super::events::{Events, too_long};
use super::waiting::Inbox;
use super::web::{Headers, Pass, Web, WebFault};
use futures::{StreamExt, stream};
use reqwest::Url;
use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::streamable_http_client::HttpStatusError;
use std::time::Duration;
use tokio::time::timeout;

/// How long a stream may take to name the address for messages. Every server does so at once.
const ENDPOINT_TIMEOUT: Duration = Duration::from_secs(10);

pub(in super::super) struct OldWeb {
    web: Web,
    endpoint: Url,
    token: Option<String>,
    headers: Headers,
    events: Events,
    inbox: Inbox,
}

impl OldWeb {
    /// A connection to this address, if its server speaks this transport.
    pub(in super::super) async fn open(
        web: Web,
        address: &str,
        token: Option<String>,
        headers: Headers,
    ) -> Option<Self> {
        let pass = Pass { session: None, token: token.clone(), headers: headers.clone() };
        let mut events = timeout(ENDPOINT_TIMEOUT, web.listen(address, None, pass)).await.ok()?.ok()?;
        let first = timeout(ENDPOINT_TIMEOUT, events.next()).await.ok()??.ok()?;
        let named = first.data.filter(|_| first.event.as_deref() == Some("endpoint"))?;
        let address = Url::parse(address).ok()?;
        // Headers may hold keys, which go to no other server.
        let endpoint = address.join(named.trim()).ok().filter(|url| url.origin() == address.origin())?;
        let inbox = Inbox::new(web.server.clone());
        Some(Self { web, endpoint, token, headers, events, inbox })
    }
}

impl Transport<RoleClient> for OldWeb {
    type Error = WebFault;

    fn send(
        &mut self,
        message: ClientJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.inbox.sent(&message);
        let (web, endpoint) = (self.web.clone(), self.endpoint.clone());
        let pass = Pass { session: None, token: self.token.clone(), headers: self.headers.clone() };
        async move {
            let status = web.send(endpoint.as_str(), &message, pass).await?.status();
            if status.is_success() { Ok(()) } else { Err(HttpStatusError::new(status.as_u16(), None).into()) }
        }
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        loop {
            if let Some(message) = self.inbox.next() {
                return Some(message);
            }
            let event = match self.events.next().await? {
                Ok(event) => event,
                Err(error) => {
                    // Without its stream there is no connection.
                    self.inbox.take_outline(&too_long(&error)?.0);
                    continue;
                }
            };
            let is_message = matches!(event.event.as_deref(), None | Some("" | "message"));
            if let Some(data) = event.data.filter(|_| is_message) {
                self.inbox.take(&data);
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.events = stream::empty().boxed();
        Ok(())
    }
}
