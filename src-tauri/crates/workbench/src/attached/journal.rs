//! Reads along what the turn of a program writes down, so that the program gets its response at the right moment.

mod behind;

use super::Conversation;
use super::echoes::Repeated;
use crate::contract::{HeldRequest, OnTimeout};
use crate::journal::TurnJournal;
use crate::locking::lock;
use crate::turns::Turns;
use behind::WriteBehind;
use content::{CallId, ExchangeId, Item, MessageId, Origin, Role, Timestamp, TurnId};
use futures::future::{BoxFuture, FutureExt};
use gateway::{Complaint, Waits};
use invocation::{
    Answer, Approvals, Breakpoint, Decision, Journal, JournalError, Pace, TurnEvent, TurnFinding, TurnInput,
    TurnRecord,
};
use ports::{Progress, WireObserver};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;

pub(crate) struct AttachedJournal {
    inner: Arc<TurnJournal>,
    conversation: Arc<Conversation>,
    turn: TurnId,
    turns: Weak<Turns>,
    tasks: TaskTracker,
    log: WriteBehind,
    /// The time-out of the stop that waits for an answer.
    time_out: Mutex<Option<DropGuard>>,
}

impl Journal for AttachedJournal {
    fn append(&self, records: Vec<TurnRecord>) -> BoxFuture<'_, Result<(), JournalError>> {
        async move {
            let news: Vec<News> = records.iter().flat_map(news_of).collect();
            let started: Vec<CallId> = records.iter().filter_map(started).collect();
            let has_to_be_there = news.iter().any(|news| self.has_to_be_there(news));
            if has_to_be_there || (!started.is_empty() && self.conversation.is_held()) {
                // What decides over a call is on disk before the program can act on it.
                self.log.now(records).await?;
            } else {
                self.log.soon(records).await?;
            }
            if !started.is_empty() {
                self.conversation.calls_start(started);
            }
            news.into_iter().for_each(|news| self.take(news));
            Ok(())
        }
        .boxed()
    }

    fn observe(&self, exchange: &ExchangeId) -> Arc<dyn WireObserver> {
        self.inner.observe(exchange)
    }

    fn progressed(&self, call: &CallId, progress: Progress) {
        self.inner.progressed(call, progress);
    }
}

/// What of a record a program has to do with.
enum News {
    Paused(u32),
    Answered(Pace),
    Breakpoints(Vec<Breakpoint>),
    PauseRequested,
    /// What the next requests ask for is not what the program asks for.
    Settings,
    Approvals(Approvals),
    /// A person wrote the answer.
    Written(Vec<Item>),
    /// A filter gave the answer, or the application had to say why there is none.
    Ours(Vec<Item>),
    /// An answer is in the session.
    Said(MessageId, Repeated),
    Ended(invocation::TurnOutcome),
}

fn news_of(record: &TurnRecord) -> Vec<News> {
    match record {
        TurnRecord::Event(event) => news_of_event(event).into_iter().collect(),
        TurnRecord::Message(message) if message.role == Role::Assistant => {
            #[allow(clippy::wildcard_enum_match_arm, reason = "every other answer is one of a model")]
            let written = match message.origin {
                Origin::Simulated => Some(News::Written(message.items.clone())),
                Origin::Application => Some(News::Ours(message.items.clone())),
                _ => None,
            };
            written.into_iter().chain([News::Said(message.id.clone(), Repeated::of(message))]).collect()
        }
        TurnRecord::Message(_) => Vec::new(),
    }
}

fn news_of_event(event: &TurnEvent) -> Option<News> {
    #[allow(clippy::wildcard_enum_match_arm, reason = "every other event is the turn's own business")]
    match event {
        TurnEvent::Paused { pause, .. } => Some(News::Paused(pause.number)),
        // The turn stands where it stood.
        TurnEvent::Answered { effect: Some(effect), .. } if effect.stays => None,
        TurnEvent::Answered { answer, .. } => Some(News::Answered(answer.pace)),
        TurnEvent::BreakpointsChanged { breakpoints } => Some(News::Breakpoints(breakpoints.clone())),
        TurnEvent::PauseRequested => Some(News::PauseRequested),
        TurnEvent::SettingsChanged { .. } => Some(News::Settings),
        TurnEvent::ApprovalsChanged { approvals } => Some(News::Approvals(approvals.clone())),
        TurnEvent::Ended { outcome } => Some(News::Ended(outcome.clone())),
        _ => None,
    }
}

/// A call that the program is to run. What a stand-in answers never reaches it.
fn started(record: &TurnRecord) -> Option<CallId> {
    let TurnRecord::Event(TurnEvent::CallStarted { call, origin }) = record else { return None };
    (*origin == Origin::Function).then(|| call.clone())
}

impl AttachedJournal {
    pub(super) fn new(
        inner: &Arc<TurnJournal>,
        conversation: &Arc<Conversation>,
        turns: &Arc<Turns>,
    ) -> Self {
        let tasks = turns.live.tasks.clone();
        Self {
            inner: Arc::clone(inner),
            conversation: Arc::clone(conversation),
            turn: inner.turn.clone(),
            turns: Arc::downgrade(turns),
            log: WriteBehind::begin(Arc::clone(inner), &tasks),
            tasks,
            time_out: Mutex::default(),
        }
    }

    /// Whether something has to be on disk before the program goes on. An answer that was said alone need not: the program has it
    /// already, or it is held until its calls start. Only where the next request can name it, it is read from there.
    fn has_to_be_there(&self, news: &News) -> bool {
        !matches!(news, News::Said(..)) || self.conversation.can_name_answers()
    }

    fn take(&self, news: News) {
        if !matches!(news, News::Said(..)) {
            self.conversation.touched();
        }
        match news {
            News::Paused(number) => self.paused(number),
            News::Answered(pace) => {
                *lock(&self.time_out) = None;
                self.conversation.steps(matches!(pace, Pace::Step | Pace::StepOver | Pace::ToCall));
                self.conversation.waits(Waits::No);
            }
            News::Breakpoints(breakpoints) => self.conversation.breaks_at(&breakpoints),
            News::Settings => {}
            News::Approvals(approvals) => self.conversation.asks_for(approvals),
            News::Written(items) => self.conversation.written(items),
            News::Ours(items) => self.conversation.written_unless_begun(items),
            News::Said(message, said) => self.conversation.answered_by(message, said),
            News::PauseRequested => self.conversation.steps(true),
            News::Ended(outcome) => self.conversation.ended(&outcome),
        }
    }

    fn paused(&self, number: u32) {
        let conversation = &self.conversation;
        let Some(exchange) = conversation.under_way() else { return };
        let since = self.inner.ledger.now();
        let later = |wait: Duration| {
            let wait = i64::try_from(wait.as_millis()).unwrap_or(i64::MAX);
            Timestamp(since.0.saturating_add(wait))
        };
        conversation.program.holds(HeldRequest {
            session: conversation.session.clone(),
            turn: self.turn.clone(),
            since,
            until: conversation.patience().map(later),
            streams: exchange.request().streams,
        });
        conversation.waits(Waits::ForDecision);
        if let Some((wait, then)) = conversation.deadline() {
            let answered = CancellationToken::new();
            *lock(&self.time_out) = Some(answered.clone().drop_guard());
            let out_of_time = OutOfTime {
                conversation: Arc::clone(conversation),
                turn: self.turn.clone(),
                turns: self.turns.clone(),
                answered,
            };
            self.tasks.spawn(out_of_time.after(wait, number, then));
        }
    }
}

/// What happens at a stop when the program would wait no longer.
struct OutOfTime {
    conversation: Arc<Conversation>,
    turn: TurnId,
    turns: Weak<Turns>,
    answered: CancellationToken,
}

impl OutOfTime {
    async fn after(self, wait: Duration, pause: u32, then: OnTimeout) {
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            () = self.answered.cancelled() => return,
            () = self.left() => return,
        }
        let Some(turns) = self.turns.upgrade() else { return };
        let has_failed = then == OnTimeout::Fail;
        let noticed = TurnInput::Noticed(TurnFinding::OutOfTime { has_failed });
        let input = match then {
            OnTimeout::Hold => return,
            OnTimeout::GoOn => {
                let decision = Decision::Continue;
                TurnInput::Answer(Answer { pause, decision, others: Vec::new(), pace: Pace::Run })
            }
            OnTimeout::Fail => {
                let message = "A stop in Callwright held this request longer than the program waits.";
                self.conversation.fail(&Complaint { status: 504, message: message.to_owned() });
                TurnInput::Stop
            }
        };
        for input in [noticed, input] {
            // A person may have answered in this very moment.
            let _ = turns.reach(&self.turn, input).await;
        }
    }

    /// Completes once the program waits no longer.
    async fn left(&self) {
        if let Some(exchange) = self.conversation.under_way() {
            exchange.left().await;
        }
    }
}
