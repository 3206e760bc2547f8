//! The readers of answers, one for each protocol, behind a real socket.

use super::chance::Chance;
use super::hunt::Answer;
use connectors::transport::{Limits, Network, Proxying, RetryRule};
use connectors::{Kind, Secret, Service};
use content::{Author, Item, Message, MessageId, ModelId, Origin, Role};
use futures::StreamExt;
use ports::{
    CallOptions, CallScope, CompletionRequest, Connector, ConnectorError, ConnectorProfile, FunctionChoice,
    NameStyle, RequestSettings, StreamEvent,
};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

const KEY: &str = "sk-hostile-0123456789";

/// A provider that answers with whatever it is given, and a model that asks it.
pub struct Conversation {
    listener: TcpListener,
    model: Arc<dyn Connector>,
    /// How its streams are called.
    streamed: &'static str,
}

impl Conversation {
    pub async fn with(kind: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let kind = Kind::named(kind).expect("a kind");
        let profile =
            ConnectorProfile { model: ModelId::new("m"), title: String::new(), service: String::new() };
        let model = kind.connect(profile, "m".to_owned(), Arc::new(service(address))).expect("a model");
        let streamed = match kind {
            Kind::OpenAiChat(_)
            | Kind::OpenAiResponses(_)
            | Kind::Anthropic
            | Kind::Gemini(_)
            | Kind::GeminiInteractions
            | Kind::Mistral => "text/event-stream",
            Kind::Ollama => "application/x-ndjson",
            Kind::Bedrock => "application/vnd.amazon.eventstream",
        };
        Self { listener, model, streamed }
    }

    /// Asks, is answered with the input in pieces, and looks at what comes of it.
    pub async fn try_on(&self, input: &[u8], chance: &mut Chance) -> Answer {
        let is_whole = input.starts_with(b"{") && chance.one_in(2);
        let input = match self.streamed {
            "application/vnd.amazon.eventstream" if !is_whole && !chance.one_in(3) => with_sums(input),
            _ => input.to_vec(),
        };
        let kind = if is_whole { "application/json" } else { self.streamed };
        let (events, ()) = tokio::join!(self.ask(), self.answer(kind, &input, chance));
        look_at(&events)
    }

    async fn ask(&self) -> Vec<Result<StreamEvent, ConnectorError>> {
        let scope = CallScope::unobserved(CancellationToken::new());
        self.model.stream(request(), &scope).collect().await
    }

    /// A connection that breaks is what this is about, so nothing is made of it.
    async fn answer(&self, kind: &str, body: &[u8], chance: &mut Chance) {
        let (mut stream, _) = self.listener.accept().await.expect("a connection");
        let mut asked = [0; 64 << 10];
        let mut count = 0;
        while !is_complete(&asked[..count]) {
            match stream.read(&mut asked[count..]).await {
                Ok(0) | Err(_) => return,
                Ok(more) => count += more,
            }
        }
        let head = format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\nconnection: close\r\n\r\n");
        let (left, right) = body.split_at(chance.below(body.len() + 1));
        for piece in [head.as_bytes(), left, right] {
            if stream.write_all(piece).await.is_err() || stream.flush().await.is_err() {
                return;
            }
            tokio::task::yield_now().await;
        }
        drop(stream.shutdown().await);
    }
}

/// Whether a request has come in with all of its body.
fn is_complete(asked: &[u8]) -> bool {
    let text = String::from_utf8_lossy(asked);
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok());
    body.len() >= length.unwrap_or(0)
}

fn look_at(events: &[Result<StreamEvent, ConnectorError>]) -> Answer {
    let ends = |event: &Result<_, _>| matches!(event, Ok(StreamEvent::Finished(_)) | Err(_));
    assert_eq!(events.iter().filter(|event| ends(event)).count(), 1, "an answer ends once: {events:?}");
    assert!(events.last().is_some_and(ends), "nothing comes after the end: {events:?}");
    let mut answer = Answer::default();
    for event in events {
        match event {
            Ok(event) => answer.add(super::script::kind_of(event)),
            Err(error) => {
                assert!(!format!("{error} {error:?}").contains(KEY), "the key is told");
                answer.add(&error.to_string());
            }
        }
    }
    answer
}

fn service(address: SocketAddr) -> Service {
    let retry = RetryRule { attempts: 1, ..Limits::USUAL.retry };
    let limits =
        Limits { idle: Duration::from_secs(10), frame: 1 << 20, answer: 16 << 20, retry, ..Limits::USUAL };
    Service {
        title: "Hostile".to_owned(),
        address: format!("http://{address}"),
        key: Secret::new(KEY),
        headers: Vec::new(),
        network: Network { proxy: Proxying::Direct, certificates: None, limits, slots: None },
    }
}

fn request() -> CompletionRequest {
    let message = Message {
        id: MessageId::new("m"),
        parent: None,
        role: Role::User,
        items: vec![Item::Text { text: "Hello".to_owned() }],
        author: Author::Person,
        origin: Origin::Person,
    };
    CompletionRequest {
        known: Vec::new(),
        messages: vec![Arc::new(message)],
        functions: Vec::new(),
        choice: FunctionChoice::Auto,
        names: NameStyle::default(),
        calls: CallOptions::default(),
        settings: RequestSettings::default(),
    }
}

/// Amazon's frames with the sums that belong to them: without, a reader refuses what is damaged before it looks at it.
fn with_sums(input: &[u8]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    let mut begin = 0;
    // Twelve bytes before the headers, four behind the payload.
    while bytes.len() >= begin + 16 {
        let told = bytes[begin..begin + 4].try_into().map_or(0, u32::from_be_bytes) as usize;
        let length = if told < 16 || begin + told > bytes.len() { bytes.len() - begin } else { told };
        let Ok(written) = u32::try_from(length) else { break };
        bytes[begin..begin + 4].copy_from_slice(&written.to_be_bytes());
        let prelude = sum(&bytes[begin..begin + 8]);
        bytes[begin + 8..begin + 12].copy_from_slice(&prelude.to_be_bytes());
        let end = begin + length;
        let message = sum(&bytes[begin..end - 4]);
        bytes[end - 4..end].copy_from_slice(&message.to_be_bytes());
        begin = end;
    }
    bytes
}

/// CRC-32, bit by bit.
fn sum(bytes: &[u8]) -> u32 {
    let step = |sum: u32| if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 };
    !bytes.iter().fold(u32::MAX, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), |sum, _| step(sum)))
}

#[cfg(test)]
mod tests {
    use super::with_sums;

    #[test]
    fn sound_frames_have_their_sums_already() {
        let frames = std::fs::read(crate::app::fixtures().join("wire/bedrock/02-stream-parallel.bin"));
        let frames = frames.expect("the frames");
        assert_eq!(with_sums(&frames), frames);
        let mut damaged = frames.clone();
        damaged[9] ^= 1;
        assert_eq!(with_sums(&damaged), frames);
    }
}
