//! A service that answers: where it is, and how it lets us in.

use crate::Secret;
use crate::transport::Network;

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
