//! Listens for attached programs, on loopback only.
//!
//! Each program has an address of its own with a secret in its path. Everything without it, from a page of a browser or for
//! another host, is refused before anything of it is read.

use crate::{Delivery, Ending, ResponseHead};
use axum::body::Body;
use axum::extract::Request;
use axum::http;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::future::{BoxFuture, FutureExt};
use futures::stream;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE, HOST, ORIGIN};
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use limits::{ATTACHED_CONNECTIONS, ATTACHED_REQUEST, Limit};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Answers what arrives for the programs that are attached.
pub trait Programs: Send + Sync + 'static {
    /// Whether a program has this secret in its address.
    fn knows(&self, secret: &str) -> bool;

    fn answer(&self, call: Incoming) -> BoxFuture<'static, Delivery>;
}

/// Compares in constant time: the secret is all that keeps other programs of this computer out.
pub fn is_same_secret(ours: &str, theirs: &str) -> bool {
    let (ours, theirs) = (ours.as_bytes(), theirs.as_bytes());
    ours.len() == theirs.len()
        && ours.iter().zip(theirs).fold(0, |differ, (one, other)| differ | (one ^ other)) == 0
}

/// One HTTP request for an attached program.
#[derive(Clone, Debug)]
pub struct Incoming {
    pub secret: String,
    pub method: Method,
    /// The path behind the secret, with its query.
    pub target: String,
    pub headers: HeaderMap,
    pub body: Bytes,
}

/// A gateway that is bound to its port.
pub struct Gateway {
    listener: TcpListener,
    address: SocketAddr,
}

/// Reasons why the gateway can't listen.
#[derive(Debug, thiserror::Error)]
pub enum GatewayError {
    #[error("port {port} is in use")]
    PortInUse { port: u16 },
    #[error("can't listen on port {port}: {source}")]
    Port {
        port: u16,
        #[source]
        source: std::io::Error,
    },
}

impl Gateway {
    /// Binds to a port of this computer. 0 takes any that is free.
    pub async fn bind(port: u16) -> Result<Self, GatewayError> {
        let cannot = |source: std::io::Error| {
            if source.kind() == std::io::ErrorKind::AddrInUse {
                GatewayError::PortInUse { port }
            } else {
                GatewayError::Port { port, source }
            }
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(cannot)?;
        let address = listener.local_addr().map_err(cannot)?;
        Ok(Self { listener, address })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until it is closed. Responses that are under way end first, as long as the tracker is waited for.
    pub async fn serve(self, programs: Arc<dyn Programs>, closing: CancellationToken, tasks: TaskTracker) {
        let door = Arc::new(Door { programs, address: self.address });
        self.open(door, closing, tasks).await;
    }

    /// Lets a site answer what arrives, until it is closed.
    pub(crate) async fn open(self, site: Arc<dyn Site>, closing: CancellationToken, tasks: TaskTracker) {
        let room = Arc::new(Semaphore::new(ATTACHED_CONNECTIONS.size()));
        loop {
            let accepted = tokio::select! {
                () = closing.cancelled() => return,
                accepted = self.listener.accept() => accepted,
            };
            let Ok((stream, _)) = accepted else {
                // Out of descriptors, most likely: others end meanwhile.
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                continue;
            };
            let Ok(place) = Arc::clone(&room).try_acquire_owned() else { continue };
            let (site, closing) = (Arc::clone(&site), closing.clone());
            tasks.spawn(async move {
                serve(stream, site, closing).await;
                drop(place);
            });
        }
    }
}

/// What answers at a port.
pub(crate) trait Site: Send + Sync + 'static {
    fn answer(self: Arc<Self>, request: Request) -> BoxFuture<'static, Response>;
}

async fn serve(stream: TcpStream, site: Arc<dyn Site>, closing: CancellationToken) {
    // A piece of a stream is of use at once.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let answered = Arc::clone(&site).answer(request.map(Body::new));
        async move {
            let response = answered.await;
            // An error closes the connection without a response.
            if response.extensions().get::<CutOff>().is_some() { Err(CutOff) } else { Ok(response) }
        }
    });
    let mut connection = std::pin::pin!(
        http1::Builder::new().half_close(false).serve_connection(TokioIo::new(stream), service)
    );
    tokio::select! {
        // What a program does wrong ends its connection.
        _ = connection.as_mut() => {}
        () = closing.cancelled() => {
            connection.as_mut().graceful_shutdown();
            let _ = tokio::time::timeout(std::time::Duration::from_secs(2), connection).await;
        }
    }
}

struct Door {
    programs: Arc<dyn Programs>,
    address: SocketAddr,
}

impl Site for Door {
    fn answer(self: Arc<Self>, request: Request) -> BoxFuture<'static, Response> {
        async move { self.answer_program(request).await }.boxed()
    }
}

impl Door {
    async fn answer_program(&self, request: Request) -> Response {
        let (head, body) = request.into_parts();
        if !is_for(self.address, &head.headers) {
            return refused(StatusCode::FORBIDDEN, "This address answers programs of this computer only.");
        }
        let target = head.uri.path_and_query().map_or("/", |target| target.as_str());
        let (secret, target) = split(target);
        if !self.programs.knows(secret) {
            return refused(
                StatusCode::NOT_FOUND,
                "No program is attached here. Attach it again in Callwright, and set the address that is shown there.",
            );
        }
        let (secret, target) = (secret.to_owned(), target.to_owned());
        let Some(body) = read(&head.headers, body, ATTACHED_REQUEST).await else {
            let message = format!("The request is longer than {ATTACHED_REQUEST}, or it broke off.");
            return refused(StatusCode::PAYLOAD_TOO_LARGE, &message);
        };
        let incoming = Incoming { secret, method: head.method, target, headers: head.headers, body };
        response_of(self.programs.answer(incoming).await).await
    }
}

/// Whether a request was made for this address by a program. A page of a browser sends its origin with whatever it posts, and
/// a name that was bent to this address is no host of ours.
pub(crate) fn is_for(address: SocketAddr, headers: &HeaderMap) -> bool {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let is_ours = host
        .is_some_and(|host| host == address.to_string() || host == format!("localhost:{}", address.port()));
    is_ours && !headers.contains_key(ORIGIN)
}

/// The body of a request, unless it is too long.
pub(crate) async fn read(headers: &HeaderMap, body: Body, limit: Limit) -> Option<Bytes> {
    let length = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: usize| length > limit.size()) {
        return None;
    }
    axum::body::to_bytes(body, limit.size()).await.ok()
}

/// The secret at the beginning of a path, and the path behind it.
fn split(target: &str) -> (&str, &str) {
    let rest = target.strip_prefix('/').unwrap_or(target);
    match rest.find(['/', '?']) {
        Some(end) => rest.split_at(end),
        None => (rest, ""),
    }
}

/// Marks a response that is cut off before it begins.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the response is cut off before it begins")]
struct CutOff;

async fn response_of(mut delivery: Delivery) -> Response {
    let Some(ResponseHead { status, headers }) = delivery.head().await else {
        let mut response = refused(StatusCode::BAD_GATEWAY, "Callwright ended before there was an answer.");
        if delivery.is_broken() {
            response.extensions_mut().insert(CutOff);
        }
        return response;
    };
    let pieces = stream::unfold(Some(delivery), |delivery| async move {
        let mut delivery = delivery?;
        match delivery.next().await {
            Ok(piece) => Some((Ok(piece), Some(delivery))),
            Err(Ending::Complete) => None,
            Err(Ending::Broken) => {
                // What came before reaches the program first: an error drops what is not on the wire yet.
                tokio::task::yield_now().await;
                Some((Err(std::io::Error::other("the response broke off")), None))
            }
        }
    });
    let mut response = Response::new(Body::from_stream(pieces));
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}

fn refused(status: StatusCode, message: &str) -> Response {
    let body = serde_json::json!({ "error": { "message": message, "type": "callwright", "code": null } });
    let json = HeaderValue::from_static("application/json");
    (status, [(CONTENT_TYPE, json)], body.to_string()).into_response()
}
