//! The turns that are under way.

use crate::attached::Attached;
use crate::contract::{CommandError, ErrorCode, FeedItem, Note};
use crate::journal::{self, TurnJournal, Unfinished};
use crate::ledger::Ledger;
use crate::models::AllModels;
use crate::recordings::SessionRecordings;
use crate::turn_error::TurnError;
use crate::turn_parts::TurnParts;
use content::{FunctionResult, Item, Message, MessageId, SessionId, TurnId};
use futures::FutureExt;
use invocation::{
    Intervention, Journal, JournalError, Misuse, Turn, TurnDriver, TurnInput, TurnPlan, TurnRecord,
    TurnServices, TurnStart,
};
use ports::{CallScope, Models, RetryNow};
use selection::RankedSelector;
use sessions::{Durability, End, OpenTurn, SessionEvent, StoreError};
use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, OnceLock};
use tokio::sync::{Mutex, Notify, mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

/// Interventions a turn may have waiting for it.
const QUEUED_INPUTS: usize = 16;

/// Begins turns, takes up those that the log leaves open, and hands them what a person does.
pub(crate) struct Turns {
    pub(crate) live: Arc<LiveTurns>,
    pub(crate) parts: Arc<TurnParts>,
    pub(crate) attached: Arc<Attached>,
}

/// Every turn that runs or waits in this process.
#[derive(Default)]
pub(crate) struct LiveTurns {
    turns: Mutex<HashMap<TurnId, Live>>,
    pub(crate) tasks: TaskTracker,
    closing: CancellationToken,
    /// A turn is driven no longer.
    changed: Notify,
}

struct Live {
    inbox: mpsc::Sender<Intervention>,
    retry_now: RetryNow,
}

/// What a new turn is made of.
pub(crate) struct NewTurn {
    pub(crate) session: SessionId,
    pub(crate) plan: TurnPlan,
    pub(crate) says: Vec<Item>,
    /// The message it goes on from. The head of the session, where none is named.
    pub(crate) after: Option<After>,
}

/// Where a turn begins that does not begin at the head.
pub(crate) struct After {
    pub(crate) message: Option<MessageId>,
    /// Results of its calls that are to be kept.
    pub(crate) given: Vec<FunctionResult>,
}

/// A turn that is about to be driven, with the records that are new.
struct Driven {
    session: SessionId,
    turn: Turn,
    /// It begins elsewhere than at the head, so the head goes there first.
    moved: Option<SessionEvent<Note>>,
    records: Vec<TurnRecord>,
}

/// What a session has where a turn begins.
struct Start {
    has_open_turns: bool,
    /// It is not the head, so the head goes there first.
    moved: Option<SessionEvent<Note>>,
    history: Vec<Message>,
}

impl Start {
    /// From a message, or from the head where none is named.
    async fn read(
        ledger: &Arc<Ledger>,
        session: &SessionId,
        from: Option<Option<MessageId>>,
    ) -> Result<Self, StoreError> {
        let session = session.clone();
        let read = move |ledger: &Ledger| {
            let store = ledger.store();
            let head = store.head(&session)?;
            let message = from.unwrap_or_else(|| head.clone());
            Ok(Self {
                has_open_turns: !store.open_turns(&session)?.is_empty(),
                moved: (message != head).then(|| SessionEvent::HeadMoved { head: message.clone() }),
                history: store.messages_to(&session, End::At(message))?,
            })
        };
        ledger.with(read).await
    }
}

impl Turns {
    pub(crate) async fn start(self: &Arc<Self>, new: NewTurn) -> Result<TurnId, CommandError> {
        let TurnParts { ledger, ids, .. } = self.parts.as_ref();
        let NewTurn { session, plan, says, after } = new;
        let (from, given) = after.map(|After { message, given }| (message, given)).unzip();
        let mut live = self.live.turns.lock().await;
        let mut start = Start::read(ledger, &session, from.clone()).await?;
        if start.has_open_turns {
            if !self.taken_up(&mut live, &session).await?.is_empty() {
                return Err(TurnError::UnderWay.into());
            }
            start = Start::read(ledger, &session, from).await?;
        }
        let Start { moved, history, .. } = start;
        if history.is_empty() && says.is_empty() {
            return Err(TurnError::NothingSaid.into());
        }
        let plan = self.parts.ready(plan);
        let given = given.unwrap_or_default();
        let start = TurnStart { id: ids.turn(), history, plan, says, given };
        let (turn, records) = Turn::begin(start, ids.as_ref());
        let id = turn.id().clone();
        self.drive(&mut live, Driven { session, turn, moved, records }).await?;
        Ok(id)
    }

    /// The turns of a session that are under way. Those that the log leaves open and nobody drives are taken up.
    pub(crate) async fn under_way(
        self: &Arc<Self>,
        session: &SessionId,
    ) -> Result<Vec<TurnId>, CommandError> {
        let mut live = self.live.turns.lock().await;
        self.taken_up(&mut live, session).await
    }

    async fn taken_up(
        self: &Arc<Self>,
        live: &mut HashMap<TurnId, Live>,
        session: &SessionId,
    ) -> Result<Vec<TurnId>, CommandError> {
        let TurnParts { ledger, ids, .. } = self.parts.as_ref();
        let open = ledger.open_turns(session.clone()).await?;
        let is_live = |open: &OpenTurn| live.contains_key(&open.turn);
        if open.iter().all(is_live) {
            return Ok(open.into_iter().map(|open| open.turn).collect());
        }
        if self.live.closing.is_cancelled() {
            return Err(TurnError::Closing.into());
        }
        let first = open.first().map_or(1, |first| first.began);
        let log = ledger.read(session.clone(), first - 1).await?;
        let head = ledger.head(session.clone()).await?;
        let mut unfinished = journal::unfinished(&log);
        unfinished.retain(|unfinished| !live.contains_key(&unfinished.turn));
        let mut ended = Vec::new();
        if let Some(lost) = log.iter().find(|entry| entry.event.is_unreadable()) {
            ended = journal::without(lost.seq, open, &mut unfinished, |turn| live.contains_key(turn));
        }
        ended.extend(journal::without_those_left_behind(head.as_ref(), &mut unfinished));
        ledger.append(session.clone(), ended, Durability::Power).await?;
        for Unfinished { turn, after, plan, records } in unfinished {
            let history = ledger.messages_to(session.clone(), End::At(after)).await?;
            let (turn, fresh) = Turn::rebuild(turn, plan, history, &records, ids.as_ref());
            let session = session.clone();
            self.drive(live, Driven { session, turn, moved: None, records: fresh }).await?;
        }
        let open = ledger.open_turns(session.clone()).await?;
        Ok(open.into_iter().map(|open| open.turn).collect())
    }

    async fn drive(
        self: &Arc<Self>,
        live: &mut HashMap<TurnId, Live>,
        driven: Driven,
    ) -> Result<(), CommandError> {
        let Driven { session, turn, moved, records } = driven;
        let TurnParts { ledger, models, functions, selector, filters, ids } = self.parts.as_ref();
        let id = turn.id().clone();
        let events = records.into_iter().map(|record| journal::to_event(&id, record));
        let events = moved.into_iter().chain(events).collect();
        ledger.append(session.clone(), events, Durability::Power).await?;
        let conversation = self.attached.conversation(&session);
        let journal = Arc::new(TurnJournal {
            ledger: Arc::clone(ledger),
            session: session.clone(),
            turn: id.clone(),
            tasks: self.live.tasks.clone(),
            failure: OnceLock::new(),
        });
        let catalogue = functions.catalogue(&session, &turn.plan().selection).await?;
        let (models, watched): (Arc<dyn Models>, Arc<dyn Journal>) = match &conversation {
            Some(conversation) => {
                conversation.begins(&id, turn.plan());
                (conversation.models(), conversation.journal(&journal, self))
            }
            None => (Arc::<AllModels>::clone(models), Arc::<TurnJournal>::clone(&journal)),
        };
        let services = TurnServices {
            models,
            catalogue,
            selector: Arc::<RankedSelector>::clone(selector),
            journal: watched,
            recordings: Arc::new(SessionRecordings { ledger: Arc::clone(ledger), session: session.clone() }),
            filters: filters.clone(),
            ids: Arc::clone(ids),
        };
        let (inbox, interventions) = mpsc::channel(QUEUED_INPUTS);
        let retry_now = RetryNow::default();
        let scope = CallScope::unobserved(self.live.closing.child_token()).retried_by(retry_now.clone());
        let driver = TurnDriver::new(turn, services, scope, interventions).of_session(&session);
        live.insert(id.clone(), Live { inbox, retry_now });
        let (turns, ledger) = (Arc::clone(&self.live), Arc::clone(ledger));
        self.live.tasks.spawn(async move {
            let failure = failure(driver.run(), &journal.failure).await;
            turns.turns.lock().await.remove(&id);
            turns.changed.notify_waiters();
            if let Some(conversation) = conversation.filter(|found| found.turn().as_ref() == Some(&id)) {
                conversation.let_go();
            }
            if let Some(error) = failure {
                ledger.tell(&session, FeedItem::Halted { turn: id, error });
            }
        });
        Ok(())
    }

    /// Hands something a person did to the turn and waits until the turn has taken it in.
    pub(crate) async fn intervene(
        self: &Arc<Self>,
        turn: &TurnId,
        input: TurnInput,
    ) -> Result<(), CommandError> {
        let inbox = self.inbox(turn).await?.ok_or_else(over)?;
        let place = inbox.reserve_owned().await.map_err(|_| over())?;
        // A turn that halts before it answers has told why on its feed.
        handed(place, input).await.ok_or_else(over)?.map_err(|misuse| match misuse {
            Misuse::NotWaiting { .. } | Misuse::Ended => over(),
            Misuse::NoFunction { .. }
            | Misuse::NoModel { .. }
            | Misuse::NotHere { .. }
            | Misuse::NoCall { .. }
            | Misuse::DecidedTwice { .. }
            | Misuse::Unsound { .. }
            | Misuse::OutOfOrder { .. } => CommandError::of(&misuse),
        })
    }

    /// Hands something to a turn as long as it is under way. One that has ended, perhaps just now, needs it no more.
    pub(crate) async fn reach(self: &Arc<Self>, turn: &TurnId, input: TurnInput) -> Result<(), CommandError> {
        match self.intervene(turn, input).await {
            Err(error) if error.code != ErrorCode::NotWaiting => Err(error),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    async fn inbox(
        self: &Arc<Self>,
        turn: &TurnId,
    ) -> Result<Option<mpsc::Sender<Intervention>>, CommandError> {
        let mut live = self.live.turns.lock().await;
        if !live.contains_key(turn)
            && let Some(session) = self.parts.ledger.session_of_open_turn(turn.clone()).await?
        {
            self.taken_up(&mut live, &session).await?;
        }
        Ok(live.get(turn).map(|live| live.inbox.clone()))
    }
}

impl LiveTurns {
    /// Ends the wait of a turn whose request is about to be sent again. Any other turn has nothing to end.
    pub(crate) async fn retry_now(&self, turn: &TurnId) {
        if let Some(live) = self.turns.lock().await.get(turn) {
            live.retry_now.ask();
        }
    }

    /// Waits until nobody drives a turn any more.
    pub(crate) async fn ended(&self, turn: &TurnId) {
        loop {
            let mut changed = std::pin::pin!(self.changed.notified());
            changed.as_mut().enable();
            if !self.turns.lock().await.contains_key(turn) {
                return;
            }
            changed.await;
        }
    }

    /// As long as this is kept, closing waits.
    pub(crate) fn hold_open(&self) -> TaskTrackerToken {
        self.tasks.token()
    }

    /// Calls off whatever runs. The log knows where each turn stood.
    pub(crate) async fn close(&self) {
        let mut live = self.turns.lock().await;
        // Let go of before anything is called off: to its turn, an answer that is called off has failed.
        live.clear();
        self.closing.cancel();
        drop(live);
        self.tasks.close();
        self.tasks.wait().await;
    }
}

/// Why the driving of a turn ends before the turn does. `None`, if the turn has ended.
async fn failure<T>(
    run: impl Future<Output = Result<T, JournalError>>,
    known: &OnceLock<CommandError>,
) -> Option<CommandError> {
    match AssertUnwindSafe(run).catch_unwind().await {
        Ok(Ok(_)) => None,
        Ok(Err(JournalError { reason })) => {
            Some(known.get().cloned().unwrap_or_else(|| TurnError::NotWritten { reason }.into()))
        }
        // The message of a panic may quote the conversation, so it stays out of the log.
        Err(_) => {
            tracing::error!("the driver of a turn panicked");
            Some(TurnError::Broken.into())
        }
    }
}

/// The reply of the turn. `None`, if it ends without one.
async fn handed(place: mpsc::OwnedPermit<Intervention>, input: TurnInput) -> Option<Result<(), Misuse>> {
    let (reply, answered) = oneshot::channel();
    // What arrives behind the last look of a turn is dropped with the last sender, so none is kept while it is waited for.
    drop(place.send(Intervention { input, reply }));
    answered.await.ok()
}

fn over() -> CommandError {
    CommandError { code: ErrorCode::NotWaiting, ..TurnError::NotWaiting.into() }
}

#[cfg(test)]
mod tests {
    use super::{JournalError, OnceLock, TurnInput, failure, handed, mpsc};

    #[tokio::test]
    async fn what_arrives_behind_the_end_of_a_turn_has_no_reply() {
        let (inbox, interventions) = mpsc::channel(1);
        let place = inbox.reserve_owned().await.expect("a place");
        drop(interventions);
        assert!(handed(place, TurnInput::Stop).await.is_none());
    }

    #[tokio::test]
    async fn a_driver_that_panics_has_an_error_of_its_own() {
        async fn panics() -> Result<(), JournalError> {
            panic!("a mistake in this program")
        }
        let unknown = OnceLock::new();
        let full = async || Err::<(), _>(JournalError { reason: "full".to_owned() });
        let told = [failure(panics(), &unknown).await, failure(full(), &unknown).await];
        let ids = told.map(|error| error.expect("it has not ended").message.id().to_string());
        assert_eq!(ids, ["turn-command.broken", "turn-command.not-written"]);
        assert!(failure(async { Ok(()) }, &unknown).await.is_none());
    }
}
