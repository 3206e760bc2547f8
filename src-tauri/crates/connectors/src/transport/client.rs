//! The HTTP client of one service.

use super::limits::Limits;
use super::slots::Slots;
use crate::SetupFault;
use hyper_util::client::proxy::matcher::Matcher;
use redaction::{describe_error, without_passwords};
use reqwest::{Certificate, Client, ClientBuilder, Proxy, Url, redirect, retry};
use std::sync::Once;

/// How a service is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    pub proxy: Proxying,
    /// Certificates to trust besides those of the system, as PEM.
    pub certificates: Option<String>,
    pub limits: Limits,
    /// How many requests are answered at once, where that is limited.
    pub slots: Option<Slots>,
}

/// Whether requests go through a proxy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proxying {
    /// As the system and the environment say. This machine itself is never asked through a proxy.
    Usual,
    Direct,
    Through(String),
}

impl Network {
    pub const USUAL: Self =
        Self { proxy: Proxying::Usual, certificates: None, limits: Limits::USUAL, slots: None };

    /// The proxy that requests to an address go through, as the client finds it.
    pub fn proxy_to(&self, address: &Url) -> Option<String> {
        let matcher = match &self.proxy {
            Proxying::Direct => return None,
            Proxying::Usual if is_this_machine(address) => return None,
            Proxying::Usual => Matcher::from_system(),
            Proxying::Through(proxy) => Matcher::builder().all(proxy.as_str()).build(),
        };
        let proxy = matcher.intercept(&address.as_str().parse().ok()?)?;
        let proxy = proxy.uri();
        Some(format!("{}://{}", proxy.scheme_str().unwrap_or("http"), proxy.authority()?))
    }
}

/// Redirects are not followed and nothing is sent again in secret: both are decided where a person can see them.
pub(super) fn client(network: &Network, address: &Url) -> Result<Client, SetupFault> {
    let named = builder(network, address)?.user_agent(concat!("callwright/", env!("CARGO_PKG_VERSION")));
    built(named)
}

/// A client that adds nothing to a request: somebody else's program is the one that asks.
pub fn bare_client(network: &Network, address: &Url) -> Result<Client, SetupFault> {
    built(builder(network, address)?)
}

fn built(builder: ClientBuilder) -> Result<Client, SetupFault> {
    builder.build().map_err(|error| SetupFault::Connection { reason: describe_error(&error) })
}

fn builder(network: &Network, address: &Url) -> Result<ClientBuilder, SetupFault> {
    static CRYPTOGRAPHY: Once = Once::new();
    // A provider that is there already does as well.
    CRYPTOGRAPHY.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));

    let mut builder = Client::builder()
        .redirect(redirect::Policy::none())
        .retry(retry::never())
        .referer(false)
        .connect_timeout(network.limits.connect);
    builder = match &network.proxy {
        Proxying::Usual if is_this_machine(address) => builder.no_proxy(),
        Proxying::Usual => builder,
        Proxying::Direct => builder.no_proxy(),
        Proxying::Through(proxy) => builder.proxy(
            Proxy::all(proxy)
                .map_err(|_| SetupFault::Proxy { proxy: without_passwords(proxy).into_owned() })?,
        ),
    };
    let certificates = match &network.certificates {
        Some(pem) => Certificate::from_pem_bundle(pem.as_bytes())
            .map_err(|error| SetupFault::Certificates { reason: describe_error(&error) })?,
        None => Vec::new(),
    };
    Ok(if address.scheme() == "http" {
        // The certificates of the system need not even be there.
        builder.tls_certs_only(certificates)
    } else {
        builder.tls_certs_merge(certificates)
    })
}

fn is_this_machine(address: &Url) -> bool {
    let host = address.host_str().unwrap_or_default();
    let ip = host.trim_matches(['[', ']']).parse::<std::net::IpAddr>();
    host == "localhost" || ip.is_ok_and(|ip| ip.is_loopback())
}
