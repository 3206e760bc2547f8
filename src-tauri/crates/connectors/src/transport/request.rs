//! A request before it is sent.

use crate::{Secret, SetupFault};
use ports::{Adaptation, WireHeader};
use redaction::{REDACTED, Redactor, is_secret_name, without_passwords};
use reqwest::Url;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

/// What a protocol wants to have sent. It can be sent several times, and is not printed: its address may hold a key.
#[derive(Clone)]
pub(crate) struct WireRequest {
    pub(crate) method: reqwest::Method,
    pub(crate) url: Url,
    pub(crate) headers: Vec<Header>,
    pub(crate) body: String,
    pub(crate) framing: Framing,
    /// What is told otherwise than it stands in the history, for people.
    pub(crate) adaptations: Vec<Adaptation>,
}

/// How an answer is cut into frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    /// One document.
    Whole,
    /// Server-sent events.
    Events,
    /// A document a line.
    Lines,
    /// Amazon's event stream.
    AwsEvents,
}

/// One header. A secret one is sent and never shown.
#[derive(Clone, Debug)]
pub(crate) struct Header {
    name: HeaderName,
    value: HeaderValue,
}

impl Header {
    pub(crate) fn plain(name: &'static str, value: &'static str) -> Self {
        Self { name: HeaderName::from_static(name), value: HeaderValue::from_static(value) }
    }

    /// A header that a person or a key had a part in. It fails on what no header can hold.
    pub(crate) fn written(name: &str, value: &str) -> Result<Self, SetupFault> {
        let name = HeaderName::from_bytes(name.as_bytes())
            .map_err(|_| SetupFault::HeaderName { name: name.to_owned() })?;
        let mut value =
            HeaderValue::from_str(value).map_err(|_| SetupFault::HeaderValue { name: name.to_string() })?;
        value.set_sensitive(is_secret_name(name.as_str()));
        Ok(Self { name, value })
    }

    /// A header with a key in it, after a word like `Bearer`.
    pub(crate) fn secret(name: &str, scheme: &str, secret: &Secret) -> Result<Self, SetupFault> {
        let value = zeroize::Zeroizing::new(format!("{scheme}{}", secret.expose()));
        let mut header = Self::written(name, &value).map_err(|_| SetupFault::Key)?;
        header.value.set_sensitive(true);
        Ok(header)
    }

    pub(crate) fn is_named(&self, name: &str) -> bool {
        self.name.as_str().eq_ignore_ascii_case(name)
    }

    #[cfg(test)]
    pub(crate) fn text_of(&self, name: &str) -> Option<String> {
        self.is_named(name).then(|| self.value.to_str().unwrap_or_default().to_owned())
    }

    /// A list with what another list has besides.
    pub(crate) fn joined(&self, more: &str) -> Result<Self, SetupFault> {
        let begun = self.value.to_str().unwrap_or_default();
        let mut values: Vec<&str> = Vec::new();
        for value in begun.split(',').chain(more.split(',')).map(str::trim) {
            if !value.is_empty() && !values.contains(&value) {
                values.push(value);
            }
        }
        Self::written(self.name.as_str(), &values.join(","))
    }
}

impl WireRequest {
    pub(super) fn header_map(&self) -> HeaderMap {
        let mut map = HeaderMap::new();
        for Header { name, value } in &self.headers {
            map.insert(name.clone(), value.clone());
        }
        map
    }

    pub(super) fn shown_headers(&self, redactor: &Redactor) -> Vec<WireHeader> {
        shown(&self.header_map(), redactor)
    }

    /// The address as people see it: without a password, and without what is secret in its query.
    pub(super) fn shown_url(&self, redactor: &Redactor) -> String {
        let mut url = self.url.clone();
        if url.query_pairs().any(|(name, _)| is_secret_name(&name)) {
            let pairs: Vec<_> = self
                .url
                .query_pairs()
                .map(|(name, value)| {
                    let value = if is_secret_name(&name) { REDACTED.into() } else { value };
                    format!("{name}={value}")
                })
                .collect();
            url.set_query(None);
            return redactor.clean(&without_passwords(&format!("{url}?{}", pairs.join("&")))).into_owned();
        }
        redactor.clean(&without_passwords(url.as_str())).into_owned()
    }
}

/// Headers as people see them.
pub(super) fn shown(headers: &HeaderMap, redactor: &Redactor) -> Vec<WireHeader> {
    let show = |(name, value): (&HeaderName, &HeaderValue)| {
        let is_secret = value.is_sensitive() || is_secret_name(name.as_str());
        let value = String::from_utf8_lossy(value.as_bytes());
        let value = if is_secret { hidden(&value) } else { redactor.clean(&value).into_owned() };
        WireHeader { name: name.as_str().to_owned(), value }
    };
    headers.iter().map(show).collect()
}

/// The word before a key says how it is used, and is no secret.
fn hidden(value: &str) -> String {
    match value.split_once(' ') {
        Some((scheme @ ("Bearer" | "Basic" | "AWS4-HMAC-SHA256"), _)) => format!("{scheme} {REDACTED}"),
        _ => REDACTED.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Framing, Header, WireRequest};
    use crate::Secret;
    use redaction::Redactor;
    use reqwest::{Method, Url};

    #[test]
    fn no_key_is_shown_wherever_it_is_sent() {
        let key = Secret::new("sk-12345678").expect("a key");
        let request = WireRequest {
            method: Method::POST,
            url: Url::parse("https://user:password@a.example/v1?key=sk-12345678&alt=sse")
                .expect("an address"),
            headers: vec![
                Header::secret("authorization", "Bearer ", &key).expect("a header"),
                Header::secret("x-api-key", "", &key).expect("a header"),
                Header::written("x-title", "about sk-12345678").expect("a header"),
            ],
            body: String::new(),
            framing: Framing::Events,
            adaptations: Vec::new(),
        };
        let redactor = Redactor::new([key.expose()]);
        assert_eq!(request.shown_url(&redactor), "https://***@a.example/v1?key=•••&alt=sse");
        let shown = request.shown_headers(&redactor);
        let values: Vec<_> = shown.iter().map(|header| header.value.as_str()).collect();
        assert_eq!(values, ["Bearer •••", "•••", "about •••"]);
        assert!(!format!("{:?}", request.headers).contains("Bearer"));
    }

    #[test]
    fn a_key_that_no_header_can_hold_is_refused_without_being_repeated() {
        let key = Secret::new("sk-\u{1}secret").expect("a key");
        let refused = Header::secret("authorization", "Bearer ", &key).expect_err("no header");
        assert!(!refused.to_string().contains("secret"), "{refused}");
    }
}
