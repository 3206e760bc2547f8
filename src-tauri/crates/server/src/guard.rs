//! Access control: only the application's page, opened with the address of this start, gets in.

use crate::ServerError;
use axum::http::header::{AUTHORIZATION, HOST, HeaderName, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use std::net::SocketAddr;
use workbench::contract::{CommandError, TransportError};

/// Knows the server's own names and the token.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    hosts: [String; 2],
    token: String,
}

/// A random token, new at every start.
pub(crate) fn fresh_token() -> Result<String, ServerError> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).map_err(|error| ServerError::NoRandomness { reason: error.to_string() })?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

impl Guard {
    pub(crate) fn new(address: SocketAddr, token: String) -> Self {
        let port = address.port();
        Self { hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")], token }
    }

    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// The address of the page, for a ticket.
    pub(crate) fn address_of(&self, ticket: &str) -> String {
        let [host, _] = &self.hosts;
        format!("http://{host}/open/{ticket}")
    }

    /// Rejects other host names, which may be DNS names rebound to this address.
    pub(crate) fn check_host(&self, headers: &HeaderMap) -> Result<(), (StatusCode, CommandError)> {
        let host = text(headers, &HOST).unwrap_or_default();
        if self.hosts.iter().any(|ours| ours == host) {
            return Ok(());
        }
        Err(refused(StatusCode::FORBIDDEN, &TransportError::OtherHost))
    }

    /// For every action: only our own page, with the token.
    pub(crate) fn check(&self, headers: &HeaderMap) -> Result<(), (StatusCode, CommandError)> {
        self.check_host(headers)?;
        let origin = text(headers, &ORIGIN);
        let is_ours = |origin: &str| {
            origin.strip_prefix("http://").is_some_and(|host| self.hosts.iter().any(|ours| ours == host))
        };
        if !origin.is_none_or(is_ours) {
            return Err(refused(StatusCode::FORBIDDEN, &TransportError::OtherPage));
        }
        let given = text(headers, &AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
        if given.is_some_and(|given| is_same(given.as_bytes(), self.token.as_bytes())) {
            return Ok(());
        }
        Err(refused(StatusCode::UNAUTHORIZED, &TransportError::NoToken))
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Takes the same time wherever the two differ.
fn is_same(left: &[u8], right: &[u8]) -> bool {
    left.len() == right.len()
        && left.iter().zip(right).fold(0, |differs, (left, right)| differs | (left ^ right)) == 0
}

fn refused(status: StatusCode, error: &TransportError) -> (StatusCode, CommandError) {
    (status, CommandError::of(error))
}

#[cfg(test)]
mod tests {
    use super::{Guard, fresh_token};
    use axum::http::{HeaderMap, HeaderName, StatusCode};

    fn check(headers: &[(&'static str, &str)]) -> Result<(), StatusCode> {
        let guard = Guard::new(([127, 0, 0, 1], 4000).into(), "secret".into());
        let headers: HeaderMap = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), value.parse().expect("a header value")))
            .collect();
        guard.check(&headers).map_err(|(status, _)| status)
    }

    #[test]
    fn only_our_own_page_with_the_token_comes_in() {
        let token = ("authorization", "Bearer secret");
        let host = ("host", "127.0.0.1:4000");
        assert_eq!(check(&[host, token]), Ok(()));
        assert_eq!(check(&[host, token, ("origin", "http://localhost:4000")]), Ok(()));
        assert_eq!(check(&[host]), Err(StatusCode::UNAUTHORIZED));
        assert_eq!(check(&[host, ("authorization", "Bearer secreT")]), Err(StatusCode::UNAUTHORIZED));
        assert_eq!(check(&[("host", "evil.example:4000"), token]), Err(StatusCode::FORBIDDEN));
        assert_eq!(check(&[host, token, ("origin", "http://evil.example")]), Err(StatusCode::FORBIDDEN));
        assert_eq!(check(&[host, token, ("origin", "null")]), Err(StatusCode::FORBIDDEN));
    }

    #[test]
    fn two_starts_have_two_tokens() {
        let (first, second) = (fresh_token().expect("a token"), fresh_token().expect("a token"));
        assert_eq!(first.len(), 64);
        assert_ne!(first, second);
    }
}
