//! What a whole request costs more than through the raw proxy.

use super::application::Application;
use super::client::Client;
use super::said::{Conversation, calling};
use super::{RAW, figure, proxy, upstream};
use crate::figure::{Figure, Unit, quantile};
use anyhow::Result;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const CONVERSATIONS: usize = 6;
const ROUNDS: usize = 50;

/// In bytes. The requests are 30 kB on the average.
const INSTRUCTIONS: usize = 8_000;
const RESULT: usize = 500;

/// The most that a request may cost more, in milliseconds.
const TARGET: f64 = 1.0;

pub(super) async fn measure() -> Result<Vec<Figure>> {
    let number = AtomicUsize::new(0);
    let upstream = upstream::start(move |_, stream| {
        upstream::write_whole(stream, &calling(number.fetch_add(1, Ordering::Relaxed)))
    })?;
    let raw = proxy::start(&upstream).await?;
    let took = tokio::task::spawn_blocking(move || {
        let app = Application::start(&upstream)?;
        conversations(&app.base, &raw)
    });
    let (ours, theirs, bytes) = took.await??;
    let figure = |name: &str, part: f64, target| {
        let [ours, theirs] = [&ours, &theirs].map(|took| quantile(took, part, Unit::Milliseconds));
        Figure {
            target,
            reference: Some(RAW),
            reference_value: Some(theirs),
            ..figure(
                format!("a watched request of {bytes} kB more than {RAW}, {name}"),
                ours - theirs,
                Unit::Milliseconds,
            )
        }
    };
    Ok(vec![figure("median", 0.5, Some(TARGET)), figure("p99", 0.99, None)])
}

/// Each request both ways, in turns.
fn conversations(ours: &str, raw: &str) -> Result<(Vec<Duration>, Vec<Duration>, usize)> {
    let (mut through_us, mut through_raw, mut bytes) = (Vec::new(), Vec::new(), 0);
    let (mut watched, mut plain) = (Client::at(ours)?, Client::at(raw)?);
    // The first conversation is the warm-up.
    for number in 0..=CONVERSATIONS {
        let mut conversation = Conversation::new(&format!("agent {number}"), INSTRUCTIONS, RESULT);
        for _ in 0..ROUNDS {
            let request = conversation.request();
            let begun = Instant::now();
            plain.ask(&request)?;
            let between = Instant::now();
            let answer = watched.ask(&request)?;
            let ended = Instant::now();
            conversation.hears(&answer)?;
            if number > 0 {
                through_raw.push(between - begun);
                through_us.push(ended - between);
                bytes += request.len();
            }
        }
    }
    let mean = bytes / through_us.len().max(1) / 1_000;
    Ok((through_us, through_raw, mean))
}
