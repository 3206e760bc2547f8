//! How a connection to a server comes about.

use super::fault::{ConnectionError, ServerNote};
use super::greeting::{Era, Greeted, PROBE_TIMEOUT, greet, is_stateless};
use super::handler::Handler;
use super::lines::LineFrom;
use super::login;
use super::process::{self, Process, Program};
use super::server::Server;
use super::settings::McpTransport;
use super::wire::{OldWeb, PipeTransport, Web, WebFault};
use limits::MCP_STARTING;
use redaction::{describe_error, without_passwords};
use reqwest::header::{AUTHORIZATION, HeaderName, HeaderValue};
use reqwest::{Client, Url, redirect, retry};
use rmcp::RoleClient;
use rmcp::model::ProtocolVersion;
use rmcp::service::{ClientInitializeError, RunningService, serve_directly_with_ct};
use rmcp::transport::common::client_side_sse::{ExponentialBackoff, SseRetryPolicy};
use rmcp::transport::streamable_http_client::{StreamableHttpClient, StreamableHttpClientTransportConfig};
use rmcp::transport::{StreamableHttpClientTransport, Transport};
use std::collections::HashMap;
use std::error::Error;
use std::sync::{Arc, Once};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::ChildStderr;
use tokio::sync::Notify;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// Long, because a first start may have to fetch the program.
const START_TIMEOUT: Duration = MCP_STARTING.time();
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);
/// The longest pause before a lost stream is asked for again.
const MAX_RETRY_PAUSE: Duration = Duration::from_secs(30);
/// A longer line of a server's errors is read in pieces.
const MAX_LINE_BYTES: u64 = 64 * 1024;

type Running = RunningService<RoleClient, Handler>;

/// A connection that stands.
pub(super) struct Connected {
    pub(super) running: Running,
    pub(super) process: Option<Process>,
}

/// Why none came about.
pub(super) enum Fault {
    /// The server wants to know who asks.
    Locked,
    Failed(ConnectionError),
}

/// What the server spoke the last time is tried first, and where that is not known, the new way. One that takes neither
/// for a question, or says by its refusal that it speaks the other, is greeted afresh in the way it may speak. The Python
/// library 1.2 ends on a question it doesn't know.
pub(super) async fn connect(server: &Arc<Server>, until: &CancellationToken) -> Result<Connected, Fault> {
    let known = server.era();
    let mut connected = attempt(server, known, until).await;
    if let Err(refused) = &connected
        && let Some(other) = refused.other_era(known)
    {
        server.set_era(Some(other));
        connected = attempt(server, Some(other), until).await;
    }
    server.set_era(connected.as_ref().ok().map(|connected| connected.running.service().era));
    connected.map_err(|refused| refused.into_fault(server))
}

enum Refused {
    Handshake(Box<ClientInitializeError>),
    Start(ConnectionError),
    Silent,
}

impl Refused {
    /// Whether the server is there and did not take what was sent to it.
    fn may_be_old(&self) -> bool {
        let Self::Handshake(error) = self else { return false };
        if let ClientInitializeError::TransportError { error: sent, .. } = &**error {
            let is_there = !matches!(sent.error.downcast_ref(), Some(WebFault::Client(_)));
            return is_there && !error.is_authorization_required() && error.auth_challenge().is_none();
        }
        matches!(**error, ClientInitializeError::ConnectionClosed(_))
    }

    fn other_era(&self, known: Option<Era>) -> Option<Era> {
        match self {
            Self::Handshake(error) if is_stateless(error) => Some(Era::Stateless),
            refused if known.is_none() && refused.may_be_old() => Some(Era::Session),
            Self::Handshake(_) | Self::Start(_) | Self::Silent => None,
        }
    }

    fn into_fault(self, server: &Server) -> Fault {
        let reason = match self {
            Self::Start(reason) => reason,
            Self::Silent => ConnectionError::Silent { seconds: MCP_STARTING.most },
            Self::Handshake(error)
                if error.is_authorization_required() || error.auth_challenge().is_some() =>
            {
                server.set_challenge(error.auth_challenge().map(str::to_owned));
                return Fault::Locked;
            }
            Self::Handshake(error) => cause_of(&error),
        };
        Fault::Failed(reason.with_last_words(server.last_words()))
    }
}

fn cause_of(error: &ClientInitializeError) -> ConnectionError {
    if matches!(error, ClientInitializeError::ConnectionClosed(_)) {
        return ConnectionError::EndedEarly;
    }
    if let ClientInitializeError::NoCompatibleProtocolVersion { server_supported, .. } = error {
        let versions = server_supported.iter().map(ProtocolVersion::as_str).collect::<Vec<_>>().join(", ");
        return ConnectionError::Versions { versions };
    }
    if let ClientInitializeError::TransportError { error, .. } = error {
        return as_said(error.error.as_ref());
    }
    as_said(error)
}

fn as_said(error: &(dyn Error + 'static)) -> ConnectionError {
    ConnectionError::AsSaid { reason: notices::said(&describe_error(error)) }
}

async fn attempt(
    server: &Arc<Server>,
    known: Option<Era>,
    until: &CancellationToken,
) -> Result<Connected, Refused> {
    let until = until.child_token();
    match &server.settings.transport {
        McpTransport::Command { program, arguments, folder, variables, inherited } => {
            let folder = folder.as_deref();
            let program = Program { program, arguments, folder, variables, inherited };
            let started = process::start(&program, &server.secrets).await;
            let (process, pipes, program) =
                started.map_err(|error| Refused::Start(ConnectionError::Start(error)))?;
            server.set_program(program);
            server.tasks.spawn(keep_lines(Arc::clone(server), pipes.stderr));
            let transport = PipeTransport::new(Arc::clone(server), pipes.stdout, pipes.stdin);
            match serve(server, transport, (known, Some(PROBE_TIMEOUT)), Arc::default(), until).await {
                Ok(running) => Ok(Connected { running, process: Some(process) }),
                Err(Refused::Handshake(error)) => {
                    // What it wrote before it ended is read before anybody is told.
                    process.end().await;
                    server.lines_are_read().await;
                    Err(Refused::Handshake(error))
                }
                Err(refused) => Err(refused),
            }
        }
        McpTransport::Http { address, headers } => {
            let client = client(address).map_err(Refused::Start)?;
            let web = Web { server: Arc::clone(server), client };
            let headers = named(headers, server).map_err(Refused::Start)?;
            // Whoever brings a pass of their own is not led through a login.
            let running = if headers.contains_key(&AUTHORIZATION) {
                over_http(server, web.clone(), web, None, (address, headers), known, until).await?
            } else {
                let passed = login::client(server, web.clone(), address).await.map_err(Refused::Start)?;
                let token = passed.get_access_token().await.ok();
                over_http(server, passed, web, token, (address, headers), known, until).await?
            };
            Ok(Connected { running, process: None })
        }
    }
}

/// Speaks the transport of today, and where nothing comes of it the one before.
async fn over_http<C: StreamableHttpClient + Sync>(
    server: &Arc<Server>,
    client: C,
    web: Web,
    token: Option<String>,
    (address, headers): (&str, HashMap<HeaderName, HeaderValue>),
    known: Option<Era>,
    until: CancellationToken,
) -> Result<Running, Refused> {
    let mut refused = None;
    if known != Some(Era::Events) {
        let lost = Arc::default();
        let mut config =
            StreamableHttpClientTransportConfig::with_uri(address).custom_headers(headers.clone());
        config.retry_config = Arc::new(Noticing(Arc::clone(&lost)));
        let transport = StreamableHttpClientTransport::with_client(client, config);
        // How long it may be silent is up to the transport, which sends nothing else meanwhile.
        match serve(server, transport, (known, None), lost, until.clone()).await {
            Err(error) if error.may_be_old() => refused = Some(error),
            served => return served,
        }
    }
    let Some(old) = OldWeb::open(web, address, token, headers).await else {
        return Err(refused.unwrap_or(Refused::Start(ConnectionError::NoEvents)));
    };
    server.note(&ServerNote::OlderTransport);
    serve(server, old, (Some(Era::Events), None), Arc::default(), until).await
}

async fn serve<T: Transport<RoleClient> + 'static>(
    server: &Arc<Server>,
    mut transport: T,
    (known, silence): (Option<Era>, Option<Duration>),
    stream_lost: Arc<Notify>,
    until: CancellationToken,
) -> Result<Running, Refused> {
    let Greeted { info, era } =
        match timeout(START_TIMEOUT, greet(server, &mut transport, known, silence)).await {
            Ok(greeted) => greeted.map_err(Refused::Handshake)?,
            Err(_) => return Err(Refused::Silent),
        };
    // A session over the older transport begins like any other.
    let era = if known == Some(Era::Events) { Era::Events } else { era };
    let handler = Handler::new(Arc::clone(server), era, stream_lost);
    Ok(serve_directly_with_ct(handler, transport, Some(info), until))
}

/// Connects anew to a stream that was lost, and tells at once that it was.
#[derive(Debug)]
struct Noticing(Arc<Notify>);

impl SseRetryPolicy for Noticing {
    fn retry(&self, times: usize) -> Option<Duration> {
        self.0.notify_one();
        let mut usual = ExponentialBackoff::default();
        usual.max_delay = Some(MAX_RETRY_PAUSE);
        usual.retry(times)
    }
}

fn named(names: &[String], server: &Server) -> Result<HashMap<HeaderName, HeaderValue>, ConnectionError> {
    let mut headers = HashMap::new();
    for name in names {
        let Some(value) = server.secrets.headers.get(name) else {
            return Err(ConnectionError::NoHeaderValue { name: name.clone() });
        };
        let header = HeaderName::from_bytes(name.as_bytes())
            .map_err(|_| ConnectionError::HeaderName { name: name.clone() })?;
        let mut value =
            HeaderValue::from_str(value).map_err(|_| ConnectionError::HeaderValue { name: name.clone() })?;
        value.set_sensitive(true);
        headers.insert(header, value);
    }
    Ok(headers)
}

/// A client that follows no redirect, because that would take a header to another address.
fn client(address: &str) -> Result<Client, ConnectionError> {
    static CRYPTOGRAPHY: Once = Once::new();
    // A provider that is there already does as well.
    CRYPTOGRAPHY.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));
    let url = Url::parse(address).map_err(|error| ConnectionError::NotAddress {
        address: without_passwords(address).into_owned(),
        reason: notices::said(&error.to_string()),
    })?;
    let mut builder = Client::builder()
        .user_agent(concat!("callwright/", env!("CARGO_PKG_VERSION")))
        .redirect(redirect::Policy::none())
        .retry(retry::never())
        .referer(false)
        .connect_timeout(CONNECT_TIMEOUT);
    if is_here(&url) {
        builder = builder.no_proxy();
    }
    if url.scheme() == "http" {
        // The certificates of the system need not even be there.
        builder = builder.tls_certs_only([]);
    }
    builder.build().map_err(|error| as_said(&error))
}

/// Whether an address is on this machine.
pub(super) fn is_here(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

async fn keep_lines(server: Arc<Server>, errors: ChildStderr) {
    let _reading = server.reads_lines();
    let mut reader = BufReader::new(errors);
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut reader).take(MAX_LINE_BYTES).read_until(b'\n', &mut line).await {
            Ok(0) | Err(_) => return,
            Ok(_) => server.add_line(LineFrom::Errors, String::from_utf8_lossy(&line).trim_end()),
        }
    }
}
