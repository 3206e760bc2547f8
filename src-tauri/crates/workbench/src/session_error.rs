//! Reasons why a session, its plan or what stands beside its history can't be changed as asked.

use content::{MessageId, ModelId};
use invocation::RuleFault;
use notices::Describe;

#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "session-command")]
pub(crate) enum SessionError {
    #[error("a session needs a title")]
    #[advice("Write at least one letter.")]
    NoTitle,
    #[error("there is no model")]
    #[advice("Add a script to the scripts folder.")]
    NoModels,
    #[error("there is no model {model}")]
    #[advice("Choose another model for this session.")]
    UnknownModel {
        #[notice(text)]
        model: ModelId,
    },
    #[error("the log of this session does not say how to run it")]
    #[advice("Choose a model for it.")]
    NoPlan,
    #[error("there is no participant {name} in this session")]
    #[advice("Choose another, or add one with this name.")]
    NoParticipant { name: String },
    #[error("{name} is {value}, which is not from {least} to {most}")]
    #[advice("Write a number in this range.")]
    OutOfRange { name: &'static str, value: String, least: f64, most: f64 },
    #[error("{field} of row {row} is {value}, which is not from {least} to {most}")]
    #[advice("Write a number in this range.")]
    PriceOutOfRange { field: &'static str, row: usize, value: String, least: f64, most: f64 },
    #[error("{rule}")]
    #[advice("Change it where it stands in the settings.")]
    Rule { rule: RuleFault },
    #[error("a branch can't have an empty name")]
    #[advice("Write at least one letter.")]
    NoBranchName,
    #[error("a note can't be longer than {most} characters, this one has {length}")]
    #[advice("Shorten it, or split it.")]
    NoteTooLong { most: usize, length: usize },
    #[error("a tag can't be longer than {most} characters, this one has {length}")]
    #[advice("Shorten it, or make two of it.")]
    TagTooLong { most: usize, length: usize },
    #[error("a session can't have more than {most} tags")]
    #[advice("Take one away first.")]
    TooManyTags { most: usize },
    #[error("there is no message {message} in this session")]
    #[advice("Reload the page to see the messages there are.")]
    NoMessage {
        #[notice(text)]
        message: MessageId,
    },
    #[error("there is nothing to find: the text is empty or too long")]
    #[advice("Look for a few words.")]
    NotFindable,
    #[error("this path is too long")]
    #[advice("Begin with a part of it.")]
    PathTooLong,
    #[error("this import is over")]
    #[advice("Begin it again.")]
    ImportOver,
}
