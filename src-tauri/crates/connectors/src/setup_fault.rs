//! Why a service can't be asked as it is set up.

use notices::Describe;
use ports::ConnectorError;

/// Found before anything is sent. What stands in an address or a proxy is shown without its password.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "service-setup")]
pub enum SetupFault {
    #[error("{address} is not a web address")]
    Address { address: String },
    #[error("{name} is not the name of a header")]
    HeaderName { name: String },
    #[error("the header {name} has characters that can't be sent")]
    HeaderValue { name: String },
    #[error("the key has characters that can't be sent")]
    Key,
    #[error("{proxy} is not the address of a proxy")]
    Proxy { proxy: String },
    #[error("its certificates can't be read: {reason}")]
    Certificates {
        #[notice(cause)]
        reason: String,
    },
    #[error("no connection can be prepared: {reason}")]
    Connection {
        #[notice(cause)]
        reason: String,
    },
    #[error("the request can't be signed: {reason}")]
    Signature {
        #[notice(cause)]
        reason: String,
    },
}

impl SetupFault {
    pub fn address(address: &str) -> Self {
        Self::Address { address: redaction::without_passwords(address).into_owned() }
    }
}

pub(crate) fn misconfigured(service: &str, fault: &SetupFault) -> ConnectorError {
    ConnectorError::Misconfigured { service: service.to_owned(), reason: fault.notice() }
}
