//! Describes why a request to a server failed.

use redaction::describe_error;
use rmcp::service::ServiceError;

/// The error with its causes, without the wrapper that names types of the transport.
pub(super) fn describe_service_error(error: &ServiceError) -> String {
    if let ServiceError::TransportSend(sent) = error {
        return describe_error(sent.error.as_ref());
    }
    describe_error(error)
}
