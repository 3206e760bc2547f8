//! The words of findings.

use content::{CallId, CalledFunction, Role};
use notices::{AsValue, Describe, Notice, NoticeValue};

notices::declare! {
    /// What was found.
    pub(crate) enum Words: "finding" {
        CallOutsideAssistant = "Only the assistant can call functions, but this message of another side does.",
        NoId { function: Called } = "The call of {function} has no id.",
        InvalidId { function: Called, #[notice(text)] id: CallId } = "The call of {function} has the id {id}, which this provider refuses.",
        DuplicateId { function: Called, #[notice(text)] id: CallId } = "The call of {function} has the same id as an earlier call: {id}.",
        Unanswered { function: Called } = "The call of {function} has no result.",
        Malformed { function: Called, reason: Notice } = "The arguments of {function} are no JSON object: {reason}.",
        Orphan { function: Called } = "The result of {function} answers a call that is not here.",
        SecondResult { function: Called } = "The call of {function} has another result already.",
        Misplaced { function: Called } = "The result of {function} is not in a function message right after its call.",
        KnownHere { named: Called } = "The result takes {named} for known, its call for unknown.",
        KnownThere { named: Called } = "The result takes {named} for unknown, its call for known.",
        OtherFunction { named: Called, meant: Called } = "The result is one of {named}, but its call is one of {meant}.",
        OutOfOrder = "The results are not in the order of their calls.",
        EmptyItem = "There is nothing in this item.",
        ForeignItem = "This stands among results and is none. Most providers can't be told of it.",
        EmptyMessage = "There is nothing in this message.",
        SpeaksTwice { side: Side } = "{side} speaks twice in a row.",
    }

    #[derive(Copy)]
    pub(crate) enum Side: "finding-side" {
        System = "The system",
        Person = "The person",
        Assistant = "The assistant",
        Function = "A function",
    }

    /// A function in the place of its name.
    pub(crate) enum Nameless: "finding-function" {
        Nameless = "a function without a name",
    }
}

/// The name of a function in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Called(String);

impl Called {
    pub(crate) fn of(function: &CalledFunction) -> Self {
        Self(function.to_string())
    }
}

impl AsValue for Called {
    fn as_value(&self) -> NoticeValue {
        if self.0.is_empty() { Nameless::Nameless.notice().as_value() } else { self.0.as_value() }
    }
}

impl From<Role> for Side {
    fn from(role: Role) -> Self {
        match role {
            Role::System => Self::System,
            Role::User => Self::Person,
            Role::Assistant => Self::Assistant,
            Role::Function => Self::Function,
        }
    }
}
