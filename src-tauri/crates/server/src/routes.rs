//! The routes: one for every command, one for the feed, and the page itself.

use crate::client::Ticket;
use crate::feed::{self, Lines};
use crate::guard::Guard;
use crate::page::Page;
use crate::strangers::Visitor;
use crate::tickets::Tickets;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONNECTION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, LOCATION,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures::stream::{FuturesUnordered, StreamExt};
use limits::{PAGE_FEEDS, PAGE_REQUEST};
use notices::said;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;
use tokio::sync::Semaphore;
use workbench::Workbench;
use workbench::contract::{CommandError, CommandName, Delivery, Follow, TransportError, dispatch};

const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
    object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub(crate) fn all(app: Arc<Workbench>, guard: Guard, page: &Page, tickets: Tickets) -> Router {
    let desk = Desk { tickets, guard: guard.clone() };
    let api = Router::new()
        .route("/call", post(call))
        .route("/follow", post(follow))
        .with_state(Api { app, room: Arc::new(Semaphore::new(PAGE_FEEDS.size())) })
        .merge(Router::new().route("/ticket", post(issue)).with_state(desk.clone()))
        .layer(DefaultBodyLimit::max(PAGE_REQUEST.size()))
        .layer(middleware::from_fn_with_state(guard.clone(), only_ours));
    let page = page
        .routes()
        .merge(Router::new().route("/open/{ticket}", get(open)).with_state(desk))
        .layer(middleware::from_fn_with_state(guard, only_here));
    Router::new().nest("/api", api).merge(page)
}

/// Where tickets are issued and taken.
#[derive(Clone)]
struct Desk {
    tickets: Tickets,
    guard: Guard,
}

async fn issue(State(Desk { tickets, guard }): State<Desk>) -> Response {
    match tickets.issue() {
        Ok(ticket) => Json(Ticket { address: guard.address_of(&ticket) }).into_response(),
        Err(error) => {
            let error = CommandError::of(&TransportError::NoTicket { reason: said(&error.to_string()) });
            answer(StatusCode::INTERNAL_SERVER_ERROR, error)
        }
    }
}

/// Leads a browser to the page with the token behind `#`, where no log and no other user sees it.
async fn open(State(Desk { tickets, guard }): State<Desk>, Path(ticket): Path<String>) -> Response {
    if tickets.take(&ticket) {
        return (StatusCode::SEE_OTHER, [(LOCATION, format!("/#token={}", guard.token()))]).into_response();
    }
    let words = "This address was used already, or is older than a minute. Run `callwright open` again.\n";
    (StatusCode::GONE, words).into_response()
}

/// The state of the routes.
#[derive(Clone)]
struct Api {
    app: Arc<Workbench>,
    /// The room for feeds.
    room: Arc<Semaphore>,
}

#[derive(Deserialize)]
struct Call {
    command: CommandName,
    args: Value,
}

async fn call(State(Api { app, .. }): State<Api>, body: Bytes) -> Response {
    let Call { command, args } = match read(&body) {
        Ok(call) => call,
        Err(error) => return answer(StatusCode::BAD_REQUEST, error),
    };
    match dispatch(&app, command, args).await {
        Ok(reply) => Json(reply).into_response(),
        Err(error) => answer(StatusCode::UNPROCESSABLE_ENTITY, error),
    }
}

async fn follow(State(Api { app, room }): State<Api>, body: Bytes) -> Response {
    let all: Vec<Follow> = match read(&body) {
        Ok(all) => all,
        Err(error) => return answer(StatusCode::BAD_REQUEST, error),
    };
    let feeds = u32::try_from(all.len()).unwrap_or(u32::MAX);
    let Ok(places) = room.try_acquire_many_owned(feeds) else {
        let error = TransportError::TooManyFeeds { limit: PAGE_FEEDS.most };
        return answer(StatusCode::TOO_MANY_REQUESTS, CommandError::of(&error));
    };
    let (lines, listening) = feed::lines();
    tokio::spawn(async move {
        let _places = places;
        let gone = lines.clone();
        let mut feeds: FuturesUnordered<_> =
            all.into_iter().map(|args| deliver(&app, args, lines.clone())).collect();
        let until_one_ends = async { while feeds.next().await == Some(Fed::Refused) {} };
        tokio::select! {
            () = gone.are_unheard() => {}
            // The end of one feed closes the stream; the page resumes all of them from where it was.
            () = until_one_ends => {}
        }
    });
    let lines = listening.into_stream().map(Ok::<_, std::convert::Infallible>);
    ([(CONTENT_TYPE, "application/x-ndjson"), (CACHE_CONTROL, "no-store")], Body::from_stream(lines))
        .into_response()
}

/// The reason a feed ended.
#[derive(PartialEq, Eq)]
enum Fed {
    Refused,
    Ended,
}

/// Streams the events of one session. A browser opens at most six connections, so all feeds of a page share one.
async fn deliver(app: &Workbench, args: Follow, lines: Lines) -> Fed {
    let session = args.session.clone();
    let told = |item, refused| line(&Delivery { session: session.clone(), item, refused });
    let feed = match app.follow(None, args).await {
        Ok(feed) => feed,
        Err(error) => {
            // A page that has gone needs no answer.
            let _ = lines.send(told(None, Some(error))).await;
            return Fed::Refused;
        }
    };
    let hand_over = |item| lines.send(told(Some(item), None));
    // The page learns the reason when it resumes the feed.
    let _ = feed.run(hand_over).await;
    Fed::Ended
}

fn line(item: &impl serde::Serialize) -> Option<Bytes> {
    let mut line = serde_json::to_vec(item).ok()?;
    line.push(b'\n');
    Some(line.into())
}

fn read<'a, T: Deserialize<'a>>(body: &'a [u8]) -> Result<T, CommandError> {
    serde_json::from_slice(body).map_err(|source| CommandError::of(&TransportError::NotUnderstood { source }))
}

async fn only_ours(State(guard): State<Guard>, headers: HeaderMap, request: Request, next: Next) -> Response {
    match guard.check(&headers) {
        Ok(()) => {
            if let Some(visitor) = request.extensions().get::<Visitor>() {
                visitor.is_ours();
            }
            next.run(request).await
        }
        // A guesser needs a new connection for each guess, and none is kept for an endless body.
        Err((status, error)) => ([(CONNECTION, "close")], answer(status, error)).into_response(),
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
