//! What can be done about a finding, and how it is called.

use content::CallId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What would mend a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Repair {
    pub action: RepairAction,
    /// What a button says.
    pub label: String,
}

/// One way to mend something, always at the place of its finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum RepairAction {
    /// The result answers nothing and goes.
    DropResult,
    /// The item is empty and goes.
    DropItem,
    /// The message is empty and goes.
    DropMessage,
    /// The call gets a result that says it did not run.
    AnswerCall,
    /// The call and its results get another id.
    RenameCall { to: CallId },
    /// The result moves to the function message right after its call.
    MoveResult,
    /// The calls of the message get an assistant message of their own, right after it.
    MoveCalls,
    /// The results after the calls of the message are put in the order of the calls.
    SortResults,
    /// The result gets the name of the function that was called.
    NameFunction,
}

impl RepairAction {
    pub(crate) fn label(&self) -> String {
        match self {
            Self::DropResult => "Leave the result out".to_owned(),
            Self::DropItem => "Leave the item out".to_owned(),
            Self::DropMessage => "Leave the message out".to_owned(),
            Self::AnswerCall => "Answer that it did not run".to_owned(),
            Self::RenameCall { to } => format!("Rename it to {to}"),
            Self::MoveResult => "Move it next to its call".to_owned(),
            Self::MoveCalls => "Give the calls a message of the assistant".to_owned(),
            Self::SortResults => "Put them in the order of the calls".to_owned(),
            Self::NameFunction => "Name the function that was called".to_owned(),
        }
    }

    /// What was done, as a sentence.
    pub(crate) fn account(&self) -> String {
        match self {
            Self::DropResult => "Left out a result that no call was waiting for.".to_owned(),
            Self::DropItem => "Left out an empty item.".to_owned(),
            Self::DropMessage => "Left out an empty message.".to_owned(),
            Self::AnswerCall => "Answered a call that had no result: it did not run.".to_owned(),
            Self::RenameCall { to } => format!("Renamed a call and its results to {to}."),
            Self::MoveResult => "Moved a result next to its call.".to_owned(),
            Self::MoveCalls => "Gave misplaced calls a message of the assistant.".to_owned(),
            Self::SortResults => "Put results in the order of their calls.".to_owned(),
            Self::NameFunction => "Gave a result the name of the function that was called.".to_owned(),
        }
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
        Self { label: action.label(), action }
    }
}
