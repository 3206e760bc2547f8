//! The calls that wait at a stop, with what a person decided about them and the results that are in no message yet.

use content::{
    Author, CallArguments, CallId, CalledFunction, DeclinedBy, FunctionName, FunctionResult, Item, Message,
    MessageId, Origin, Outcome, Role,
};
use invocation::{CallDecision, Decision};
use std::collections::BTreeMap;

/// How calls ended, and who says so.
pub(super) type Outcomes = BTreeMap<CallId, (Outcome, Origin)>;

/// Names a message that no session has.
const SO_FAR: &str = "so-far";

/// Brings the good run to where it stands.
pub(super) fn bring_up(good: &mut Vec<Message>, mut outcomes: Outcomes, decided: &[CallDecision]) {
    let Some(last) = good.last_mut().filter(|last| last.role == Role::Assistant) else { return };
    for CallDecision { call, decision } in decided {
        match decision {
            Decision::EditArguments { raw } => {
                outcomes.remove(call);
                edit(last, call, None, Some(raw));
            }
            Decision::SendTo { function, raw } => {
                outcomes.remove(call);
                edit(last, call, Some(function), raw.as_deref());
            }
            Decision::Drop => last.items.retain(|item| item.call().is_none_or(|one| one.id != *call)),
            Decision::WriteResult { outcome } => {
                outcomes.insert(call.clone(), (outcome.clone(), Origin::Person));
            }
            Decision::Decline { reason } => {
                let outcome = Outcome::Declined { reason: reason.clone(), by: DeclinedBy::default() };
                outcomes.insert(call.clone(), (outcome, Origin::Person));
            }
            Decision::Continue
            | Decision::Stay
            | Decision::EditRequest { .. }
            | Decision::WriteAnswer { .. }
            | Decision::UseRecorded
            | Decision::HandOver { .. }
            | Decision::AddCall { .. }
            | Decision::RunAgain
            | Decision::Stop => {}
        }
    }
    let results = last.calls().filter_map(|call| {
        let (outcome, origin) = outcomes.remove(&call.id)?;
        let function = call.function.clone();
        Some(FunctionResult { call_id: call.id.clone(), function, outcome, origin })
    });
    let items: Vec<_> = results.map(|result| Item::FunctionResult { result }).collect();
    if !items.is_empty() {
        let (id, parent) = (MessageId::new(SO_FAR), Some(last.id.clone()));
        let (author, origin) = (Author::Application, Origin::Application);
        good.push(Message { id, parent, role: Role::Function, items, author, origin });
    }
}

fn edit(message: &mut Message, id: &CallId, function: Option<&FunctionName>, raw: Option<&str>) {
    for item in &mut message.items {
        if let Item::FunctionCall { call } = item
            && call.id == *id
        {
            if let Some(name) = function {
                call.function = CalledFunction::Known { name: name.clone() };
            }
            if let Some(raw) = raw {
                call.arguments = match function {
                    Some(_) => CallArguments::read(raw),
                    None => call.arguments.rewritten(raw),
                };
            }
        }
    }
}
