//! A service that says what it is told to, as fast as it is told to. It has threads of its own, so that it takes no time
//! of whoever listens.

use anyhow::{Context, Result};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

const HEAD: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";

/// Where to ask, for so many requests.
pub(super) fn start(
    requests: usize,
    speak: impl Fn(&mut TcpStream) -> std::io::Result<()> + Send + Sync + 'static,
) -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").context("a port")?;
    let address = listener.local_addr()?;
    let speak = Arc::new(speak);
    thread::spawn(move || {
        for stream in listener.incoming().take(requests).flatten() {
            let speak = Arc::clone(&speak);
            // Whoever listens may have heard enough.
            thread::spawn(move || drop(answer(stream, speak.as_ref())));
        }
    });
    Ok(format!("http://{address}/v1"))
}

fn answer(
    mut stream: TcpStream,
    speak: &dyn Fn(&mut TcpStream) -> std::io::Result<()>,
) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    stream.write_all(HEAD)?;
    speak(&mut stream)
}
