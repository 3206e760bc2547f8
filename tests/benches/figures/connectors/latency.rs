//! How long a delta takes from the moment a service writes it to the moment it is in the channel of whoever shows it.

use super::{model, request, speaker};
use crate::figure::{Better, Figure, Unit, quantile};
use anyhow::{Context, Result, ensure};
use futures::StreamExt;
use ports::{CallScope, StreamEvent};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// What is asked, in microseconds.
const TARGET: f64 = 1_000.0;
const STREAMS: usize = 8;
const DELTAS: usize = 5_000;
const PACE: Duration = Duration::from_millis(1);

pub(super) async fn measure() -> Result<Vec<Figure>> {
    let ours = streamed().await?;
    let theirs = tokio::task::spawn_blocking(plain).await??;
    let figure = |name: &str, part: f64, target| Figure {
        area: "connectors",
        name: format!("{STREAMS} streams of 1,000 deltas a second, from socket to channel, {name}"),
        value: quantile(&ours, part, Unit::Microseconds),
        unit: Unit::Microseconds,
        better: Better::Lower,
        target,
        reference: Some("to a thread that reads the socket"),
        reference_value: Some(quantile(&theirs, part, Unit::Microseconds)),
    };
    Ok(vec![figure("median", 0.5, None), figure("p99", 0.99, Some(TARGET))])
}

/// Time since the first time anybody asked, in nanoseconds, which fits into a delta.
fn now() -> u64 {
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    u64::try_from(BEGIN.get_or_init(Instant::now).elapsed().as_nanos()).unwrap_or(u64::MAX)
}

/// Each delta tells when it was written.
fn speak(stream: &mut TcpStream) -> std::io::Result<()> {
    let begun = Instant::now();
    for number in 0..DELTAS {
        let due = PACE * u32::try_from(number).unwrap_or(u32::MAX);
        std::thread::park_timeout(due.saturating_sub(begun.elapsed()));
        let said = now();
        let delta = format!(
            "data: {{\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":[{{\"index\":0,\"delta\":{{\"content\":\" {said}\"}},\"finish_reason\":null}}]}}\n\n"
        );
        stream.write_all(delta.as_bytes())?;
    }
    stream.write_all(
        b"data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
    )
}

async fn streamed() -> Result<Vec<Duration>> {
    let address = speaker::start(STREAMS, speak)?;
    let (sender, mut channel) = mpsc::channel(1024);
    let mut tasks = JoinSet::new();
    for _ in 0..STREAMS {
        let (model, sender) = (model("openai", address.clone())?, sender.clone());
        tasks.spawn(async move {
            let scope = CallScope::unobserved(CancellationToken::new());
            let mut stream = model.stream(request(), &scope);
            while let Some(event) = stream.next().await {
                if let StreamEvent::TextDelta { text, .. } = event? {
                    sender.send(text).await?;
                }
            }
            anyhow::Ok(())
        });
    }
    drop(sender);
    let mut took = Vec::with_capacity(STREAMS * DELTAS);
    while let Some(text) = channel.recv().await {
        let arrived = now();
        // Deltas that came together are one text, and each of them arrived now.
        for said in text.split_whitespace() {
            took.push(Duration::from_nanos(arrived.saturating_sub(said.parse::<u64>().context("a moment")?)));
        }
    }
    while let Some(task) = tasks.join_next().await {
        task??;
    }
    ensure!(took.len() == STREAMS * DELTAS, "{} deltas came through", took.len());
    Ok(took)
}

/// The same streams, each read by a thread that does nothing else.
fn plain() -> Result<Vec<Duration>> {
    let address = speaker::start(STREAMS, speak)?;
    let host = address.trim_start_matches("http://").trim_end_matches("/v1").to_owned();
    let threads: Vec<_> = (0..STREAMS)
        .map(|_| {
            let host = host.clone();
            std::thread::spawn(move || read(&host))
        })
        .collect();
    let mut took = Vec::new();
    for thread in threads {
        took.extend(thread.join().map_err(|_| anyhow::anyhow!("a thread broke"))??);
    }
    Ok(took)
}

fn read(host: &str) -> Result<Vec<Duration>> {
    let mut stream = TcpStream::connect(host)?;
    stream.write_all(b"POST / HTTP/1.1\r\ncontent-length: 0\r\n\r\n")?;
    let (mut buffer, mut took) = (vec![0; 64 << 10], Vec::with_capacity(DELTAS));
    loop {
        let length = stream.read(&mut buffer)?;
        let arrived = now();
        let text = String::from_utf8_lossy(buffer.get(..length).unwrap_or_default()).into_owned();
        for rest in text.split("\"content\":\" ").skip(1) {
            let said = rest.split('"').next().and_then(|said| said.parse::<u64>().ok());
            took.extend(said.map(|said| Duration::from_nanos(arrived.saturating_sub(said))));
        }
        if length == 0 {
            return Ok(took);
        }
    }
}
