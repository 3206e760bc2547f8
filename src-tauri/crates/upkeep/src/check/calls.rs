//! Calls: their side, their ids, their arguments, and whether they are answered.

use super::{Remark, View};
use crate::id_rule::{free_id, is_valid};
use crate::pairing::{Spot, calls, has_calls, results};
use crate::remark::{Called, Words};
use crate::{Ending, FindingKind, RepairAction};
use content::{CallArguments, CallId, FunctionCall, Origin, Role};
use std::collections::HashSet;

pub(super) fn remarks(view: &View<'_>) -> Vec<Remark> {
    let mut seen = HashSet::new();
    let mut remarks = strangers(view);
    let taken = taken(view);
    for (spot, call) in calls(view.history) {
        let is_first = seen.insert(&call.id);
        remarks.extend(id(view, spot, call, is_first, &taken));
        remarks.extend(unanswered(view, spot, call));
        remarks.extend(arguments(spot, call));
    }
    remarks
}

fn strangers(view: &View<'_>) -> Vec<Remark> {
    let messages = view.history.iter().enumerate();
    let strange = messages.filter(|(_, message)| message.role != Role::Assistant && has_calls(message));
    let (kind, words) = (FindingKind::CallOutsideAssistant, Words::CallOutsideAssistant);
    let remark = |(message, _)| Remark::about(message, kind, words.clone(), Some(RepairAction::MoveCalls));
    strange.map(remark).collect()
}

fn id(
    view: &View<'_>,
    spot: Spot,
    call: &FunctionCall,
    is_first: bool,
    taken: &HashSet<&CallId>,
) -> Option<Remark> {
    let rule = view.inspection.call_ids;
    let (function, id) = (Called::of(&call.function), call.id.clone());
    let (kind, words) = if id.as_str().is_empty() {
        (FindingKind::InvalidCallId, Words::NoId { function })
    } else if !is_valid(&id, rule) {
        (FindingKind::InvalidCallId, Words::InvalidId { function, id })
    } else if !is_first {
        (FindingKind::DuplicateCallId, Words::DuplicateId { function, id })
    } else {
        return None;
    };
    let action = free_id(&call.id, taken, rule).map(|to| RepairAction::RenameCall { to });
    Some(Remark::at(spot, kind, words, action))
}

/// An id of an orphan is taken too, or the orphan would become the result of the renamed call.
fn taken<'a>(view: &View<'a>) -> HashSet<&'a CallId> {
    let of_calls = calls(view.history).map(|(_, call)| &call.id);
    of_calls.chain(results(view.history).map(|(_, result)| &result.call_id)).collect()
}

fn unanswered(view: &View<'_>, spot: Spot, call: &FunctionCall) -> Option<Remark> {
    if call.origin == Origin::Informational {
        return None;
    }
    if view.pairing.is_answered(spot) || (view.inspection.ending == Ending::Open && is_last(view, spot)) {
        return None;
    }
    let words = Words::Unanswered { function: Called::of(&call.function) };
    Some(Remark::at(spot, FindingKind::UnansweredCall, words, Some(RepairAction::AnswerCall)))
}

/// Some results of the last calls may be there already while others are still to come.
fn is_last(view: &View<'_>, spot: Spot) -> bool {
    let after = view.history.iter().skip(spot.message + 1);
    after.into_iter().all(|message| message.role == Role::Function && !has_calls(message))
}

fn arguments(spot: Spot, call: &FunctionCall) -> Option<Remark> {
    let CallArguments::Malformed { reason, .. } = &call.arguments else { return None };
    let words = Words::Malformed { function: Called::of(&call.function), reason: reason.clone() };
    Some(Remark::at(spot, FindingKind::MalformedArguments, words, None))
}

#[cfg(test)]
mod tests {
    use crate::FindingKind::{
        CallOutsideAssistant, DuplicateCallId, InvalidCallId, MalformedArguments, UnansweredCall,
    };
    use crate::testing::{Conversation, check_kinds, closed, nine};
    use crate::{Ending, Inspection};
    use content::Role;

    #[test]
    fn a_well_formed_history_has_no_findings() {
        let conversation = Conversation::new()
            .system("Be brief.")
            .user("Weather and time?")
            .calls(&["a", "b"])
            .results(&["a", "b"])
            .says("Fine, and late.");
        check_kinds(conversation, &closed(), &[]);
    }

    #[test]
    fn a_call_without_a_result_is_found() {
        let conversation = Conversation::new().user("?").calls(&["a", "b"]).results(&["a"]).says("Done.");
        check_kinds(conversation, &closed(), &[("m2", Some(1), UnansweredCall)]);
    }

    #[test]
    fn the_last_calls_of_an_open_turn_may_wait_for_their_results() {
        let open = Inspection { ending: Ending::Open, call_ids: None };
        let waiting = || Conversation::new().user("?").calls(&["a", "b"]);
        check_kinds(waiting(), &open, &[]);
        check_kinds(waiting().results(&["b"]), &open, &[]);
        check_kinds(
            waiting(),
            &closed(),
            &[("m2", Some(0), UnansweredCall), ("m2", Some(1), UnansweredCall)],
        );
        let gone_on = waiting().results(&["b"]).user("And?");
        check_kinds(gone_on, &open, &[("m2", Some(0), UnansweredCall)]);
    }

    #[test]
    fn two_calls_with_one_id_are_found_at_the_later_one() {
        let conversation =
            Conversation::new().user("?").calls(&["a"]).results(&["a"]).calls(&["a"]).results(&["a"]);
        check_kinds(conversation, &closed(), &[("m4", Some(0), DuplicateCallId)]);
    }

    #[test]
    fn an_id_of_another_form_than_the_rule_is_found() {
        let conversation = Conversation::new().user("?").calls(&["abcdefghi", "call_1"]);
        let found = [("m2", Some(1), InvalidCallId)];
        check_kinds(conversation.results(&["abcdefghi", "call_1"]), &nine(), &found);
    }

    #[test]
    fn an_empty_id_is_found_without_a_rule() {
        let conversation = Conversation::new().user("?").calls(&[""]).results(&[""]);
        check_kinds(conversation, &closed(), &[("m2", Some(0), InvalidCallId)]);
    }

    #[test]
    fn a_call_of_another_side_is_found() {
        let conversation = Conversation::new().calls_as(Role::User, &["a"]).results(&["a"]);
        check_kinds(conversation, &closed(), &[("m1", None, CallOutsideAssistant)]);
    }

    #[test]
    fn malformed_arguments_are_worth_a_note() {
        let conversation = Conversation::new().user("?").malformed_call("a").results(&["a"]);
        check_kinds(conversation, &closed(), &[("m2", Some(0), MalformedArguments)]);
    }
}
