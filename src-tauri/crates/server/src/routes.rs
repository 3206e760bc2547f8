//! The routes: one for every command, one for the feed, and the page itself.

use crate::guard::Guard;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use futures::stream::{self, FuturesUnordered, StreamExt};
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use tokio::sync::mpsc;
use tower_http::services::ServeDir;
use workbench::Workbench;
use workbench::contract::{CommandError, CommandName, Delivery, Follow, dispatch};

/// Larger than any command has to be; a result written by hand may be long.
const LARGEST_BODY: usize = 64 * 1024 * 1024;

/// Deliveries a page may be behind before its feed is closed. It follows again from where it was.
const BACKLOG: usize = 256;

const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
    object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub(crate) fn all(app: Arc<Workbench>, guard: Guard, page: &Path) -> Router {
    let api = Router::new()
        .route("/call", post(call))
        .route("/follow", post(follow))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(guard.clone(), only_ours))
        .with_state(app);
    let page = Router::new()
        .fallback_service(ServeDir::new(page))
        .layer(middleware::from_fn_with_state(guard, only_here));
    Router::new().nest("/api", api).merge(page)
}

#[derive(Deserialize)]
struct Call {
    command: CommandName,
    args: Value,
}

async fn call(State(app): State<Arc<Workbench>>, body: Bytes) -> Response {
    let Call { command, args } = match read(&body) {
        Ok(call) => call,
        Err(error) => return answer(StatusCode::BAD_REQUEST, error),
    };
    match dispatch(&app, command, args).await {
        Ok(reply) => Json(reply).into_response(),
        Err(error) => answer(StatusCode::UNPROCESSABLE_ENTITY, error),
    }
}

async fn follow(State(app): State<Arc<Workbench>>, body: Bytes) -> Response {
    let all: Vec<Follow> = match read(&body) {
        Ok(all) => all,
        Err(error) => return answer(StatusCode::BAD_REQUEST, error),
    };
    let (lines, listening) = mpsc::channel::<Bytes>(BACKLOG * all.len().max(1));
    tokio::spawn(async move {
        let gone = lines.clone();
        let mut feeds: FuturesUnordered<_> =
            all.into_iter().map(|args| deliver(&app, args, lines.clone())).collect();
        let until_one_ends = async { while feeds.next().await == Some(Fed::Refused) {} };
        tokio::select! {
            () = gone.closed() => {}
            // The end of one closes the stream; the page follows all of them again from where it was.
            () = until_one_ends => {}
        }
    });
    let lines = stream::unfold(listening, |mut listening| async {
        let line = listening.recv().await?;
        Some((Ok::<_, std::convert::Infallible>(line), listening))
    });
    ([(CONTENT_TYPE, "application/x-ndjson"), (CACHE_CONTROL, "no-store")], Body::from_stream(lines))
        .into_response()
}

/// How a feed came to its end.
#[derive(PartialEq, Eq)]
enum Fed {
    Refused,
    Ended,
}

/// Delivers what happens in one session. A browser opens six connections at most, so all feeds of a page share one.
async fn deliver(app: &Workbench, args: Follow, lines: mpsc::Sender<Bytes>) -> Fed {
    let session = args.session.clone();
    let told = |item, refused| line(&Delivery { session: session.clone(), item, refused });
    let feed = match app.follow(None, args).await {
        Ok(feed) => feed,
        Err(error) => {
            let refusal = told(None, Some(error)).unwrap_or_default();
            // A page that has gone meanwhile needs no answer.
            let _ = lines.send(refusal).await;
            return Fed::Refused;
        }
    };
    let hand_over = |item| told(Some(item), None).is_some_and(|line| lines.try_send(line).is_ok());
    // Whatever ended it is told when the page follows again.
    let _ = feed.run(hand_over).await;
    Fed::Ended
}

fn line(item: &impl serde::Serialize) -> Option<Bytes> {
    let mut line = serde_json::to_vec(item).ok()?;
    line.push(b'\n');
    Some(line.into())
}

fn read<'a, T: Deserialize<'a>>(body: &'a [u8]) -> Result<T, CommandError> {
    serde_json::from_slice(body).map_err(|error| CommandError::failed(error.to_string(), "Reload the page."))
}

async fn only_ours(State(guard): State<Guard>, headers: HeaderMap, request: Request, next: Next) -> Response {
    match guard.check(&headers) {
        Ok(()) => next.run(request).await,
        Err((status, error)) => answer(status, error),
    }
}

async fn only_here(State(guard): State<Guard>, headers: HeaderMap, request: Request, next: Next) -> Response {
    if let Err((status, error)) = guard.check_host(&headers) {
        return answer(status, error);
    }
    let mut response = next.run(request).await;
    let fixed: [(HeaderName, &'static str); 3] =
        [(CONTENT_SECURITY_POLICY, POLICY), (X_CONTENT_TYPE_OPTIONS, "nosniff"), (CACHE_CONTROL, "no-cache")];
    for (name, value) in fixed {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn answer(status: StatusCode, error: CommandError) -> Response {
    (status, Json(error)).into_response()
}
