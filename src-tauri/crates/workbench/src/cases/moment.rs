//! A case from a moment of a session: what was said, which functions were offered, and how the turn ran.

use super::at_stop::Outcomes;
use super::error::reason;
use super::{CasesError, at_stop, stand_ins, without_secrets};
use crate::configuration::{led, plan_of, title_of};
use crate::contract::{CommandError, DraftCase, DraftedCase, Note};
use crate::ledger::Ledger;
use crate::models::AllModels;
use crate::session_error::SessionError;
use crate::turn_parts::TurnParts;
use content::{FunctionName, Message, MessageId, Origin, Role, SessionId, TurnId};
use experiments::{
    CaseFunction, CaseSettings, DraftError, DraftLoss, Drafted, Moment, draft, id_from, written,
};
use functions::{BindingPolicy, FunctionSettings, NamePolicy};
use invocation::{CallChange, CallPhase, ChoicePlan, Guidance, Policies, TurnEvent, TurnLimits, TurnPlan};
use ports::{Catalogue, FunctionSpec};
use serde_json::Value;
use sessions::{End, LogEntry, SessionEvent};
use std::collections::BTreeSet;
use std::sync::Arc;

pub(super) async fn drafted(parts: &TurnParts, args: DraftCase) -> Result<DraftedCase, CommandError> {
    let DraftCase { session, message, decided } = args;
    let said = parts.ledger.messages_to(session.clone(), End::Head).await?;
    let at = said.iter().position(|one| one.id == message);
    let at = at.ok_or_else(|| SessionError::NoMessage { message: message.clone() })?;
    let (history, rest) = said.split_at(at);
    let end = rest.iter().position(|one| one.role == Role::User).unwrap_or(rest.len());
    let mut good = rest.get(..end).unwrap_or_default().to_vec();
    let mut turn = turn_of(&parts.ledger, &session, &message).await?;
    at_stop::bring_up(&mut good, std::mem::take(&mut turn.outcomes), &decided);
    let session_functions = parts.functions.of(&session).await?;
    let mut functions = functions(&session_functions.specs(), &turn, &good);
    let has_chosen_anew = turn.has_chosen_anew();
    let plan = match turn.plan {
        Some(plan) => Some(plan),
        None => plan_of(&parts.ledger, &session).await?,
    };
    let mut unkept = plan.as_ref().map(|plan| unkept_of_plan(&parts.models, plan)).unwrap_or_default();
    let set = session_functions.settings();
    unkept.extend(unkept_of_functions(&set));
    let kept = stand_ins::keep(&set.stand_ins, &mut functions, &good);
    unkept.extend(kept.has_others.then_some(DraftLoss::StandIns));
    unkept.extend(has_chosen_anew.then_some(DraftLoss::Selection));
    let settings = settings(parts, plan)?;
    let title = title_of(&parts.ledger, &session).await?;
    let made = draft(id_from(&title), title, Moment { history, good: &good }, functions, settings);
    let Drafted { mut case, mut losses } = made.map_err(|error| match error {
        DraftError::NothingDone => CasesError::NothingDone,
        DraftError::NothingAsked => CasesError::NothingAsked,
        DraftError::Malformed => CasesError::MalformedCall,
    })?;
    for general in kept.results {
        case.results.retain(|result| result.function != general.function);
        case.results.push(general);
    }
    losses.extend(unkept);
    losses.sort();
    losses.dedup();
    let (case, has_secret) = without_secrets(case)?;
    Ok(DraftedCase { case, losses, has_secret })
}

/// What the log says of the turn a message belongs to.
#[derive(Default)]
struct TurnSeen {
    plan: Option<TurnPlan>,
    /// The functions of each request that offered some.
    offered: Vec<BTreeSet<FunctionName>>,
    /// How its calls ended so far.
    outcomes: Outcomes,
}

impl TurnSeen {
    #[allow(clippy::wildcard_enum_match_arm, reason = "a case has no place for the rest of a turn")]
    fn take(&mut self, event: TurnEvent) {
        match event {
            TurnEvent::Began { plan, .. } => self.plan = Some(*plan),
            TurnEvent::RequestSent { offered, .. } if !offered.is_empty() => {
                self.offered.push(offered.into_iter().collect());
            }
            TurnEvent::CallEnded { call, outcome, origin, .. } => {
                self.outcomes.insert(call, (outcome, origin.unwrap_or(Origin::Function)));
            }
            TurnEvent::Answered { effect: Some(effect), .. } => {
                for CallChange { call, phase } in effect.calls {
                    match phase {
                        CallPhase::Answered { outcome, origin } => {
                            self.outcomes.insert(call, (outcome, origin));
                        }
                        CallPhase::Waiting | CallPhase::HandedOver { .. } | CallPhase::Running { .. } => {
                            self.outcomes.remove(&call);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn has_chosen_anew(&self) -> bool {
        self.offered.iter().any(|request| Some(request) != self.offered.first())
    }
}

/// An imported message belongs to no turn.
async fn turn_of(
    ledger: &Arc<Ledger>,
    session: &SessionId,
    message: &MessageId,
) -> Result<TurnSeen, CommandError> {
    let log: Vec<LogEntry<Note>> = ledger.read(session.clone(), 0).await?;
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
        seen.take(event);
    }
    Ok(seen)
}

/// The functions that were offered, and those that were called besides.
fn functions(known: &[Arc<FunctionSpec>], turn: &TurnSeen, good: &[Message]) -> Vec<CaseFunction> {
    let called: BTreeSet<String> =
        good.iter().flat_map(Message::calls).map(|call| experiments::written_name(&call.function)).collect();
    let is_meant = |name: &FunctionName| {
        turn.offered.iter().any(|request| request.contains(name)) || called.contains(&written(name))
    };
    let meant = known.iter().filter(|spec| is_meant(&spec.name)).map(|spec| {
        let (description, parameters) = (spec.description.clone(), spec.parameters.clone());
        CaseFunction::new(written(&spec.name), Some(description), Some(parameters))
    });
    meant.collect()
}

/// What the runs of a case do otherwise than a turn with this plan. Where a program ran the loop, it had no say in most of it.
fn unkept_of_plan(models: &AllModels, plan: &TurnPlan) -> Vec<DraftLoss> {
    let guided = |guidance| {
        let led = led(models, TurnPlan { guidance, ..plan.clone() });
        led.guidance.unwrap_or(Guidance::NONE)
    };
    let choice = ChoicePlan { functions: None, ..plan.choice.clone() };
    let is_ours = !plan.is_run_outside();
    let behaves = plan.policies != Policies::ours()
        || !plan.filters.is_empty()
        || plan.limits != TurnLimits::rounds(plan.limits.rounds);
    let unkept = [
        (choice != ChoicePlan::default(), DraftLoss::Choice),
        (is_ours && guided(plan.guidance) != guided(None), DraftLoss::Guidance),
        (is_ours && behaves, DraftLoss::Behaviour),
    ];
    unkept.into_iter().filter_map(|(is_lost, loss)| is_lost.then_some(loss)).collect()
}

/// The same for how its session read calls.
fn unkept_of_functions(set: &FunctionSettings) -> Vec<DraftLoss> {
    let unkept = [
        (set.names != NamePolicy::exact(), DraftLoss::Names),
        (set.binding != BindingPolicy::LENIENT, DraftLoss::Behaviour),
    ];
    unkept.into_iter().filter_map(|(is_lost, loss)| is_lost.then_some(loss)).collect()
}

fn settings(parts: &TurnParts, plan: Option<TurnPlan>) -> Result<CaseSettings, CasesError> {
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
        (true, _) => parts.ready(plan).spoken_instructions(),
    };
    let instructions = instructions.filter(|text| !text.trim().is_empty());
    Ok(CaseSettings { instructions, rounds, request })
}

#[cfg(test)]
mod tests {
    use super::TurnSeen;
    use content::FunctionName;
    use std::collections::BTreeSet;

    #[test]
    fn functions_were_chosen_anew_where_requests_offered_different_ones() {
        let check = |requests: &[&[&str]], has_chosen_anew: bool| {
            let request = |names: &&[&str]| -> BTreeSet<FunctionName> {
                names.iter().map(|name| FunctionName::new("a", name)).collect()
            };
            let seen = TurnSeen { offered: requests.iter().map(request).collect(), ..TurnSeen::default() };
            assert_eq!(seen.has_chosen_anew(), has_chosen_anew, "{requests:?}");
        };
        check(&[], false);
        check(&[&["one", "two"], &["two", "one"]], false);
        check(&[&["one"], &["one"], &["one", "two"]], true);
    }
}
