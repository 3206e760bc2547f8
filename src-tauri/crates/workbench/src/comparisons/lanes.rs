//! The lanes of a comparison: one more, one less, their order and names, and whose results they use.

use super::{ComparisonError, MAX_LANES, lane_title};
use crate::Workbench;
use crate::configuration::{functions_of, title_from, title_of};
use crate::contract::{
    AddLane, ArrangeLanes, CommandError, ConfigureFunctions, CopiedAnswer, Lane, LaneComparison,
    NamedComparison, NamedLane, RerunFrom, RerunTurn, ShareResults,
};
use crate::forking::Fork;
use content::{MessageId, Role, SessionId};
use functions::{FunctionSettings, ResultsOf};
use sessions::End;
use std::collections::HashSet;

impl Workbench {
    pub async fn lane_add(&self, args: AddLane) -> Result<LaneComparison, CommandError> {
        let AddLane { comparison, from, model, asks } = args;
        let mut lanes = self.lanes(&comparison).await?;
        if !lanes.iter().any(|lane| lane.session == from) {
            return Err(ComparisonError::NoLane.into());
        }
        check_count(lanes.len() + 1)?;
        let name = free_name(&lanes);
        let title = lane_title(&title_of(&self.ledger()?, &comparison).await?, &name);
        let shared = self.shared_results(&lanes).await?;
        let forked = self.fork(&from, Fork { title, model, at: None }).await?;
        let mut lane = forked.into_lane(name, &from);
        if let Some(of) = shared {
            self.use_results(&lane.session, Some(of)).await?;
        }
        let question = if asks { self.question_of(&mut lane, &from).await? } else { None };
        let session = lane.session.clone();
        let place = lanes.iter().position(|lane| lane.session == from).map_or(lanes.len(), |at| at + 1);
        lanes.insert(place, lane);
        self.write_lanes(&comparison, lanes).await?;
        self.ask_again(session, question).await?;
        self.comparison_read(NamedComparison { comparison }).await
    }

    /// The results that lanes use of one of them, which a new lane then uses as well.
    async fn shared_results(&self, lanes: &[Lane]) -> Result<Option<ResultsOf>, CommandError> {
        for lane in lanes {
            let of = functions_of(&self.ledger()?, &lane.session).await?.results_of;
            if let Some(of) = of.filter(|of| lanes.iter().any(|one| one.session == of.session)) {
                return Ok(Some(of));
            }
        }
        Ok(None)
    }

    /// The last message of the person, which the lane answers itself. Only what was answered before it stays copied.
    pub(super) async fn question_of(
        &self,
        lane: &mut Lane,
        from: &SessionId,
    ) -> Result<Option<MessageId>, CommandError> {
        let said = self.ledger()?.messages_to(lane.session.clone(), End::Head).await?;
        let Some(place) = said.iter().rposition(|message| message.role == Role::User) else {
            return Ok(None);
        };
        let before = said.get(..place).unwrap_or_default();
        let is_answered = before.iter().any(|message| message.role == Role::Assistant);
        let last = before.last().filter(|_| is_answered).map(|message| message.id.clone());
        lane.copied = last.map(|last| CopiedAnswer { from: from.clone(), last });
        Ok(said.get(place).map(|asked| asked.id.clone()))
    }

    pub(super) async fn ask_again(
        &self,
        session: SessionId,
        question: Option<MessageId>,
    ) -> Result<(), CommandError> {
        let Some(message) = question else { return Ok(()) };
        let from = RerunFrom::Message { message };
        self.turn_rerun(RerunTurn { session, from, plan: None }).await.map(drop)
    }

    /// Takes a lane out. A session that was made for it goes into the bin, another one back into the list.
    pub async fn lane_remove(&self, args: NamedLane) -> Result<LaneComparison, CommandError> {
        let NamedLane { comparison, lane } = args;
        let mut lanes = self.lanes(&comparison).await?;
        let place = lanes.iter().position(|one| one.session == lane).ok_or(ComparisonError::NoLane)?;
        if lanes.len() < 2 {
            return Err(ComparisonError::LastLane.into());
        }
        self.check_rests(&lane).await?;
        let removed = lanes.remove(place);
        for other in &lanes {
            self.unshare(&other.session, |of| of.session == lane).await?;
        }
        self.unshare(&lane, |_| true).await?;
        self.write_lanes(&comparison, lanes).await?;
        if removed.is_forked {
            self.ledger()?.with(move |ledger| ledger.store().discard(&lane, ledger.now())).await?;
        }
        self.comparison_read(NamedComparison { comparison }).await
    }

    /// Sets which lanes there are, in which order and under which names.
    pub async fn lanes_arrange(&self, args: ArrangeLanes) -> Result<LaneComparison, CommandError> {
        let ArrangeLanes { comparison, mut lanes } = args;
        let before = self.lanes(&comparison).await?;
        check_count(lanes.len())?;
        let (mut seen, mut new) = (HashSet::new(), Vec::new());
        for lane in &mut lanes {
            lane.name = title_from(&lane.name).ok_or(ComparisonError::NoName)?;
            let known = before.iter().find(|one| one.session == lane.session);
            lane.copied = known.and_then(|known| known.copied.clone());
            if known.is_none() {
                self.check_no_lane(&lane.session).await?;
                new.push(lane.session.clone());
            }
            title_of(&self.ledger()?, &lane.session).await?;
            if !seen.insert(lane.session.clone()) {
                return Err(ComparisonError::SameSession.into());
            }
        }
        if let Some(of) = self.shared_results(&before).await? {
            for session in new.iter().filter(|session| **session != of.session) {
                self.use_results(session, Some(of.clone())).await?;
            }
        }
        self.write_lanes(&comparison, lanes).await?;
        self.comparison_read(NamedComparison { comparison }).await
    }

    /// Lets all lanes have the results of one, so that their models are compared under equal conditions.
    pub async fn lanes_share(&self, args: ShareResults) -> Result<LaneComparison, CommandError> {
        let ShareResults { comparison, lane, on_miss } = args;
        let lanes = self.lanes(&comparison).await?;
        if lane.as_ref().is_some_and(|lane| !lanes.iter().any(|one| one.session == *lane)) {
            return Err(ComparisonError::NoLane.into());
        }
        // First the one whose results are used, so that two lanes never wait for each other.
        for session in lane.iter().chain(lanes.iter().map(|one| &one.session)) {
            let of = lane.clone().filter(|lane| lane != session);
            let results_of = of.map(|session| ResultsOf { session, on_miss });
            self.use_results(session, results_of).await?;
        }
        self.comparison_read(NamedComparison { comparison }).await
    }

    /// Gives a session results of its own again, if it uses such ones.
    pub(super) async fn unshare(
        &self,
        session: &SessionId,
        which: impl Fn(&ResultsOf) -> bool,
    ) -> Result<(), CommandError> {
        let settings = functions_of(&self.ledger()?, session).await?;
        if settings.results_of.as_ref().is_some_and(which) {
            self.use_results(session, None).await?;
        }
        Ok(())
    }

    async fn use_results(
        &self,
        session: &SessionId,
        results_of: Option<ResultsOf>,
    ) -> Result<(), CommandError> {
        let before = functions_of(&self.ledger()?, session).await?;
        if before.results_of == results_of {
            return Ok(());
        }
        let settings = FunctionSettings { results_of, ..before };
        self.functions_configure(ConfigureFunctions { session: session.clone(), settings }).await?;
        Ok(())
    }
}

fn check_count(count: usize) -> Result<(), ComparisonError> {
    if count > MAX_LANES {
        return Err(ComparisonError::TooManyLanes { most: MAX_LANES });
    }
    if count == 0 {
        return Err(ComparisonError::NoLanes);
    }
    Ok(())
}

/// The first letter that names no lane.
fn free_name(lanes: &[Lane]) -> String {
    let is_free = |name: &String| !lanes.iter().any(|lane| lane.name == *name);
    ('A'..='Z').map(String::from).find(is_free).unwrap_or_else(|| "New".to_owned())
}
