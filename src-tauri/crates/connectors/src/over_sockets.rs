//! Each protocol once over a real socket: the address, the headers and the body that go out, the answer that comes in.

use crate::gemini::Host;
use crate::testing::{asked, bytes, fixture, items};
use crate::transport::Network;
use crate::{Kind, ModelOptions, Secret, Service, Streaming};
use content::ModelId;
use futures::StreamExt;
use ports::{CallScope, Connector, ConnectorError, ConnectorProfile, StopReason, StreamEvent};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Answers one request with these bytes and hands back what it was asked.
pub(crate) fn serve(status: &str, kind: &str, body: Vec<u8>) -> (String, JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let served = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a connection");
        let request = read(&mut stream);
        stream.write_all(head.as_bytes()).expect("the head is sent");
        stream.write_all(&body).expect("the body is sent");
        request
    });
    (address, served)
}

fn read(stream: &mut TcpStream) -> String {
    let mut request = Vec::new();
    let mut piece = [0; 4096];
    loop {
        let count = stream.read(&mut piece).expect("a request");
        request.extend_from_slice(&piece[..count]);
        let text = String::from_utf8_lossy(&request);
        let length =
            text.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok());
        let body = text.split_once("\r\n\r\n").map(|(_, body)| body.len());
        if count == 0 || body.is_some_and(|body| body >= length.unwrap_or(0)) {
            return text.into_owned();
        }
    }
}

async fn ask(
    kind: Kind,
    model: &str,
    address: String,
    streaming: Streaming,
) -> Vec<Result<StreamEvent, ConnectorError>> {
    let options = ModelOptions { streaming, ..ModelOptions::default() };
    let connector = connector(kind, model, address, options);
    let scope = CallScope::unobserved(CancellationToken::new());
    connector.stream(asked(Vec::new()), &scope).collect().await
}

pub(crate) fn connector(
    kind: Kind,
    model: &str,
    address: String,
    options: ModelOptions,
) -> Arc<dyn Connector> {
    let key = Secret::new("key-0123456789");
    let service =
        Service { title: "S".to_owned(), address, key, headers: Vec::new(), network: Network::USUAL };
    let profile = ConnectorProfile { model: ModelId::new("m"), title: String::new(), service: String::new() };
    kind.connect_with(profile, model.to_owned(), Arc::new(service), options).expect("a connector")
}

struct Case {
    kind: Kind,
    model: &'static str,
    stream: (&'static str, &'static str),
    whole: &'static str,
    paths: [&'static str; 2],
    header: &'static str,
}

const CASES: [Case; 6] = [
    Case {
        kind: Kind::Anthropic,
        model: "claude-opus-5-5",
        stream: ("anthropic/02-stream-parallel.sse", "text/event-stream"),
        whole: "anthropic/01-parallel-roundtrip-thinking.json",
        paths: ["/v1/messages"; 2],
        header: "x-api-key: key-0123456789",
    },
    Case {
        kind: Kind::Gemini(Host::Gemini),
        model: "models/gemini-3.6-flash",
        stream: ("gemini/02-stream-parallel.sse", "text/event-stream"),
        whole: "gemini/01-parallel-roundtrip.json",
        paths: [
            "/models/gemini-3.6-flash:streamGenerateContent?alt=sse",
            "/models/gemini-3.6-flash:generateContent",
        ],
        header: "x-goog-api-key: key-0123456789",
    },
    Case {
        kind: Kind::GeminiInteractions,
        model: "models/gemini-3.6-flash",
        stream: ("gemini-interactions/02-stream-parallel.sse", "text/event-stream"),
        whole: "gemini-interactions/01-parallel-roundtrip.json",
        paths: ["/interactions"; 2],
        header: "x-goog-api-key: key-0123456789",
    },
    Case {
        kind: Kind::Mistral,
        model: "mistral-large-latest",
        stream: ("mistral/02-stream-parallel.sse", "text/event-stream; charset=utf-8"),
        whole: "mistral/01-parallel-roundtrip.json",
        paths: ["/chat/completions"; 2],
        header: "authorization: Bearer key-0123456789",
    },
    Case {
        kind: Kind::Ollama,
        model: "qwen3:8b",
        stream: ("ollama/02-stream-parallel.ndjson", "application/x-ndjson"),
        whole: "ollama/01-parallel-roundtrip.json",
        paths: ["/chat"; 2],
        header: "authorization: Bearer key-0123456789",
    },
    Case {
        kind: Kind::Bedrock,
        model: "eu.anthropic.claude-opus-5-5-v1:0",
        stream: ("bedrock/02-stream-parallel.bin", "application/vnd.amazon.eventstream"),
        whole: "bedrock/01-parallel-roundtrip.json",
        paths: [
            "/model/eu.anthropic.claude-opus-5-5-v1%3A0/converse-stream",
            "/model/eu.anthropic.claude-opus-5-5-v1%3A0/converse",
        ],
        header: "authorization: Bearer key-0123456789",
    },
];

#[tokio::test]
async fn every_protocol_asks_at_its_address_and_hears_both_calls_streamed_or_not() {
    for case in &CASES {
        let whole = fixture(case.whole)["steps"][0]["response"]["body"].to_string().into_bytes();
        let answers = [
            (Streaming::Streamed, case.stream.1, bytes(case.stream.0)),
            (Streaming::Whole, "application/json", whole),
        ];
        for ((streaming, kind, body), path) in answers.into_iter().zip(case.paths) {
            let (address, served) = serve("200 OK", kind, body);
            let heard = ask(case.kind, case.model, address, streaming).await;
            let events: Vec<_> = heard.into_iter().map(|event| event.expect(case.model)).collect();
            let calls = items(&events)
                .iter()
                .filter(|item| matches!(item, content::Item::FunctionCall { .. }))
                .count();
            assert_eq!(calls, 2, "{}", case.model);
            assert_eq!(events.last(), Some(&StreamEvent::Finished(StopReason::Calls)), "{}", case.model);
            let request = served.join().expect("it was asked");
            assert!(request.starts_with(&format!("POST {path} HTTP/1.1\r\n")), "{request}");
            assert!(request.contains(&format!("{}\r\n", case.header)), "{request}");
            let body = request.split_once("\r\n\r\n").expect("a body").1;
            assert!(serde_json::from_str::<Value>(body).is_ok_and(|body| body.is_object()), "{body}");
        }
    }
}

/// The recorded refusals, each as its provider words it.
#[tokio::test]
async fn a_refusal_comes_with_the_words_of_the_provider() {
    let refusals = [
        "anthropic/03-error-missing-result.json",
        "gemini/03-error-count.json",
        "gemini-interactions/03-error-choice.json",
        "mistral/03-error-id.json",
        "ollama/03-error-no-tools.json",
        "bedrock/04-error-no-toolconfig.json",
    ];
    for (case, path) in CASES.iter().zip(refusals) {
        let body = fixture(path)["response"]["body"].clone();
        let words = [body.pointer("/error/message"), body.get("message"), body.get("error")];
        let words = words.into_iter().flatten().find_map(Value::as_str).expect("words").to_owned();
        let (address, served) = serve("400 Bad Request", "application/json", body.to_string().into_bytes());
        let heard = ask(case.kind, case.model, address, Streaming::Streamed).await;
        served.join().expect("it was asked");
        match heard.as_slice() {
            [Err(ConnectorError::Refused(refusal))] => {
                assert_eq!((refusal.message.to_string(), refusal.status), (words.clone(), Some(400)));
            }
            heard => panic!("{path}: {heard:?}"),
        }
    }
}
