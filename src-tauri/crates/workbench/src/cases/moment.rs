//! A case from a moment of a session: what was said, which functions were offered, and how the turn ran.

use super::error::reason;
use super::{CasesError, without_secrets};
use crate::configuration::{plan_of, title_of};
use crate::contract::{CommandError, DraftCase, DraftedCase, Note};
use crate::instructions::ready;
use crate::parts::Parts;
use crate::session_error::SessionError;
use content::{FunctionName, Message, MessageId, Role, SessionId, TurnId};
use experiments::{CaseFunction, CaseSettings, DraftError, Drafted, Moment, draft, id_from, written};
use invocation::{TurnEvent, TurnPlan};
use ports::Catalogue;
use serde_json::Value;
use sessions::{End, LogEntry, SessionEvent};
use std::collections::BTreeSet;
use std::sync::Arc;

pub(super) async fn drafted(parts: &Arc<Parts>, args: DraftCase) -> Result<DraftedCase, CommandError> {
    let DraftCase { session, message } = args;
    let said = parts.ledger.messages_to(session.clone(), End::Head).await?;
    let at = said.iter().position(|one| one.id == message);
    let at = at.ok_or_else(|| SessionError::NoMessage { message: message.clone() })?;
    let (history, rest) = said.split_at(at);
    let end = rest.iter().position(|one| one.role == Role::User).unwrap_or(rest.len());
    let good = rest.get(..end).unwrap_or_default();
    let turn = turn_of(parts, &session, &message).await?;
    let functions = functions(parts, &session, &turn, good).await?;
    let plan = match turn.plan {
        Some(plan) => Some(plan),
        None => plan_of(&parts.ledger, &session).await?,
    };
    let settings = settings(parts, plan)?;
    let title = title_of(parts, &session).await?;
    let made = draft(id_from(&title), title, Moment { history, good }, functions, settings);
    let Drafted { case, losses } = made.map_err(|error| match error {
        DraftError::NothingDone => CasesError::NothingDone,
        DraftError::NothingAsked => CasesError::NothingAsked,
        DraftError::Malformed => CasesError::MalformedCall,
    })?;
    let (case, has_secret) = without_secrets(case)?;
    Ok(DraftedCase { case, losses, has_secret })
}

/// What the log says of the turn a message belongs to.
#[derive(Default)]
struct TurnSeen {
    plan: Option<TurnPlan>,
    offered: BTreeSet<FunctionName>,
}

/// An imported message belongs to no turn.
async fn turn_of(
    parts: &Arc<Parts>,
    session: &SessionId,
    message: &MessageId,
) -> Result<TurnSeen, CommandError> {
    let log: Vec<LogEntry<Note>> = parts.ledger.read(session.clone(), 0).await?;
    let of: Option<TurnId> = log.iter().find_map(|entry| {
        let SessionEvent::MessageAdded { message: added, turn } = &entry.event else { return None };
        turn.clone().filter(|_| added.id == *message)
    });
    let mut seen = TurnSeen::default();
    for entry in log {
        let SessionEvent::Noted { note: Note::Turn { turn, event } } = entry.event else { continue };
        if Some(&turn) != of.as_ref() {
            continue;
        }
        if let TurnEvent::Began { plan, .. } = event {
            seen.plan = Some(*plan);
        } else if let TurnEvent::RequestSent { offered, .. } = event {
            seen.offered.extend(offered);
        }
    }
    Ok(seen)
}

/// The functions that were offered, or those that were called where nobody knows which those were.
async fn functions(
    parts: &Arc<Parts>,
    session: &SessionId,
    turn: &TurnSeen,
    good: &[Message],
) -> Result<Vec<CaseFunction>, CommandError> {
    let known = parts.functions(session).await?.specs();
    let called: BTreeSet<String> =
        good.iter().flat_map(Message::calls).map(|call| experiments::written_name(&call.function)).collect();
    let is_meant = |name: &FunctionName| {
        turn.offered.contains(name) || turn.offered.is_empty() && called.contains(&written(name))
    };
    let meant = known.iter().filter(|spec| is_meant(&spec.name)).map(|spec| CaseFunction {
        name: written(&spec.name),
        description: Some(spec.description.clone()),
        parameters: Some(spec.parameters.clone()),
        live: false,
    });
    Ok(meant.collect())
}

fn settings(parts: &Parts, plan: Option<TurnPlan>) -> Result<CaseSettings, CasesError> {
    let Some(plan) = plan else { return Ok(CaseSettings::default()) };
    let unfit = |error: serde_json::Error| CasesError::Unsound { reason: reason(&error) };
    let Value::Object(request) = serde_json::to_value(&plan.settings).map_err(unfit)? else {
        return Ok(CaseSettings::default());
    };
    let has_own_words =
        !plan.participants.is_empty() || plan.instructions.as_ref().is_some_and(|own| !own.values.is_empty());
    let rounds = plan.limits.rounds;
    // The variables that every turn has stay variables.
    let instructions = match (has_own_words, plan.instructions.clone()) {
        (false, own) => own.map(|own| own.text),
        (true, _) => ready(parts, plan).spoken_instructions(),
    };
    let instructions = instructions.filter(|text| !text.trim().is_empty());
    Ok(CaseSettings { instructions, rounds, request })
}
