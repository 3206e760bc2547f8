//! What a person should hear of a service before a key is sent anywhere.

use super::commands::host;
use crate::contract::{CheckedService, KeySource, SaveService, ServiceSettings};
use connectors::{Kind, Secret};
use std::net::IpAddr;

pub(super) fn check(args: &SaveService) -> CheckedService {
    let settings = &args.settings;
    let key = args.key.as_ref().filter(|_| settings.key == KeySource::Kept);
    CheckedService {
        address: in_the_clear(settings),
        key: key.and_then(|key| key_fault(&settings.kind, key)),
    }
}

/// What is no problem to the application, and may be one to a person.
pub(super) fn warnings(settings: &ServiceSettings) -> Vec<String> {
    in_the_clear(settings).into_iter().collect()
}

/// Why a key can't be one for this kind of service.
pub(super) fn key_fault(kind: &str, key: &Secret) -> Option<String> {
    Kind::named(kind).and_then(|kind| kind.key_fault(key))
}

/// Who sits between this machine and a service without encryption reads whatever is sent.
fn in_the_clear(settings: &ServiceSettings) -> Option<String> {
    let has_secret = settings.key != KeySource::None || !settings.headers.is_empty();
    let host = host(&settings.address)?;
    let host = host.strip_prefix("http://")?;
    (has_secret && !is_this_machine(host)).then(|| {
        format!("The key goes to {host} without encryption: whoever is on the way can read it. Use https:// if it can.")
    })
}

/// Whether a host with its port is this machine.
fn is_this_machine(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    let is_local = name == "localhost" || name.ends_with(".localhost");
    is_local || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::is_this_machine;

    #[test]
    fn this_machine_is_known_by_its_names_and_numbers_and_no_other_is() {
        let ours = ["localhost", "localhost:8080", "a.localhost", "127.0.0.1:1", "127.9.9.9", "[::1]:80"];
        assert_eq!(ours.map(is_this_machine), [true; 6]);
        let others =
            ["example.org", "localhost.example", "10.0.0.1:80", "[2001:db8::1]", "127.0.0.1.example", ""];
        assert_eq!(others.map(is_this_machine), [false; 6]);
    }
}
