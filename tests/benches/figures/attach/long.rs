//! A stream of 100 MB: how fast it passes, and the memory it takes.

use super::application::Application;
use super::client::Client;
use super::said::{STOP, piece, streamed};
use super::upstream::Pieces;
use super::{RAW, figure, proxy, upstream};
use crate::figure::{Better, Figure, Unit, middle};
use anyhow::{Result, ensure};
use std::net::TcpStream;
use std::time::Instant;

const LONG: usize = 100_000_000;
const SHORT: usize = 50_000_000;

/// Bytes that the provider writes at once.
const AT_ONCE: usize = 16 << 10;

/// Starts of the application for each length. The middle one counts.
const STARTS: usize = 5;

/// The most that a stream of twice the length may take more, in megabytes.
const TARGET: f64 = 10.0;

pub(super) async fn measure() -> Result<Vec<Figure>> {
    let upstream = upstream::start(|body, stream| {
        let is_long = String::from_utf8_lossy(body).contains("long");
        speak(stream, if is_long { LONG } else { SHORT })
    })?;
    let raw = proxy::start(&upstream).await?;
    tokio::task::spawn_blocking(move || {
        let [short, long] = [("short", SHORT), ("long", LONG)].map(|(name, bytes)| {
            (0..STARTS).map(|_| peak_of(&upstream, name, bytes)).collect::<Result<Vec<_>>>()
        });
        let (short, long) = (short?, long?);
        let before = middle(short.iter().map(|(_, peak)| *peak));
        let after = middle(long.iter().map(|(_, peak)| *peak));
        let ours = middle(long.iter().map(|(speed, _)| *speed));
        let theirs = run(&raw, "long", LONG)?;
        Ok(vec![
            Figure {
                target: Some(TARGET),
                reference: Some("at most with one of 50 MB"),
                reference_value: Some(before),
                ..figure(
                    "most memory for a stream of 100 MB, more than for one of 50 MB",
                    after - before,
                    Unit::Megabytes,
                )
            },
            Figure {
                better: Better::Higher,
                reference: Some(RAW),
                reference_value: Some(theirs),
                ..figure("throughput of a stream of 100 MB", ours, Unit::MegabytesPerSecond)
            },
        ])
    })
    .await?
}

/// How fast a stream passes an application of its own, and the most memory that this has for it: what one stream leaves in the
/// allocator would count against the next.
fn peak_of(upstream: &str, name: &str, bytes: usize) -> Result<(f64, f64)> {
    let app = Application::start(upstream)?;
    Ok((run(&app.base, name, bytes)?, app.peak()?))
}

/// Pieces of the size of tokens, as fast as they are taken.
fn speak(stream: &mut TcpStream, bytes: usize) -> std::io::Result<()> {
    let (mut written, mut pieces, one) = (0, Pieces::begin(stream)?, piece("word"));
    let some = one.repeat(AT_ONCE / one.len());
    while written < bytes {
        pieces.write(&some)?;
        written += some.len();
    }
    pieces.write(STOP)?;
    pieces.end()
}

/// Megabytes per second.
#[allow(clippy::cast_precision_loss, reason = "a number of bytes")]
fn run(base: &str, name: &str, bytes: usize) -> Result<f64> {
    let (begun, mut read) = (Instant::now(), 0);
    Client::at(base)?.listen(&streamed(name), |piece| read += piece.len())?;
    ensure!(read >= bytes, "{read} bytes came through");
    Ok(read as f64 / 1e6 / begun.elapsed().as_secs_f64())
}
