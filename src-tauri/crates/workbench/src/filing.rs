//! How notes are found again: the last plan, where turns begin and end, and what was only shown on the way.

use crate::contract::Note;
use invocation::TurnEvent;
use sessions::{FiledNote, Filing};

/// The kind under which the last plan of a session is found.
pub(crate) const CONFIGURED: &str = "configured";
/// The same for how a session uses functions.
pub(crate) const FUNCTIONS: &str = "functions";
/// The same for the lanes of a comparison. Only a comparison has some.
pub(crate) const LANES: &str = "lanes";
/// The kind under which it is found that an answer was cut off.
pub(crate) const CUT: &str = "cut";

impl FiledNote for Note {
    fn filing(&self) -> Filing<'_> {
        match self {
            Self::Configured { .. } => Filing::Latest(CONFIGURED),
            Self::Functions { .. } => Filing::Latest(FUNCTIONS),
            Self::Lanes { .. } => Filing::Latest(LANES),
            Self::Forked { .. } | Self::Tried { .. } => Filing::InOrder,
            Self::Turn { turn, event } => match event {
                TurnEvent::Began { .. } => Filing::Begins(turn),
                TurnEvent::Ended { .. } => Filing::Ends(turn),
                TurnEvent::AnswerCut { message: Some(message), .. } => Filing::About(CUT, message),
                // It dates the first token, also in a session that is opened later.
                TurnEvent::ItemStarted { index: 0, .. } => Filing::InOrder,
                TurnEvent::ItemStarted { .. }
                | TurnEvent::TextDelta { .. }
                | TurnEvent::ReasoningDelta { .. }
                | TurnEvent::ArgumentsDelta { .. } => Filing::Passing,
                TurnEvent::Given { .. }
                | TurnEvent::RoundBegan { .. }
                | TurnEvent::Selected { .. }
                | TurnEvent::RequestSent { .. }
                | TurnEvent::Adapted { .. }
                | TurnEvent::ModelReplaced { .. }
                | TurnEvent::ResponseReceived { .. }
                | TurnEvent::AnswerCut { message: None, .. }
                | TurnEvent::CallsResolved { .. }
                | TurnEvent::Paused { .. }
                | TurnEvent::Answered { .. }
                | TurnEvent::CallStarted { .. }
                | TurnEvent::PersonAsked { .. }
                | TurnEvent::PersonAnswered { .. }
                | TurnEvent::CallEnded { .. }
                | TurnEvent::RequestFailed { .. }
                | TurnEvent::BreakpointsHit { .. }
                | TurnEvent::HandedOver { .. }
                | TurnEvent::CompletionReceived { .. }
                | TurnEvent::Filtered { .. }
                | TurnEvent::LimitHit { .. }
                | TurnEvent::TimeUp
                | TurnEvent::Noticed { .. }
                | TurnEvent::PauseRequested
                | TurnEvent::BreakpointsChanged { .. }
                | TurnEvent::ApprovalsChanged { .. }
                | TurnEvent::SettingsChanged { .. } => Filing::InOrder,
            },
        }
    }
}
