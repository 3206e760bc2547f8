//! What secrets were typed for. It is sealed together with them and compared before they are sent.

use crate::contract::{KeySource, ServiceSettings};
use connectors::transport::Network;
use notices::Describe;
use ring::digest::{SHA256, digest};
use serde::{Deserialize, Serialize};
use url::Url;

/// Who gets secrets: the origin of an address or the line that starts a program, and who else could read them on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Destination {
    to: String,
    /// The proxy on the way, where it could read what passes.
    #[serde(default)]
    proxy: Option<String>,
    /// The mark of the certificates that are trusted besides those of the system. Whose they are can sit in between.
    #[serde(default)]
    certificates: Option<String>,
    /// The environment variable the key is in.
    #[serde(default)]
    variable: Option<String>,
}

/// Reasons why secrets are not sent to a destination.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "destination")]
#[advice("Open it in the settings, look at its address, and save it.")]
pub(crate) enum DestinationError {
    #[error(
        "its key was typed for {before} and is not sent to {to}. Type the key again if it is meant for {to}"
    )]
    OtherAddress { before: String, to: String },
    #[error(
        "the proxy {proxy} could read its key, which was typed for {to} by way of {before}. Type the key again if it may pass there"
    )]
    OtherProxy { proxy: String, to: String, before: String },
    #[error(
        "the proxy {proxy} could read its key, which was typed for {to} without a proxy. Type the key again if it may pass there"
    )]
    NewProxy { proxy: String, to: String },
    #[error(
        "the owner of its certificates could read its key, which was typed for {to} with others. Type the key again if they may"
    )]
    OtherCertificates { to: String },
    #[error(
        "nobody has confirmed that the environment variable {variable} goes to {to}. Open the service and save it if it may"
    )]
    Unconfirmed { variable: String, to: String },
}

/// The address a service is asked at, read as whoever connects reads it: only the web, and with a host.
pub(crate) fn web_address(address: &str) -> Option<Url> {
    let url = Url::parse(address.trim()).ok()?;
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
}

impl Destination {
    pub(crate) fn of_service(settings: &ServiceSettings, address: &Url, network: &Network) -> Self {
        let variable = match &settings.key {
            KeySource::None | KeySource::Kept => None,
            KeySource::Environment { variable } => Some(variable.clone()),
        };
        Self { variable, ..Self::of_web(address, network) }
    }

    /// A web service that is asked over a network.
    pub(crate) fn of_web(address: &Url, network: &Network) -> Self {
        let mark = |pem: &String| {
            let bytes = digest(&SHA256, pem.as_bytes());
            bytes.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
        };
        let certificates: Option<String> = network.certificates.as_ref().map(mark);
        let is_readable = address.scheme() == "http" || certificates.is_some();
        let proxy = if is_readable { network.proxy_to(address) } else { None };
        Self { to: address.origin().ascii_serialization(), proxy, certificates, variable: None }
    }

    /// The same for whoever chooses the variable anew.
    pub(super) fn of_any_variable(&self) -> Self {
        Self { variable: None, ..self.clone() }
    }

    /// A program that is started with these words in this folder.
    pub(crate) fn of_program(words: &[&str], folder: Option<&str>) -> Self {
        let quoted = |word: &&str| {
            let is_plain = !word.is_empty()
                && !word.contains(|letter: char| letter.is_whitespace() || "\"\\".contains(letter));
            if is_plain { (*word).to_owned() } else { format!("{word:?}") }
        };
        let mut to = words.iter().map(quoted).collect::<Vec<_>>().join(" ");
        if let Some(folder) = folder {
            to.push_str(&format!(" ({folder})"));
        }
        Self { to, proxy: None, certificates: None, variable: None }
    }

    /// Why what was typed for this does not go there. Whoever drops out of the way is no reason.
    pub(crate) fn objection_to(&self, now: &Self) -> Option<DestinationError> {
        let to = now.to.clone();
        if self.to != to {
            return Some(DestinationError::OtherAddress { before: self.to.clone(), to });
        }
        if let (Some(variable), true) = (&now.variable, now.variable != self.variable) {
            return Some(DestinationError::Unconfirmed { variable: variable.clone(), to });
        }
        match (&self.proxy, &now.proxy) {
            (Some(before), Some(proxy)) if before != proxy => {
                Some(DestinationError::OtherProxy { proxy: proxy.clone(), to, before: before.clone() })
            }
            (None, Some(proxy)) => Some(DestinationError::NewProxy { proxy: proxy.clone(), to }),
            _ if now.certificates.is_some() && now.certificates != self.certificates => {
                Some(DestinationError::OtherCertificates { to })
            }
            (_, _) => None,
        }
    }

    /// Why nothing goes there where nobody has said so.
    pub(crate) fn unconfirmed(&self) -> Option<DestinationError> {
        let (variable, to) = (self.variable.clone()?, self.to.clone());
        Some(DestinationError::Unconfirmed { variable, to })
    }
}

#[cfg(test)]
mod tests {
    use super::{Destination, web_address};
    use connectors::transport::{Network, Proxying};

    fn to(address: &str, proxy: Option<&str>, certificates: Option<&str>) -> Destination {
        let proxy = proxy.map_or(Proxying::Direct, |proxy| Proxying::Through(proxy.to_owned()));
        let network = Network { proxy, certificates: certificates.map(str::to_owned), ..Network::USUAL };
        Destination::of_web(&web_address(address).expect("an address"), &network)
    }

    #[track_caller]
    fn check(typed_for: &Destination, now: &Destination, part: Option<&str>) {
        let objection = typed_for.objection_to(now);
        match (objection, part) {
            (None, None) => {}
            (Some(error), Some(part)) => assert!(error.to_string().contains(part), "{error}"),
            (said, part) => panic!("{said:?} instead of {part:?}"),
        }
    }

    #[test]
    fn an_address_is_read_as_whoever_connects_reads_it() {
        let origin = |address| Some(web_address(address)?.origin().ascii_serialization());
        assert_eq!(origin("http://evil\\@good/v1").as_deref(), Some("http://evil"));
        assert_eq!(origin("HTTPS://Good:443/v1").as_deref(), Some("https://good"));
        assert_eq!(origin("https://good@evil/").as_deref(), Some("https://evil"));
        assert_eq!(origin("https:\\\\evil\\good").as_deref(), Some("https://evil"));
        assert_eq!(origin("https://g\tood/").as_deref(), Some("https://good"));
        assert_eq!([origin("file:///etc/passwd"), origin("good"), origin("https://")], [None, None, None]);
    }

    #[test]
    fn a_key_goes_to_the_origin_it_was_typed_for_and_to_no_other() {
        let typed = to("https://good/v1", None, None);
        check(&typed, &to("https://good:443/v2?x", None, None), None);
        for other in ["https://evil/v1", "http://good/v1", "https://good:8443/v1", "https://evil\\@good/v1"] {
            check(&typed, &to(other, None, None), Some("typed for https://good and is not sent to http"));
        }
    }

    #[test]
    fn a_proxy_that_could_read_a_key_is_part_of_what_it_was_typed_for() {
        let (direct, one) = (to("http://good/", None, None), to("http://good/", Some("http://p:1"), None));
        check(&direct, &one, Some("the proxy http://p:1 could read its key"));
        check(
            &one,
            &to("http://good/", Some("http://user:pw@q:1"), None),
            Some("the proxy http://q:1 could"),
        );
        check(&one, &to("http://good/", Some("http://user:pw@p:1"), None), None);
        check(&one, &direct, None);
        check(&to("https://good/", None, None), &to("https://good/", Some("http://p:1"), None), None);
    }

    #[test]
    fn certificates_of_ones_own_are_part_of_what_a_key_was_typed_for() {
        let (usual, own) = (to("https://good/", None, None), to("https://good/", None, Some("own")));
        check(&usual, &own, Some("the owner of its certificates"));
        check(&own, &to("https://good/", None, Some("other")), Some("the owner of its certificates"));
        check(&own, &to("https://good/", Some("http://p:1"), Some("own")), Some("the proxy http://p:1"));
        check(&own, &usual, None);
    }
}
