//! Messages as lines, over the pipes of a program.

use super::super::server::Server;
use super::MAX_MESSAGE_BYTES;
use super::outline::Outline;
use super::waiting::Inbox;
use super::written::Written;
use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use std::io;
use std::sync::Arc;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::Mutex;

pub(in super::super) struct PipeTransport {
    /// Nothing, where it is closed.
    writer: Arc<Mutex<Option<ChildStdin>>>,
    reader: BufReader<ChildStdout>,
    line: Vec<u8>,
    /// What is known of a line that is longer than is kept.
    long: Option<Outline>,
    inbox: Inbox,
}

impl PipeTransport {
    pub(in super::super) fn new(server: Arc<Server>, reads: ChildStdout, writes: ChildStdin) -> Self {
        Self {
            writer: Arc::new(Mutex::new(Some(writes))),
            reader: BufReader::new(reads),
            line: Vec::new(),
            long: None,
            inbox: Inbox::new(server),
        }
    }

    /// Reads on to the end of the line, and says whether the output goes on. What was read stays when nobody waits any
    /// more, so that the next one goes on from there.
    async fn read_line(&mut self) -> bool {
        loop {
            // What can't be read is at its end.
            let Ok(piece @ [_, ..]) = self.reader.fill_buf().await else { return false };
            let end = piece.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(piece.len(), |end| end + 1);
            let taking = piece.get(..taken).unwrap_or_default();
            if let Some(long) = &mut self.long {
                long.feed(taking);
            } else if self.line.len() + taken <= MAX_MESSAGE_BYTES {
                self.line.extend(taking);
            } else {
                let mut long = Outline::of(&std::mem::take(&mut self.line));
                long.feed(taking);
                self.long = Some(long);
            }
            self.reader.consume(taken);
            if end.is_some() {
                return true;
            }
        }
    }
}

impl Transport<RoleClient> for PipeTransport {
    type Error = io::Error;

    fn send(
        &mut self,
        message: ClientJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.inbox.sent(&message);
        let writer = Arc::clone(&self.writer);
        async move {
            let mut line = serde_json::to_vec(&Written(&message))?;
            line.push(b'\n');
            let mut writer = writer.lock().await;
            let Some(writer) = writer.as_mut() else { return Err(io::ErrorKind::NotConnected.into()) };
            writer.write_all(&line).await?;
            writer.flush().await
        }
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        let mut goes_on = true;
        loop {
            if let Some(message) = self.inbox.next() {
                return Some(message);
            }
            if !goes_on {
                return None;
            }
            goes_on = self.read_line().await;
            let line = std::mem::take(&mut self.line);
            match self.long.take() {
                Some(long) => self.inbox.take_outline(&long),
                None => self.inbox.take(&String::from_utf8_lossy(&line)),
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        drop(self.writer.lock().await.take());
        Ok(())
    }
}
