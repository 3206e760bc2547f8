//! Which addresses a plugin may reach. Names are looked up here, what is found is checked, and the connection is made
//! to what was checked and to nothing else.

use notices::Describe;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use url::{Host, Url};

/// Hosts that may be reached although they are on this computer or in its network.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reach {
    private: Vec<(Host<String>, Option<u16>)>,
}

/// What was looked up and checked. The client connects to nothing that is not in here.
#[derive(Clone, Debug, Default)]
pub(super) struct Pinned(Arc<Mutex<HashMap<String, Vec<IpAddr>>>>);

/// A host that may not be reached or is none.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "reach")]
pub(crate) enum ReachError {
    #[error("{written:?} in private_hosts is no host")]
    NoHost { written: String },
    #[error("the address has no host")]
    Hostless,
    #[error(
        "{host} is {found}, which is on this computer or in its network; add \"{host}\" to private_hosts in its \
         plugin.toml if that is wanted"
    )]
    Private {
        #[notice(text)]
        host: Host<String>,
        #[notice(text)]
        found: IpAddr,
    },
    #[error("there is no host {name}: {source}")]
    Unknown { name: String, source: io::Error },
}

impl Reach {
    pub(crate) fn to(private: &[String]) -> Result<Self, ReachError> {
        let parsed = private.iter().map(|written| {
            // Written as a part of an address, a host and its port are read by the same rules as one.
            let url = Url::parse(&format!("http://{written}/")).ok().filter(|url| url.path() == "/");
            let host = url.as_ref().and_then(Url::host).map(|host| host.to_owned());
            let port = written
                .rsplit_once(':')
                .filter(|_| !written.ends_with(']'))
                .and_then(|(_, port)| port.parse().ok());
            host.map(|host| (host, port)).ok_or_else(|| ReachError::NoHost { written: written.clone() })
        });
        Ok(Self { private: parsed.collect::<Result<_, _>>()? })
    }

    /// Looks up the host of an address and keeps what may be connected to. An address of a private network among what
    /// is found spoils it all: nobody can tell which would be taken.
    pub(super) async fn pin(&self, url: &Url, pinned: &Pinned) -> Result<(), ReachError> {
        let port = url.port_or_known_default().unwrap_or(0);
        let host = url.host().ok_or(ReachError::Hostless)?;
        let is_allowed = self
            .private
            .iter()
            .any(|(allowed, only)| *allowed == host.to_owned() && only.is_none_or(|only| only == port));
        let check = |found: IpAddr| {
            if is_allowed || is_public(found) {
                return Ok(found);
            }
            Err(ReachError::Private { host: host.to_owned(), found })
        };
        let name = match host {
            Host::Ipv4(found) => return check(found.into()).map(drop),
            Host::Ipv6(found) => return check(found.into()).map(drop),
            Host::Domain(name) => name,
        };
        let found = tokio::net::lookup_host((name, port)).await;
        let found = found.map_err(|source| ReachError::Unknown { name: name.to_owned(), source })?;
        let checked = found.map(|address| check(address.ip())).collect::<Result<Vec<_>, _>>()?;
        pinned.0.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), checked);
        Ok(())
    }
}

impl Resolve for Pinned {
    fn resolve(&self, name: Name) -> Resolving {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(name.as_str()).cloned();
        Box::pin(async move {
            let known = known.ok_or("this host was not checked")?;
            // The port is that of the address.
            Ok(Box::new(known.into_iter().map(|found| SocketAddr::new(found, 0))) as Addrs)
        })
    }
}

/// Whether an address is one of the open network.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let is_special = address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_documentation()
        || address.is_multicast()
        // This network, shared by carriers, protocol assignments, benchmarks, reserved.
        || first == 0
        || first == 100 && second & 0xc0 == 64
        || first == 192 && second == 0 && third == 0
        || first == 198 && second & 0xfe == 18
        || first >= 240;
    !is_special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, third, fourth, fifth, sixth, seventh, eighth] = address.segments();
    let inner = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    // Addresses that stand for one of the older kind are what that one is.
    match (first, second, third, fourth, fifth, sixth) {
        (0, 0, 0, 0, 0, 0xffff) | (0x64, 0xff9b, 0, 0, 0, 0) => inner(seventh, eighth),
        (0x2002, ..) => inner(second, third),
        // All that is open begins with 001; of that, tunnels and examples are not.
        _ => first & 0xe000 == 0x2000 && !matches!((first, second), (0x2001, 0 | 0xdb8)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Pinned, Reach, is_public};
    use url::Url;

    #[test]
    fn addresses_of_this_computer_and_its_network_are_not_public_in_any_form() {
        let private = [
            "127.0.0.1",
            "127.9.9.9",
            "10.0.0.1",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "192.0.0.8",
            "198.19.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "240.0.0.1",
            "192.0.2.1",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "fe80::1",
            "fec0::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001::1",
            "2001:db8::1",
        ];
        for address in private {
            assert!(!is_public(address.parse().expect("an address")), "{address}");
        }
        for address in
            ["1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"]
        {
            assert!(is_public(address.parse().expect("an address")), "{address}");
        }
    }

    async fn check(private: &[&str], url: &str, expected: Result<(), &str>) {
        let private: Vec<_> = private.iter().map(|&host| host.to_owned()).collect();
        let reach = Reach::to(&private).expect("hosts");
        let pinned = reach.pin(&Url::parse(url).expect("an address"), &Pinned::default()).await;
        match expected {
            Ok(()) => pinned.unwrap_or_else(|error| panic!("{url}: {error}")),
            Err(part) => {
                let said = pinned.expect_err("it is refused").to_string();
                assert!(said.contains(part), "{said}");
            }
        }
    }

    #[tokio::test]
    async fn a_private_host_is_reached_where_it_is_allowed_and_nowhere_else() {
        check(&[], "http://127.0.0.1/", Err("is 127.0.0.1")).await;
        check(&[], "http://0x7f.1/", Err("is 127.0.0.1")).await;
        check(&[], "http://2130706433/", Err("is 127.0.0.1")).await;
        check(&[], "http://[::1]:80/", Err("is ::1")).await;
        check(&[], "http://localhost/", Err("on this computer")).await;
        check(&["127.0.0.1"], "http://127.0.0.1:8080/", Ok(())).await;
        check(&["127.0.0.1:8080"], "http://127.0.0.1:8080/", Ok(())).await;
        check(&["127.0.0.1:8080"], "http://127.0.0.1:9090/", Err("is 127.0.0.1")).await;
        check(&["[::1]:80"], "http://[::1]/", Ok(())).await;
        check(&["localhost"], "http://localhost:1/", Ok(())).await;
        check(&["localhost"], "http://127.0.0.1:1/", Err("is 127.0.0.1")).await;
    }

    #[test]
    fn what_is_no_host_is_refused() {
        for written in ["", "a b", "host/path", "user@"] {
            assert!(Reach::to(&[written.to_owned()]).is_err(), "{written:?}");
        }
    }
}
