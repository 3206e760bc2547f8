//! A refusal by a service, in its own words and in ours.

use crate::{OnVoid, Remedy};
use notices::{Describe, Notice, Template};
use std::time::Duration;

/// The refusal of a service.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.notice())]
pub struct Refusal {
    /// The service's name for people.
    pub service: String,
    pub kind: RefusalKind,
    /// The explanation of the service, or what stands in its place.
    pub message: Notice,
    /// The status of the response. `None` if the service refused in the middle of an answer.
    pub status: Option<u16>,
    /// The service's own code for the problem.
    pub code: Option<String>,
    /// The id that the service's support asks for.
    pub request_id: Option<String>,
    /// The wait that the service asks for.
    pub retry_after: Option<Duration>,
}

notices::declare! {
    /// The reason for a refusal, as far as it decides what to do. Its notice says what a person can do about it.
    #[derive(Copy)]
    pub enum RefusalKind: "refusal" {
        /// The key is wrong or missing.
        Key = "Check the key of this service.",
        /// The key is valid and lacks permission.
        NotPermitted = "Ask whoever owns the account for access, or choose another model.",
        /// The model or the address does not exist.
        UnknownModel = "Choose another model, or check the address of the service.",
        /// The history exceeds the context of the model.
        TooLong = "Go back to an earlier message, make the history shorter, or choose another model.",
        /// Too many requests in too short a time.
        RateLimited = "Wait a while and send the request again.",
        /// The quota of the account is used up.
        QuotaUsedUp = "Look at the credit and the limits of your account with this service.",
        /// A content filter of the service blocked the request.
        Filtered = "Say it in other words, or choose another model.",
        /// The model or its server does not support functions.
        NoFunctions = "This model calls no functions. Set the limit of offered functions to none, or choose another model.",
        /// The service rejects a call that its own model wrote.
        RejectedCall = "Send the request again, or choose a model that writes better calls.",
        /// The prefix of a thought is not the one it was made from.
        VoidThinking = "Let the service drop the thinking it does not take back, or leave all thinking out.",
        /// A thought differs from the one its provider made.
        AlteredThinking = "Leave all thinking out of the requests of this session.",
        /// The service rejects the request as malformed.
        BadRequest = "Look at the request in the wire view: the service says what it does not accept.",
        /// The service is overloaded or still starting.
        Busy = "Wait a moment and send the request again.",
        /// The service failed internally.
        Fault = "Send the request again. If it stays, ask the service with the number of the request.",
    }
}

impl RefusalKind {
    /// Whether the same request may succeed later.
    pub fn is_retryable(self) -> bool {
        matches!(self, Self::RateLimited | Self::Busy | Self::Fault)
    }

    /// An altered thought is never accepted again, so the only remedy is to leave thoughts out.
    pub fn remedies(self) -> Vec<Remedy> {
        let ways: &[OnVoid] = if self == Self::VoidThinking {
            &[OnVoid::Drop, OnVoid::LeaveOutAll]
        } else if self == Self::AlteredThinking {
            &[OnVoid::LeaveOutAll]
        } else {
            &[]
        };
        ways.iter().map(|on_void| Remedy::OnVoid { on_void: *on_void }).collect()
    }
}

/// What a person is told of a refusal.
#[derive(Describe)]
#[notice(prefix = "refused")]
pub(crate) enum Refused {
    #[notice("{service} refused: {message}")]
    Alone { service: String, message: Notice },
    #[notice("{service} refused: {message} ({facts})")]
    WithFacts { service: String, message: Notice, facts: String },
}

impl Describe for Refusal {
    const TEMPLATES: &'static [Template] = Refused::TEMPLATES;

    fn notice(&self) -> Notice {
        let status = self.status.map(|status| status.to_string());
        let request = self.request_id.as_ref().map(|id| format!("request {id}"));
        let facts: Vec<_> = status.into_iter().chain(self.code.clone()).chain(request).collect();
        let (service, message) = (self.service.clone(), self.message.clone());
        match facts.is_empty() {
            true => Refused::Alone { service, message }.notice(),
            false => Refused::WithFacts { service, message, facts: facts.join(", ") }.notice(),
        }
    }

    fn advice(&self) -> Option<Notice> {
        Some(self.kind.notice())
    }
}
