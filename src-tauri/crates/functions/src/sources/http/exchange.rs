//! One request and its answer.

use super::answer::{Answer, output};
use super::reach::{Pinned, Reach, ReachError};
use crate::native::report;
use crate::sources::cleaned::cleaned;
use content::Output;
use futures::StreamExt;
use limits::{HTTP_ANSWER, HTTP_TIME};
use notices::{Describe, Notice};
use ports::{CallScope, FunctionError};
use redaction::{Redactor, describe_error};
use reqwest::{Client, Method, Response, redirect, retry};
use std::sync::{Arc, Once};
use std::time::Duration;
use url::Url;

/// Sends the requests of one plugin.
pub(crate) struct Exchange {
    client: Client,
    pinned: Pinned,
    reach: Reach,
    time: Duration,
    answer_bytes: usize,
}

/// A request as it goes out.
pub(crate) struct Outgoing {
    pub(crate) method: &'static str,
    pub(crate) url: Url,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Option<Vec<u8>>,
    /// What must not come back in an answer.
    pub(crate) secrets: Vec<String>,
}

/// Reasons why a plugin can send nothing.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "exchange")]
pub(crate) enum ExchangeError {
    #[error(transparent)]
    Reach(#[from] ReachError),
    #[error("{reason}")]
    Client { reason: Notice },
}

impl From<reqwest::Error> for ExchangeError {
    fn from(error: reqwest::Error) -> Self {
        Self::Client { reason: notices::said(&describe_request_error(&error)) }
    }
}

impl Exchange {
    /// Reaches no hosts of this computer or its network but these.
    pub(crate) fn new(private: &[String], seconds: u64, answer_bytes: usize) -> Result<Self, ExchangeError> {
        static CRYPTOGRAPHY: Once = Once::new();
        // A provider that is there already does as well.
        CRYPTOGRAPHY.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));
        let (reach, pinned) = (Reach::to(private)?, Pinned::default());
        let client = Client::builder()
            .user_agent(concat!("callwright/", env!("CARGO_PKG_VERSION")))
            // Another address is another question of whether it may be reached.
            .redirect(redirect::Policy::none())
            .retry(retry::never())
            .referer(false)
            // A proxy would look up the name itself, and nobody could check what it finds.
            .no_proxy()
            .dns_resolver(Arc::new(pinned.clone()))
            .build()?;
        let time = Duration::from_secs(seconds).min(HTTP_TIME.time());
        let answer_bytes = answer_bytes.min(HTTP_ANSWER.size());
        Ok(Self { client, pinned, reach, time, answer_bytes })
    }

    pub(crate) async fn send(&self, outgoing: Outgoing, scope: &CallScope) -> Result<Output, FunctionError> {
        let redactor = Redactor::new(outgoing.secrets.iter().map(String::as_str));
        let time = scope.time_within(self.time);
        let answered = tokio::select! {
            biased;
            () = scope.cancel.cancelled() => Err(FunctionError::Cancelled),
            () = tokio::time::sleep(time) => Err(report(format!("no answer came within {} s", time.as_secs_f32()))),
            answered = self.exchange(outgoing, &redactor) => answered,
        };
        cleaned(answered, &redactor)
    }

    async fn exchange(&self, outgoing: Outgoing, redactor: &Redactor) -> Result<Output, FunctionError> {
        let Outgoing { method, url, headers, body, secrets: _ } = outgoing;
        self.reach.pin(&url, &self.pinned).await.map_err(|error| FunctionError::broken(&error))?;
        let method = Method::from_bytes(method.as_bytes())
            .map_err(|error| FunctionError::broken(&error.to_string()))?;
        let mut request = self.client.request(method, url);
        for (name, value) in headers {
            request = request.header(name, value);
        }
        if let Some(body) = body {
            request = request.body(body);
        }
        let response = request.send().await.map_err(|error| report(describe_request_error(&error)))?;
        let status = response.status();
        let header = |name: &str| response.headers().get(name)?.to_str().ok().map(str::to_owned);
        let (kind, location) = (header("content-type"), header("location"));
        let body = self.read(response).await?;
        output(Answer { status, kind, location, body }, redactor)
    }

    async fn read(&self, response: Response) -> Result<Vec<u8>, FunctionError> {
        let (mut body, mut pieces) = (Vec::new(), response.bytes_stream());
        while let Some(piece) = pieces.next().await {
            body.extend(piece.map_err(|error| {
                report(format!("the answer broke off: {}", describe_request_error(&error)))
            })?);
            if body.len() > self.answer_bytes {
                return Err(report(format!(
                    "the answer is longer than {} bytes; ask for less, or raise answer_bytes in its plugin.toml",
                    self.answer_bytes
                )));
            }
        }
        Ok(body)
    }
}

/// An error of the network with its causes and without the address, which may hold a key.
pub(super) fn describe_request_error(error: &reqwest::Error) -> String {
    let kind = match (error.is_builder(), error.is_connect()) {
        (true, _) => "the request can't be made",
        (_, true) => "no connection could be made",
        (false, false) => "the request failed",
    };
    match std::error::Error::source(error) {
        Some(cause) => format!("{kind}: {}", describe_error(cause)),
        None => kind.to_owned(),
    }
}
