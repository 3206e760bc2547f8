//! Logging in to a server that wants to know who asks: OAuth, with the person's own browser.

use super::connect::is_here;
use super::fault::{ConnectionError, ServerNote};
use super::requests::{Asks, PersonAnswer, Unasked};
use super::server::Server;
use super::settings::McpServer;
use super::wire::Web;
use notices::{Describe, Notice};
use redaction::describe_error;
use reqwest::Url;
use rmcp::transport::auth::{
    AuthClient, AuthError, AuthorizationManager, AuthorizationRequest, CredentialStore, OAuthState,
    StoredCredentials,
};
use std::error::Error;
use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

/// How long a person may take to log in.
const LOGIN_TIMEOUT: Duration = Duration::from_secs(600);
/// A request of a browser that is longer is none.
const MAX_REQUEST_BYTES: usize = 16 * 1024;
const READ_TIMEOUT: Duration = Duration::from_secs(10);
const PLACE: &str = "/callback";

/// Keeps what logging in to a server has given, as well as this system can.
pub trait McpVault: Send + Sync {
    fn read(&self, server: &McpServer) -> Result<Option<String>, VaultError>;
    /// Nothing forgets it.
    fn write(&self, server: &McpServer, credentials: Option<&str>) -> Result<(), VaultError>;
}

/// Credentials that can't be read or kept.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub struct VaultError {
    pub reason: Notice,
}

/// A login that did not come about.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "login")]
pub(crate) enum LoginError {
    #[error("the server did not accept the answer of the page")]
    NotAccepted,
    #[error("you did not want to")]
    Declined,
    #[error(transparent)]
    Unasked(#[from] Unasked),
    /// In the words of the server, or of the network.
    #[error("{reason}")]
    AsSaid { reason: Notice },
}

/// A client that shows what was kept from the last time, and renews it when it is too old.
pub(super) async fn client(
    server: &Arc<Server>,
    client: Web,
    address: &str,
) -> Result<AuthClient<Web>, ConnectionError> {
    let as_said = |error: AuthError| ConnectionError::AsSaid { reason: said(&error) };
    let mut manager = manager(server, address).await.map_err(as_said)?;
    // Where nothing is kept, nobody is asked: the server says itself whether it wants to know.
    let kept = Vault(Arc::clone(server)).kept();
    if kept.map_err(|VaultError { reason }| ConnectionError::AsSaid { reason })?.is_some() {
        manager.initialize_from_store().await.map_err(as_said)?;
    }
    Ok(AuthClient::new(client, manager))
}

/// Leads the person through it. What comes of it is told as the state of the server.
pub(super) async fn log_in(server: Arc<Server>, address: String) {
    let done = tokio::select! {
        biased;
        () = server.closing.cancelled() => return,
        done = timeout(LOGIN_TIMEOUT, go_through(&server, &address)) => done,
    };
    match done {
        Ok(Ok(())) => server.note(&ServerNote::LoggedIn),
        Ok(Err(reason)) => server.note(&ServerNote::NotLoggedIn { reason }),
        Err(_) => server.note(&ServerNote::LoginTimedOut),
    }
    server.again.notify_one();
}

async fn go_through(server: &Arc<Server>, address: &str) -> Result<(), LoginError> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let port = listener.local_addr()?.port();
    let back = format!("http://127.0.0.1:{port}{PLACE}");
    let mut state = OAuthState::Unauthorized(manager(server, address).await?);
    let mut request = AuthorizationRequest::new(back).with_client_name("Callwright");
    if let Some(challenge) = server.challenge() {
        request = request.with_challenge(challenge);
    }
    state.start_authorization(request).await?;
    let page = state.get_authorization_url().await?;
    let returned = come_back(server, &listener, page).await?;
    // The address holds the code, so it is not repeated where this fails.
    let url = format!("http://127.0.0.1:{port}{returned}");
    state.handle_callback_url(&url).await.map_err(|_| LoginError::NotAccepted)
}

impl From<AuthError> for LoginError {
    fn from(error: AuthError) -> Self {
        Self::AsSaid { reason: said(&error) }
    }
}

impl From<io::Error> for LoginError {
    fn from(error: io::Error) -> Self {
        Self::AsSaid { reason: said(&error) }
    }
}

fn said(error: &(dyn Error + 'static)) -> Notice {
    notices::said(&describe_error(error))
}

/// Shows the person where to log in, and waits until their browser comes back.
async fn come_back(server: &Arc<Server>, listener: &TcpListener, page: String) -> Result<String, LoginError> {
    let title = &server.settings.title;
    let message =
        format!("{title} wants you to log in. Open this page in your browser; it leads back here by itself.");
    let asks = Asks::Visit { message, address: page };
    let asked = server.host.requests.ask(&server.settings.id, title, asks);
    let mut asked = Some(Box::pin(asked));
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                let (stream, _) = accepted?;
                if let Some(returned) = timeout(READ_TIMEOUT, answer_browser(stream)).await.ok().flatten() {
                    return Ok(returned);
                }
            }
            answer = async { match asked.as_mut() { Some(asked) => asked.await, None => std::future::pending().await } } => {
                match answer? {
                    PersonAnswer::Decline | PersonAnswer::Cancel => return Err(LoginError::Declined),
                    // The browser comes back in a moment.
                    PersonAnswer::Accept { .. } | PersonAnswer::Say { .. } => asked = None,
                }
            }
        }
    }
}

/// The path and query of a request to come back, if it is one.
async fn answer_browser(mut stream: TcpStream) -> Option<String> {
    let mut read = Vec::new();
    while !read.windows(4).any(|end| end == b"\r\n\r\n") {
        let mut piece = [0; 1024];
        let count = stream.read(&mut piece).await.ok()?;
        if count == 0 || read.len() > MAX_REQUEST_BYTES {
            return None;
        }
        read.extend(piece.iter().take(count));
    }
    let head = String::from_utf8_lossy(&read);
    let target = head.lines().next()?.strip_prefix("GET ")?.split(' ').next()?.to_owned();
    let is_return = target.split('?').next() == Some(PLACE);
    let (status, words) = if is_return {
        ("200 OK", "You can close this page and go back to Callwright.")
    } else {
        ("404 Not Found", "There is nothing here.")
    };
    let answer = format!(
        "HTTP/1.1 {status}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{words}",
        words.len()
    );
    // Whether the browser reads it or not, the person has come back.
    let _ = stream.write_all(answer.as_bytes()).await;
    let _ = stream.shutdown().await;
    is_return.then_some(target)
}

async fn manager(server: &Arc<Server>, address: &str) -> Result<AuthorizationManager, AuthError> {
    let is_private = Url::parse(address).is_ok_and(|url| is_here(&url));
    let mut manager = if is_private {
        AuthorizationManager::new_allowing_private_addresses(address).await?
    } else {
        AuthorizationManager::new(address).await?
    };
    manager.set_credential_store(Vault(Arc::clone(server)));
    Ok(manager)
}

/// The credentials of one server.
struct Vault(Arc<Server>);

impl Vault {
    fn kept(&self) -> Result<Option<StoredCredentials>, VaultError> {
        let kept = self.0.host.vault.read(&self.0.settings)?;
        // What was kept in another form is as good as nothing.
        Ok(kept.and_then(|text| serde_json::from_str(&text).ok()))
    }

    fn keep(&self, credentials: Option<&str>) -> Result<(), AuthError> {
        self.0.host.vault.write(&self.0.settings, credentials).map_err(AuthError::from)
    }
}

impl From<VaultError> for AuthError {
    fn from(error: VaultError) -> Self {
        Self::CredentialStoreError(error.to_string())
    }
}

#[async_trait::async_trait]
impl CredentialStore for Vault {
    async fn load(&self) -> Result<Option<StoredCredentials>, AuthError> {
        Ok(self.kept()?)
    }

    async fn save(&self, credentials: StoredCredentials) -> Result<(), AuthError> {
        let text = serde_json::to_string(&credentials).map_err(|_| {
            AuthError::CredentialStoreError("the credentials can't be written down".to_owned())
        })?;
        self.keep(Some(&text))
    }

    async fn clear(&self) -> Result<(), AuthError> {
        self.keep(None)
    }
}
