//! A program that takes no time of its own: requests over one connection, on a thread that only reads.

use anyhow::{Context, Result, ensure};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

pub(super) struct Client {
    reader: BufReader<TcpStream>,
    host: String,
    path: String,
}

enum Framing {
    Length(usize),
    Chunks,
}

impl Client {
    /// Asks at a base URL, given without its scheme.
    pub(super) fn at(base: &str) -> Result<Self> {
        let (host, path) = base.split_once('/').unwrap_or((base, ""));
        let stream = TcpStream::connect(host)?;
        stream.set_nodelay(true)?;
        let path = format!("/{path}/chat/completions").replace("//", "/");
        Ok(Self { reader: BufReader::with_capacity(64 << 10, stream), host: host.to_owned(), path })
    }

    /// The whole response.
    pub(super) fn ask(&mut self, body: &str) -> Result<Vec<u8>> {
        let mut whole = Vec::new();
        self.listen(body, |piece| whole.extend_from_slice(piece))?;
        Ok(whole)
    }

    /// Takes each piece of the response as it comes.
    pub(super) fn listen(&mut self, body: &str, mut take: impl FnMut(&[u8])) -> Result<()> {
        let request = format!(
            "POST {} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer sk-bench-0123456789\r\nuser-agent: OpenAI/Python 3.54.0\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.path,
            self.host,
            body.len()
        );
        self.reader.get_mut().write_all(request.as_bytes())?;
        match self.head()? {
            Framing::Length(length) => {
                let mut piece = vec![0; length];
                self.reader.read_exact(&mut piece)?;
                take(&piece);
            }
            Framing::Chunks => self.chunks(take)?,
        }
        Ok(())
    }

    fn chunks(&mut self, mut take: impl FnMut(&[u8])) -> Result<()> {
        let mut piece = Vec::new();
        loop {
            let length = usize::from_str_radix(&self.line()?, 16).context("the length of a chunk")?;
            // The line break behind it belongs to the framing.
            piece.resize(length + 2, 0);
            self.reader.read_exact(&mut piece)?;
            if length == 0 {
                return Ok(());
            }
            take(piece.get(..length).unwrap_or_default());
        }
    }

    fn head(&mut self) -> Result<Framing> {
        let status = self.line()?;
        ensure!(status.starts_with("HTTP/1.1 200"), "the response is {status}");
        let mut framing = Framing::Chunks;
        loop {
            let line = self.line()?.to_ascii_lowercase();
            if line.is_empty() {
                return Ok(framing);
            }
            if let Some(length) = line.strip_prefix("content-length:") {
                framing = Framing::Length(length.trim().parse()?);
            }
        }
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        ensure!(self.reader.read_line(&mut line)? > 0, "the connection was closed");
        Ok(line.trim_end().to_owned())
    }
}
