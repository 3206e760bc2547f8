//! Shows a program whose stream is held that it is alive.

use super::{Exchange, Outlet};
use bytes::Bytes;
use http::HeaderMap;
use http::header::USER_AGENT;
use std::sync::{OnceLock, Weak};
use std::time::Duration;
use tokio::time::Instant;

/// How long a streamed request is held before its program gets a status. Later than that some programs give up (Gemini CLI
/// after 60 s), and once the status is sent an error of the provider can only be told within the stream.
pub const HEAD_AFTER: Duration = Duration::from_secs(5);

/// How often a held stream shows that it is alive.
pub const ALIVE_EVERY: Duration = Duration::from_secs(10);

/// Shortens both to so many milliseconds, for programs that give up sooner than their libraries do.
const ALIVE_VARIABLE: &str = "CALLWRIGHT_ALIVE_MILLIS";

/// When a held program gets its status, and how often a sign of life.
fn paces() -> (Duration, Duration) {
    static SHORTER: OnceLock<Option<Duration>> = OnceLock::new();
    let shorter = *SHORTER.get_or_init(|| {
        let milliseconds = std::env::var(ALIVE_VARIABLE).ok()?.parse().ok()?;
        Some(Duration::from_millis(milliseconds)).filter(|pace| !pace.is_zero())
    });
    match shorter {
        Some(pace) => (HEAD_AFTER.min(pace), ALIVE_EVERY.min(pace)),
        None => (HEAD_AFTER, ALIVE_EVERY),
    }
}

/// What the `user-agent` of Codex begins with. It leaves a stream in which no event came for 300 seconds, and takes any event
/// at any time.
const CODEX: &str = "codex";

fn counts_events_alone(headers: &HeaderMap) -> bool {
    headers.get(USER_AGENT).is_some_and(|agent| agent.as_bytes().starts_with(CODEX.as_bytes()))
}

/// Shows a program whose stream is held that it is alive: first by status and headers, then by pieces it skips.
pub(super) async fn stay_alive(exchange: Weak<Exchange>, outlet: Outlet) {
    let (head_after, alive_every) = paces();
    let mut tick = tokio::time::interval(alive_every.min(Duration::from_secs(1)));
    while !outlet.has_ended() {
        tick.tick().await;
        let Some(exchange) = exchange.upgrade() else { return };
        let (since, last) = {
            let state = exchange.state();
            (state.waiting_since.or(state.further_since), state.last_piece)
        };
        let Some(since) = since else { continue };
        let now = Instant::now();
        if !outlet.has_begun() && now.duration_since(since) >= head_after {
            exchange.begin_stream();
            exchange.state().last_piece = Some(now);
        } else if outlet.has_begun() && now.duration_since(last.unwrap_or(since).max(since)) >= alive_every {
            let begun = exchange.state().has_said || counts_events_alone(&exchange.arrived().headers);
            if let Some(piece) = exchange.protocol().dialect().keep_alive(begun) {
                outlet.push(Bytes::from_static(piece));
            }
            exchange.state().last_piece = Some(now);
        }
    }
}
