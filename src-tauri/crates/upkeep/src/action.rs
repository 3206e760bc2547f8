//! What can be done about a finding, and how it is called.

use content::CallId;
use notices::{Describe, Notice};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What would mend a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Repair {
    pub action: RepairAction,
    /// What a button says.
    pub label: Notice,
}

/// One way to mend something, always at the place of its finding.
/// Its words are what a button says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, Describe)]
#[notice(prefix = "repair-action")]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum RepairAction {
    /// The result answers nothing and goes.
    #[notice("Leave the result out")]
    DropResult,
    /// The item is empty and goes.
    #[notice("Leave the item out")]
    DropItem,
    /// The message is empty and goes.
    #[notice("Leave the message out")]
    DropMessage,
    /// The call gets a result that says it did not run.
    #[notice("Answer that it did not run")]
    AnswerCall,
    /// The call and its results get another id.
    #[notice("Rename it to {to}")]
    RenameCall {
        #[notice(text)]
        to: CallId,
    },
    /// The result moves to the function message right after its call.
    #[notice("Move it next to its call")]
    MoveResult,
    /// The calls of the message get an assistant message of their own, right after it.
    #[notice("Give the calls a message of the assistant")]
    MoveCalls,
    /// The results after the calls of the message are put in the order of the calls.
    #[notice("Put them in the order of the calls")]
    SortResults,
    /// The result gets the name of the function that was called.
    #[notice("Name the function that was called")]
    NameFunction,
}

notices::declare! {
    /// What was done.
    pub(crate) enum Account: "repair-account" {
        DropResult = "Left out a result that no call was waiting for.",
        DropItem = "Left out an empty item.",
        DropMessage = "Left out an empty message.",
        AnswerCall = "Answered a call that had no result: it did not run.",
        RenameCall { #[notice(text)] to: CallId } = "Renamed a call and its results to {to}.",
        MoveResult = "Moved a result next to its call.",
        MoveCalls = "Gave misplaced calls a message of the assistant.",
        SortResults = "Put results in the order of their calls.",
        NameFunction = "Gave a result the name of the function that was called.",
    }
}

impl RepairAction {
    /// What was done, as a sentence.
    pub(crate) fn account(&self) -> Notice {
        match self {
            Self::DropResult => Account::DropResult,
            Self::DropItem => Account::DropItem,
            Self::DropMessage => Account::DropMessage,
            Self::AnswerCall => Account::AnswerCall,
            Self::RenameCall { to } => Account::RenameCall { to: to.clone() },
            Self::MoveResult => Account::MoveResult,
            Self::MoveCalls => Account::MoveCalls,
            Self::SortResults => Account::SortResults,
            Self::NameFunction => Account::NameFunction,
        }
        .notice()
    }

    /// The order in which everything is mended. Calls come first, since results are found by them; a result is moved
    /// before a call counts as unanswered; what becomes empty goes after that.
    pub(crate) fn turn(&self) -> u8 {
        match self {
            Self::MoveCalls => 0,
            Self::RenameCall { .. } => 1,
            Self::DropResult | Self::DropItem => 2,
            Self::MoveResult => 3,
            Self::AnswerCall => 4,
            Self::DropMessage => 5,
            Self::NameFunction => 6,
            Self::SortResults => 7,
        }
    }
}

impl From<RepairAction> for Repair {
    fn from(action: RepairAction) -> Self {
        Self { label: action.notice(), action }
    }
}
