//! Mends what was found, on a new branch.

mod act;

use crate::draft::Draft;
use crate::{Branch, Finding, Inspection, NewIds, Place, RepairAction, check};
use content::{Message, MessageId};
use notices::{Describe, Notice};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A history with something mended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Repaired {
    pub branch: Branch,
    /// What was done, a sentence each.
    pub done: Vec<Notice>,
}

/// Why something was not mended.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "repair")]
#[advice("Look at the findings as they are now.")]
pub enum RepairError {
    #[error("only a person can tell how to fix this")]
    NoRepair,
    #[error("there is no message {message} in this history")]
    NoSuchMessage {
        #[notice(text)]
        message: MessageId,
    },
    #[error("the history is no longer as it was when this was found")]
    Outdated,
}

/// Mends one finding. The messages from the changed one on are new.
pub fn repair(history: &[Message], finding: &Finding, ids: NewIds<'_>) -> Result<Repaired, RepairError> {
    let repair = finding.repair.as_ref().ok_or(RepairError::NoRepair)?;
    let mut draft = Draft::of(history);
    act::perform(&mut draft, &repair.action, &finding.place, ids)?;
    Ok(Repaired { branch: draft.into_branch(ids), done: vec![repair.action.account()] })
}

/// Mends whatever can be mended, until a check finds nothing more to do.
pub fn repair_all(history: &[Message], inspection: &Inspection, ids: NewIds<'_>) -> Repaired {
    let mut draft = Draft::of(history);
    let mut done = Vec::new();
    for _ in 0..most_rounds(history) {
        let before = done.len();
        for (place, action) in next_round(draft.messages(), inspection) {
            if act::perform(&mut draft, &action, &place, ids).is_ok() {
                done.push(action.account());
            }
        }
        if done.len() == before {
            break;
        }
    }
    Repaired { branch: draft.into_branch(ids), done }
}

/// What is mended before the history is looked at again: as much of one kind as does not change where the rest stands.
fn next_round(history: &[Message], inspection: &Inspection) -> Vec<(Place, RepairAction)> {
    let findings = check(history, inspection).into_iter();
    let mendable = findings.filter_map(|finding| Some((finding.place, finding.repair?.action)));
    let mut repairs: Vec<_> = mendable.collect();
    let turn = repairs.iter().map(|(_, action)| action.turn()).min();
    repairs.retain(|(_, action)| Some(action.turn()) == turn);
    let first = repairs.first().map(|(_, action)| action);
    if first == Some(&RepairAction::MoveResult) {
        repairs.truncate(1);
    } else if matches!(first, Some(RepairAction::DropResult | RepairAction::DropItem)) {
        // Leaving out the last item first keeps the places of those before it.
        repairs.reverse();
    }
    repairs
}

/// Each round leaves less to do, so this is never reached. It is here in case a rule for ids contradicts itself.
fn most_rounds(history: &[Message]) -> usize {
    let items: usize = history.iter().map(|message| message.items.len()).sum();
    4 * (items + history.len()) + 8
}

#[cfg(test)]
mod tests {
    use super::{RepairError, repair, repair_all};
    use crate::testing::{Conversation, call, closed, drawn, new_ids, nine, result, words};
    use crate::{FindingKind, Inspection, check};
    use content::{Author, Item, Origin, Role};

    /// Mends the first finding by itself, then everything, and compares what comes of it.
    #[track_caller]
    fn check_repair(conversation: Conversation, inspection: &Inspection, expected: &[&str]) {
        let history = conversation.path();
        let findings = check(&history, inspection);
        let first = findings.iter().find(|finding| finding.repair.is_some()).expect("a repair");
        let mended = repair(&history, first, &mut new_ids()).expect("it is mended");
        assert_eq!(drawn(&mended.branch.path(&history)), expected);
        let all = repair_all(&history, inspection, &mut new_ids());
        assert_eq!(drawn(&all.branch.path(&history)), expected);
    }

    #[test]
    fn an_orphan_is_left_out() {
        let conversation = Conversation::new().user("?").results(&["a"]).says("Done.");
        check_repair(conversation, &closed(), &["user: ?", "assistant: Done."]);
    }

    #[test]
    fn a_second_result_is_left_out() {
        let conversation = Conversation::new().user("?").calls(&["a"]).results(&["a", "a"]);
        check_repair(conversation, &closed(), &["user: ?", "assistant: call a", "function: result a"]);
    }

    #[test]
    fn an_unanswered_call_is_answered_in_its_place() {
        let conversation =
            Conversation::new().user("?").calls(&["a", "b", "c"]).results(&["a", "c"]).says("Done.");
        let expected = [
            "user: ?",
            "assistant: call a, call b, call c",
            "function: result a, failed b, result c",
            "assistant: Done.",
        ];
        check_repair(conversation, &closed(), &expected);
    }

    #[test]
    fn calls_without_any_results_get_a_function_message() {
        let conversation = Conversation::new().user("?").calls(&["a"]).user("Well?");
        let expected = ["user: ?", "assistant: call a", "function: failed a", "user: Well?"];
        check_repair(conversation, &closed(), &expected);
    }

    #[test]
    fn a_doubled_id_is_renamed_in_call_and_result() {
        let once = || Conversation::new().user("?").calls(&["a"]).results(&["a"]);
        let expected = [
            "user: ?",
            "assistant: call a",
            "function: result a",
            "assistant: call a-2",
            "function: result a-2",
        ];
        check_repair(once().calls(&["a"]).results(&["a"]), &closed(), &expected);
    }

    #[test]
    fn two_calls_with_one_id_in_one_message_each_keep_their_result() {
        let conversation = Conversation::new().user("?").calls(&["a", "a"]).results(&["a", "a"]);
        let expected = ["user: ?", "assistant: call a, call a-2", "function: result a, result a-2"];
        check_repair(conversation, &closed(), &expected);
    }

    #[test]
    fn foreign_ids_get_the_form_a_provider_demands() {
        let history = Conversation::new().user("?").calls(&["toolu_01"]).results(&["toolu_01"]).path();
        let mended = repair_all(&history, &nine(), &mut new_ids()).branch.path(&history);
        assert_eq!(check(&mended, &nine()), []);
        assert_eq!(mended.len(), history.len());
    }

    #[test]
    fn a_stray_result_moves_next_to_its_call() {
        let conversation = Conversation::new().user("?").calls(&["a"]).user("Well?").results(&["a"]);
        let expected = ["user: ?", "assistant: call a", "function: result a", "user: Well?"];
        check_repair(conversation, &closed(), &expected);
    }

    #[test]
    fn a_result_before_its_call_moves_behind_it() {
        let conversation = Conversation::new().user("?").results(&["a"]).calls(&["a", "b"]).results(&["b"]);
        let expected = ["user: ?", "assistant: call a, call b", "function: result a, result b"];
        check_repair(conversation, &closed(), &expected);
    }

    #[test]
    fn a_result_in_the_message_of_its_call_moves_behind_it() {
        let items = vec![result("a", "get_forecast"), words("Let me see."), call("a", "{}")];
        let conversation = Conversation::new().user("?").with(Role::Assistant, items);
        let expected = ["user: ?", "assistant: Let me see., call a", "function: result a"];
        check_repair(conversation, &closed(), &expected);
    }

    #[test]
    fn calls_of_another_side_get_a_message_of_the_assistant() {
        let items = vec![words("?"), call("a", "{}")];
        let conversation = Conversation::new().with(Role::User, items).results(&["a"]);
        check_repair(conversation, &closed(), &["user: ?", "assistant: call a", "function: result a"]);
    }

    #[test]
    fn results_are_put_in_the_order_of_the_calls_across_messages() {
        let conversation =
            Conversation::new().user("?").calls(&["a", "b", "c"]).results(&["c", "b"]).results(&["a"]);
        let expected = [
            "user: ?",
            "assistant: call a, call b, call c",
            "function: result a, result b",
            "function: result c",
        ];
        check_repair(conversation, &closed(), &expected);
    }

    #[test]
    fn a_result_gets_the_name_of_the_function_that_was_called() {
        let history = Conversation::new().user("?").calls(&["a"]).result_of("a", "other").path();
        let mended = repair_all(&history, &closed(), &mut new_ids()).branch.path(&history);
        assert_eq!(check(&mended, &closed()), []);
    }

    #[test]
    fn empty_items_and_messages_are_left_out() {
        let items = || vec![words(""), words("Hello.")];
        let conversation = Conversation::new().user("?").with(Role::Assistant, items());
        check_repair(conversation, &closed(), &["user: ?", "assistant: Hello."]);
        let conversation = Conversation::new().user("?").with(Role::Assistant, vec![]).says("Hello.");
        check_repair(conversation, &closed(), &["user: ?", "assistant: Hello."]);
    }

    #[test]
    fn a_sound_history_stays_as_it_is() {
        let history = Conversation::new().user("?").calls(&["a"]).results(&["a"]).says("Done.").path();
        let repaired = repair_all(&history, &closed(), &mut new_ids());
        assert!(repaired.branch.is_unchanged(&history));
        assert_eq!(repaired.done, []);
        assert_eq!(repaired.branch.head(&history), history.last().map(|last| &last.id));
    }

    #[test]
    fn the_branch_begins_at_the_change_and_says_how_each_message_came_to_be() {
        let history = Conversation::new()
            .user("?")
            .calls(&["a"])
            .results(&["a", "x"])
            .calls(&["b"])
            .user("And?")
            .path();
        let branch = repair_all(&history, &closed(), &mut new_ids()).branch;
        assert_eq!(branch.kept, 2);
        let said: Vec<_> = branch.messages.iter().map(|said| (said.role, said.origin)).collect();
        let expected = [
            (Role::Function, Origin::Edited),
            (Role::Assistant, Origin::Model),
            (Role::Function, Origin::Application),
            (Role::User, Origin::Person),
        ];
        assert_eq!(said, expected);
        let parents: Vec<_> = branch.messages.iter().map(|said| said.parent.clone()).collect();
        let path = branch.path(&history);
        let before: Vec<_> = path.iter().skip(1).map(|said| Some(said.id.clone())).take(4).collect();
        assert_eq!(parents, before);
    }

    #[test]
    fn a_made_up_result_is_marked_as_ours() {
        let history = Conversation::new().user("?").calls(&["a"]).path();
        let branch = repair_all(&history, &closed(), &mut new_ids()).branch;
        let made = branch.messages.last().expect("a message");
        let origins: Vec<_> = made.results().map(|result| result.origin).collect();
        assert_eq!((made.author.clone(), origins), (Author::Application, vec![Origin::Application]));
    }

    #[test]
    fn a_finding_of_another_history_is_refused() {
        let history = Conversation::new().user("?").results(&["a"]).path();
        let found = check(&history, &closed());
        let finding = found.first().expect("a finding");
        let elsewhere = repair(&[], finding, &mut new_ids());
        let message = finding.place.message.clone();
        assert_eq!(elsewhere, Err(RepairError::NoSuchMessage { message }));
        let answered = Conversation::new().calls(&["a"]).results(&["a"]).path();
        assert_eq!(repair(&answered, finding, &mut new_ids()), Err(RepairError::Outdated));
    }

    #[test]
    fn what_only_a_person_can_mend_is_left_to_them() {
        let history = Conversation::new().user("?").user("Hello?").path();
        let found = check(&history, &closed());
        let finding = found.first().expect("a finding");
        assert_eq!(finding.kind, FindingKind::ConsecutiveRoles);
        assert_eq!(repair(&history, finding, &mut new_ids()), Err(RepairError::NoRepair));
    }

    #[test]
    fn unreadable_items_survive() {
        let unknown = Item::Unknown { value: serde_json::json!({ "kind": "new" }) };
        let items = vec![words(" "), unknown.clone()];
        let history = Conversation::new().user("?").with(Role::Assistant, items).path();
        let mended = repair_all(&history, &closed(), &mut new_ids()).branch.path(&history);
        assert_eq!(mended.last().map(|last| last.items.clone()), Some(vec![unknown]));
    }

    #[test]
    fn what_was_done_is_told_a_sentence_each() {
        let history = Conversation::new().user("?").results(&["x"]).calls(&["a"]).path();
        let told = [
            "Left out a result that no call was waiting for.",
            "Answered a call that had no result: it did not run.",
        ];
        let done = repair_all(&history, &closed(), &mut new_ids()).done;
        assert_eq!(done.iter().map(ToString::to_string).collect::<Vec<_>>(), told);
    }
}
