//! One conversation of a program, between its requests and the turns of its session.
//!
//! The turn asks for a response when the program has sent a request, and calls functions by giving the program its response.
//! Whatever the turn decides about the calls in between, the program receives one response to each of its requests.

mod calls;
mod responses;
mod stops;

pub(super) use responses::NamedAnswer;

use super::Attached;
use super::echoes::Repeated;
use super::journal::AttachedJournal;
use super::models::AttachedModels;
use super::program::Program;
use crate::journal::TurnJournal;
use crate::locking::lock;
use crate::turn_parts::TurnParts;
use crate::turns::Turns;
use connectors::{PassedRequest, PassedThoughts};
use content::{CallId, FunctionCall, Item, Message, MessageId, Outcome, SessionId, TurnId};
use gateway::{Complaint, Exchange, Outline, Protocol, Relation, WrittenAnswer, continues};
use invocation::{Breakpoint, Journal, TurnOutcome, TurnPlan};
use ports::{Adaptation, Models, RequestSettings, StopReason};
use responses::Responses;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, Weak};
use tokio::sync::{Notify, oneshot};

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
    /// The breakpoints of its program, as they were when the last turn began.
    of_program: Vec<Breakpoint>,
    /// A person steps through the turn.
    is_stepping: bool,
    /// The last request of the turn went on as it arrived, and nobody has touched the turn since then.
    is_untouched: bool,
    parked: Option<Arc<Exchange>>,
    /// The turn can't go on without another request: no call of it runs.
    awaits_request: bool,
    current: Option<Arc<Exchange>>,
    /// The answer to it, once the turn has taken that in. It stays when the request is forgotten.
    said: Option<Repeated>,
    /// The last answer in the session, on whichever branch.
    last_answer: Option<MessageId>,
    /// The calls of one answer that are on their way to the program, and those that are there already.
    expected: Vec<CallId>,
    starting: Vec<FunctionCall>,
    running: Vec<Running>,
    /// What thoughts of the program's model were made from.
    thoughts: PassedThoughts,
    responses: Responses,
    /// Answered requests, for a session that answers in its program's place.
    answered: usize,
    /// The places of those that were found by what they answer.
    replayed: BTreeSet<usize>,
}

impl State {
    /// The parked request is the current one from now on.
    fn unpark(&mut self) -> Option<Arc<Exchange>> {
        let parked = self.parked.take()?;
        (self.current, self.said) = (Some(Arc::clone(&parked)), None);
        Some(parked)
    }
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
        let state = State { of_program: program.settings().breakpoints, ..State::default() };
        let (arrived, moved) = (Notify::new(), Notify::new());
        Self { session, program, attached, state: Mutex::new(state), arrived, moved }
    }

    /// How a request stands to what was said here.
    pub(super) fn relation_of(&self, request: &Outline) -> Relation {
        continues(&lock(&self.state).outline, request).relation
    }

    pub(super) fn set_outline(&self, outline: Outline) {
        lock(&self.state).outline = outline;
    }

    pub(crate) fn turn(&self) -> Option<TurnId> {
        lock(&self.state).turn.clone()
    }

    /// The request whose program waits for its response.
    pub(super) fn under_way(&self) -> Option<Arc<Exchange>> {
        let state = lock(&self.state);
        let waits = |exchange: &&Arc<Exchange>| !exchange.is_over();
        state.parked.iter().chain(&state.current).find(waits).cloned()
    }

    /// The last answered request, if its program has left without the answer.
    pub(super) fn unread(&self) -> Option<Arc<Exchange>> {
        lock(&self.state).current.as_ref().filter(|current| current.has_unread_answer()).cloned()
    }

    /// Whether the program does not have its response yet.
    pub(super) fn is_held(&self) -> bool {
        lock(&self.state).current.as_ref().is_some_and(|current| !current.is_over())
    }

    /// Whether a later request can name an answer in place of repeating it.
    pub(super) fn can_name_answers(&self) -> bool {
        let state = lock(&self.state);
        state.current.as_ref().is_some_and(|current| current.protocol() == Protocol::OpenAiResponses)
    }

    /// Keeps a request until its turn asks for it.
    pub(super) fn park(&self, exchange: Arc<Exchange>) {
        let before = lock(&self.state).parked.replace(exchange);
        if let Some(before) = before {
            before.fail(&gone_on(), None);
        }
        self.arrived.notify_waiters();
    }

    /// Takes back a request that no turn will ask for.
    pub(super) fn unpark(&self) -> Option<Arc<Exchange>> {
        lock(&self.state).parked.take()
    }

    pub(crate) fn begins(&self, turn: &TurnId, plan: &TurnPlan) {
        let mut state = lock(&self.state);
        state.turn = Some(turn.clone());
        state.plan = Some(Box::new(plan.clone()));
        (state.is_stepping, state.is_untouched, state.awaits_request) = (false, false, false);
        state.running.clear();
        state.expected.clear();
        state.starting.clear();
    }

    /// What the turn asks for unless a person changes it.
    pub(super) fn settings(&self) -> Option<RequestSettings> {
        lock(&self.state).plan.as_ref().map(|plan| plan.settings.clone())
    }

    /// Waits for the request that the turn makes now.
    pub(super) async fn due(&self) -> Due {
        loop {
            let mut arrived = std::pin::pin!(self.arrived.notified());
            arrived.as_mut().enable();
            {
                let mut state = lock(&self.state);
                state.awaits_request = false;
                if let Some(exchange) = state.unpark() {
                    return Due::Arrived(exchange);
                }
                if let Some(current) = state.current.as_ref().filter(|current| !current.is_over()) {
                    return Due::Again(Arc::clone(current));
                }
                state.awaits_request = true;
            }
            self.moved.notify_waiters();
            arrived.await;
        }
    }

    /// The thoughts that this request would have in vain, because of what a person changed.
    pub(super) fn voided_thoughts(
        &self,
        request: &PassedRequest<'_>,
        messages: &[Arc<Message>],
    ) -> Vec<Adaptation> {
        let places: Vec<_> = messages.iter().enumerate().flat_map(thoughts_in).collect();
        lock(&self.state).thoughts.voided(request, |number| places.get(number).cloned())
    }

    /// The request goes to its provider.
    pub(super) fn sends(&self, request: &PassedRequest<'_>) {
        lock(&self.state).thoughts.sent(request);
    }

    /// How many requests were answered by now. Counts this one.
    pub(super) fn count_answer(&self) -> usize {
        let mut state = lock(&self.state);
        state.answered += 1;
        state.answered - 1
    }

    /// The first of these places that was not given yet, or else the last. It counts as given from now on.
    pub(super) fn next_of(&self, places: &[usize]) -> Option<usize> {
        let mut state = lock(&self.state);
        let next = places.iter().find(|place| !state.replayed.contains(place)).or(places.last()).copied()?;
        state.replayed.insert(next);
        Some(next)
    }

    /// A person has answered in the model's place.
    pub(super) fn written(&self, items: Vec<Item>) {
        let current = {
            let mut state = lock(&self.state);
            state.unpark();
            state.current.clone()
        };
        if let Some(current) = current.filter(|current| !current.is_over() && !current.has_gone_ahead()) {
            let has_calls = items.iter().any(|item| item.call().is_some());
            let stop = if has_calls { StopReason::Calls } else { StopReason::Complete };
            let usage = current.request().usage_of(&items);
            current.hold_written(WrittenAnswer { items, stop, usage });
        }
    }

    /// A filter or the application has answered. A response that its provider has begun stays as it is.
    pub(super) fn written_unless_begun(&self, items: Vec<Item>) {
        if !self.under_way().is_some_and(|under_way| under_way.has_said()) {
            self.written(items);
        }
    }

    /// The turn is over: the program gets what is left of its response.
    pub(super) fn ended(&self, outcome: &TurnOutcome) {
        let current = {
            let mut state = lock(&self.state);
            (state.turn, state.plan) = (None, None);
            state.running.clear();
            // A turn that ends before its first request has not asked for it.
            state.unpark();
            state.current.clone()
        };
        self.moved.notify_waiters();
        self.holds_no_more();
        let Some(current) = current.filter(|current| !current.is_over()) else {
            return self.forget_answered();
        };
        if current.has_gone_ahead() && !matches!(outcome, TurnOutcome::Stopped) {
            // Its response is on its way, whatever becomes of the turn that reads along.
            return self.forget_answered();
        }
        match outcome {
            TurnOutcome::Stopped => current.fail(&stopped(), None),
            // No call of an answer that is held may run any more.
            TurnOutcome::Terminated { .. } if current.holds() => current.release_with(&[]),
            TurnOutcome::Failed { message, .. } if !current.holds() => {
                current.fail(&Complaint { status: 502, message: message.to_string() }, None);
            }
            TurnOutcome::Terminated { filter } => current.fail(&terminated(filter), None),
            TurnOutcome::LimitReached { .. } if !current.holds() => current.fail(&limit_reached(), None),
            TurnOutcome::Failed { .. }
            | TurnOutcome::Answered
            | TurnOutcome::Silent { .. }
            | TurnOutcome::Unanswered { .. }
            | TurnOutcome::LimitReached { .. } => current.release(),
        }
        self.forget_answered();
    }

    /// Tells that the program waits for nobody any more.
    fn holds_no_more(&self) {
        self.program.holds_no_more(&self.session);
        if let Some(attached) = self.attached.upgrade() {
            attached.changed();
        }
    }

    /// Lets go of a request that has its whole response: it is as large as the history. One whose program has left stays for
    /// another attempt.
    fn forget_answered(&self) {
        lock(&self.state).current.take_if(|current| current.is_over() && !current.has_unread_answer());
    }

    /// Nobody drives the turn any more: the program is not kept waiting.
    pub(crate) fn let_go(&self) {
        let (parked, current) = {
            let mut state = lock(&self.state);
            (state.turn, state.plan) = (None, None);
            state.running.clear();
            (state.parked.take(), state.current.take())
        };
        self.moved.notify_waiters();
        self.holds_no_more();
        if let Some(current) = current.filter(|current| !current.is_over()) {
            if current.holds() { current.release() } else { current.fail(&closed(), None) }
        }
        if let Some(parked) = parked {
            parked.fail(&closed(), None);
        }
    }

    /// The models that its turns ask.
    pub(crate) fn models(self: &Arc<Self>) -> Arc<dyn Models> {
        Arc::new(AttachedModels { conversation: Arc::clone(self) })
    }

    /// What its turns are made with, as long as the sessions are open.
    pub(super) fn parts(&self) -> Option<Arc<TurnParts>> {
        Some(Arc::clone(&self.attached.upgrade()?.turns()?.parts))
    }

    /// The journal of one of its turns.
    pub(crate) fn journal(
        self: &Arc<Self>,
        inner: &Arc<TurnJournal>,
        turns: &Arc<Turns>,
    ) -> Arc<dyn Journal> {
        Arc::new(AttachedJournal::new(inner, self, turns))
    }
}

/// Where the thoughts of a message stand in the history.
fn thoughts_in((at, message): (usize, &Arc<Message>)) -> Vec<String> {
    let items = message.items.iter().enumerate();
    let thoughts = items.filter(|(_, item)| matches!(item, Item::Reasoning { .. }));
    thoughts.map(|(item, _)| format!("/messages/{at}/items/{item}")).collect()
}

fn stopped() -> Complaint {
    let message = "A person stopped this request in Callwright.".to_owned();
    Complaint { status: 503, message }
}

fn terminated(filter: &str) -> Complaint {
    let message = format!("The filter {filter} ended this turn in Callwright.");
    Complaint { status: 503, message }
}

fn limit_reached() -> Complaint {
    let message = "This turn reached a limit of its session in Callwright.".to_owned();
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
