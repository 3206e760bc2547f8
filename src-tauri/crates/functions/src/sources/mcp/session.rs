//! One connection, from its first list of tools to its end.

use super::connect::{Connected, Fault};
use super::fault::ConnectionError;
use super::greeting::Era;
use super::listing::{Unlisted, list_tools};
use super::server::{Connection, Server};
use super::service_error::describe_service_error;
use super::state::McpStatus;
use futures::FutureExt;
use limits::{MCP_ABOUT, MCP_RELISTING};
use rmcp::RoleClient;
use rmcp::model::{ClientRequest, PingRequest, ServerPeerInfo, SubscriptionFilter};
use rmcp::service::{Peer, PeerRequestOptions, ServiceError, Subscription};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, sleep_until, timeout};

/// How often a server is asked whether it is there.
const PING_INTERVAL: Duration = Duration::from_secs(30);
const PING_TIMEOUT: Duration = Duration::from_secs(15);
const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);
/// How much of the name and version of a server is shown.
const MAX_NAME_LETTERS: usize = 200;

/// How a connection came to its end.
pub(super) enum Ending {
    /// The server is let go.
    Closed,
    /// Somebody wants it started afresh.
    Again,
    Died(ConnectionError),
    NeverStood(Fault),
}

pub(super) async fn live(server: &Arc<Server>, connected: Connected) -> Ending {
    let Connected { running, process } = connected;
    let (peer, handler) = (running.peer().clone(), running.service().clone());
    let (stop, changed) = (running.cancellation_token(), Arc::clone(&handler.tools_changed));
    let lost = Arc::clone(&handler.stream_lost);
    let info = peer.peer_info();
    let era = handler.era;
    let mut listed = list(server, &peer, era).await;
    // However often its tools change, there is time for everything else between two lists.
    let mut rest = Instant::now();
    if listed.is_ok() {
        let (status, about) = described(info.as_deref());
        server.stands(Connection { peer: peer.clone(), handler }, status, about);
    }
    let mut news = News::of(&peer, era);
    let (mut is_over, mut is_lost) = (false, false);
    let mut ended = std::pin::pin!(running.waiting());
    let mut heart = std::pin::pin!(beat(&peer, era, &lost));
    let ending = loop {
        if let Err(unlisted) = listed {
            is_lost = matches!(unlisted, Unlisted::Lost);
            break Ending::Died(ConnectionError::Unlisted(unlisted));
        }
        tokio::select! {
            biased;
            () = server.closing.cancelled() => break Ending::Closed,
            () = server.again.notified() => break Ending::Again,
            _ = &mut ended => {
                (is_over, is_lost) = (true, true);
                break Ending::Died(ConnectionError::Unlisted(Unlisted::Lost));
            }
            reason = &mut heart => break Ending::Died(reason),
            // A stream of news that ends may be the end of the server.
            () = news.after(rest, &changed) => {
                listed = list(server, &peer, era).await;
                rest = Instant::now() + MCP_RELISTING.time();
            }
        }
    };
    server.falls();
    drop(news);
    stop.cancel();
    if !is_over {
        // Its input is closed by this. A server that answers to nothing is killed below.
        let _ = timeout(CLOSE_TIMEOUT, &mut ended).await;
    }
    let Some(process) = process else { return ending };
    let how = process.end().await;
    if !is_lost {
        return ending;
    }
    // A program that closed the connection by itself says best why.
    server.lines_are_read().await;
    Ending::Died(ConnectionError::Ended(how).with_last_words(server.last_words()))
}

/// Offers the tools there are now.
pub(super) async fn list(server: &Arc<Server>, peer: &Peer<RoleClient>, era: Era) -> Result<(), Unlisted> {
    server.offer(list_tools(peer, (era, &server.mirrors)).await?);
    Ok(())
}

fn described(info: Option<&ServerPeerInfo>) -> (McpStatus, Option<String>) {
    let Some(info) = info else {
        return (McpStatus::Running { server: String::new(), protocol: String::new() }, None);
    };
    let about = info.server_info.as_ref();
    let name =
        about.map(|about| format!("{} {}", about.title.as_ref().unwrap_or(&about.name), about.version));
    let protocol = info.protocol_version.to_string();
    let name = name.map(|name| beginning(&name, MAX_NAME_LETTERS)).unwrap_or_default();
    let instructions = info.instructions.as_deref().map(|said| beginning(said, MCP_ABOUT.size()));
    (McpStatus::Running { server: name, protocol }, instructions)
}

/// The beginning of what a server says of itself, where it is more than somebody would read.
fn beginning(text: &str, most: usize) -> String {
    let end = text.floor_char_boundary(most.min(text.len()));
    let (kept, rest) = text.split_at(end);
    if rest.is_empty() { kept.to_owned() } else { format!("{kept}…") }
}

/// Ends with a reason when the server answers no more. The newest version of the protocol has no question for that.
///
/// A server that is only busy may miss one question. One whose stream is lost as well is gone.
async fn beat(peer: &Peer<RoleClient>, era: Era, lost: &Notify) -> ConnectionError {
    if era == Era::Stateless {
        return std::future::pending().await;
    }
    let mut missed = 0;
    loop {
        let is_lost = tokio::select! {
            () = lost.notified() => true,
            () = sleep(PING_INTERVAL) => false,
        };
        let ping = ClientRequest::PingRequest(PingRequest {
            method: Default::default(),
            extensions: Default::default(),
        });
        let asked = peer.send_request_with_option(ping, PeerRequestOptions::with_timeout(PING_TIMEOUT)).await;
        let answered = match asked {
            Ok(handle) => handle.await_response().await.map(drop),
            Err(error) => Err(error),
        };
        match answered {
            Ok(()) | Err(ServiceError::McpError(_)) => missed = 0,
            Err(error) if is_lost => {
                return ConnectionError::Unreachable {
                    reason: notices::said(&describe_service_error(&error)),
                };
            }
            Err(_) if missed == 1 => {
                return ConnectionError::NoAnswer { seconds: 2 * (PING_INTERVAL + PING_TIMEOUT).as_secs() };
            }
            Err(_) => missed += 1,
        }
    }
}

/// Word of other tools, where a server gives it to those who ask for it only.
struct News<'a> {
    peer: &'a Peer<RoleClient>,
    stream: Stream,
}

enum Stream {
    /// There is none, and none is asked for.
    Closed,
    Unopened,
    Open(Box<Subscription>),
    Ended,
}

impl<'a> News<'a> {
    fn of(peer: &'a Peer<RoleClient>, era: Era) -> Self {
        // In a session, they come by themselves.
        let stream = if era == Era::Stateless { Stream::Unopened } else { Stream::Closed };
        Self { peer, stream }
    }

    /// Waits until there may be other tools: something was said, or may have been missed.
    async fn next(&mut self) {
        loop {
            match &mut self.stream {
                Stream::Closed => return std::future::pending().await,
                Stream::Unopened => self.stream = self.open().await.map_or(Stream::Closed, Stream::Open),
                Stream::Open(stream) => {
                    if !matches!(stream.next().await, Ok(Some(_))) {
                        self.stream = Stream::Ended;
                    }
                    return;
                }
                Stream::Ended => {
                    sleep(PING_INTERVAL).await;
                    if let Some(stream) = self.open().await {
                        self.stream = Stream::Open(stream);
                        return;
                    }
                }
            }
        }
    }

    /// Waits for word that came meanwhile or comes, and takes everything that has come by then as one.
    async fn after(&mut self, rest: Instant, changed: &Notify) {
        sleep_until(rest).await;
        tokio::select! {
            () = changed.notified() => {}
            () = self.next() => while self.is_open() && self.next().now_or_never().is_some() {},
        }
    }

    fn is_open(&self) -> bool {
        matches!(self.stream, Stream::Open(_))
    }

    async fn open(&self) -> Option<Box<Subscription>> {
        let filter = SubscriptionFilter::builder().tools_list_changed().build();
        timeout(PING_TIMEOUT, self.peer.listen(filter)).await.ok()?.ok().map(Box::new)
    }
}
