//! Accepts and serves connections.

use crate::strangers::{Strangers, Visitor};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use std::io::ErrorKind;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tower_service::Service;

/// The pause when the system has no room for another connection.
const ACCEPT_RETRY_PAUSE: Duration = Duration::from_millis(50);

/// Serves until the future completes, then closes every connection.
pub(crate) async fn serve(listener: TcpListener, routes: Router, until: impl Future<Output = ()>) {
    let strangers = Arc::new(Strangers::default());
    let mut connections = JoinSet::new();
    let mut until = pin!(until);
    loop {
        let accepted = tokio::select! {
            () = &mut until => return,
            Some(_) = connections.join_next() => continue,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, _)) => {
                connections.spawn(answer(stream, routes.clone(), strangers.let_in()));
            }
            Err(error) if is_over(error.kind()) => {}
            Err(_) => {
                strangers.make_room();
                tokio::time::sleep(ACCEPT_RETRY_PAUSE).await;
            }
        }
    }
}

/// Whether only the connection being accepted is broken.
fn is_over(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset)
}

async fn answer(stream: TcpStream, routes: Router, visitor: Visitor) {
    // Otherwise the last bytes of a response may wait for more.
    let _ = stream.set_nodelay(true);
    let service = service_fn(|request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        visitor.asks();
        request.extensions_mut().insert(visitor.clone());
        routes.clone().call(request)
    });
    let served = http1::Builder::new().serve_connection(TokioIo::new(stream), service);
    tokio::select! {
        // A client's errors get a response or end its connection.
        _ = served => {}
        () = visitor.has_to_go() => {}
    }
    visitor.leaves();
}
