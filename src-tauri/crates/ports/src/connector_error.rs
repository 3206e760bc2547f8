//! Reasons why a model gave no answer, and advice for the person.

use crate::{Refusal, Remedy};

/// Each message states what happened; [`ConnectorError::advice`] states what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConnectorError {
    #[error("there is no model {model}")]
    UnknownModel { model: String },
    #[error("{place}: {reason}")]
    UnreadableScript { place: String, reason: String },
    #[error("the script {title} has no reply number {reply}; it ends after {replies}")]
    ScriptEnded { title: String, reply: usize, replies: usize },
    #[error("{service} needs a key and has none")]
    MissingKey { service: String },
    #[error("{service} can't be used as it is set up: {reason}")]
    Misconfigured { service: String, reason: String },
    /// Detected before anything was sent.
    #[error("{service} can't be asked this: {reason}")]
    NotPossible { service: String, reason: String },
    /// Detected before anything was sent.
    #[error("{model} of {service} takes no functions over this protocol")]
    FunctionsRefused {
        service: String,
        model: String,
        /// The kind of service that accepts functions at the same address, if there is one.
        over: Option<&'static str>,
    },
    #[error("{service} can't be reached: {reason}")]
    Unreachable { service: String, reason: String },
    #[error("{service} took longer than {seconds} s to {step}")]
    TimedOut { service: String, step: WaitStep, seconds: u64 },
    /// Redirects are not followed: the key must not go to another address.
    #[error("{service} sends on to {to}")]
    Redirected { service: String, to: String },
    #[error("{0}")]
    Refused(Box<Refusal>),
    #[error("{service} sent an answer that can't be read: {reason}")]
    Unreadable { service: String, reason: String },
    #[error("the answer broke off before it was complete")]
    BrokenOff,
    #[error("the answer is longer than {limit}, which is as much as is taken in")]
    TooLong { limit: &'static str },
    #[error("the request was cancelled")]
    Cancelled,
}

/// The step that took too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitStep {
    Begin,
    GoOn,
    Finish,
}

impl std::fmt::Display for WaitStep {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Begin => "begin its answer",
            Self::GoOn => "go on with its answer",
            Self::Finish => "finish its answer",
        })
    }
}

impl ConnectorError {
    /// Whether the same request may succeed later.
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::TimedOut { .. } | Self::BrokenOff => true,
            Self::Refused(refusal) => refusal.kind.is_retryable(),
            Self::UnknownModel { .. }
            | Self::UnreadableScript { .. }
            | Self::ScriptEnded { .. }
            | Self::MissingKey { .. }
            | Self::Misconfigured { .. }
            | Self::NotPossible { .. }
            | Self::FunctionsRefused { .. }
            | Self::Redirected { .. }
            | Self::Unreadable { .. }
            | Self::TooLong { .. }
            | Self::Cancelled => false,
        }
    }

    /// The actions that can be offered at once.
    pub fn remedies(&self) -> Vec<Remedy> {
        match self {
            Self::FunctionsRefused { over, .. } => {
                over.iter().map(|kind| Remedy::OtherKind { kind: (*kind).to_owned() }).collect()
            }
            Self::Refused(refusal) => refusal.kind.remedies(),
            Self::UnknownModel { .. }
            | Self::UnreadableScript { .. }
            | Self::ScriptEnded { .. }
            | Self::MissingKey { .. }
            | Self::Misconfigured { .. }
            | Self::NotPossible { .. }
            | Self::Unreachable { .. }
            | Self::TimedOut { .. }
            | Self::Redirected { .. }
            | Self::Unreadable { .. }
            | Self::BrokenOff
            | Self::TooLong { .. }
            | Self::Cancelled => Vec::new(),
        }
    }

    pub fn advice(&self) -> &'static str {
        match self {
            Self::UnknownModel { .. } => "Choose another model for this session.",
            Self::UnreadableScript { .. } => "Mend the script at the place named and send the message again.",
            Self::ScriptEnded { .. } => "Add a reply to the script, or begin again with a new message.",
            Self::MissingKey { .. } => {
                "Give the service its key, or name the environment variable that holds it."
            }
            Self::Misconfigured { .. } => "Mend the settings of this service.",
            Self::NotPossible { .. } => "Change what is named, or choose another model.",
            Self::FunctionsRefused { .. } => {
                "Ask this model over Responses, or set the limit of offered functions to none."
            }
            Self::Unreachable { .. } => {
                "Check the address of the service and your network, then send it again."
            }
            Self::TimedOut { .. } => "Send the request again, or give the service more time in its settings.",
            Self::Redirected { .. } => "If you trust that address, make it the address of the service.",
            Self::Refused(refusal) => refusal.kind.advice(),
            Self::Unreadable { .. } => "Check that the address and the kind of the service belong together.",
            Self::BrokenOff => "Send the request again.",
            Self::TooLong { .. } => "Ask for less, or choose a model that stops by itself.",
            Self::Cancelled => "Send the request again when you are ready.",
        }
    }
}
