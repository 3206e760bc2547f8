//! The headers of a request or a response that passes.

use crate::Incoming;
use http::header::{
    ACCEPT_ENCODING, CONNECTION, CONTENT_ENCODING, CONTENT_LENGTH, EXPECT, HOST, HeaderMap, HeaderName,
    HeaderValue, PROXY_AUTHENTICATE, PROXY_AUTHORIZATION, TE, TRAILER, TRANSFER_ENCODING, UPGRADE,
};
use ports::WireHeader;
use redaction::{REDACTED, Redactor, is_secret_name};

/// Headers that hold for one connection and not for what it carries (RFC 9110, 7.6.1).
const HOP_BY_HOP: [HeaderName; 8] = [
    CONNECTION,
    PROXY_AUTHENTICATE,
    PROXY_AUTHORIZATION,
    TE,
    TRAILER,
    TRANSFER_ENCODING,
    UPGRADE,
    HeaderName::from_static("keep-alive"),
];

/// The length from which a secret without a digit is no ordinary word.
const MIN_KEY_LENGTH: usize = 32;

/// The key of a program whose person has none.
pub const NO_KEY: &str = "callwright";

/// Whether a request carries [`NO_KEY`], in a header of any provider's protocol or in the query of its target.
pub(super) fn has_no_key(headers: &HeaderMap, target: &str) -> bool {
    let query = target.split_once('?').map_or("", |(_, query)| query);
    secrets(headers, query).any(is_no_key)
}

impl Incoming {
    /// Whether its person has no key, so that no provider would answer.
    pub fn has_no_key(&self) -> bool {
        has_no_key(&self.headers, &self.target)
    }
}

fn is_no_key(secret: &str) -> bool {
    secret.rsplit(' ').next() == Some(NO_KEY)
}

/// The headers of a program's request, as its provider gets them. A response is asked for without compression, because it
/// is read while it passes.
pub(crate) fn to_provider(headers: &HeaderMap) -> HeaderMap {
    let mut passed = end_to_end(headers, &[HOST, CONTENT_LENGTH, EXPECT]);
    passed.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
    passed
}

/// The headers of a provider's response, as the program gets them. Its length is told by the connection.
pub(crate) fn to_program(headers: &HeaderMap) -> HeaderMap {
    end_to_end(headers, &[CONTENT_LENGTH])
}

/// Headers of a response whose body was changed or written here.
pub(crate) fn of_written(headers: &HeaderMap) -> HeaderMap {
    end_to_end(headers, &[CONTENT_LENGTH, CONTENT_ENCODING])
}

/// The headers that are not of one connection, but for some, in their order. Removing one from a map moves the last into its place.
fn end_to_end(headers: &HeaderMap, beside: &[HeaderName]) -> HeaderMap {
    let named: Vec<_> = headers
        .get_all(CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|name| name.trim().to_ascii_lowercase())
        .collect();
    let is_of_connection =
        |name: &HeaderName| HOP_BY_HOP.contains(name) || named.iter().any(|named| named == name.as_str());
    headers
        .iter()
        .filter(|(name, _)| !is_of_connection(name) && !beside.contains(name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// The keys of a request: its secret headers, and secrets in its query.
pub(super) fn keys<'a>(headers: &'a HeaderMap, query: &'a str) -> impl Iterator<Item = &'a str> {
    secrets(headers, query).filter(|secret| !is_word(secret))
}

/// Whether a secret is an ordinary word, which other texts have too: [`NO_KEY`], or what stands in for the key of a server that
/// asks for none.
fn is_word(secret: &str) -> bool {
    let word = secret.rsplit(' ').next().unwrap_or(secret);
    word.len() < MIN_KEY_LENGTH && !word.bytes().any(|byte| byte.is_ascii_digit())
}

fn secrets<'a>(headers: &'a HeaderMap, query: &'a str) -> impl Iterator<Item = &'a str> {
    let in_headers = headers.iter().filter(|(name, _)| is_secret_name(name.as_str()));
    let in_headers = in_headers.filter_map(|(_, value)| value.to_str().ok());
    let in_query = query.split('&').filter_map(|pair| pair.split_once('='));
    let in_query = in_query.filter(|(name, _)| is_secret_name(name)).map(|(_, value)| value);
    in_headers.chain(in_query)
}

/// Headers as people see them.
pub(crate) fn shown(headers: &HeaderMap, redactor: &Redactor) -> Vec<WireHeader> {
    let shown = headers.iter().map(|(name, value)| {
        let value = match value.to_str() {
            Ok(_) if is_secret_name(name.as_str()) => REDACTED.to_owned(),
            Ok(value) => redactor.clean(value).into_owned(),
            Err(_) => format!("{} bytes", value.len()),
        };
        WireHeader { name: name.as_str().to_owned(), value }
    });
    shown.collect()
}

#[cfg(test)]
mod tests {
    use super::{has_no_key, keys, of_written, shown, to_program, to_provider};
    use http::HeaderMap;
    use redaction::Redactor;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (name.parse().expect("a name"), value.parse().expect("a value")))
            .collect()
    }

    #[test]
    fn headers_of_the_connection_stay_behind_and_all_others_pass() {
        let sent = headers(&[
            ("host", "127.0.0.1:8000"),
            ("connection", "keep-alive, x-hop"),
            ("x-hop", "1"),
            ("keep-alive", "timeout=5"),
            ("content-length", "3"),
            ("accept-encoding", "gzip, br"),
            ("anthropic-beta", "a"),
            ("anthropic-beta", "b"),
            ("x-api-key", "secret-of-the-program"),
        ]);
        let passed = to_provider(&sent);
        let betas: Vec<_> = passed.get_all("anthropic-beta").iter().collect();
        assert_eq!(betas, ["a", "b"]);
        assert_eq!(
            passed.get("x-api-key").map(http::HeaderValue::as_bytes),
            Some(&b"secret-of-the-program"[..])
        );
        assert_eq!(passed.get("accept-encoding").map(http::HeaderValue::as_bytes), Some(&b"identity"[..]));
        assert_eq!(passed.len(), 4);
    }

    #[test]
    fn headers_that_pass_keep_their_order() {
        let sent = headers(&[
            ("host", "127.0.0.1:8000"),
            ("content-length", "3"),
            ("content-encoding", "br"),
            ("x-first", "1"),
            ("x-second", "2"),
            ("x-first", "3"),
            ("x-third", "4"),
        ]);
        let names =
            |passed: HeaderMap| passed.keys().map(|name| name.as_str().to_owned()).collect::<Vec<_>>();
        let check = |passed, before: &[&str]| {
            assert_eq!(names(passed), [before, &["x-first", "x-second", "x-third"]].concat());
        };
        check(to_program(&sent), &["host", "content-encoding"]);
        check(of_written(&sent), &["host"]);
        let mut with_encoding = names(to_provider(&sent));
        assert_eq!(with_encoding.pop().as_deref(), Some("accept-encoding"));
        assert_eq!(with_encoding, ["content-encoding", "x-first", "x-second", "x-third"]);
    }

    #[test]
    fn the_key_of_a_program_is_never_shown() {
        let sent = headers(&[
            ("authorization", "Bearer sk-program-0123456789"),
            ("x-title", "sk-program-0123456789"),
        ]);
        let redactor = Redactor::new(keys(&sent, "alt=sse&key=AIza-program-0123456789"));
        let shown = shown(&sent, &redactor);
        assert!(shown.iter().all(|header| header.value == "•••"), "{shown:?}");
        assert_eq!(redactor.clean("https://a/?key=AIza-program-0123456789"), "https://a/?key=•••");
    }

    #[test]
    fn the_key_of_a_person_without_one_is_recognised_and_is_no_secret() {
        let sent = headers(&[("authorization", "Bearer callwright")]);
        assert!(has_no_key(&sent, ""));
        assert!(has_no_key(&headers(&[("x-goog-api-key", "callwright")]), ""));
        assert!(has_no_key(&headers(&[]), "/gemini?alt=sse&key=callwright"));
        assert!(!has_no_key(&headers(&[("authorization", "Bearer sk-callwright")]), "/gemini?alt=sse"));
        assert_eq!(keys(&sent, "key=not-needed").count(), 0);
        assert_eq!(keys(&headers(&[("x-api-key", "sk-1-and-only")]), "").count(), 1);
    }
}
