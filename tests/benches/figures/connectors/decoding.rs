//! Megabytes of server-sent events a second that become events of a conversation, on one core.

use super::{model, request, speaker};
use crate::figure::{Better, Figure, Unit};
use anyhow::{Context, Result, ensure};
use futures::StreamExt;
use ports::{CallScope, StreamEvent};
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

const TARGET: f64 = 100.0;
const BYTES: usize = 64 << 20;
const RUNS: usize = 5;

/// An answer of one protocol: how it begins, one of many pieces, and how it ends.
struct Answer {
    kind: &'static str,
    title: &'static str,
    begin: &'static str,
    piece: fn(usize) -> String,
    end: &'static str,
}

const ANSWERS: [Answer; 3] = [
    Answer {
        kind: "openai",
        title: "OpenAI chat completions",
        begin: "data: {\"id\":\"chatcmpl-CfVqk3vB2x\",\"object\":\"chat.completion.chunk\",\"created\":1795251600,\"model\":\"gpt-5\",\"service_tier\":\"default\",\"system_fingerprint\":null,\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null},\"logprobs\":null,\"finish_reason\":null}]}\n\n",
        piece: |number| {
            format!(
                "data: {{\"id\":\"chatcmpl-CfVqk3vB2x\",\"object\":\"chat.completion.chunk\",\"created\":1795251600,\"model\":\"gpt-5\",\"service_tier\":\"default\",\"system_fingerprint\":null,\"choices\":[{{\"index\":0,\"delta\":{{\"content\":\" word{}\"}},\"logprobs\":null,\"finish_reason\":null}}],\"obfuscation\":\"Xk2\"}}\n\n",
                number % 10
            )
        },
        end: "data: {\"id\":\"chatcmpl-CfVqk3vB2x\",\"object\":\"chat.completion.chunk\",\"created\":1795251600,\"model\":\"gpt-5\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
    },
    Answer {
        kind: "openai-responses",
        title: "OpenAI Responses",
        begin: "event: response.created\ndata: {\"type\":\"response.created\",\"sequence_number\":0,\"response\":{\"id\":\"resp_1\",\"object\":\"response\",\"status\":\"in_progress\",\"output\":[]}}\n\nevent: response.output_item.added\ndata: {\"type\":\"response.output_item.added\",\"sequence_number\":1,\"output_index\":0,\"item\":{\"id\":\"msg_1\",\"type\":\"message\",\"status\":\"in_progress\",\"content\":[],\"role\":\"assistant\"}}\n\n",
        piece: |number| {
            format!(
                "event: response.output_text.delta\ndata: {{\"type\":\"response.output_text.delta\",\"sequence_number\":{},\"item_id\":\"msg_1\",\"output_index\":0,\"content_index\":0,\"delta\":\" word\",\"logprobs\":[],\"obfuscation\":\"aB3kQ9\"}}\n\n",
                number + 2
            )
        },
        end: "event: response.completed\ndata: {\"type\":\"response.completed\",\"sequence_number\":9,\"response\":{\"id\":\"resp_1\",\"object\":\"response\",\"status\":\"completed\",\"output\":[],\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}}\n\n",
    },
    Answer {
        kind: "anthropic",
        title: "Anthropic Messages",
        begin: "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"claude-opus-5-5\",\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}}\n\nevent: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n",
        piece: |number| {
            format!(
                "event: content_block_delta\ndata: {{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{{\"type\":\"text_delta\",\"text\":\" word{}\"}}}}\n\n",
                number % 10
            )
        },
        end: "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\nevent: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":9}}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
    },
];

pub(super) fn measure() -> Result<Vec<Figure>> {
    ANSWERS.iter().map(measured).collect()
}

fn measured(answer: &Answer) -> Result<Figure> {
    let (body, pieces) = written(answer)?;
    let body: Arc<[u8]> = body.into_bytes().into();
    let megabytes = f64::from(u32::try_from(body.len())?) / 1e6;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    // The first run of each warms up.
    for run in 0..=RUNS {
        let said = Arc::clone(&body);
        let address = speaker::start(2, move |stream| stream.write_all(&said))?;
        let (read, plain) = (events(answer, address.clone(), pieces)?, bytes(&address, body.len())?);
        if run > 0 {
            ours.push(megabytes / read.as_secs_f64());
            theirs.push(megabytes / plain.as_secs_f64());
        }
    }
    Ok(Figure {
        area: "connectors",
        name: format!("{}: a stream from a socket into events, one core, median of {RUNS}", answer.title),
        value: median(ours),
        unit: Unit::MegabytesPerSecond,
        better: Better::Higher,
        target: Some(TARGET),
        reference: Some("the same bytes read from the socket"),
        reference_value: Some(median(theirs)),
    })
}

fn written(answer: &Answer) -> Result<(String, usize)> {
    let mut body = String::with_capacity(BYTES + 4096);
    body.push_str(answer.begin);
    let mut pieces = 0;
    while body.len() < BYTES {
        body.write_str(&(answer.piece)(pieces))?;
        pieces += 1;
    }
    body.push_str(answer.end);
    Ok((body, pieces))
}

/// On a thread of its own with everything that belongs to it, as one core would do it.
fn events(answer: &Answer, address: String, pieces: usize) -> Result<Duration> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let model = model(answer.kind, address)?;
        let scope = CallScope::unobserved(CancellationToken::new());
        let mut stream = model.stream(request(), &scope);
        let first = stream.next().await.context("an event")??;
        let begun = Instant::now();
        let mut deltas = usize::from(matches!(first, StreamEvent::TextDelta { .. }));
        while let Some(event) = stream.next().await {
            deltas += usize::from(matches!(event?, StreamEvent::TextDelta { .. }));
        }
        ensure!(deltas == pieces, "{deltas} of {pieces} pieces came through");
        Ok(begun.elapsed())
    })
}

fn bytes(address: &str, length: usize) -> Result<Duration> {
    let host = address.trim_start_matches("http://").trim_end_matches("/v1");
    let mut stream = TcpStream::connect(host)?;
    stream.write_all(b"POST / HTTP/1.1\r\ncontent-length: 0\r\n\r\n")?;
    let mut buffer = vec![0; 64 << 10];
    let mut read = stream.read(&mut buffer)?;
    let begun = Instant::now();
    loop {
        match stream.read(&mut buffer)? {
            0 => break,
            more => read += more,
        }
    }
    ensure!(read >= length, "the socket was cut off");
    Ok(begun.elapsed())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
