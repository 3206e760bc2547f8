//! A collector of OpenTelemetry spans, which accepts requests or never responds.

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// Listens until it is dropped.
pub struct Collector {
    address: SocketAddr,
    heard: Arc<Mutex<Vec<Post>>>,
    guests: watch::Receiver<usize>,
    _tasks: JoinSet<()>,
}

/// One request.
#[derive(Clone)]
struct Post {
    head: String,
    body: Vec<u8>,
}

/// The behaviour of a collector.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    TakesIn,
    /// It takes the connection and says nothing.
    Silent,
}

impl Collector {
    pub async fn start(manner: Manner) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let heard: Arc<Mutex<Vec<Post>>> = Arc::default();
        let (count, guests) = watch::channel(0);
        let mut tasks = JoinSet::new();
        let hears = Arc::clone(&heard);
        tasks.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                count.send_modify(|count| *count += 1);
                connections.spawn(serve(stream, manner, Arc::clone(&hears)));
            }
        });
        Self { address, heard, guests, _tasks: tasks }
    }

    pub fn address(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Waits until a request arrives.
    pub async fn until_visited(&mut self) {
        self.guests.wait_for(|guests| *guests > 0).await.expect("it listens");
    }

    fn posts(&self) -> Vec<Post> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The heads of the requests.
    pub fn heads(&self) -> Vec<String> {
        self.posts().into_iter().map(|post| post.head).collect()
    }

    /// Everything received, verbatim.
    pub fn bytes(&self) -> Vec<u8> {
        self.posts().into_iter().flat_map(|post| post.body).collect()
    }

    fn requests(&self) -> Vec<ExportTraceServiceRequest> {
        let decode = |post: Post| ExportTraceServiceRequest::decode(post.body.as_slice());
        self.posts().into_iter().map(|post| decode(post).expect("it is what OTLP says")).collect()
    }

    pub fn spans(&self) -> Vec<Span> {
        let resources = self.requests().into_iter().flat_map(|request| request.resource_spans);
        let scopes = resources.flat_map(|resource| resource.scope_spans);
        scopes.flat_map(|scope| scope.spans).collect()
    }

    /// An attribute of the program itself.
    pub fn resource(&self, key: &str) -> Option<String> {
        let mut resources = self.requests().into_iter().flat_map(|request| request.resource_spans);
        let resource = resources.next()?.resource?;
        resource
            .attributes
            .iter()
            .find(|one| one.key == key)
            .and_then(|one| text(one.value.as_ref()?.value.as_ref()?))
    }
}

/// An attribute of a span, as text.
pub fn attribute(span: &Span, key: &str) -> Option<String> {
    let found = span.attributes.iter().find(|one| one.key == key)?;
    text(found.value.as_ref()?.value.as_ref()?)
}

fn text(value: &Value) -> Option<String> {
    Some(match value {
        Value::StringValue(text) => text.clone(),
        Value::IntValue(number) => number.to_string(),
        Value::DoubleValue(number) => number.to_string(),
        Value::BoolValue(is_so) => is_so.to_string(),
        _ => return None,
    })
}

async fn serve(mut stream: TcpStream, manner: Manner, heard: Arc<Mutex<Vec<Post>>>) {
    while let Some(post) = read(&mut stream).await {
        if manner == Manner::Silent {
            return std::future::pending().await;
        }
        heard.lock().unwrap_or_else(PoisonError::into_inner).push(post);
        let answer = "HTTP/1.1 200 OK\r\ncontent-type: application/x-protobuf\r\ncontent-length: 0\r\n\r\n";
        if stream.write_all(answer.as_bytes()).await.is_err() {
            return;
        }
    }
}

async fn read(stream: &mut TcpStream) -> Option<Post> {
    let mut bytes = Vec::new();
    loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
            let length =
                head.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok());
            let body = &bytes[end + 4..];
            if body.len() >= length.unwrap_or(0) {
                return Some(Post { head, body: body.to_vec() });
            }
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
}
