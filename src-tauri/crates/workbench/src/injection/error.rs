//! Reasons why a call can't be put into a history.

use notices::Describe;

#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "injection")]
pub(crate) enum InjectionError {
    #[error("a call without a result can only stand at the end")]
    #[advice("Give it a result, or leave out what comes after it.")]
    OpenCall,
    #[error("between a call and its result nothing can be put")]
    #[advice("Put it behind the result, or before the message with the call.")]
    BetweenCallAndResult,
    #[error("that message is not on the branch that is shown")]
    #[advice("Go over to its branch, then put the call there.")]
    OtherBranch,
    #[error("this is not a call: {source}")]
    #[advice("Paste one call as a provider writes it, or {{\"name\": …, \"arguments\": …}}.")]
    NotJson { source: serde_json::Error },
    #[error("this is not a call: it names no function")]
    #[advice("Paste one call as a provider writes it, or {{\"name\": …, \"arguments\": …}}.")]
    NoName,
}
