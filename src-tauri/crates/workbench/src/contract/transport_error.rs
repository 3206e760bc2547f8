//! Reasons why a transport passes a command on to nobody.

use notices::{Describe, Notice};

#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "transport")]
pub enum TransportError {
    #[error("this address is not served here")]
    #[advice("Open the address that was printed when Callwright started.")]
    OtherHost,
    #[error("another page may not use this server")]
    #[advice("Open the address that was printed when Callwright started.")]
    OtherPage,
    #[error("the token is missing or from an earlier start")]
    #[advice("Open the address that was printed when Callwright started.")]
    NoToken,
    #[error("more than {limit} feeds would be open")]
    #[advice("Close other windows of Callwright, then reload this one.")]
    TooManyFeeds { limit: u64 },
    #[error("no address can be issued: {reason}")]
    #[advice("Try again.")]
    NoTicket {
        #[notice(cause)]
        reason: Notice,
    },
    /// The caller and this program don't speak the same contract.
    #[error("the command {command} is not understood: {source}")]
    #[advice("Reload the page.")]
    Mismatch { command: String, source: serde_json::Error },
    #[error("this is not understood: {source}")]
    #[advice("Reload the page.")]
    NotUnderstood { source: serde_json::Error },
}
