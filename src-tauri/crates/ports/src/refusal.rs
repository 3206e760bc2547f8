//! A refusal by a service, in its own words and in ours.

use crate::{OnVoid, Remedy};
use std::fmt;
use std::time::Duration;

/// The refusal of a service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The service's name for people.
    pub service: String,
    pub kind: RefusalKind,
    /// The explanation of the service.
    pub message: String,
    /// The status of the response. `None` if the service refused in the middle of an answer.
    pub status: Option<u16>,
    /// The service's own code for the problem.
    pub code: Option<String>,
    /// The id that the service's support asks for.
    pub request_id: Option<String>,
    /// The wait that the service asks for.
    pub retry_after: Option<Duration>,
}

/// The reason for a refusal, as far as it decides what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// The key is wrong or missing.
    Key,
    /// The key is valid and lacks permission.
    NotPermitted,
    /// The model or the address does not exist.
    UnknownModel,
    /// The history exceeds the context of the model.
    TooLong,
    /// Too many requests in too short a time.
    RateLimited,
    /// The quota of the account is used up.
    QuotaUsedUp,
    /// A content filter of the service blocked the request.
    Filtered,
    /// The model or its server does not support functions.
    NoFunctions,
    /// The service rejects a call that its own model wrote.
    RejectedCall,
    /// The prefix of a thought is not the one it was made from.
    VoidThinking,
    /// A thought differs from the one its provider made.
    AlteredThinking,
    /// The service rejects the request as malformed.
    BadRequest,
    /// The service is overloaded or still starting.
    Busy,
    /// The service failed internally.
    Fault,
}

impl RefusalKind {
    /// Whether the same request may succeed later.
    pub fn is_retryable(self) -> bool {
        match self {
            Self::RateLimited | Self::Busy | Self::Fault => true,
            Self::Key
            | Self::NotPermitted
            | Self::UnknownModel
            | Self::TooLong
            | Self::QuotaUsedUp
            | Self::Filtered
            | Self::NoFunctions
            | Self::RejectedCall
            | Self::VoidThinking
            | Self::AlteredThinking
            | Self::BadRequest => false,
        }
    }

    /// An altered thought is never accepted again, so the only remedy is to leave thoughts out.
    pub fn remedies(self) -> Vec<Remedy> {
        let ways: &[OnVoid] = match self {
            Self::VoidThinking => &[OnVoid::Drop, OnVoid::LeaveOutAll],
            Self::AlteredThinking => &[OnVoid::LeaveOutAll],
            Self::Key
            | Self::NotPermitted
            | Self::UnknownModel
            | Self::TooLong
            | Self::RateLimited
            | Self::QuotaUsedUp
            | Self::Filtered
            | Self::NoFunctions
            | Self::RejectedCall
            | Self::BadRequest
            | Self::Busy
            | Self::Fault => &[],
        };
        ways.iter().map(|on_void| Remedy::OnVoid { on_void: *on_void }).collect()
    }

    pub fn advice(self) -> &'static str {
        match self {
            Self::Key => "Check the key of this service.",
            Self::NotPermitted => "Ask whoever owns the account for access, or choose another model.",
            Self::UnknownModel => "Choose another model, or check the address of the service.",
            Self::TooLong => {
                "Go back to an earlier message, make the history shorter, or choose another model."
            }
            Self::RateLimited => "Wait a while and send the request again.",
            Self::QuotaUsedUp => "Look at the credit and the limits of your account with this service.",
            Self::Filtered => "Say it in other words, or choose another model.",
            Self::NoFunctions => {
                "This model calls no functions. Set the limit of offered functions to none, or choose another model."
            }
            Self::RejectedCall => "Send the request again, or choose a model that writes better calls.",
            Self::VoidThinking => {
                "Let the service drop the thinking it does not take back, or leave all thinking out."
            }
            Self::AlteredThinking => "Leave all thinking out of the requests of this session.",
            Self::BadRequest => {
                "Look at the request in the wire view: the service says what it does not accept."
            }
            Self::Busy => "Wait a moment and send the request again.",
            Self::Fault => {
                "Send the request again. If it stays, ask the service with the number of the request."
            }
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} refused: {}", self.service, self.message)?;
        let status = self.status.map(|status| status.to_string());
        let request = self.request_id.as_ref().map(|id| format!("request {id}"));
        let facts: Vec<_> = status.into_iter().chain(self.code.clone()).chain(request).collect();
        if facts.is_empty() { Ok(()) } else { write!(formatter, " ({})", facts.join(", ")) }
    }
}
