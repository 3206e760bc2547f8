//! What a round costs besides the loop: the request repeats all that was said, so writing it grows with the history.

use super::{figure, registry};
use crate::figure::{Figure, Unit};
use anyhow::{Context, Result};
use connectors::transport::Network;
use connectors::{Kind, Service};
use content::{Message, ModelId};
use ports::{
    CallOptions, Catalogue, CompletionRequest, ConnectorProfile, FunctionChoice, NameStyle, RequestSettings,
};
use std::sync::Arc;
use std::time::{Duration, Instant};

const RUNS: usize = 20;

/// Writing twice the history may cost this many times as much.
const DOUBLED_TARGET: f64 = 2.5;
/// What is asked of the whole of a long one, in milliseconds.
const WRITTEN_TARGET: f64 = 20.0;

pub(super) fn measure(history: &[Arc<Message>]) -> Result<Vec<Figure>> {
    let whole = written(history)?;
    let half = written(history.get(..history.len() / 2).context("a history")?)?;
    let all = history.len() / 2;
    println!(
        "loop · requests of {all} rounds: the last is {} kB, all together {} MB, which grows with the square of the rounds",
        whole.bytes / 1_000,
        // Each is as much longer than the one before as the last is than the first.
        whole.bytes / 2 * all / 1_000_000,
    );
    Ok(vec![
        figure(
            format!("write one request whole after {all} rounds, OpenAI chat, median"),
            whole.took.as_secs_f64() * 1e3,
            Unit::Milliseconds,
            WRITTEN_TARGET,
        ),
        figure(
            "that request against one of half the history".to_owned(),
            whole.took.as_secs_f64() / half.took.as_secs_f64(),
            Unit::Times,
            DOUBLED_TARGET,
        ),
    ])
}

struct Written {
    bytes: usize,
    took: Duration,
}

fn written(history: &[Arc<Message>]) -> Result<Written> {
    let service = Service {
        title: "Bench".to_owned(),
        address: "http://localhost/v1".to_owned(),
        key: None,
        headers: Vec::new(),
        network: Network::USUAL,
    };
    let profile =
        ConnectorProfile { model: ModelId::new("bench"), title: "Bench".into(), service: "Bench".into() };
    let kind = Kind::named("openai-compatible").context("a kind")?;
    let connector = kind.connect(profile, "bench".to_owned(), Arc::new(service))?;
    let request = CompletionRequest {
        known: Vec::new(),
        messages: history.to_vec(),
        functions: registry()?.specs(),
        choice: FunctionChoice::Auto,
        calls: CallOptions::default(),
        settings: RequestSettings::default(),
        names: NameStyle::default(),
    };
    let mut times = Vec::with_capacity(RUNS);
    let mut bytes = 0;
    for _ in 0..RUNS {
        let begun = Instant::now();
        let preview = connector.preview(&request)?.context("a request")?;
        times.push(begun.elapsed());
        bytes = preview.body.len();
    }
    times.sort_unstable();
    Ok(Written { bytes, took: times.get(RUNS / 2).copied().unwrap_or_default() })
}
