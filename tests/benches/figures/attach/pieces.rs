//! How much later a piece of a stream arrives than through the raw proxy.

use super::application::Application;
use super::client::Client;
use super::said::{STOP, piece, streamed};
use super::upstream::Pieces;
use super::{RAW, figure, proxy, upstream};
use crate::figure::{Figure, Unit, middle, quantile};
use anyhow::{Result, ensure};
use std::net::TcpStream;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

const STREAMS: usize = 8;
const PIECES: u32 = 2_000;
const PACE: Duration = Duration::from_millis(1);

/// Pairs of runs of all streams, one of them through the raw proxy. The middle one counts: on two cores, which the provider and the
/// program share with what is measured, either of a pair may meet something else.
const PAIRS: usize = 9;

/// The most by which a piece may be later, in microseconds.
const TARGET: f64 = 200.0;

pub(super) async fn measure() -> Result<Vec<Figure>> {
    let upstream = upstream::start(|_, stream| speak(stream))?;
    let raw = proxy::start(&upstream).await?;
    let took = tokio::task::spawn_blocking(move || {
        let app = Application::start(&upstream)?;
        run(&app.base, "warm-up")?;
        let pair = |number: usize| {
            anyhow::Ok([run(&raw, &format!("raw {number}"))?, run(&app.base, &format!("run {number}"))?])
        };
        (0..PAIRS).map(pair).collect::<Result<Vec<_>>>()
    });
    let pairs = took.await??;
    let figure = |name: &str, part: f64, target| {
        let quantiles =
            |pair: &[Vec<Duration>; 2]| pair.each_ref().map(|took| quantile(took, part, Unit::Microseconds));
        let quantiles: Vec<_> = pairs.iter().map(quantiles).collect();
        let later = middle(quantiles.iter().map(|[theirs, ours]| ours - theirs));
        let name = format!("a piece of {STREAMS} streams of 1,000 a second later than {RAW}, {name}");
        Figure {
            target,
            reference: Some(RAW),
            reference_value: Some(middle(quantiles.iter().map(|[theirs, _]| *theirs))),
            ..figure(name, later, Unit::Microseconds)
        }
    };
    Ok(vec![figure("median", 0.5, None), figure("p99", 0.99, Some(TARGET))])
}

/// Time since the first time anybody asked, in nanoseconds, which fits into a piece.
fn now() -> u64 {
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    u64::try_from(BEGIN.get_or_init(Instant::now).elapsed().as_nanos()).unwrap_or(u64::MAX)
}

/// Each piece tells when it was written.
fn speak(stream: &mut TcpStream) -> std::io::Result<()> {
    let mut pieces = Pieces::begin(stream)?;
    let begun = Instant::now();
    for number in 0..PIECES {
        std::thread::park_timeout((PACE * number).saturating_sub(begun.elapsed()));
        pieces.write(&piece(&now().to_string()))?;
    }
    pieces.write(STOP)?;
    pieces.end()
}

/// All streams at once, each read by a thread of its own.
fn run(base: &str, name: &str) -> Result<Vec<Duration>> {
    let threads: Vec<_> = (0..STREAMS)
        .map(|number| {
            let (base, body) = (base.to_owned(), streamed(&format!("{name}, stream {number}")));
            std::thread::spawn(move || read(&base, &body))
        })
        .collect();
    let mut took = Vec::new();
    for thread in threads {
        took.extend(thread.join().map_err(|_| anyhow::anyhow!("a thread broke"))??);
    }
    Ok(took)
}

fn read(base: &str, body: &str) -> Result<Vec<Duration>> {
    let mut took = Vec::new();
    Client::at(base)?.listen(body, |piece| {
        let arrived = now();
        let text = String::from_utf8_lossy(piece);
        for rest in text.split("\"content\":\" ").skip(1) {
            let said = rest.split('"').next().and_then(|said| said.parse::<u64>().ok());
            took.extend(said.map(|said| Duration::from_nanos(arrived.saturating_sub(said))));
        }
    })?;
    ensure!(took.len() == PIECES as usize, "{} pieces came through", took.len());
    Ok(took)
}
