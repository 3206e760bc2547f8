//! What can be wrong with a history, where, and what would mend it.

use crate::Repair;
use content::MessageId;
use notices::Notice;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One thing about a history that a person should know before it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    pub kind: FindingKind,
    pub severity: Severity,
    pub place: Place,
    pub message: Notice,
    /// What would mend it. Absent where only a person can tell what was meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub repair: Option<Repair>,
}

/// Where in a history something was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    pub message: MessageId,
    /// The item in the message, counted from nought. Absent if the whole message is meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub item: Option<usize>,
}

/// The kinds of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum FindingKind {
    /// A result answers a call that is nowhere in the history.
    OrphanResult,
    /// A call has no result.
    UnansweredCall,
    /// An earlier call has the same id.
    DuplicateCallId,
    /// The call a result answers has another result.
    SecondResult,
    /// A result is not in a function message right after its call.
    MisplacedResult,
    /// A call stands in a message of another side than the assistant's.
    CallOutsideAssistant,
    /// A call's id is empty or not of the form a provider demands.
    InvalidCallId,
    /// An item has nothing in it.
    EmptyItem,
    /// A message has no items.
    EmptyMessage,
    /// A result names another function than its call.
    FunctionMismatch,
    /// A function message holds something that is no result, which hardly any provider can be told.
    ForeignItem,
    /// The results of one message are in another order than its calls.
    ResultsOutOfOrder,
    /// The same side speaks twice in a row.
    ConsecutiveRoles,
    /// The arguments of a call are not a JSON object.
    MalformedArguments,
}

impl FindingKind {
    pub fn severity(self) -> Severity {
        match self {
            Self::OrphanResult
            | Self::UnansweredCall
            | Self::DuplicateCallId
            | Self::SecondResult
            | Self::MisplacedResult
            | Self::CallOutsideAssistant
            | Self::InvalidCallId
            | Self::EmptyItem
            | Self::EmptyMessage => Severity::Broken,
            Self::FunctionMismatch | Self::ForeignItem => Severity::Suspicious,
            Self::ResultsOutOfOrder | Self::ConsecutiveRoles | Self::MalformedArguments => Severity::Note,
        }
    }
}

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Severity {
    /// Some providers mind, or a model may be puzzled; often it is what a person wanted.
    Note,
    /// It is accepted by most, but hardly what was meant.
    Suspicious,
    /// Most providers refuse a request with it.
    Broken,
}

#[cfg(test)]
mod tests {
    use crate::testing::{Conversation, closed};
    use crate::{Finding, check};
    use serde_json::json;

    #[test]
    fn a_finding_is_written_the_way_the_page_reads_it_and_read_back() {
        let history = Conversation::new().calls(&["a"]).path();
        let written = serde_json::to_value(check(&history, &closed())).expect("JSON");
        let expected = json!([{
            "kind": "unansweredCall",
            "severity": "broken",
            "place": { "message": "m1", "item": 0 },
            "message": { "id": "finding.unanswered", "values": { "function": "weather · get_forecast" } },
            "repair": { "action": { "type": "answerCall" }, "label": { "id": "repair-action.answer-call", "values": {} } },
        }]);
        assert_eq!(written, expected);
        let read: Vec<Finding> = serde_json::from_value(written).expect("findings");
        assert_eq!(read, check(&history, &closed()));
    }
}
