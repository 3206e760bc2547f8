//! Performs the steps of a turn: selects, asks the model, calls functions, waits for people, and writes the log.

mod asked;
mod caller;
mod calls;
mod complete;
mod load;
mod prompt;
mod request;
mod revealed;
mod spans;

use self::load::Scales;
use crate::failure::TurnFailure;
use crate::filter::{BuiltIn, Pipeline};
use crate::turn::absent;
use crate::{Answer, Decision, Filter, Misuse, Recorded, SelectStep, Step, Turn, TurnInput, TurnRecord};
use content::{CallId, ExchangeId, FunctionCall, SessionId};
use futures::future::BoxFuture;
use notices::Describe;
use ports::{CallScope, Catalogue, IdSource, Models, Progress, Selector, WireObserver};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};
use tracing::Instrument;

/// The time a model has for its last words after the turn's time is up.
const CLOSING_TIMEOUT: Duration = Duration::from_secs(60);

/// Stores the records of a turn. A record is stored before it is shown.
pub trait Journal: Send + Sync {
    fn append(&self, records: Vec<TurnRecord>) -> BoxFuture<'_, Result<(), JournalError>>;

    /// The observer of one exchange with a model.
    fn observe(&self, exchange: &ExchangeId) -> Arc<dyn WireObserver>;

    /// Receives the progress of a call, which is shown and not stored.
    fn progressed(&self, _call: &CallId, _progress: Progress) {}
}

/// Provides the real results of earlier calls.
pub trait Recordings: Send + Sync {
    /// The latest result of a call with the same function and equal arguments.
    fn find<'a>(&'a self, call: &'a FunctionCall) -> BoxFuture<'a, Option<Recorded>>;
}

/// The log can't be written, so the turn must not continue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the log can't be written: {reason}")]
pub struct JournalError {
    pub reason: String,
}

/// The ports a driver uses.
#[derive(Clone)]
pub struct TurnServices {
    pub models: Arc<dyn Models>,
    pub catalogue: Arc<dyn Catalogue>,
    pub selector: Arc<dyn Selector>,
    pub journal: Arc<dyn Journal>,
    pub recordings: Arc<dyn Recordings>,
    /// Filters written in code, outside those of the plan.
    pub filters: Vec<Arc<dyn Filter>>,
    pub ids: Arc<dyn IdSource>,
}

/// A person's input to a running turn, with the channel for its reply.
#[derive(Debug)]
pub struct Intervention {
    pub input: TurnInput,
    pub reply: oneshot::Sender<Result<(), Misuse>>,
}

/// Runs one turn to its end, or until the application exits.
pub struct TurnDriver {
    turn: Turn,
    /// The session of the turn, for its spans.
    session: Option<SessionId>,
    services: TurnServices,
    scope: CallScope,
    inbox: mpsc::Receiver<Intervention>,
    scales: Scales,
    /// The time worked so far. Waiting for a person is not counted.
    worked: Duration,
    /// The part of the current step spent waiting for a person.
    waited: Duration,
    /// The moment the turn's time is up, while it works.
    until: Option<Instant>,
}

/// The reason why a driver stops.
enum Halt {
    /// The turn has ended, or nobody is left to answer it.
    Done,
    Journal(JournalError),
}

/// The result of work that a person could interrupt.
enum Worked<T> {
    Through(T),
    Stopped,
    /// The time of the turn ran out, and with it the wait for its calls.
    TimeUp,
}

impl From<JournalError> for Halt {
    fn from(error: JournalError) -> Self {
        Self::Journal(error)
    }
}

impl TurnDriver {
    pub fn new(
        turn: Turn,
        services: TurnServices,
        scope: CallScope,
        inbox: mpsc::Receiver<Intervention>,
    ) -> Self {
        Self {
            turn,
            session: None,
            services,
            scope,
            inbox,
            scales: Scales::default(),
            worked: Duration::ZERO,
            waited: Duration::ZERO,
            until: None,
        }
    }

    /// Names the session, so that the spans of its turns can be found together.
    pub fn of_session(self, session: &SessionId) -> Self {
        Self { session: Some(session.clone()), ..self }
    }

    /// Runs until the turn ends. An error means that the log could not be written: the turn stays at its last stored
    /// record and can be rebuilt from there.
    pub async fn run(mut self) -> Result<Turn, JournalError> {
        let span = spans::turn(&self.turn, self.session.as_ref());
        let halted = self.go_on().instrument(span.clone()).await;
        spans::ended(&span, &self.turn);
        match halted {
            Halt::Done => Ok(self.turn),
            Halt::Journal(error) => {
                spans::fail(&span, "journal");
                Err(error)
            }
        }
    }

    async fn go_on(&mut self) -> Halt {
        loop {
            if let Err(halt) = self.step().await {
                return halt;
            }
        }
    }

    async fn step(&mut self) -> Result<(), Halt> {
        match self.turn.next() {
            Step::Finish => Err(Halt::Done),
            Step::Pause(pause) => self.wait().instrument(spans::pause(&pause)).await,
            step @ (Step::Select(_)
            | Step::Request(_)
            | Step::Resolve { .. }
            | Step::Invoke(_)
            | Step::Complete(_)) => {
                let begun = Instant::now();
                self.until = self.time_left().map(|left| begun + left);
                let done = self.work(step).await;
                self.worked += begun.elapsed().saturating_sub(std::mem::take(&mut self.waited));
                done
            }
        }
    }

    /// The time the turn may still work.
    fn time_left(&self) -> Option<Duration> {
        let limit = self.turn.plan().limits.seconds.map(u64::from).map(Duration::from_secs)?;
        let limit = if self.turn.is_time_up() { limit + CLOSING_TIMEOUT } else { limit };
        Some(limit.saturating_sub(self.worked))
    }

    async fn work(&mut self, step: Step) -> Result<(), Halt> {
        match step {
            Step::Select(step) => self.select(step).await,
            Step::Request(step) => self.request(step).await,
            Step::Resolve { calls, offered } => self.resolve(&calls, &offered).await,
            Step::Invoke(calls) if calls.is_empty() => Err(Halt::Done),
            Step::Invoke(calls) => self.invoke(calls).await,
            Step::Complete(step) => self.complete(step).await,
            Step::Pause(_) | Step::Finish => Ok(()),
        }
    }

    async fn select(&mut self, step: SelectStep) -> Result<(), Halt> {
        let query = step.query(&self.turn.plan().selection, self.services.catalogue.as_ref());
        let (selector, scope) = (Arc::clone(&self.services.selector), self.scope.clone());
        let span = spans::selection(query.candidates.len());
        let work = async move { selector.select(query, &scope).await }.instrument(span.clone());
        let input = match self.meanwhile(work).await? {
            Worked::Through(Ok(selection)) => {
                span.record("callwright.functions.offered", selection.offered().count());
                TurnInput::Selected(selection)
            }
            Worked::Through(Err(source)) => {
                let error = TurnFailure::NotSelected { source };
                let (message, advice) = (error.notice(), error.advice());
                TurnInput::RequestFailed { message, advice, remedies: Vec::new() }
            }
            Worked::Stopped | Worked::TimeUp => TurnInput::Stop,
        };
        self.commit(input).await
    }

    async fn wait(&mut self) -> Result<(), Halt> {
        let intervention = self.inbox.recv().await.ok_or(Halt::Done)?;
        self.intervene(intervention).await
    }

    /// The current filters: those written in code, then those of the plan.
    fn pipeline(&self) -> Pipeline {
        let planned = self.turn.plan().filters.iter().filter(|filter| filter.is_enabled).map(BuiltIn::of);
        Pipeline::new(self.services.filters.iter().cloned().chain(planned).collect())
    }

    /// Awaits work that can last, and handles interventions meanwhile.
    async fn meanwhile<T>(&mut self, work: impl Future<Output = T> + Send) -> Result<Worked<T>, Halt> {
        let mut work = std::pin::pin!(work);
        loop {
            tokio::select! {
                biased;
                intervention = self.inbox.recv() => {
                    let intervention = intervention.ok_or(Halt::Done)?;
                    if Self::is_stop(&intervention) {
                        return Ok(self.stop_now(intervention));
                    }
                    self.intervene(intervention).await?;
                }
                () = reached(self.until) => {
                    let is_for_calls = self.turn.is_calling();
                    self.time_up().await?;
                    if is_for_calls {
                        return Ok(Worked::TimeUp);
                    }
                }
                done = &mut work => return Ok(Worked::Through(done)),
            }
        }
    }

    /// Doesn't count a wait for the person as work.
    fn leave_out(&mut self, waited: Duration) {
        self.waited += waited;
        self.until = self.until.map(|until| until + waited);
    }

    async fn time_up(&mut self) -> Result<(), Halt> {
        self.until = Some(Instant::now() + CLOSING_TIMEOUT);
        self.commit(TurnInput::TimeUp).await?;
        if self.turn.outcome().is_some() {
            self.scope.cancel.cancel();
            return Err(Halt::Done);
        }
        Ok(())
    }

    fn is_stop(intervention: &Intervention) -> bool {
        matches!(intervention.input, TurnInput::Stop)
    }

    /// Cancels the running work. The caller drops it and informs the turn.
    fn stop_now<T>(&mut self, intervention: Intervention) -> Worked<T> {
        self.scope.cancel.cancel();
        // The sender may be gone by now, and the turn stops anyway.
        let _ = intervention.reply.send(Ok(()));
        Worked::Stopped
    }

    async fn intervene(&mut self, Intervention { input, reply }: Intervention) -> Result<(), Halt> {
        let unknown = if let TurnInput::Answer(answer) = &input { self.unknown_in(answer) } else { None };
        if let Some(misuse) = unknown {
            let _ = reply.send(Err(misuse));
            return Ok(());
        }
        match self.turn.apply(input, self.services.ids.as_ref()) {
            Ok(records) => {
                self.services.journal.append(records).await?;
                let _ = reply.send(Ok(()));
            }
            Err(misuse) => {
                let _ = reply.send(Err(misuse));
            }
        }
        Ok(())
    }

    /// The first thing an answer names that does not exist.
    fn unknown_in(&self, answer: &Answer) -> Option<Misuse> {
        let decisions = answer.others.iter().map(|other| &other.decision);
        let mut models = decisions.chain([&answer.decision]).filter_map(Decision::model).cloned();
        if let Some(model) = models.find(|model| self.services.models.connector(model).is_none()) {
            return Some(Misuse::NoModel { model });
        }
        let Decision::EditRequest { edit, .. } = &answer.decision else { return None };
        let absent = absent(&edit.named(), self.services.catalogue.as_ref())?;
        Some(Misuse::NoFunction { absent })
    }

    async fn commit(&mut self, input: TurnInput) -> Result<(), Halt> {
        self.commit_all(vec![input]).await
    }

    /// Stores the records of several inputs as one batch.
    async fn commit_all(&mut self, inputs: Vec<TurnInput>) -> Result<(), Halt> {
        let mut records = Vec::new();
        for input in inputs {
            match self.turn.apply(input, self.services.ids.as_ref()) {
                Ok(more) => records.extend(more),
                Err(misuse) => {
                    tracing::error!(turn = %self.turn.id(), %misuse, "the driver and its turn disagree");
                    self.services.journal.append(records).await?;
                    return Err(Halt::Done);
                }
            }
        }
        Ok(self.services.journal.append(records).await?)
    }
}

/// Waits until a moment that may never come.
async fn reached(until: Option<Instant>) {
    match until {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}
