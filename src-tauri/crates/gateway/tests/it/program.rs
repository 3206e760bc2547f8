//! A program, as far as its connection goes.

use loopback::provider;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The connection of a program that has sent a request.
pub(crate) struct Program {
    stream: TcpStream,
    bytes: Vec<u8>,
}

#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) head: String,
    pub(crate) body: String,
    pub(crate) end: End,
}

/// How the response of a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Complete,
    Broken,
}

impl Program {
    pub(crate) async fn send(to: SocketAddr, request: &str) -> Self {
        let mut stream = TcpStream::connect(to).await.expect("a gateway");
        stream.write_all(request.as_bytes()).await.expect("a request");
        Self { stream, bytes: Vec::new() }
    }

    /// The body so far, once it has this text in it.
    pub(crate) async fn until(&mut self, text: &str) -> String {
        loop {
            let (_, body, _) = read(&self.bytes);
            if body.contains(text) {
                return body;
            }
            let read = self.stream.read_buf(&mut self.bytes).await.expect("a response");
            assert!(read > 0, "{text:?} is not in {body:?}");
        }
    }

    pub(crate) async fn response(mut self) -> Response {
        // A connection that breaks off is one of the ends.
        while self.stream.read_buf(&mut self.bytes).await.is_ok_and(|read| read > 0) {}
        let (head, body, end) = read(&self.bytes);
        Response { head, body, end }
    }
}

impl Response {
    pub(crate) fn status(&self) -> &str {
        self.head.split(' ').nth(1).unwrap_or_default()
    }

    /// Its head, apart from the time, which differs between two responses that are the same.
    pub(crate) fn undated(&self) -> Vec<&str> {
        self.head.lines().filter(|line| !line.starts_with("date: ")).collect()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.head.lines().filter_map(|line| line.split_once(": "));
        headers.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// Head and body of what was read so far.
fn read(bytes: &[u8]) -> (String, String, End) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let Some((head, rest)) = text.split_once("\r\n\r\n") else { return (text, String::new(), End::Broken) };
    if !head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
        let end = if length == Some(rest.len()) { End::Complete } else { End::Broken };
        return (head.to_owned(), rest.to_owned(), end);
    }
    let (mut body, mut rest) = (Vec::new(), rest.as_bytes());
    loop {
        let line = rest.windows(2).position(|pair| pair == b"\r\n");
        let size =
            line.and_then(|line| usize::from_str_radix(std::str::from_utf8(&rest[..line]).ok()?, 16).ok());
        let (Some(line), Some(size)) = (line, size) else { break };
        if size == 0 {
            return (head.to_owned(), String::from_utf8(body).expect("text"), End::Complete);
        }
        let Some(piece) = rest.get(line + 2..line + 2 + size) else { break };
        body.extend_from_slice(piece);
        rest = rest.get(line + 4 + size..).unwrap_or_default();
    }
    (head.to_owned(), String::from_utf8_lossy(&body).into_owned(), End::Broken)
}

/// A provider that sends its bytes in pieces of this size, each in a chunk of its own.
pub(crate) fn chunked(kind: &str, body: &str, size: usize) -> provider::Reply {
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n"
    );
    let mut bytes = head.as_bytes().to_vec();
    for piece in body.as_bytes().chunks(size) {
        bytes.extend(format!("{:x}\r\n", piece.len()).bytes());
        bytes.extend(piece);
        bytes.extend(b"\r\n");
    }
    bytes.extend(b"0\r\n\r\n");
    provider::Reply::Bytes(bytes)
}
