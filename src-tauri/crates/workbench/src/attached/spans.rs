//! Spans that programs export become sessions.
//!
//! Each span of a request to a model repeats the conversation so far. Those of one trace, or of one conversation by its name,
//! are compared by what they have in common, as requests of attached programs are: a history that goes on extends its session,
//! one that parts from it is a branch, and another agent's is a session of its own. A span of another trace goes on with a history
//! that it repeats to its end, because a program without a span around its requests has a trace for each. Each request is a turn
//! with the tokens, the time and the failure that its span tells.

mod histories;
mod history;
mod request;
mod results;

use super::AttachError;
use super::Attached;
use super::file::SavedReceiver;
use crate::contract::{CommandError, SpanReceiver};
use crate::lists::put_first;
use crate::locking::lock;
use crate::turn_parts::TurnParts;
use content::{Item, Message, SessionId};
use futures::future::{BoxFuture, FutureExt};
use gateway::{
    Gateway, GatewayError, ModelSpan, Outline, Receiver, SpanFault, SpanHistory, SpanKind, ToolSpan,
};
use histories::{Told, place};
use history::History;
use notices::{Describe, Notice, said};
use request::{Period, Request};
use results::Results;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, Weak};
use tokio_util::sync::CancellationToken;

/// The problems that are shown.
const MAX_PROBLEMS: usize = 5;
/// The sessions that are listed.
const MAX_SESSIONS: usize = 200;

/// The receiver while it is on, with the histories it recognises.
pub(super) struct SpanSessions {
    attached: Weak<Attached>,
    port: u16,
    closing: CancellationToken,
    /// Held while spans are placed, so that two exports don't begin the same session.
    known: tokio::sync::Mutex<Known>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    spans: u64,
    sessions: VecDeque<SessionId>,
    problems: VecDeque<Notice>,
}

#[derive(Default)]
struct Known {
    /// The oldest first.
    histories: VecDeque<History>,
    results: Results,
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
    fn take(self: Arc<Self>, spans: Vec<ModelSpan>, tools: Vec<ToolSpan>) -> BoxFuture<'static, ()> {
        async move { self.take_all(spans, tools).await }.boxed()
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
        let (known, state) = (tokio::sync::Mutex::default(), Mutex::default());
        Self { attached, port, closing, known, state }
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

    async fn take_all(&self, spans: Vec<ModelSpan>, tools: Vec<ToolSpan>) {
        let Some(attached) = self.attached.upgrade() else { return };
        let Some(turns) = attached.turns() else { return };
        let mut known = self.known.lock().await;
        for span in spans {
            lock(&self.state).spans += 1;
            match span.left_out() {
                Some(fault) => self.has_problem(fault.notice()),
                None => self.has_content(&span),
            }
            self.take_one(&turns.parts, &mut known, &span).await;
        }
        known.results.add(tools);
        let Known { histories, results } = &mut *known;
        let TurnParts { ledger, ids, .. } = &*turns.parts;
        if let Err(error) = results.answer(ledger, ids.as_ref(), histories).await {
            self.is_lost(error);
        }
        drop(known);
        attached.changed();
    }

    async fn take_one(&self, parts: &TurnParts, known: &mut Known, span: &ModelSpan) {
        let told = match read_history(parts, span) {
            Ok(told) => told,
            Err(fault) => return self.has_problem(fault.notice()),
        };
        let Some(told) = told else { return };
        // What an agent did is told by its requests already.
        let is_known = known.histories.iter().any(|history| history.groups.contains(&told.group));
        if span.kind == SpanKind::Agent && is_known {
            return;
        }
        known.results.forget(&told.messages);
        match place(parts, &mut known.histories, told).await {
            Ok(Some(session)) => self.tells_in(session),
            Ok(None) => {}
            Err(error) => self.is_lost(error),
        }
    }

    fn is_lost(&self, error: CommandError) {
        tracing::warn!(error = ?error.message, "a span becomes no session");
        self.has_problem(error.message);
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

fn read_history(parts: &TurnParts, span: &ModelSpan) -> Result<Option<Told>, SpanFault> {
    let read = span.read(&|| parts.ids.message())?;
    Ok(read.filter(|history| !history.messages.is_empty()).map(|SpanHistory { messages, functions }| {
        let compared: Vec<_> = messages.iter().map(without_words_beside_calls).collect();
        Told {
            group: span.group.clone(),
            model: span.model.clone(),
            outline: Outline::of(&compared, &functions),
            period: Period::of(span, parts.ledger.now()),
            request: Request::of(span, &functions),
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
