//! A service that answers: where it is, and how it lets us in.

use crate::transport::{Header, Network};
use crate::{Secret, SetupFault};

/// What every protocol needs to know of a service.
#[derive(Clone, Debug)]
pub struct Service {
    /// The service's name for people.
    pub title: String,
    /// What the paths of a protocol are added to.
    pub address: String,
    pub key: Option<Secret>,
    /// Sent with every request, besides what the protocol sends. Any of them may be a secret.
    pub headers: Vec<(String, Secret)>,
    pub network: Network,
}

impl Service {
    /// The header that says who asks, where there is a key.
    pub(crate) fn key_header(&self, name: &'static str, scheme: &str) -> Result<Vec<Header>, SetupFault> {
        self.key.as_ref().map(|key| Header::secret(name, scheme, key)).into_iter().collect()
    }
}
