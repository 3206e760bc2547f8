//! A client of the servers on this machine.

use reqwest::{Client, ClientBuilder};
use std::sync::Once;

static CRYPTOGRAPHY: Once = Once::new();

/// A client without a proxy, with the cryptography it needs.
pub fn client() -> ClientBuilder {
    // A second one is refused, and the first is the same.
    CRYPTOGRAPHY.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));
    Client::builder().no_proxy()
}
