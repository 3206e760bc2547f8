//! A session that goes on from the history of another, with settings of its own.

use crate::Workbench;
use crate::attached::{functions_of_own, plan_of_own};
use crate::configuration::{functions_of, plan_of, title_from, title_of};
use crate::contract::{CommandError, CopiedAnswer, ForkSession, Lane, Note};
use crate::filing::CUT;
use crate::ledger::Ledger;
use crate::session_error::SessionError;
use content::{Message, MessageId, ModelId, Role, SessionId};
use functions::FunctionSettings;
use invocation::TurnEvent;
use sessions::{End, LogEntry, SessionEvent, SessionSummary, StoreError};
use std::sync::Arc;

/// What is different in the new session.
pub(crate) struct Fork {
    pub(crate) title: String,
    /// The model of the other one, where none is named.
    pub(crate) model: Option<ModelId>,
    /// The last message that both have, where it is not the last of all.
    pub(crate) at: Option<MessageId>,
}

/// What came of it.
pub(crate) struct Forked {
    pub(crate) session: SessionSummary,
    /// The last of what was said before.
    pub(crate) last: Option<Message>,
}

impl Forked {
    /// The session as a lane, with whose answer it shows.
    pub(crate) fn into_lane(self, name: String, from: &SessionId) -> Lane {
        let answer = self.last.filter(|last| last.role == Role::Assistant);
        let copied = answer.map(|answer| CopiedAnswer { from: from.clone(), last: answer.id });
        Lane { session: self.session.id, name, is_forked: true, copied }
    }
}

impl Workbench {
    pub async fn session_fork(&self, args: ForkSession) -> Result<SessionSummary, CommandError> {
        let ForkSession { session, at, title, model } = args;
        let title = match title.as_deref().and_then(title_from) {
            Some(title) => title,
            None => title_of(&self.ledger()?, &session).await?,
        };
        Ok(self.fork(&session, Fork { title, model, at }).await?.session)
    }

    /// Messages keep their ids, so that it is known later what two sessions have in common.
    pub(crate) async fn fork(&self, session: &SessionId, fork: Fork) -> Result<Forked, CommandError> {
        // The history of a program's conversation is read and not changed, so it need not rest.
        if self.attached()?.conversation(session).is_none() {
            self.check_rests(session).await?;
        }
        let Fork { title, model, at } = fork;
        let (ledger, models) = (self.ledger()?, self.models()?);
        let model = model.map(|model| models.known(&model)).transpose()?;
        let model = model.map(|connector| connector.profile().model.clone());
        let mut settings = functions_of(&ledger, session).await?;
        let mut plan = plan_of(&ledger, session).await?;
        if let Some(run_outside) = plan.take_if(|plan| plan.is_run_outside()) {
            plan = plan_of_own(&models, run_outside, model.clone());
            settings = functions_of_own(settings, session);
        } else if settings.ran_elsewhere {
            settings = functions_of_own(settings, session);
        }
        let mut plan = self.plan(plan, None)?;
        if let Some(model) = model {
            plan.model = model;
        }
        let end = at.clone().map_or(End::Head, |at| End::At(Some(at)));
        let said = ledger.messages_to(session.clone(), end).await?;
        if let Some(message) = at.filter(|at| said.last().is_none_or(|last| last.id != *at)) {
            return Err(SessionError::NoMessage { message }.into());
        }
        let noted = |note| SessionEvent::Noted { note };
        let mut events = vec![noted(Note::Configured { plan })];
        if settings != FunctionSettings::live() {
            events.push(noted(Note::Functions { settings }));
        }
        let last = said.last().cloned();
        let after = last.as_ref().map(|message| message.id.clone());
        let marks = cut_among(&ledger, session, &said).await?;
        events.extend(said.into_iter().map(|message| SessionEvent::MessageAdded { message, turn: None }));
        events.extend(marks.into_iter().map(noted));
        events.push(noted(Note::Forked { from: session.clone(), after }));
        Ok(Forked { session: self.new_session(title, events).await?, last })
    }
}

/// The marks of those of the messages that are answers which ended early.
async fn cut_among(
    ledger: &Arc<Ledger>,
    session: &SessionId,
    said: &[Message],
) -> Result<Vec<Note>, StoreError> {
    let of = session.clone();
    let marks: Vec<LogEntry<Note>> =
        ledger.with(move |ledger| ledger.store().about_messages(&of, CUT)).await?;
    let is_said = |note: &Note| {
        matches!(note, Note::Turn { event: TurnEvent::AnswerCut { message: Some(cut), .. }, .. }
            if said.iter().any(|message| message.id == *cut))
    };
    Ok(marks.into_iter().filter_map(|entry| entry.event.into_note()).filter(is_said).collect())
}
