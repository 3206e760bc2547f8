//! A provider that answers as it is told to, with a thread for each connection.

use anyhow::{Context, Result};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

/// Writes the answer to one request, given its body.
pub(super) trait Answer:
    Fn(&[u8], &mut TcpStream) -> std::io::Result<()> + Send + Sync + 'static
{
}

impl<F: Fn(&[u8], &mut TcpStream) -> std::io::Result<()> + Send + Sync + 'static> Answer for F {}

/// The address of a provider. It runs as long as the process.
pub(super) fn start(answer: impl Answer) -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").context("a port")?;
    let address = listener.local_addr()?;
    let answer = Arc::new(answer);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let answer = Arc::clone(&answer);
            // Whoever asks may have heard enough.
            thread::spawn(move || drop(serve(stream, answer.as_ref())));
        }
    });
    Ok(address.to_string())
}

fn serve(mut stream: TcpStream, answer: &impl Answer) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::with_capacity(64 << 10, stream.try_clone()?);
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line)? == 0 {
                return Ok(());
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap_or(0);
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body)?;
        answer(&body, &mut stream)?;
    }
}

/// Answers in one piece.
pub(super) fn write_whole(stream: &mut TcpStream, body: &str) -> std::io::Result<()> {
    let length = body.len();
    let head =
        format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n");
    stream.write_all((head + body).as_bytes())
}

/// A streamed answer, piece by piece.
pub(super) struct Pieces<'a>(&'a mut TcpStream);

impl<'a> Pieces<'a> {
    pub(super) fn begin(stream: &'a mut TcpStream) -> std::io::Result<Self> {
        stream.write_all(
            b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n",
        )?;
        Ok(Self(stream))
    }

    pub(super) fn write(&mut self, piece: &str) -> std::io::Result<()> {
        self.0.write_all(format!("{:x}\r\n{piece}\r\n", piece.len()).as_bytes())
    }

    pub(super) fn end(mut self) -> std::io::Result<()> {
        self.write("data: [DONE]\n\n")?;
        self.0.write_all(b"0\r\n\r\n")
    }
}
