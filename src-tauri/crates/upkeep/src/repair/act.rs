//! How each repair changes a draft.

use super::RepairError;
use crate::check::is_blank;
use crate::draft::{Draft, made_up};
use crate::pairing::{Link, Pairing, Spot, calls};
use crate::{NewIds, Place, RepairAction};
use content::{
    CallId, Failure, FailureKind, FunctionCall, FunctionResult, Item, Message, Origin, Outcome, Role,
};

pub(super) fn perform(
    draft: &mut Draft,
    action: &RepairAction,
    place: &Place,
    ids: NewIds<'_>,
) -> Result<(), RepairError> {
    let message = message_at(draft, place)?;
    match action {
        RepairAction::DropResult => drop_result(draft, item_at(message, place)?),
        RepairAction::DropItem => drop_item(draft, item_at(message, place)?),
        RepairAction::DropMessage => drop_message(draft, message),
        RepairAction::AnswerCall => answer_call(draft, item_at(message, place)?, ids),
        RepairAction::RenameCall { to } => rename_call(draft, item_at(message, place)?, to),
        RepairAction::MoveResult => move_result(draft, item_at(message, place)?, ids),
        RepairAction::MoveCalls => move_calls(draft, message, ids),
        RepairAction::SortResults => sort_results(draft, message),
        RepairAction::NameFunction => name_function(draft, item_at(message, place)?),
    }
}

fn message_at(draft: &Draft, place: &Place) -> Result<usize, RepairError> {
    let found = draft.messages().iter().position(|message| message.id == place.message);
    found.ok_or_else(|| RepairError::NoSuchMessage { message: place.message.clone() })
}

fn item_at(message: usize, place: &Place) -> Result<Spot, RepairError> {
    let item = place.item.ok_or(RepairError::Outdated)?;
    Ok(Spot { message, item })
}

fn item(draft: &Draft, spot: Spot) -> Result<&Item, RepairError> {
    let message = draft.messages().get(spot.message);
    message.and_then(|message| message.items.get(spot.item)).ok_or(RepairError::Outdated)
}

fn call(draft: &Draft, spot: Spot) -> Result<&FunctionCall, RepairError> {
    item(draft, spot)?.call().ok_or(RepairError::Outdated)
}

/// A message never changes, but the call its result lacked may have come back.
fn drop_result(draft: &mut Draft, spot: Spot) -> Result<(), RepairError> {
    item(draft, spot)?.result().ok_or(RepairError::Outdated)?;
    match Pairing::of(draft.messages()).link_of(spot) {
        Link::Answers(_) => Err(RepairError::Outdated),
        Link::Repeats(_) | Link::Orphan => {
            take_out(draft, spot);
            Ok(())
        }
    }
}

fn drop_item(draft: &mut Draft, spot: Spot) -> Result<(), RepairError> {
    if !is_blank(item(draft, spot)?) {
        return Err(RepairError::Outdated);
    }
    take_out(draft, spot);
    Ok(())
}

fn take_out(draft: &mut Draft, spot: Spot) {
    draft.edit(spot.message, |items| {
        items.remove(spot.item);
    });
}

fn drop_message(draft: &mut Draft, message: usize) -> Result<(), RepairError> {
    if draft.messages().get(message).is_none_or(|message| !message.items.is_empty()) {
        return Err(RepairError::Outdated);
    }
    draft.replace(message..message + 1, Vec::new());
    Ok(())
}

fn answer_call(draft: &mut Draft, spot: Spot, ids: NewIds<'_>) -> Result<(), RepairError> {
    let call = call(draft, spot)?;
    if Pairing::of(draft.messages()).is_answered(spot) {
        return Err(RepairError::Outdated);
    }
    let message = "the function did not run".to_owned();
    let result = FunctionResult {
        call_id: call.id.clone(),
        function: call.function.clone(),
        outcome: Outcome::Failed { failure: Failure { kind: FailureKind::NotRun, message } },
        origin: Origin::Application,
    };
    place_result(draft, spot.message, result, ids);
    Ok(())
}

fn rename_call(draft: &mut Draft, spot: Spot, to: &CallId) -> Result<(), RepairError> {
    call(draft, spot)?;
    if calls(draft.messages()).any(|(_, call)| call.id == *to) {
        return Err(RepairError::Outdated);
    }
    let pairing = Pairing::of(draft.messages());
    let answers = pairing.links().filter(|(_, link)| link.call() == Some(spot)).map(|(result, _)| result);
    for Spot { message, item } in std::iter::once(spot).chain(answers) {
        draft.edit(message, |items| {
            if let Some(Item::FunctionCall { call }) = items.get_mut(item) {
                call.id = to.clone();
            } else if let Some(Item::FunctionResult { result }) = items.get_mut(item) {
                result.call_id = to.clone();
            }
        });
    }
    Ok(())
}

fn move_result(draft: &mut Draft, spot: Spot, ids: NewIds<'_>) -> Result<(), RepairError> {
    let result = item(draft, spot)?.result().cloned().ok_or(RepairError::Outdated)?;
    let Link::Answers(call) = Pairing::of(draft.messages()).link_of(spot) else {
        return Err(RepairError::Outdated);
    };
    let before = draft.messages().len();
    take_out(draft, spot);
    // A message in front of the call that held nothing else is gone now.
    let has_shifted = draft.messages().len() < before && spot.message < call.message;
    place_result(draft, call.message - usize::from(has_shifted), result, ids);
    Ok(())
}

/// Puts a result into the function message after its call, where the order of the calls wants it.
fn place_result(draft: &mut Draft, caller: usize, result: FunctionResult, ids: NewIds<'_>) {
    let after = caller + 1;
    let order: Vec<CallId> = draft.messages().get(caller).map(call_ids).unwrap_or_default();
    let rank = |id: &CallId| order.iter().position(|known| known == id).unwrap_or(order.len());
    let own = rank(&result.call_id);
    match draft.messages().get(after).filter(|message| message.role == Role::Function) {
        Some(message) => {
            let is_later = |item: &Item| item.result().is_some_and(|other| rank(&other.call_id) > own);
            let place = message.items.iter().position(is_later).unwrap_or(message.items.len());
            draft.edit(after, |items| items.insert(place, Item::FunctionResult { result }));
        }
        None => {
            let message = made_up(ids(), Role::Function, vec![Item::FunctionResult { result }]);
            draft.replace(after..after, vec![message]);
        }
    }
}

fn call_ids(message: &Message) -> Vec<CallId> {
    message.calls().map(|call| call.id.clone()).collect()
}

fn move_calls(draft: &mut Draft, message: usize, ids: NewIds<'_>) -> Result<(), RepairError> {
    let original = draft.messages().get(message).ok_or(RepairError::Outdated)?;
    let calls: Vec<Item> = original.items.iter().filter(|item| item.call().is_some()).cloned().collect();
    if calls.is_empty() || original.role == Role::Assistant {
        return Err(RepairError::Outdated);
    }
    let moved = Message {
        id: ids(),
        parent: None,
        role: Role::Assistant,
        items: calls,
        author: original.author.clone(),
        origin: Origin::Edited,
    };
    draft.replace(message + 1..message + 1, vec![moved]);
    draft.edit(message, |items| items.retain(|item| item.call().is_none()));
    Ok(())
}

/// The results swap places among themselves. Whatever stands between them stays.
fn sort_results(draft: &mut Draft, message: usize) -> Result<(), RepairError> {
    let pairing = Pairing::of(draft.messages());
    let head = pairing.head_of(message).ok_or(RepairError::Outdated)?;
    let answers: Vec<_> = pairing
        .links()
        .filter_map(|(result, link)| match link {
            Link::Answers(call) => Some((result, call)),
            Link::Repeats(_) | Link::Orphan => None,
        })
        .filter(|(result, call)| call.message == head && pairing.is_in_place(*result, *call))
        .collect();
    let mut sorted = answers.clone();
    sorted.sort_by_key(|(_, call)| *call);
    let items: Result<Vec<_>, _> = sorted.iter().map(|(spot, _)| item(draft, *spot).cloned()).collect();
    for ((place, _), moved) in answers.into_iter().zip(items?) {
        if item(draft, place)? != &moved {
            draft.edit(place.message, |items| {
                if let Some(slot) = items.get_mut(place.item) {
                    *slot = moved;
                }
            });
        }
    }
    Ok(())
}

fn name_function(draft: &mut Draft, spot: Spot) -> Result<(), RepairError> {
    let Link::Answers(caller) = Pairing::of(draft.messages()).link_of(spot) else {
        return Err(RepairError::Outdated);
    };
    let function = call(draft, caller)?.function.clone();
    draft.edit(spot.message, |items| {
        if let Some(Item::FunctionResult { result }) = items.get_mut(spot.item) {
            result.function = function;
        }
    });
    Ok(())
}
