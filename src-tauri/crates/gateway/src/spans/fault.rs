//! What goes wrong with spans.

use notices::{Describe, Notice};

/// The reason why spans become no session, or a part of one only.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "gateway-spans")]
pub enum SpanFault {
    #[error("{library} leaves out what is said; set {switch} where the program starts")]
    #[advice("Set it and start the program again. What is missing of the spans so far can't be had.")]
    LeftOut { library: String, switch: String },
    #[error("{library} leaves out what is said; switch it on in the program: {option}")]
    #[advice("Change it and start the program again. What is missing of the spans so far can't be had.")]
    LeftOutByOption { library: String, option: String },
    #[error("{library} leaves out what is said, and no switch that turns it on is known")]
    #[advice("Point the program at the gateway, or use another instrumentation, such as OpenInference's.")]
    LeftOutForGood { library: String },
    #[error("what a span of {library} says can't be read: {reason}")]
    #[advice("Look for a newer version of the instrumentation, or point the program at the gateway.")]
    Unreadable {
        library: String,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("the request of the program failed: {reason}")]
    #[advice("The program received this error. Look there for how it was handled.")]
    Failed {
        #[notice(cause)]
        reason: Notice,
    },
    #[error(
        "exported spans are of the type {found}, and only application/x-protobuf and application/json are read"
    )]
    #[advice("Set OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf where the program starts.")]
    Type { found: String },
    #[error("exported spans are compressed with {found}, and only gzip is read")]
    #[advice("Set OTEL_EXPORTER_OTLP_COMPRESSION=gzip where the program starts.")]
    Encoding { found: String },
    #[error("exported spans are longer than {most}, or broke off")]
    #[advice("Let the program export fewer spans at once: OTEL_BSP_MAX_EXPORT_BATCH_SIZE=16.")]
    TooLong { most: String },
    #[error("exported spans can't be read: {reason}")]
    #[advice("Check that the program exports to /v1/traces with OTLP over HTTP.")]
    Body {
        #[notice(cause)]
        reason: Notice,
    },
}

impl SpanFault {
    /// A body that is not an export.
    pub(super) fn body(reason: &str) -> Self {
        Self::Body { reason: notices::said(reason) }
    }
}
