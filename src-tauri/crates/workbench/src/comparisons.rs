//! Comparisons: sessions side by side that go on from the same history, asked together.

mod error;
mod lanes;
mod running;

use crate::Workbench;
use crate::configuration::{UNTITLED, title_of};
use crate::contract::{
    CommandError, CreateComparison, Lane, LaneComparison, NamedComparison, NamedLane, Note, Nothing,
};
use crate::filing::LANES;
use crate::forking::Fork;
use content::SessionId;
pub(crate) use error::ComparisonError;
use sessions::{Durability, LogEntry, SessionEvent, SessionSummary, Store, StoreError};
use std::collections::HashMap;

/// More do not fit side by side.
const MAX_LANES: usize = 6;

impl Workbench {
    pub async fn comparison_create(&self, args: CreateComparison) -> Result<LaneComparison, CommandError> {
        let CreateComparison { session, model, asks } = args;
        self.check_no_lane(&session).await?;
        let title = title_of(&self.ledger()?, &session).await?;
        let fork = Fork { title: lane_title(&title, "B"), model, at: None };
        let forked = self.fork(&session, fork).await?;
        let mut second = forked.into_lane("B".to_owned(), &session);
        let question = if asks { self.question_of(&mut second, &session).await? } else { None };
        let asked = second.session.clone();
        let first = Lane { session, name: "A".to_owned(), is_forked: false, copied: None };
        let lanes = vec![first, second];
        let noted = SessionEvent::Noted { note: Note::Lanes { lanes: lanes.clone() } };
        let SessionSummary { id, title, created, changed, tags, models: _ } =
            self.new_session(title, vec![noted]).await?;
        self.ask_again(asked, question).await?;
        Ok(LaneComparison { id, title, created, changed, tags, lanes })
    }

    /// Ends a comparison. The session of the lane that is kept goes on by itself; what was made for the comparison is in
    /// the bin together with it, and can be restored from there.
    pub async fn comparison_end(&self, args: NamedLane) -> Result<Nothing, CommandError> {
        let NamedLane { comparison, lane } = args;
        let mut lanes = self.lanes(&comparison).await?;
        let kept = lanes.iter_mut().find(|one| one.session == lane).ok_or(ComparisonError::NoLane)?;
        let was_forked = std::mem::replace(&mut kept.is_forked, false);
        for lane in &lanes {
            self.check_rests(&lane.session).await?;
        }
        // A lane that goes on by itself has results of its own again.
        self.unshare(&lane, |_| true).await?;
        if was_forked {
            self.write_lanes(&comparison, lanes).await?;
        }
        self.discard_all(self.together(&comparison).await?).await
    }

    pub async fn comparison_read(&self, args: NamedComparison) -> Result<LaneComparison, CommandError> {
        let listed = self.ledger()?.with(|ledger| listed(ledger.store())).await?;
        let found = listed.comparisons.into_iter().find(|one| one.id == args.comparison);
        Ok(found.ok_or(ComparisonError::Gone)?)
    }

    /// The lanes a log tells, also of one that is in the bin.
    pub(crate) async fn lanes(&self, comparison: &SessionId) -> Result<Vec<Lane>, CommandError> {
        let id = comparison.clone();
        let lanes = self.ledger()?.with(move |ledger| lanes_of(ledger.store(), &id)).await?;
        Ok(lanes.ok_or(ComparisonError::Gone)?)
    }

    /// The sessions that go into the bin and come back together with this one, and itself.
    pub(crate) async fn together(&self, session: &SessionId) -> Result<Vec<SessionId>, CommandError> {
        let id = session.clone();
        let lanes = self.ledger()?.with(move |ledger| lanes_of(ledger.store(), &id)).await?;
        let lanes = lanes.unwrap_or_default().into_iter();
        let forked = lanes.filter(|lane| lane.is_forked).map(|lane| lane.session);
        Ok(forked.chain(std::iter::once(session.clone())).collect())
    }

    async fn write_lanes(&self, comparison: &SessionId, lanes: Vec<Lane>) -> Result<(), CommandError> {
        let noted = SessionEvent::Noted { note: Note::Lanes { lanes } };
        Ok(self.ledger()?.append(comparison.clone(), vec![noted], Durability::Process).await?)
    }

    /// A session is in one comparison at most, and a comparison is no lane.
    async fn check_no_lane(&self, session: &SessionId) -> Result<(), CommandError> {
        let listed = self.ledger()?.with(|ledger| listed(ledger.store())).await?;
        let is_taken = |one: &LaneComparison| {
            one.id == *session || one.lanes.iter().any(|lane| lane.session == *session)
        };
        match listed.comparisons.iter().find(|one| is_taken(one)) {
            None => Ok(()),
            Some(one) => Err(ComparisonError::InAnother { title: one.title.clone() }.into()),
        }
    }
}

/// What a list of sessions shows.
pub(crate) struct Listed {
    pub(crate) sessions: Vec<SessionSummary>,
    pub(crate) comparisons: Vec<LaneComparison>,
    /// What is in the bin. Lanes that went there with their comparison are not told of by themselves.
    pub(crate) discarded: Vec<SessionSummary>,
}

pub(crate) fn listed(store: &Store) -> Result<Listed, StoreError> {
    let mut all = HashMap::new();
    for session in store.filed(LANES)? {
        if let Some(lanes) = lanes_of(store, &session)? {
            all.insert(session, lanes);
        }
    }
    let listed = store.list()?;
    let changed: HashMap<_, _> = listed.iter().map(|one| (one.id.clone(), one.changed)).collect();
    let mut discarded = store.list_discarded()?;
    for lanes in discarded.iter().filter_map(|one| all.get(&one.id)).cloned().collect::<Vec<_>>() {
        let is_forked = |id: &SessionId| lanes.iter().any(|lane| lane.is_forked && lane.session == *id);
        discarded.retain(|one| !is_forked(&one.id));
    }
    let (mut sessions, mut comparisons) = (Vec::new(), Vec::new());
    for session in listed {
        match all.remove(&session.id) {
            None => sessions.push(session),
            Some(lanes) => comparisons.push(comparison(session, lanes, &changed)),
        }
    }
    Ok(Listed { sessions, comparisons, discarded })
}

/// Lanes whose session is in the bin or gone are left out.
fn comparison(
    summary: SessionSummary,
    lanes: Vec<Lane>,
    changed: &HashMap<SessionId, content::Timestamp>,
) -> LaneComparison {
    let lanes: Vec<_> = lanes.into_iter().filter(|lane| changed.contains_key(&lane.session)).collect();
    let newest = lanes.iter().filter_map(|lane| changed.get(&lane.session)).max();
    let changed = newest.map_or(summary.changed, |newest| (*newest).max(summary.changed));
    let SessionSummary { id, title, created, tags, .. } = summary;
    LaneComparison { id, title, created, changed, tags, lanes }
}

pub(crate) fn lanes_of(store: &Store, session: &SessionId) -> Result<Option<Vec<Lane>>, StoreError> {
    let found: Option<LogEntry<Note>> = store.latest(session, LANES)?;
    let note = found.and_then(|entry| entry.event.into_note());
    Ok(if let Some(Note::Lanes { lanes }) = note { Some(lanes) } else { None })
}

fn lane_title(title: &str, name: &str) -> String {
    if title == UNTITLED { UNTITLED.to_owned() } else { format!("{title} · {name}") }
}
