//! All lanes at once. Each runs by itself, and one that fails leaves the others alone.

use crate::Workbench;
use crate::configuration::{UNTITLED, functions_of, title_from, title_of};
use crate::contract::{CommandError, NamedComparison, Nothing, StartLanes, StartTurn, StartedLane};
use content::SessionId;
use futures::future::{join_all, try_join_all};
use invocation::TurnInput;
use sessions::SessionEvent;

impl Workbench {
    /// Says the same to all lanes.
    pub async fn lanes_start(&self, args: StartLanes) -> Result<Vec<StartedLane>, CommandError> {
        let StartLanes { comparison, text } = args;
        let lanes = self.lanes(&comparison).await?;
        let title = text.as_deref().and_then(title_from);
        if let (Some(title), true) = (title, title_of(&self.ledger()?, &comparison).await? == UNTITLED) {
            self.note(comparison.clone(), vec![SessionEvent::Renamed { title }]).await?;
        }
        let (mut first, mut then) = (Vec::new(), Vec::new());
        for lane in &lanes {
            // A lane that uses another's results finds that one under way, and waits for it.
            let uses_others = functions_of(&self.ledger()?, &lane.session).await?.results_of.is_some();
            if uses_others {
                then.push(&lane.session)
            } else {
                first.push(&lane.session)
            };
        }
        let mut started = join_all(first.into_iter().map(|lane| self.start_lane(lane, &text))).await;
        started.extend(join_all(then.into_iter().map(|lane| self.start_lane(lane, &text))).await);
        Ok(started)
    }

    /// Ends the turns of all lanes.
    pub async fn lanes_stop(&self, args: NamedComparison) -> Result<Nothing, CommandError> {
        let lanes = self.lanes(&args.comparison).await?;
        try_join_all(lanes.iter().map(|lane| self.stop_lane(&lane.session))).await?;
        Ok(Nothing {})
    }

    async fn start_lane(&self, lane: &SessionId, text: &Option<String>) -> StartedLane {
        let session = lane.clone();
        let started = self.turn_start(StartTurn { session: lane.clone(), text: text.clone(), speaker: None });
        match started.await {
            Ok(turn) => StartedLane { session, turn: Some(turn), error: None },
            Err(error) => StartedLane { session, turn: None, error: Some(error) },
        }
    }

    async fn stop_lane(&self, lane: &SessionId) -> Result<(), CommandError> {
        let turns = self.turns()?;
        for turn in turns.under_way(lane).await? {
            turns.reach(&turn, TurnInput::Stop).await?;
        }
        Ok(())
    }
}
