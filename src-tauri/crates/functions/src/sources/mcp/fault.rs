//! Reasons why a server can't be reached, or can't be reached any more.

use super::listing::Unlisted;
use super::login::LoginError;
use super::process::{ProcessEnd, StartError};
use limits::MCP_MESSAGE;
use notices::{Describe, Notice};

#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "mcp")]
pub(crate) enum ConnectionError {
    #[error("it said nothing for {seconds} s")]
    Silent { seconds: u64 },
    #[error("it wants you to log in")]
    LoginWanted,
    #[error("it ended before it answered")]
    EndedEarly,
    #[error("it speaks no version of the protocol that is known here, only {versions}")]
    Versions { versions: String },
    #[error("its stream of events can't be opened")]
    NoEvents,
    #[error("the header {name} has no value")]
    NoHeaderValue { name: String },
    #[error("{name} is no name of a header")]
    HeaderName { name: String },
    #[error("the value of {name} can't be sent in a header")]
    HeaderValue { name: String },
    #[error("{address} is no address: {reason}")]
    NotAddress {
        address: String,
        #[notice(cause)]
        reason: Notice,
    },
    #[error(transparent)]
    Start(StartError),
    #[error(transparent)]
    Unlisted(Unlisted),
    #[error(transparent)]
    Ended(ProcessEnd),
    #[error("it can't be reached any more: {reason}")]
    Unreachable {
        #[notice(cause)]
        reason: Notice,
    },
    #[error("it has not answered for {seconds} s")]
    NoAnswer { seconds: u64 },
    #[error("{reason}. Its last words: {words}")]
    LastWords { reason: Box<ConnectionError>, words: String },
    #[error("no connection after {tries} attempts: {reason}")]
    TriedOften {
        tries: u32,
        #[notice(cause)]
        reason: Box<ConnectionError>,
    },
    /// In the words of the server, or of the network.
    #[error("{reason}")]
    AsSaid { reason: Notice },
}

/// A line that the application writes to the log of a server.
#[derive(Debug, Describe)]
#[notice(prefix = "server-note")]
pub(crate) enum ServerNote<'a> {
    #[notice("It is gone: {reason}.")]
    Gone { reason: &'a ConnectionError },
    #[notice("It speaks the older transport, HTTP with server-sent events, and is asked over that.")]
    OlderTransport,
    #[notice("You are logged in.")]
    LoggedIn,
    #[notice("You are not logged in: {reason}.")]
    NotLoggedIn { reason: LoginError },
    #[notice("You are not logged in: it took too long.")]
    LoginTimedOut,
    #[notice("A message can't be read: {reason}")]
    Unreadable {
        #[notice(cause)]
        reason: Notice,
    },
    #[notice("A message is longer than {MCP_MESSAGE}, which is the most that is read")]
    TooLong,
    #[notice(
        "A message held what can't be kept: half a character became U+FFFD, a number out of range a text."
    )]
    Repaired,
}

/// Reasons why a call does not wait for a connection, for the model that called.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotReady {
    #[error("is switched off")]
    Off,
    #[error("does not run: {reason}")]
    Stopped { reason: Notice },
    #[error("is gone")]
    Gone,
    #[error("is still being started")]
    Starting,
}

impl ConnectionError {
    /// With what the server wrote last, which is most often why it ended.
    pub(super) fn with_last_words(self, words: Option<String>) -> Self {
        match words {
            Some(words) => Self::LastWords { reason: Box::new(self), words },
            None => self,
        }
    }
}
