//! The other side of the contract: talks to a Callwright that runs on this computer.

use crate::running::Running;
use axum::body::{Body, BodyDataStream, to_bytes};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use axum::http::{Request, Response, StatusCode};
use futures::StreamExt;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use workbench::contract::{CommandError, CommandName, Delivery, Follow};

/// Bytes of one reply. Replies have no limit of their own; the server is trusted.
const MAX_REPLY_BYTES: usize = 1 << 30;

/// A running Callwright.
#[derive(Clone, Debug)]
pub struct Client(Running);

/// Why a command had no reply.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// The command was understood and failed.
    #[error("{0}")]
    Failed(Box<CommandError>),
    #[error("Callwright (process {process}) can't be reached: {reason}. End it, then try again")]
    Unreachable { process: u32, reason: String },
    #[error("Callwright (process {process}) answered with {status}: end it, then try again")]
    Refused { process: u32, status: StatusCode },
}

/// The feed of one session.
pub struct Deliveries {
    stream: BodyDataStream,
    buffer: Vec<u8>,
    process: u32,
}

/// An address for one browser, valid once.
#[derive(Serialize, Deserialize)]
pub(crate) struct Ticket {
    pub(crate) address: String,
}

impl Client {
    pub(crate) fn of(running: Running) -> Self {
        Self(running)
    }

    pub fn running(&self) -> &Running {
        &self.0
    }

    pub async fn call(&self, command: CommandName, args: Value) -> Result<Value, CallError> {
        self.reply("/api/call", &json!({ "command": command, "args": args })).await
    }

    /// An address that opens the page in a browser once.
    pub async fn page(&self) -> Result<String, CallError> {
        let Ticket { address } = self.reply("/api/ticket", &json!({})).await?;
        Ok(address)
    }

    pub async fn follow(&self, follow: &Follow) -> Result<Deliveries, CallError> {
        let response = self.post("/api/follow", &json!([follow])).await?;
        if response.status() != StatusCode::OK {
            return Err(self.failed(response).await);
        }
        let stream = response.into_body().into_data_stream();
        Ok(Deliveries { stream, buffer: Vec::new(), process: self.0.process })
    }

    async fn reply<T: for<'a> Deserialize<'a>>(&self, path: &str, body: &Value) -> Result<T, CallError> {
        let response = self.post(path, body).await?;
        if response.status() != StatusCode::OK {
            return Err(self.failed(response).await);
        }
        let bytes =
            to_bytes(response.into_body(), MAX_REPLY_BYTES).await.map_err(|error| self.lost(&error))?;
        serde_json::from_slice(&bytes).map_err(|error| self.lost(&error))
    }

    async fn failed(&self, response: Response<Body>) -> CallError {
        let status = response.status();
        let error = to_bytes(response.into_body(), MAX_REPLY_BYTES).await.ok();
        let error = error.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        match error {
            Some(error) => CallError::Failed(Box::new(error)),
            None => CallError::Refused { process: self.0.process, status },
        }
    }

    /// One connection for each request. It ends with the response.
    async fn post(&self, path: &str, body: &Value) -> Result<Response<Body>, CallError> {
        let Running { address, token, .. } = &self.0;
        let stream = TcpStream::connect(address).await.map_err(|error| self.lost(&error))?;
        let (mut sender, connection) =
            http1::handshake(TokioIo::new(stream)).await.map_err(|error| self.lost(&error))?;
        tokio::spawn(connection);
        let request = Request::post(path)
            .header(HOST, address)
            .header(AUTHORIZATION, format!("Bearer {token}"))
            .header(CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_string()))
            .map_err(|error| self.lost(&error))?;
        let response = sender.send_request(request).await.map_err(|error| self.lost(&error))?;
        Ok(response.map(Body::new))
    }

    fn lost(&self, error: &dyn std::error::Error) -> CallError {
        CallError::Unreachable { process: self.0.process, reason: error.to_string() }
    }
}

impl Deliveries {
    /// The next delivery, or nothing once the feed has ended.
    pub async fn next(&mut self) -> Result<Option<Delivery>, CallError> {
        loop {
            if let Some(end) = self.buffer.iter().position(|byte| *byte == b'\n') {
                let line: Vec<_> = self.buffer.drain(..=end).collect();
                return serde_json::from_slice(&line).map(Some).map_err(|error| self.lost(&error));
            }
            match self.stream.next().await {
                Some(Ok(bytes)) => self.buffer.extend_from_slice(&bytes),
                Some(Err(error)) => return Err(self.lost(&error)),
                None => return Ok(None),
            }
        }
    }

    fn lost(&self, error: &dyn std::error::Error) -> CallError {
        CallError::Unreachable { process: self.process, reason: error.to_string() }
    }
}
