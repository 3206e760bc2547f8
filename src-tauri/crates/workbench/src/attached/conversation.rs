//! One conversation of a program, between its requests and the turns of its session.
//!
//! The turn asks for a response when the program has sent a request, and calls functions by giving the program its response.
//! Whatever the turn decides about the calls in between, the program receives one response to each of its requests.

use super::Attached;
use super::journal::AttachedJournal;
use super::models::AttachedModels;
use super::program::Program;
use crate::assembly::Parts;
use crate::contract::OnTimeout;
use crate::journal::TurnJournal;
use crate::turns::Turns;
use content::{CallId, FunctionCall, Item, JsonObject, Message, Outcome, Output, SessionId, TurnId, Usage};
use functions::Runner;
use futures::future::{BoxFuture, FutureExt};
use gateway::{
    Complaint, Exchange, HoldRules, Outline, Relation, Waits, WantedCall, WrittenAnswer, continues,
    written_name,
};
use invocation::{Approvals, Breakpoint, Journal, StopPlace, TurnOutcome, TurnPlan};
use ports::{CallScope, FunctionError, FunctionSpec, Models, RequestSettings, StopReason};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{Notify, oneshot};

/// The time before the end of a program's patience at which it is answered.
const IN_TIME: Duration = Duration::from_secs(3);

/// The time a turn has to take in a response that its program has received already.
const CATCHING_UP: Duration = Duration::from_secs(10);

pub(crate) struct Conversation {
    pub(crate) session: SessionId,
    pub(super) program: Arc<Program>,
    pub(super) attached: Weak<Attached>,
    state: Mutex<State>,
    /// A request of the program waits for its turn.
    arrived: Notify,
    /// A call of the program has begun, or its turn is over.
    moved: Notify,
}

#[derive(Default)]
struct State {
    /// The last request, by what it is recognised by.
    outline: Outline,
    turn: Option<TurnId>,
    /// The plan of the turn, with the breakpoints it has by now.
    plan: Option<Box<TurnPlan>>,
    /// A person steps through the turn.
    is_stepping: bool,
    parked: Option<Arc<Exchange>>,
    current: Option<Arc<Exchange>>,
    /// The calls of one answer that are on their way to the program, and those that are there already.
    expected: Vec<CallId>,
    starting: Vec<FunctionCall>,
    running: Vec<Running>,
    /// Answered requests, for a session that answers in its program's place.
    answered: usize,
}

/// A call that the program runs.
struct Running {
    call: CallId,
    name: String,
    result: oneshot::Sender<Outcome>,
}

/// A request that the turn is to make now.
pub(super) enum Due {
    /// The program has sent it.
    Arrived(Arc<Exchange>),
    /// The request before it got no answer and is made again, or all its calls were answered without the program, which
    /// still waits.
    Again(Arc<Exchange>),
}

impl Conversation {
    pub(super) fn new(session: SessionId, program: Arc<Program>, attached: Weak<Attached>) -> Self {
        let (state, arrived, moved) = (Mutex::default(), Notify::new(), Notify::new());
        Self { session, program, attached, state, arrived, moved }
    }

    /// How a request stands to what was said here.
    pub(super) fn relation_of(&self, request: &Outline) -> Relation {
        continues(&self.state().outline, request).relation
    }

    pub(super) fn set_outline(&self, outline: Outline) {
        self.state().outline = outline;
    }

    pub(crate) fn turn(&self) -> Option<TurnId> {
        self.state().turn.clone()
    }

    /// The request whose program waits for its response.
    pub(super) fn under_way(&self) -> Option<Arc<Exchange>> {
        let state = self.state();
        let waits = |exchange: &&Arc<Exchange>| !exchange.is_over();
        state.parked.iter().chain(&state.current).find(waits).cloned()
    }

    /// Keeps a request until its turn asks for it.
    pub(super) fn park(&self, exchange: Arc<Exchange>) {
        let before = self.state().parked.replace(exchange);
        if let Some(before) = before {
            before.fail(&gone_on(), None);
        }
        self.arrived.notify_waiters();
    }

    /// Takes back a request that no turn will ask for.
    pub(super) fn unpark(&self) -> Option<Arc<Exchange>> {
        self.state().parked.take()
    }

    pub(crate) fn begins(&self, turn: &TurnId, plan: &TurnPlan) {
        let mut state = self.state();
        state.turn = Some(turn.clone());
        state.plan = Some(Box::new(plan.clone()));
        state.is_stepping = false;
        state.running.clear();
        state.expected.clear();
        state.starting.clear();
    }

    /// What the turn asks for unless a person changes it.
    pub(super) fn settings(&self) -> Option<RequestSettings> {
        self.state().plan.as_ref().map(|plan| plan.settings.clone())
    }

    pub(super) fn breaks_at(&self, breakpoints: &[Breakpoint]) {
        if let Some(plan) = &mut self.state().plan {
            breakpoints.clone_into(&mut plan.breakpoints);
        }
    }

    pub(super) fn steps(&self, is_stepping: bool) {
        self.state().is_stepping = is_stepping;
    }

    /// Waits for the request that the turn makes now.
    pub(super) async fn due(&self) -> Due {
        loop {
            let mut arrived = std::pin::pin!(self.arrived.notified());
            arrived.as_mut().enable();
            {
                let mut state = self.state();
                if let Some(exchange) = state.parked.take() {
                    state.current = Some(Arc::clone(&exchange));
                    return Due::Arrived(exchange);
                }
                if let Some(current) = state.current.as_ref().filter(|current| !current.is_over()) {
                    return Due::Again(Arc::clone(current));
                }
            }
            arrived.await;
        }
    }

    /// How many requests were answered by now. Counts this one.
    pub(super) fn count_answer(&self) -> usize {
        let mut state = self.state();
        state.answered += 1;
        state.answered - 1
    }

    /// Waits until the turn has taken in what the program has received, and can take so many results: a program may be
    /// faster than the turn that reads along. Tells whether it takes them.
    pub(super) async fn catches_up(&self, results: usize) -> bool {
        let caught_up = async {
            loop {
                let mut moved = std::pin::pin!(self.moved.notified());
                moved.as_mut().enable();
                {
                    let state = self.state();
                    if state.turn.is_none() || (results > 0 && state.running.len() >= results) {
                        return state.turn.is_some();
                    }
                    let current = state.current.as_ref().filter(|current| !current.is_over());
                    if current.is_some_and(|current| current.holds() || current.waits()) {
                        return false;
                    }
                }
                moved.await;
            }
        };
        tokio::time::timeout(CATCHING_UP, caught_up).await.unwrap_or(false)
    }

    /// Hands the results in these messages to the calls that wait for them. Nothing happens unless every call gets its own.
    pub(super) fn take_results(&self, messages: &[Message]) -> bool {
        let results: Vec<_> = messages.iter().flat_map(Message::results).collect();
        let mut state = self.state();
        if state.running.is_empty() || results.len() < state.running.len() {
            return false;
        }
        // A provider without ids of calls has its results in their order.
        let mut taken = vec![false; results.len()];
        let mut found = Vec::new();
        for running in &state.running {
            let by_id = results.iter().position(|result| result.call_id == running.call);
            let by_name = || {
                results.iter().enumerate().position(|(place, result)| {
                    !taken.get(place).copied().unwrap_or(true)
                        && written_name(&result.function) == running.name
                })
            };
            let Some(place) = by_id.or_else(by_name) else { return false };
            if let Some(taken) = taken.get_mut(place) {
                *taken = true;
            }
            found.push(place);
        }
        let running = std::mem::take(&mut state.running);
        drop(state);
        for (running, place) in running.into_iter().zip(found) {
            if let Some(result) = results.get(place) {
                // A turn that was stopped meanwhile takes no more results.
                let _ = running.result.send(result.outcome.clone());
            }
        }
        true
    }

    /// The rules by which a response is held now.
    pub(super) fn rules(&self) -> HoldRules {
        let state = self.state();
        let Some(plan) = &state.plan else { return HoldRules::default() };
        let has = |places: &[StopPlace]| {
            plan.breakpoints.iter().any(|point| point.is_enabled && places.contains(&point.place))
        };
        let calls = [
            StopPlace::AfterResponse,
            StopPlace::BeforeCall,
            StopPlace::OnSchemaViolation,
            StopPlace::OnRepeatedCall,
            StopPlace::OnRepair,
        ];
        let is_asking =
            plan.approvals != Approvals::default() || plan.filters.iter().any(|filter| filter.is_enabled);
        HoldRules {
            calls: has(&calls) || is_asking || state.is_stepping,
            end: has(&[StopPlace::AfterResponse]),
            errors: has(&[StopPlace::OnError]),
        }
    }

    /// These calls start now. Those that the program runs are given to it together.
    pub(super) fn calls_start(&self, calls: Vec<CallId>) {
        let mut state = self.state();
        state.expected.extend(calls);
        state.starting.clear();
    }

    /// The program waits for a decision.
    pub(super) fn waits(&self, waits: Waits) {
        let under_way = self.under_way();
        if let Some(exchange) = &under_way {
            exchange.wait(waits);
        }
        if waits == Waits::No || under_way.is_none() {
            self.program.holds_no_more(&self.session);
        }
        if let Some(attached) = self.attached.upgrade() {
            attached.changed();
        }
    }

    /// A person has answered in the model's place.
    pub(super) fn written(&self, items: Vec<Item>) {
        let current = {
            let mut state = self.state();
            if let Some(parked) = state.parked.take() {
                state.current = Some(parked);
            }
            state.current.clone()
        };
        if let Some(current) = current.filter(|current| !current.is_over()) {
            let has_calls = items.iter().any(|item| item.call().is_some());
            let stop = if has_calls { StopReason::Calls } else { StopReason::Complete };
            current.hold_written(WrittenAnswer { items, stop, usage: Usage::default() });
        }
    }

    /// The turn is over: the program gets what is left of its response.
    pub(super) fn ended(&self, outcome: &TurnOutcome) {
        let current = {
            let mut state = self.state();
            (state.turn, state.plan) = (None, None);
            state.running.clear();
            // A turn that ends before its first request has not asked for it.
            if let Some(parked) = state.parked.take() {
                state.current = Some(parked);
            }
            state.current.clone()
        };
        self.moved.notify_waiters();
        self.program.holds_no_more(&self.session);
        let Some(current) = current.filter(|current| !current.is_over()) else {
            return self.forget_answered();
        };
        match outcome {
            TurnOutcome::Stopped => current.fail(&stopped(), None),
            TurnOutcome::Failed { message, .. } if !current.holds() => {
                current.fail(&Complaint { status: 502, message: message.clone() }, None);
            }
            TurnOutcome::Failed { .. }
            | TurnOutcome::Answered
            | TurnOutcome::Silent { .. }
            | TurnOutcome::Unanswered { .. }
            | TurnOutcome::LimitReached { .. }
            | TurnOutcome::Terminated { .. } => current.release(),
        }
        self.forget_answered();
    }

    /// Lets go of a request that has its whole response: it is as large as the history.
    fn forget_answered(&self) {
        self.state().current.take_if(|current| current.is_over());
    }

    /// Nobody drives the turn any more: the program is not kept waiting.
    pub(crate) fn let_go(&self) {
        let (parked, current) = {
            let mut state = self.state();
            (state.turn, state.plan) = (None, None);
            state.running.clear();
            (state.parked.take(), state.current.take())
        };
        self.moved.notify_waiters();
        self.program.holds_no_more(&self.session);
        if let Some(current) = current.filter(|current| !current.is_over()) {
            if current.holds() { current.release() } else { current.fail(&closed(), None) }
        }
        if let Some(parked) = parked {
            parked.fail(&closed(), None);
        }
    }

    /// The models that its turns ask.
    pub(crate) fn models(self: &Arc<Self>, parts: &Arc<Parts>) -> Arc<dyn Models> {
        Arc::new(AttachedModels { conversation: Arc::clone(self), parts: Arc::downgrade(parts) })
    }

    /// The journal of one of its turns.
    pub(crate) fn journal(
        self: &Arc<Self>,
        inner: &Arc<TurnJournal>,
        parts: &Arc<Parts>,
        turns: &Arc<Turns>,
    ) -> Arc<dyn Journal> {
        Arc::new(AttachedJournal {
            inner: Arc::clone(inner),
            conversation: Arc::clone(self),
            turn: inner.turn.clone(),
            parts: Arc::downgrade(parts),
            turns: Arc::downgrade(turns),
            tasks: turns.tasks().clone(),
        })
    }

    /// When the program gives up, from now.
    pub(super) fn patience(&self) -> Option<Duration> {
        let exchange = self.under_way()?;
        if exchange.request().streams {
            return None;
        }
        super::patience::Client::of(&exchange.arrived().headers).patience
    }

    /// The time at which something has to happen for a program that can't be kept alive, and what.
    pub(super) fn deadline(&self) -> Option<(Duration, OnTimeout)> {
        let patience = self.patience()?;
        let on_timeout = self.program.settings().on_timeout;
        (on_timeout != OnTimeout::Hold).then(|| (patience.saturating_sub(IN_TIME), on_timeout))
    }

    /// Gives the program an error in place of the response it waits for.
    pub(super) fn fail(&self, complaint: &Complaint) {
        if let Some(exchange) = self.under_way() {
            exchange.fail(complaint, None);
        }
    }

    /// Registers a call that starts. Once all of them have, the program gets its response.
    fn start(&self, call: &FunctionCall, function: &FunctionSpec) -> oneshot::Receiver<Outcome> {
        let (result, outcome) = oneshot::channel();
        let mut state = self.state();
        let name = function.name.function.clone();
        state.running.push(Running { call: call.id.clone(), name, result });
        state.starting.push(call.clone());
        let has_started = |id: &CallId| state.starting.iter().any(|call| call.id == *id);
        self.moved.notify_waiters();
        if state.expected.iter().all(has_started) {
            let starting = std::mem::take(&mut state.starting);
            state.expected.clear();
            let current = state.current.clone();
            drop(state);
            if let Some(current) = current.filter(|current| current.holds()) {
                current.release_with(&wanted(&current.calls(), &starting));
            }
        }
        outcome
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Runner for Conversation {
    fn run<'a>(
        &'a self,
        function: &'a FunctionSpec,
        _: &'a JsonObject,
        scope: &'a CallScope,
    ) -> BoxFuture<'a, Result<Output, FunctionError>> {
        async move {
            let Some(call) = scope.caller.call() else {
                let reason = "only a turn of its program can call it".to_owned();
                return Err(FunctionError::Broken { reason });
            };
            let outcome = self.start(call, function);
            tokio::select! {
                biased;
                () = scope.cancel.cancelled() => Err(FunctionError::Cancelled),
                outcome = outcome => match outcome {
                    Ok(Outcome::Returned { output }) => Ok(output),
                    Ok(Outcome::Failed { failure }) => Err(FunctionError::Report(failure)),
                    Ok(Outcome::Declined { reason, .. }) => Ok(Output::Text { text: reason }),
                    Err(_) => Err(FunctionError::Cancelled),
                },
            }
        }
        .boxed()
    }
}

/// The calls as the program is to receive them: those of the response in their order, then those that a person added.
fn wanted(original: &[FunctionCall], starting: &[FunctionCall]) -> Vec<WantedCall> {
    let place = |call: &FunctionCall| original.iter().position(|other| other.id == call.id);
    let mut calls: Vec<_> = starting.iter().map(|call| (place(call), call)).collect();
    calls.sort_by_key(|(place, _)| place.unwrap_or(usize::MAX));
    let wanted = calls.into_iter().map(|(from, call)| WantedCall {
        from,
        id: call.id.as_str().to_owned(),
        name: written_name(&call.function),
        arguments: call.arguments.raw().to_owned(),
        is_text: call.arguments.is_text(),
    });
    wanted.collect()
}

fn stopped() -> Complaint {
    let message = "A person stopped this request in Callwright.".to_owned();
    Complaint { status: 503, message }
}

fn closed() -> Complaint {
    let message =
        "Callwright was closed or let this program go before there was an answer. Send the request again.";
    Complaint { status: 503, message: message.to_owned() }
}

fn gone_on() -> Complaint {
    let message = "The program has sent another request of this conversation meanwhile.".to_owned();
    Complaint { status: 409, message }
}
