//! A turn once more, from somewhere in what was said, with whatever is different this time.

use crate::Workbench;
use crate::configuration::plan_of;
use crate::contract::{CommandError, RerunFrom, RerunTurn};
use crate::journal;
use crate::ledger::Ledger;
use crate::session_error::SessionError;
use crate::turn_error::TurnError;
use crate::turns::{After, NewTurn};
use crate::workbench::check_new;
use content::{CallId, FunctionResult, Message, MessageId, Origin, Role, SessionId, TurnId};
use invocation::{Turn, TurnEvent, TurnRecord};
use sessions::End;
use std::sync::Arc;

impl Workbench {
    pub async fn turn_rerun(&self, args: RerunTurn) -> Result<TurnId, CommandError> {
        let RerunTurn { session, from, plan } = args;
        self.attached()?.check_own(&session)?;
        let ledger = self.ledger()?;
        let of = (&ledger, &session);
        let after = match from {
            RerunFrom::Message { message } => from_message(of, message).await?,
            RerunFrom::Call { message, call } => from_call(of, message, &call).await?,
            RerunFrom::Stop { turn, pause } => from_stop(of, turn, pause).await?,
        };
        let before = plan_of(&ledger, &session).await?;
        if let Some(plan) = &plan {
            check_new(&*self.models()?, before.as_ref(), plan)?;
        }
        let plan = self.plan(plan.or(before), None)?;
        let new = NewTurn { session, plan, says: Vec::new(), after: Some(after) };
        self.turns()?.start(new).await
    }
}

/// The session in which is looked, and where its log is.
type Of<'a> = (&'a Arc<Ledger>, &'a SessionId);

async fn from_message(of: Of<'_>, message: MessageId) -> Result<After, CommandError> {
    let found = find_message(of, message).await?;
    Ok(After { message: asked_at(&found), given: Vec::new() })
}

/// What a model said is said anew; everything else is answered.
fn asked_at(message: &Message) -> Option<MessageId> {
    match message.role {
        Role::Assistant => message.parent.clone(),
        Role::System | Role::User | Role::Function => Some(message.id.clone()),
    }
}

async fn from_call(of: Of<'_>, message: MessageId, call: &CallId) -> Result<After, CommandError> {
    let calling = find_message(of, message.clone()).await?;
    let made = calling.calls().find(|made| made.id == *call);
    let made = made.ok_or_else(|| TurnError::NoCall { call: call.clone() })?;
    if made.origin == Origin::Informational {
        return Err(TurnError::Informational.into());
    }
    let (session, calling) = (of.1.clone(), message.clone());
    let answer = of.0.with(move |ledger| ledger.store().answer_to(&session, &calling)).await?;
    let given: Vec<FunctionResult> =
        answer.iter().flat_map(Message::results).filter(|result| result.call_id != *call).cloned().collect();
    Ok(After { message: Some(message), given })
}

/// The turn is followed again up to the stop, so that what it knew then is known now.
async fn from_stop(of: Of<'_>, turn: TurnId, pause: u32) -> Result<After, CommandError> {
    let (session, sought) = (of.1.clone(), turn.clone());
    let log = of.0.with(move |ledger| ledger.store().read_turn(&session, &sought)).await?;
    journal::check_whole(of.1, &log, &turn)?;
    let records = journal::records_of(&log, &turn);
    let is_stop = |record: &TurnRecord| matches!(record, TurnRecord::Event(TurnEvent::Paused { pause: at, .. }) if at.number == pause);
    let Some(stop) = records.iter().position(is_stop) else {
        return Err(TurnError::NoStop { pause }.into());
    };
    let Some(TurnRecord::Event(TurnEvent::Began { after, plan })) = records.first().cloned() else {
        return Err(TurnError::NoBeginning.into());
    };
    let history = of.0.messages_to(of.1.clone(), End::At(after)).await?;
    let traced = Turn::retrace(turn, *plan, history, records.get(..=stop).unwrap_or_default());
    let given = traced.given_so_far();
    let last = traced.history().last();
    let message = match last {
        Some(last) if last.role == Role::Assistant && last.calls().next().is_none() => asked_at(last),
        last => last.map(|last| last.id.clone()),
    };
    Ok(After { message, given })
}

async fn find_message(of: Of<'_>, id: MessageId) -> Result<Message, CommandError> {
    let (session, sought) = (of.1.clone(), id.clone());
    let found = of.0.with(move |ledger| ledger.store().message(&session, &sought)).await?;
    Ok(found.ok_or(SessionError::NoMessage { message: id })?)
}
