//! A turn once more, from somewhere in what was said, with whatever is different this time.

use crate::Workbench;
use crate::configuration::plan_of;
use crate::contract::{CommandError, Note, RerunFrom, RerunTurn};
use crate::journal;
use crate::turns::{After, NewTurn};
use content::{CallId, FunctionResult, Message, MessageId, Role, TurnId};
use invocation::{Turn, TurnEvent, TurnRecord};
use sessions::{History, LogEntry, SessionEvent};

type Log = [LogEntry<Note>];

impl Workbench {
    pub async fn turn_rerun(&self, args: RerunTurn) -> Result<TurnId, CommandError> {
        let RerunTurn { session, from, plan } = args;
        let parts = self.parts()?;
        let log = parts.ledger.read(session.clone(), 0).await?;
        let plan = match plan {
            Some(plan) => Some(plan),
            None => plan_of(&parts.ledger, &session).await?,
        };
        let plan = self.plan(&parts, plan, None)?;
        let after = match from {
            RerunFrom::Message { message } => from_message(&log, &message)?,
            RerunFrom::Call { message, call } => from_call(&log, message, &call)?,
            RerunFrom::Stop { turn, pause } => from_stop(&log, &turn, pause)?,
        };
        let new = NewTurn { session, plan, says: Vec::new(), after: Some(after) };
        self.turns().start(&parts, new).await
    }
}

fn from_message(log: &Log, message: &MessageId) -> Result<After, CommandError> {
    let found = said(log, message)?;
    Ok(After { message: asked_at(&found), given: Vec::new() })
}

/// What a model said is said anew; everything else is answered.
fn asked_at(message: &Message) -> Option<MessageId> {
    match message.role {
        Role::Assistant => message.parent.clone(),
        Role::System | Role::User | Role::Function => Some(message.id.clone()),
    }
}

fn from_call(log: &Log, message: MessageId, call: &CallId) -> Result<After, CommandError> {
    let calling = said(log, &message)?;
    if !calling.calls().any(|made| made.id == *call) {
        return Err(gone(format!("there is no call {call} in this message")));
    }
    let answers = messages(log).filter(|later| later.role == Role::Function);
    let answer = answers.filter(|later| later.parent.as_ref() == Some(&message)).last();
    let given: Vec<FunctionResult> = answer
        .into_iter()
        .flat_map(Message::results)
        .filter(|result| result.call_id != *call)
        .cloned()
        .collect();
    Ok(After { message: Some(message), given })
}

/// The turn is followed again up to the stop, so that what it knew then is known now.
fn from_stop(log: &Log, turn: &TurnId, pause: u32) -> Result<After, CommandError> {
    let records = journal::records_of(log, turn);
    let is_stop = |record: &TurnRecord| matches!(record, TurnRecord::Event(TurnEvent::Paused { pause: at }) if at.number == pause);
    let Some(stop) = records.iter().position(is_stop) else {
        return Err(gone(format!("the turn never stood at stop {pause}")));
    };
    let Some(TurnRecord::Event(TurnEvent::Began { after, plan })) = records.first().cloned() else {
        return Err(gone("the turn has no beginning".to_owned()));
    };
    let history = History::of(log).path_to(after.as_ref());
    let traced = Turn::retrace(turn.clone(), *plan, history, records.get(..=stop).unwrap_or_default());
    let given = traced.given_so_far();
    let last = traced.history().last();
    let message = match last {
        Some(last) if last.role == Role::Assistant && last.calls().next().is_none() => asked_at(last),
        last => last.map(|last| last.id.clone()),
    };
    Ok(After { message, given })
}

fn said(log: &Log, id: &MessageId) -> Result<Message, CommandError> {
    let found = History::of(log).path_to(Some(id)).pop();
    found.ok_or_else(|| gone(format!("there is no message {id} in this session")))
}

fn messages(log: &Log) -> impl Iterator<Item = &Message> {
    log.iter().filter_map(|entry| {
        let SessionEvent::MessageAdded { message, .. } = &entry.event else { return None };
        Some(message)
    })
}

fn gone(message: String) -> CommandError {
    CommandError::failed(message, "Reload the page to see what there is.")
}
