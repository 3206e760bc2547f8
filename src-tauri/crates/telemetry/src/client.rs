//! The HTTP client for spans: the one the program already has, on the exporting thread.

use async_trait::async_trait;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use reqwest::{Client, Url, redirect};
use std::sync::Once;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};

/// The longest response of a collector, in bytes.
const MAX_ANSWER_BYTES: usize = 64 * 1024;

/// Spans are sent from a separate thread, in a runtime of its own, so that no turn ever waits.
#[derive(Debug)]
pub(crate) struct CollectorClient {
    client: Client,
    runtime: Runtime,
}

impl CollectorClient {
    /// This machine is never reached through a proxy.
    pub(crate) fn new(address: &str, timeout: Duration) -> Result<Self, HttpError> {
        static CRYPTOGRAPHY: Once = Once::new();
        // An existing provider serves as well.
        CRYPTOGRAPHY.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));
        let mut builder = Client::builder();
        if is_this_machine(&Url::parse(address)?) {
            builder = builder.no_proxy();
        }
        let client = builder
            .user_agent(concat!("callwright/", env!("CARGO_PKG_VERSION")))
            .redirect(redirect::Policy::none())
            .referer(false)
            .timeout(timeout)
            .connect_timeout(timeout)
            .build()?;
        let runtime = Builder::new_current_thread().enable_all().build()?;
        Ok(Self { client, runtime })
    }

    async fn send(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let mut answer = self.client.execute(request.try_into()?).await?;
        let mut body = Vec::new();
        while let Some(piece) = answer.chunk().await? {
            body.extend_from_slice(&piece);
            if body.len() > MAX_ANSWER_BYTES {
                return Err("the answer of the collector is too long".into());
            }
        }
        let mut response = Response::new(Bytes::from(body));
        *response.status_mut() = answer.status();
        *response.headers_mut() = std::mem::take(answer.headers_mut());
        Ok(response)
    }
}

#[async_trait]
impl HttpClient for CollectorClient {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        self.runtime.block_on(self.send(request))
    }
}

fn is_this_machine(address: &Url) -> bool {
    let host = address.host_str().unwrap_or_default();
    let ip = host.trim_matches(['[', ']']).parse::<std::net::IpAddr>();
    host == "localhost" || ip.is_ok_and(|ip| ip.is_loopback())
}
