//! Results: whose they are, where they stand, in which order, and of which function.

use super::{Remark, View};
use crate::pairing::{Link, Spot, results};
use crate::remark::{Called, Words};
use crate::{FindingKind, RepairAction};
use content::{FunctionCall, FunctionResult, Item};
use std::collections::BTreeMap;

pub(super) fn remarks(view: &View<'_>) -> Vec<Remark> {
    let mut remarks = disorder(view);
    for (spot, result) in results(view.history) {
        match view.pairing.link_of(spot) {
            Link::Orphan => {
                let words = Words::Orphan { function: Called::of(&result.function) };
                let drop = Some(RepairAction::DropResult);
                remarks.push(Remark::at(spot, FindingKind::OrphanResult, words, drop));
            }
            Link::Repeats(_) => {
                let words = Words::SecondResult { function: Called::of(&result.function) };
                let drop = Some(RepairAction::DropResult);
                remarks.push(Remark::at(spot, FindingKind::SecondResult, words, drop));
            }
            Link::Answers(call) => {
                remarks.extend(misplaced(view, spot, call, result));
                remarks.extend(mismatched(view, spot, call, result));
            }
        }
    }
    remarks
}

fn misplaced(view: &View<'_>, spot: Spot, call: Spot, result: &FunctionResult) -> Option<Remark> {
    if view.pairing.is_in_place(spot, call) {
        return None;
    }
    let words = Words::Misplaced { function: Called::of(&result.function) };
    Some(Remark::at(spot, FindingKind::MisplacedResult, words, Some(RepairAction::MoveResult)))
}

fn mismatched(view: &View<'_>, spot: Spot, call: Spot, result: &FunctionResult) -> Option<Remark> {
    let called = called(view, call)?;
    if called.function == result.function {
        return None;
    }
    let (named, meant) = (Called::of(&result.function), Called::of(&called.function));
    let words = match result.function.known() {
        _ if named != meant => Words::OtherFunction { named, meant },
        Some(_) => Words::KnownHere { named },
        None => Words::KnownThere { named },
    };
    Some(Remark::at(spot, FindingKind::FunctionMismatch, words, Some(RepairAction::NameFunction)))
}

fn called<'a>(view: &View<'a>, call: Spot) -> Option<&'a FunctionCall> {
    view.history.get(call.message)?.items.get(call.item).and_then(Item::call)
}

/// One remark a message with calls, at the first message that answers it.
fn disorder(view: &View<'_>) -> Vec<Remark> {
    let mut answers: BTreeMap<usize, Vec<(Spot, Spot)>> = BTreeMap::new();
    for (result, link) in view.pairing.links() {
        if let Link::Answers(call) = link
            && view.pairing.is_in_place(result, call)
        {
            answers.entry(call.message).or_default().push((result, call));
        }
    }
    let unsorted = answers.values().filter(|answers| !answers.is_sorted_by_key(|(_, call)| call));
    let remark = |(result, _): &(Spot, Spot)| {
        let sort = Some(RepairAction::SortResults);
        Remark::about(result.message, FindingKind::ResultsOutOfOrder, Words::OutOfOrder, sort)
    };
    unsorted.filter_map(|answers| answers.first()).map(remark).collect()
}

#[cfg(test)]
mod tests {
    use crate::FindingKind::{
        FunctionMismatch, MisplacedResult, OrphanResult, ResultsOutOfOrder, SecondResult,
    };
    use crate::testing::{Conversation, check_kinds, closed};
    use content::Role;

    #[test]
    fn a_result_without_a_call_is_found() {
        let conversation = Conversation::new().user("?").results(&["a"]).says("Done.");
        check_kinds(conversation, &closed(), &[("m2", Some(0), OrphanResult)]);
    }

    #[test]
    fn a_second_result_for_one_call_is_found() {
        let conversation = Conversation::new().user("?").calls(&["a"]).results(&["a", "a"]);
        check_kinds(conversation, &closed(), &[("m3", Some(1), SecondResult)]);
    }

    #[test]
    fn a_result_behind_another_message_is_found() {
        let conversation = Conversation::new().user("?").calls(&["a"]).user("Well?").results(&["a"]);
        check_kinds(conversation, &closed(), &[("m4", Some(0), MisplacedResult)]);
    }

    #[test]
    fn a_result_before_its_call_is_found() {
        let conversation = Conversation::new().user("?").results(&["a"]).calls(&["a"]);
        check_kinds(conversation, &closed(), &[("m2", Some(0), MisplacedResult)]);
    }

    #[test]
    fn a_result_in_a_message_of_another_side_is_found() {
        let conversation = Conversation::new().user("?").calls(&["a"]).results_as(Role::User, &["a"]);
        check_kinds(conversation, &closed(), &[("m3", Some(0), MisplacedResult)]);
    }

    #[test]
    fn a_stray_result_does_not_take_the_place_of_one_beside_its_call() {
        let conversation = Conversation::new().user("?").results(&["a"]).calls(&["a"]).results(&["a"]);
        check_kinds(conversation, &closed(), &[("m2", Some(0), SecondResult)]);
    }

    #[test]
    fn results_in_two_messages_right_after_the_call_are_in_place() {
        let conversation = Conversation::new().user("?").calls(&["a", "b"]).results(&["a"]).results(&["b"]);
        check_kinds(conversation, &closed(), &[]);
    }

    #[test]
    fn another_order_than_the_calls_is_worth_a_note() {
        let conversation = Conversation::new().user("?").calls(&["a", "b"]).results(&["b", "a"]);
        check_kinds(conversation, &closed(), &[("m3", None, ResultsOutOfOrder)]);
    }

    #[test]
    fn a_result_of_another_function_than_the_call_is_found() {
        let conversation = Conversation::new().user("?").calls(&["a"]).result_of("a", "other");
        check_kinds(conversation, &closed(), &[("m3", Some(0), FunctionMismatch)]);
    }
}
