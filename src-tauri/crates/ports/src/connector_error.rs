//! Why a model gave no answer, and what a person can do about it.

/// Each says what happened; [`ConnectorError::advice`] says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConnectorError {
    #[error("there is no model {model}")]
    UnknownModel { model: String },
    #[error("{place}: {reason}")]
    UnreadableScript { place: String, reason: String },
    #[error("the script {title} has no reply number {reply}; it ends after {replies}")]
    ScriptEnded { title: String, reply: usize, replies: usize },
    #[error("the answer broke off before it was complete")]
    BrokenOff,
    #[error("the answer is longer than {limit}, which is as much as is taken in")]
    TooLong { limit: &'static str },
    #[error("the request was cancelled")]
    Cancelled,
}

impl ConnectorError {
    pub fn advice(&self) -> &'static str {
        match self {
            Self::UnknownModel { .. } => "Choose another model for this session.",
            Self::UnreadableScript { .. } => "Mend the script at the place named and send the message again.",
            Self::ScriptEnded { .. } => "Add a reply to the script, or begin again with a new message.",
            Self::BrokenOff => "Send the request again.",
            Self::TooLong { .. } => "Ask for less, or choose a model that stops by itself.",
            Self::Cancelled => "Send the request again when you are ready.",
        }
    }
}
