//! Spans that programs export become sessions.
//!
//! Each span of a request to a model repeats the conversation so far. Those of one trace, or of one conversation by its name,
//! are compared by what they have in common, as requests of attached programs are: a history that goes on extends its session,
//! one that parts from it is a branch, and another agent's is a session of its own. A span of another trace goes on with a history
//! that it repeats to its end, because a program without a span around its requests has a trace for each.

use super::AttachError;
use super::Attached;
use super::continues::chained;
use super::file::SavedReceiver;
use super::found::rank;
use super::intake::defined;
use crate::configuration::{UNTITLED, default_plan, functions_of};
use crate::contract::{CommandError, Note, SpanReceiver};
use crate::histories::first_words;
use crate::lists::put_first;
use crate::locking::lock;
use crate::turn_parts::TurnParts;
use content::{Item, Message, MessageId, ModelId, Role, SessionId};
use formats::ImportedFunction;
use functions::FunctionSettings;
use futures::future::{BoxFuture, FutureExt};
use gateway::{
    Gateway, GatewayError, ModelSpan, Outline, Receiver, Relation, Shared, SpanFault, SpanGroup, SpanHistory,
    SpanKind, continues,
};
use limits::SPANS_HISTORIES;
use notices::{Describe, Notice, said};
use ports::IdSource;
use sessions::{Durability, SessionEvent};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, Weak};
use tokio_util::sync::CancellationToken;

/// The problems that are shown.
const MAX_PROBLEMS: usize = 5;
/// The sessions that are listed.
const MAX_SESSIONS: usize = 200;
/// The traces by which a history is known, for spans that are exported once more or late.
const MAX_TRACES: usize = 16;

/// The receiver while it is on, with the histories it recognises.
pub(super) struct SpanSessions {
    attached: Weak<Attached>,
    port: u16,
    closing: CancellationToken,
    /// The oldest first. Held while spans are placed, so that two exports don't begin the same session.
    histories: tokio::sync::Mutex<VecDeque<History>>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    spans: u64,
    sessions: VecDeque<SessionId>,
    problems: VecDeque<Notice>,
}

/// One path through a session that spans told.
struct History {
    /// The latest last.
    groups: VecDeque<SpanGroup>,
    session: SessionId,
    outline: Outline,
    /// The messages of the outline in the session.
    ids: Vec<MessageId>,
}

/// What one span tells.
struct Told {
    group: SpanGroup,
    model: Option<ModelId>,
    messages: Vec<Message>,
    functions: Vec<ImportedFunction>,
    outline: Outline,
}

impl Attached {
    /// Receives spans on a port from now on, and after the next start.
    pub(super) async fn receive(self: &Arc<Self>, port: u16) -> Result<(), AttachError> {
        let _alone = self.binding.lock().await;
        if lock(&self.state).receiver.as_ref().is_some_and(|receiver| receiver.port == port) {
            return Ok(());
        }
        let gateway = Gateway::bind(port).await.map_err(|error| match error {
            GatewayError::PortInUse { port } => AttachError::PortInUse { port },
            GatewayError::Port { port, source } => {
                AttachError::NotAPort { port, reason: said(&source.to_string()) }
            }
        })?;
        let (port, closing) = (gateway.address().port(), self.closing.child_token());
        let receiver = Arc::new(SpanSessions::new(Arc::downgrade(self), port, closing.clone()));
        self.replace(Some(Arc::clone(&receiver)))?;
        self.tasks.spawn(gateway::receive_spans(gateway, receiver, closing, self.tasks.clone()));
        Ok(())
    }

    pub(super) fn receive_no_more(&self) -> Result<(), AttachError> {
        self.replace(None)
    }

    fn replace(&self, receiver: Option<Arc<SpanSessions>>) -> Result<(), AttachError> {
        let mut state = lock(&self.state);
        let receives = receiver.as_ref().map(|receiver| SavedReceiver { port: receiver.port });
        if receives != state.receives {
            self.write(&state, &state.programs, receives)?;
        }
        state.receives = receives;
        if let Some(before) = std::mem::replace(&mut state.receiver, receiver) {
            before.closing.cancel();
        }
        state.version += 1;
        Ok(())
    }
}

impl Receiver for SpanSessions {
    fn take(self: Arc<Self>, spans: Vec<ModelSpan>) -> BoxFuture<'static, ()> {
        async move { self.take_all(spans).await }.boxed()
    }

    fn refused(&self, fault: SpanFault) {
        self.has_problem(fault.notice());
        if let Some(attached) = self.attached.upgrade() {
            attached.changed();
        }
    }
}

impl SpanSessions {
    fn new(attached: Weak<Attached>, port: u16, closing: CancellationToken) -> Self {
        let (histories, state) = (tokio::sync::Mutex::default(), Mutex::default());
        Self { attached, port, closing, histories, state }
    }

    pub(super) fn standing(&self) -> SpanReceiver {
        let state = lock(&self.state);
        SpanReceiver {
            port: self.port,
            spans: state.spans,
            sessions: state.sessions.iter().cloned().collect(),
            problems: state.problems.iter().cloned().collect(),
        }
    }

    async fn take_all(&self, spans: Vec<ModelSpan>) {
        let Some(attached) = self.attached.upgrade() else { return };
        let Some(turns) = attached.turns() else { return };
        let mut histories = self.histories.lock().await;
        for span in spans {
            lock(&self.state).spans += 1;
            match span.left_out() {
                Some(fault) => self.has_problem(fault.notice()),
                None => self.has_content(&span),
            }
            let told = match read_history(turns.parts.ids.as_ref(), &span) {
                Ok(told) => told,
                Err(fault) => {
                    self.has_problem(fault.notice());
                    continue;
                }
            };
            let Some(told) = told else { continue };
            // What an agent did is told by its requests already.
            let is_known = histories.iter().any(|history| history.groups.contains(&told.group));
            if span.kind == SpanKind::Agent && is_known {
                continue;
            }
            match place(&turns.parts, &mut histories, told).await {
                Ok(Some(session)) => self.tells_in(session),
                Ok(None) => {}
                Err(error) => {
                    tracing::warn!(error = ?error.message, "a span becomes no session");
                    self.has_problem(error.message);
                }
            }
        }
        drop(histories);
        attached.changed();
    }

    fn tells_in(&self, session: SessionId) {
        put_first(&mut lock(&self.state).sessions, session, MAX_SESSIONS);
    }

    /// The same problem is shown once.
    fn has_problem(&self, problem: Notice) {
        put_first(&mut lock(&self.state).problems, problem, MAX_PROBLEMS);
    }

    /// What an instrumentation left out before it does no longer, or has logged meanwhile.
    fn has_content(&self, span: &ModelSpan) {
        lock(&self.state).problems.retain(|known| !span.completes(known));
    }
}

fn read_history(ids: &dyn IdSource, span: &ModelSpan) -> Result<Option<Told>, SpanFault> {
    let read = span.read(&|| ids.message())?;
    Ok(read.filter(|history| !history.messages.is_empty()).map(|SpanHistory { messages, functions }| {
        let compared: Vec<_> = messages.iter().map(without_words_beside_calls).collect();
        Told {
            group: span.group.clone(),
            model: span.model.clone(),
            outline: Outline::of(&compared, &functions),
            messages,
            functions,
        }
    }))
}

/// A message as it is compared. Events of OpenTelemetry's older conventions have what a model said beside its calls in the
/// response, and leave it out where a later request repeats it.
fn without_words_beside_calls(message: &Message) -> Message {
    let mut message = message.clone();
    if message.calls().next().is_some() {
        message.items.retain(|item| !matches!(item, Item::Text { .. }));
    }
    message
}

/// Writes what is new, and names the session it is in.
async fn place(
    parts: &TurnParts,
    histories: &mut VecDeque<History>,
    told: Told,
) -> Result<Option<SessionId>, CommandError> {
    let Some((index, relation)) = best(histories, &told) else {
        return begin(parts, histories, told).await.map(Some);
    };
    let (shared, is_branch) = match relation {
        Relation::Extends { shared } => (shared, false),
        Relation::Branches { shared } => (shared, true),
        Relation::Same | Relation::Unrelated => return Ok(None),
    };
    let Some(history) = histories.get(index).filter(|_| shared.request < told.messages.len()) else {
        return Ok(None);
    };
    let session = history.session.clone();
    let Ok(head) = parts.ledger.head(session.clone()).await else {
        // Somebody deleted the session.
        histories.retain(|history| history.session != session);
        return begin(parts, histories, told).await.map(Some);
    };
    let is_untouched =
        histories.iter().any(|history| history.session == session && history.ids.last() == head.as_ref());
    if !is_untouched {
        // A person has gone on in it, so it is theirs.
        histories.retain(|history| history.session != session);
        return begin(parts, histories, told).await.map(Some);
    }
    let Some(history) = histories.get_mut(index) else { return Ok(None) };
    let gone_on = go_on(parts, history, told, shared, head).await?;
    if is_branch {
        keep(histories, gone_on);
    } else {
        *history = gone_on;
    }
    Ok(Some(session))
}

/// The history that has the most in common: of the same group, or of another trace that goes on here.
fn best(histories: &VecDeque<History>, told: &Told) -> Option<(usize, Relation)> {
    let related = histories.iter().enumerate().filter_map(|(index, history)| {
        let relation = continues(&history.outline, &told.outline).relation;
        if !history.groups.contains(&told.group) && !goes_on(history, told, relation) {
            return None;
        }
        Some((rank(relation)?, index, relation))
    });
    let (_, index, relation) = related.max_by_key(|(rank, ..)| *rank)?;
    Some((index, relation))
}

/// Whether a span of another trace repeats all of a history, with an answer that no other conversation has.
fn goes_on(history: &History, told: &Told, relation: Relation) -> bool {
    let Relation::Extends { shared } = relation else { return false };
    let messages = &history.outline.messages;
    let are_traces =
        history.groups.iter().chain([&told.group]).all(|group| matches!(group, SpanGroup::Trace(_)));
    are_traces
        && shared.known == messages.len()
        && messages.iter().any(|message| message.role == Role::Assistant)
}

async fn begin(
    parts: &TurnParts,
    histories: &mut VecDeque<History>,
    told: Told,
) -> Result<SessionId, CommandError> {
    let Told { group, model, messages, functions, outline } = told;
    let session = parts.ids.session();
    let noted = |note| SessionEvent::Noted { note };
    let name = model.as_ref().map_or("", ModelId::as_str);
    let plan = default_plan(parts.models.alike(name).or(model).unwrap_or_else(|| ModelId::new("model")));
    let mut events = vec![noted(Note::Configured { plan })];
    let defined = defined(&functions);
    let settings = FunctionSettings { defined, ran_elsewhere: true, ..FunctionSettings::live() };
    if !settings.defined.is_empty() {
        events.push(noted(Note::Functions { settings }));
    }
    let ids = messages.iter().map(|message| message.id.clone()).collect();
    let title = first_words(&messages).unwrap_or_else(|| UNTITLED.to_owned());
    events.extend(messages.into_iter().map(|message| SessionEvent::MessageAdded { message, turn: None }));
    parts.ledger.create(session.clone(), title, events).await?;
    keep(histories, History { groups: VecDeque::from([group]), session: session.clone(), outline, ids });
    Ok(session)
}

/// Adds what a span tells behind what it shares with a history, and gives the path this makes.
async fn go_on(
    parts: &TurnParts,
    history: &History,
    told: Told,
    shared: Shared,
    head: Option<MessageId>,
) -> Result<History, CommandError> {
    let session = history.session.clone();
    let mut ids: Vec<_> = history.ids.iter().take(shared.known).cloned().collect();
    let mut outline = told.outline;
    let new = outline.messages.split_off(shared.request);
    outline.messages = history.outline.messages.iter().take(shared.known).copied().chain(new).collect();
    let more: Vec<_> = told.messages.into_iter().skip(shared.request).collect();
    let more = chained(more, ids.last());
    let mut events = Vec::new();
    if ids.last() != head.as_ref() {
        events.push(SessionEvent::HeadMoved { head: ids.last().cloned() });
    }
    ids.extend(more.iter().map(|message| message.id.clone()));
    events.extend(more.into_iter().map(|message| SessionEvent::MessageAdded { message, turn: None }));
    let defined = defined(&told.functions);
    let before = functions_of(&parts.ledger, &session).await?;
    let settings = (!defined.is_empty() && before.defined != defined).then(|| FunctionSettings {
        defined,
        ran_elsewhere: true,
        ..before
    });
    if let Some(settings) = settings.clone() {
        events.push(SessionEvent::Noted { note: Note::Functions { settings } });
    }
    parts.ledger.append(session.clone(), events, Durability::Process).await?;
    if let Some(settings) = settings {
        parts.functions.of(&session).await?.configure(settings);
    }
    let mut groups = history.groups.clone();
    if !groups.contains(&told.group) {
        groups.push_back(told.group);
        groups.drain(..groups.len().saturating_sub(MAX_TRACES));
    }
    Ok(History { groups, session, outline, ids })
}

fn keep(histories: &mut VecDeque<History>, history: History) {
    if histories.len() >= SPANS_HISTORIES.size() {
        histories.pop_front();
    }
    histories.push_back(history);
}
