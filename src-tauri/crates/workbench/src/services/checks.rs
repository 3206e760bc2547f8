//! What a person should hear of a service before a key is sent anywhere.

use super::destination::web_address;
use crate::contract::{CheckedService, KeySource, SaveService, ServiceSettings};
use connectors::{KeyFault, Kind, Secret};
use notices::{Describe, Notice};
use url::{Host, Url};

notices::declare! {
    /// What a person should know of a service that works.
    pub(crate) enum ServiceWarning: "service-warning" {
        InTheClear { host: String } = "The key goes to {host} without encryption: whoever is on the way can read it. Use https:// if it can.",
    }
}

pub(super) fn check(args: &SaveService) -> CheckedService {
    let settings = &args.settings;
    let key = args.key.as_ref().filter(|_| settings.key == KeySource::Kept);
    CheckedService {
        address: in_the_clear(settings).map(|warning| warning.notice()),
        key: key.and_then(|key| key_fault(&settings.kind, key)).map(|fault| fault.notice()),
    }
}

/// What is no problem to the application, and may be one to a person.
pub(super) fn warnings(settings: &ServiceSettings) -> Vec<Notice> {
    in_the_clear(settings).iter().map(Describe::notice).collect()
}

/// Why a key can't be one for this kind of service.
pub(super) fn key_fault(kind: &str, key: &Secret) -> Option<KeyFault> {
    Kind::named(kind).and_then(|kind| kind.key_fault(key))
}

/// Who sits between this machine and a service without encryption reads whatever is sent.
fn in_the_clear(settings: &ServiceSettings) -> Option<ServiceWarning> {
    let has_secret = settings.key != KeySource::None || !settings.headers.is_empty();
    let address = web_address(&settings.address).filter(|address| address.scheme() == "http")?;
    let has_secret = has_secret || address.password().is_some();
    (has_secret && !is_this_machine(&address)).then(|| {
        let origin = address.origin().ascii_serialization();
        ServiceWarning::InTheClear { host: origin.trim_start_matches("http://").to_owned() }
    })
}

fn is_this_machine(address: &Url) -> bool {
    match address.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_this_machine;
    use url::Url;

    #[test]
    fn this_machine_is_known_by_its_names_and_numbers_and_no_other_is() {
        let ours = ["localhost", "localhost:8080", "a.localhost", "127.0.0.1:1", "127.9.9.9", "[::1]:80"];
        let is_this_machine =
            |host: &str| is_this_machine(&Url::parse(&format!("http://{host}/")).expect("an address"));
        assert_eq!(ours.map(is_this_machine), [true; 6]);
        let others =
            ["example.org", "localhost.example", "10.0.0.1:80", "[2001:db8::1]", "127.0.0.1.example"];
        assert_eq!(others.map(is_this_machine), [false; 5]);
    }
}
