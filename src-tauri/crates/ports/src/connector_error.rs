//! Reasons why a model gave no answer, and advice for the person.

use crate::{Refusal, Remedy};
use notices::{Describe, Notice};

/// Each message states what happened; [`Describe::advice`] states what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "connector")]
pub enum ConnectorError {
    #[error("there is no model {model}")]
    #[advice("Choose another model for this session.")]
    UnknownModel { model: String },
    #[error("{place}: {reason}")]
    #[advice("Fix the script at the place named and send the message again.")]
    UnreadableScript {
        place: Box<Notice>,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("the script {title} has no reply number {reply}; it ends after {replies}")]
    #[advice("Add a reply to the script, or begin again with a new message.")]
    ScriptEnded { title: String, reply: usize, replies: usize },
    #[error("{service} needs a key and has none")]
    #[advice("Give the service its key, or name the environment variable that holds it.")]
    MissingKey { service: String },
    #[error("{service} can't be used as it is set up: {reason}")]
    #[advice("Fix the settings of this service.")]
    Misconfigured {
        service: String,
        #[notice(cause)]
        reason: Notice,
    },
    /// Detected before anything was sent.
    #[error("{service} can't be asked this: {reason}")]
    #[advice("Change what is named, or choose another model.")]
    NotPossible {
        service: String,
        #[notice(cause)]
        reason: Notice,
    },
    /// A fault on purpose, which a person planned.
    #[error("{service} gets no answer: {fault}")]
    #[advice("It was planned in the settings of the program.")]
    Planned {
        service: String,
        #[notice(cause)]
        fault: Notice,
    },
    /// Detected before anything was sent.
    #[error("{model} of {service} takes no functions over this protocol")]
    #[advice("Ask this model over Responses, or set the limit of offered functions to none.")]
    FunctionsRefused {
        service: String,
        model: String,
        /// The kind of service that accepts functions at the same address, if there is one.
        over: Option<&'static str>,
    },
    #[error("{service} can't be reached: {reason}")]
    #[advice("Check the address of the service and your network, then send it again.")]
    Unreachable {
        service: String,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("{service} took longer than {seconds} s to {step}")]
    #[advice("Send the request again, or give the service more time in its settings.")]
    TimedOut { service: String, step: WaitStep, seconds: u64 },
    /// Redirects are not followed: the key must not go to another address.
    #[error("{service} sends on to {to}")]
    #[advice("If you trust that address, make it the address of the service.")]
    Redirected { service: String, to: String },
    #[error(transparent)]
    Refused(Box<Refusal>),
    #[error("{service} sent an answer that can't be read: {reason}")]
    #[advice("Check that the address and the kind of the service belong together.")]
    Unreadable {
        service: String,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("the answer broke off before it was complete")]
    #[advice("Send the request again.")]
    BrokenOff,
    #[error("the answer is longer than {limit}, which is as much as is taken in")]
    #[advice("Ask for less, or choose a model that stops by itself.")]
    TooLong { limit: &'static str },
    #[error("the request was cancelled")]
    #[advice("Send the request again when you are ready.")]
    Cancelled,
}

notices::declare! {
    /// The step that took too long.
    #[derive(Copy)]
    pub enum WaitStep: "wait-step" {
        Begin = "begin its answer",
        GoOn = "go on with its answer",
        Finish = "finish its answer",
    }
}

impl ConnectorError {
    /// Whether the same request may succeed later.
    pub fn is_retryable(&self) -> bool {
        if let Self::Refused(refusal) = self {
            return refusal.kind.is_retryable();
        }
        matches!(self, Self::Unreachable { .. } | Self::TimedOut { .. } | Self::BrokenOff)
    }

    /// The actions that can be offered at once.
    pub fn remedies(&self) -> Vec<Remedy> {
        if let Self::Refused(refusal) = self {
            return refusal.kind.remedies();
        }
        let Self::FunctionsRefused { over: Some(kind), .. } = self else { return Vec::new() };
        vec![Remedy::OtherKind { kind: (*kind).to_owned() }]
    }
}
