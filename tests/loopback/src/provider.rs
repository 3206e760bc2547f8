//! A provider of our own: it says what a test tells it to say, byte for byte, also what no provider should say.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinSet;

/// What is said on one connection.
#[derive(Clone)]
pub enum Reply {
    /// The bytes, then the end of the connection.
    Bytes(Vec<u8>),
    /// The bytes, and then nothing for as long as the other side waits.
    Silence(Vec<u8>),
    /// The first bytes, and then the others again and again.
    Endless(Vec<u8>, Vec<u8>),
}

impl Reply {
    /// A whole response with a body.
    pub fn response(status: &str, headers: &str, body: &str) -> Self {
        Self::Bytes(
            head(status, headers, &format!("content-length: {}\r\n", body.len()))
                .into_iter()
                .chain(body.bytes())
                .collect(),
        )
    }

    /// A stream of events.
    pub fn events(body: &str) -> Self {
        Self::response("200 OK", "content-type: text/event-stream\r\n", body)
    }

    /// The head of a stream without an end that is known.
    pub fn stream_head() -> Vec<u8> {
        head("200 OK", "content-type: text/event-stream\r\n", "")
    }
}

fn head(status: &str, headers: &str, length: &str) -> Vec<u8> {
    format!("HTTP/1.1 {status}\r\n{headers}{length}connection: close\r\n\r\n").into_bytes()
}

/// Listens until it is dropped.
pub struct Provider {
    address: SocketAddr,
    heard: Arc<Mutex<Vec<String>>>,
    left: Arc<Notify>,
    _tasks: JoinSet<()>,
}

impl Provider {
    /// Gives each connection the next reply. Who comes after the last is turned away.
    pub async fn start(replies: Vec<Reply>) -> Self {
        Self::saying(replies.into_iter()).await
    }

    /// Gives every connection the same reply.
    pub async fn always(reply: Reply) -> Self {
        Self::saying(std::iter::repeat(reply)).await
    }

    async fn saying(mut replies: impl Iterator<Item = Reply> + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let heard = Arc::new(Mutex::new(Vec::new()));
        let left = Arc::new(Notify::new());
        let mut tasks = JoinSet::new();
        let (hears, leaves) = (Arc::clone(&heard), Arc::clone(&left));
        tasks.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                // A connection that has ended keeps its memory until it is asked after.
                while connections.try_join_next().is_some() {}
                let (hears, leaves, reply) = (Arc::clone(&hears), Arc::clone(&leaves), replies.next());
                connections.spawn(async move {
                    serve(stream, reply, &hears).await;
                    leaves.notify_one();
                });
            }
        });
        Self { address, heard, left, _tasks: tasks }
    }

    pub fn address(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// The requests so far, each as it came in.
    pub fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps nothing of the requests so far.
    pub fn forget(&self) {
        *self.heard.lock().unwrap_or_else(PoisonError::into_inner) = Vec::new();
    }

    /// Waits until the other side has let go of a connection.
    pub async fn until_left(&self) {
        self.left.notified().await;
    }
}

/// A connection that breaks is what many tests are about, so nothing is made of it here.
async fn serve(mut stream: TcpStream, reply: Option<Reply>, heard: &Mutex<Vec<String>>) {
    let Some(request) = request(&mut stream).await else { return };
    heard.lock().unwrap_or_else(PoisonError::into_inner).push(request);
    match reply {
        None => {}
        Some(Reply::Bytes(bytes)) => drop(stream.write_all(&bytes).await),
        Some(Reply::Silence(bytes)) => {
            let written = stream.write_all(&bytes).await;
            let mut rest = Vec::new();
            // Whether the other side leaves or breaks off, it is gone.
            drop((written, stream.read_to_end(&mut rest).await));
        }
        Some(Reply::Endless(first, again)) => {
            let mut written = stream.write_all(&first).await;
            while written.is_ok() {
                written = stream.write_all(&again).await;
            }
        }
    }
}

/// The next request on a connection, or nothing where the other side has left.
pub async fn request(stream: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| {
                line.to_ascii_lowercase().strip_prefix("content-length:")?.trim().parse::<usize>().ok()
            });
            if body.len() >= length.unwrap_or(0) {
                return Some(text);
            }
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
}
