//! The notes of a turn as the application keeps them. Its own type belongs to the whole application, which a loop needs
//! nothing else of.

use content::TurnId;
use invocation::TurnEvent;
use serde::{Deserialize, Serialize};
use sessions::{FiledNote, Filing};

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(super) enum Note {
    Turn { turn: TurnId, event: TurnEvent },
}

impl FiledNote for Note {
    fn filing(&self) -> Filing<'_> {
        let Self::Turn { turn, event } = self;
        if matches!(event, TurnEvent::Began { .. }) {
            return Filing::Begins(turn);
        }
        if matches!(event, TurnEvent::Ended { .. }) {
            return Filing::Ends(turn);
        }
        let is_passing = matches!(
            event,
            TurnEvent::ItemStarted { .. }
                | TurnEvent::TextDelta { .. }
                | TurnEvent::ReasoningDelta { .. }
                | TurnEvent::ArgumentsDelta { .. }
        );
        if is_passing { Filing::Passing } else { Filing::InOrder }
    }
}
