//! What holds for any history, however broken it is.

use crate::pairing::{Link, Pairing, items};
use crate::testing::{call, closed, ids_with, nine, result, words};
use crate::truncate::opening;
use crate::{
    Branch, Ending, Inspection, Limits, Severity, check, collapse, groups, is_summary, repair, repair_all,
    summary_input, truncate, with_summary,
};
use content::{Author, Item, Media, MediaSource, Message, MessageId, Origin, Role};
use proptest::prelude::*;
use std::collections::HashSet;

/// Few ids, so that many of them meet.
fn call_id() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["", "a", "b", "abcdefghi", "a-2"])
}

fn item() -> impl Strategy<Value = Item> {
    let said = prop::sample::select(vec!["", " \n", "Hello.", "Let me see."]);
    let function = prop::sample::select(vec!["get_forecast", "get_alerts"]);
    prop_oneof![
        2 => said.clone().prop_map(words),
        1 => said.prop_map(|text| Item::Reasoning { text: text.to_owned(), provider_state: None }),
        4 => (call_id(), prop::sample::select(vec!["{}", "{"])).prop_map(|(id, raw)| call(id, raw)),
        4 => (call_id(), function).prop_map(|(id, function)| result(id, function)),
        1 => prop::sample::select(vec!["", "AAAA"]).prop_map(picture),
        1 => Just(Item::Unknown { value: serde_json::json!({ "kind": "new" }) }),
    ]
}

fn picture(base64: &str) -> Item {
    let source = MediaSource::Inline { base64: base64.to_owned() };
    Item::Media { media: Media { mime_type: "image/png".into(), source } }
}

fn role() -> impl Strategy<Value = Role> {
    prop_oneof![
        1 => Just(Role::System),
        2 => Just(Role::User),
        4 => Just(Role::Assistant),
        4 => Just(Role::Function),
    ]
}

prop_compose! {
    fn history()(said in prop::collection::vec((role(), prop::collection::vec(item(), 0..4)), 0..12))
        -> Vec<Message>
    {
        let id = |place: usize| MessageId::new(format!("m{place}"));
        let messages = said.into_iter().enumerate().map(|(place, (role, items))| Message {
            id: id(place),
            parent: place.checked_sub(1).map(id),
            role,
            items,
            author: Author::Person,
            origin: Origin::Person,
        });
        messages.collect()
    }
}

fn inspection() -> impl Strategy<Value = Inspection> {
    let open = Inspection { ending: Ending::Open, call_ids: None };
    prop::sample::select(vec![closed(), open, nine()])
}

prop_compose! {
    fn limits()(target in 0_usize..10, threshold in 0_usize..4) -> Limits {
        Limits { target, threshold }
    }
}

fn mended(history: &[Message]) -> Vec<Message> {
    repair_all(history, &closed(), &mut ids_with("mended")).branch.path(history)
}

fn broken(history: &[Message], inspection: &Inspection) -> Vec<String> {
    let findings = check(history, inspection).into_iter();
    findings
        .filter(|found| found.severity == Severity::Broken)
        .map(|found| found.message.to_string())
        .collect()
}

/// Everything that was said, in order, and every call as it was written; ids may differ.
fn said(history: &[Message]) -> Vec<String> {
    items(history).filter_map(|(_, item)| words_of(item)).collect()
}

fn called(history: &[Message]) -> Vec<(String, String)> {
    let calls = history.iter().flat_map(Message::calls);
    calls.map(|call| (format!("{:?}", call.function), call.arguments.raw().to_owned())).collect()
}

fn words_of(item: &Item) -> Option<String> {
    match item {
        Item::Text { text } | Item::Reasoning { text, .. } if text.trim().is_empty() => None,
        Item::Text { text } | Item::Reasoning { text, .. } => Some(text.clone()),
        Item::Media { media } if media.source == MediaSource::Inline { base64: String::new() } => None,
        Item::Media { media } => Some(media.mime_type.clone()),
        Item::Unknown { value } => Some(value.to_string()),
        Item::FunctionCall { .. } | Item::FunctionResult { .. } => None,
    }
}

/// A branch shares the start of the history as it is and goes on with messages that are new, each after the other.
fn is_a_branch(branch: &Branch, history: &[Message]) -> bool {
    let path = branch.path(history);
    let is_linked =
        path.iter().zip(path.iter().skip(1)).all(|(one, next)| next.parent.as_ref() == Some(&one.id));
    let old: HashSet<_> = history.iter().map(|said| &said.id).collect();
    let new: HashSet<_> = branch.messages.iter().map(|said| &said.id).collect();
    let begins_anew = path.first().is_none_or(|first| first.parent.is_none());
    is_linked && begins_anew && new.len() == branch.messages.len() && old.is_disjoint(&new)
}

fn orphans(history: &[Message]) -> usize {
    Pairing::of(history).links().filter(|(_, link)| *link == Link::Orphan).count()
}

fn splits_no_group(history: &[Message], dropped: &[MessageId]) -> bool {
    groups(history).iter().all(|group| {
        let gone = group.of(history).iter().filter(|said| dropped.contains(&said.id)).count();
        gone == 0 || gone == group.messages.len()
    })
}

/// Messages of a person that follow a path, so that it grows too long again.
fn following(path: &[Message], prefix: &str) -> Vec<Message> {
    let mut parent = path.last().map(|last| last.id.clone());
    let ids = (1..=12).map(|number| MessageId::new(format!("{prefix}-more{number}")));
    ids.map(|id| Message {
        parent: parent.replace(id.clone()),
        id,
        role: Role::User,
        items: vec![words("And?")],
        author: Author::Person,
        origin: Origin::Person,
    })
    .collect()
}

proptest! {
    #[test]
    fn checking_finds_the_same_in_as_much_of_a_history_as_it_looks_at(history in history(), blanks in 0_usize..300) {
        let mut history = history;
        for message in &mut history {
            let text = format!("{}{}", " ".repeat(blanks), message.text());
            message.items.push(Item::Text { text });
        }
        let essence: Vec<_> = history.iter().cloned().map(crate::essence).collect();
        for ending in [Ending::Open, Ending::Closed] {
            let inspection = Inspection { ending, ..nine() };
            prop_assert_eq!(check(&essence, &inspection), check(&history, &inspection));
        }
    }

    #[test]
    fn mending_everything_leaves_nothing_broken(history in history(), inspection in inspection()) {
        let mended = repair_all(&history, &inspection, &mut ids_with("n")).branch.path(&history);
        prop_assert_eq!(broken(&mended, &inspection), Vec::<String>::new());
    }

    #[test]
    fn mending_what_is_mended_changes_nothing(history in history(), inspection in inspection()) {
        let mended = repair_all(&history, &inspection, &mut ids_with("n")).branch.path(&history);
        let again = repair_all(&mended, &inspection, &mut ids_with("again"));
        prop_assert!(again.branch.is_unchanged(&mended));
        prop_assert!(again.done.is_empty(), "{:?}", again.done);
    }

    #[test]
    fn mending_loses_nothing_that_was_said_or_called(history in history(), inspection in inspection()) {
        let mended = repair_all(&history, &inspection, &mut ids_with("n")).branch.path(&history);
        prop_assert_eq!(said(&mended), said(&history));
        prop_assert_eq!(called(&mended), called(&history));
    }

    #[test]
    fn mending_loses_no_result_that_answers_a_call(history in history()) {
        let answers = |history: &[Message]| {
            let answers = Pairing::of(history).links().filter(|(_, link)| matches!(link, Link::Answers(_))).count();
            let made = items(history).filter_map(|(_, item)| item.result());
            answers - made.filter(|result| result.origin == Origin::Application).count()
        };
        prop_assert_eq!(answers(&mended(&history)), answers(&history));
    }

    #[test]
    fn mending_grows_a_branch(history in history(), inspection in inspection()) {
        let branch = repair_all(&history, &inspection, &mut ids_with("n")).branch;
        prop_assert!(is_a_branch(&branch, &history));
    }

    #[test]
    fn every_repair_can_be_made_by_itself(history in history(), inspection in inspection()) {
        for finding in check(&history, &inspection).iter().filter(|finding| finding.repair.is_some()) {
            let repaired = repair(&history, finding, &mut ids_with("n"));
            let branch = repaired.map_err(|error| TestCaseError::fail(format!("{finding:?}: {error}")))?.branch;
            prop_assert!(is_a_branch(&branch, &history));
            prop_assert!(!branch.is_unchanged(&history));
            let path = branch.path(&history);
            prop_assert_eq!(said(&path), said(&history));
            let count = |history: &[Message]| {
                check(history, &inspection).iter().filter(|found| found.kind == finding.kind).count()
            };
            prop_assert!(count(&path) < count(&history), "{finding:?}");
        }
    }

    #[test]
    fn truncating_splits_no_group_and_leaves_no_orphan(history in history(), limits in limits()) {
        let reduced = truncate(&history, limits, &mut ids_with("n"));
        prop_assert!(is_a_branch(&reduced.branch, &history));
        prop_assert!(splits_no_group(&history, &reduced.dropped));
        prop_assert!(orphans(&reduced.branch.path(&history)) <= orphans(&history));
    }

    #[test]
    fn a_sound_history_is_sound_when_truncated(history in history(), limits in limits()) {
        let history = mended(&history);
        let path = truncate(&history, limits, &mut ids_with("n")).branch.path(&history);
        prop_assert_eq!(broken(&path, &closed()), Vec::<String>::new());
    }

    #[test]
    fn truncating_keeps_the_end_and_no_more_than_asked_but_for_one_group(history in history(), limits in limits()) {
        let path = truncate(&history, limits, &mut ids_with("n")).branch.path(&history);
        prop_assert_eq!(path.last().map(|said| &said.items), history.last().map(|said| &said.items));
        let largest = groups(&history).iter().map(|group| group.messages.len()).max().unwrap_or(0);
        let opening = opening(&history, &groups(&history));
        prop_assert!(path.len() <= limits.target.max(opening + 1) + limits.threshold.max(largest));
    }

    #[test]
    fn summarising_feeds_words_alone_and_leaves_one_summary(history in history(), limits in limits()) {
        let history = mended(&history);
        let mut path = history.clone();
        for prefix in ["first", "second"] {
            let Some(input) = summary_input(&path, limits) else { break };
            let is_words = |item: &Item| matches!(item, Item::Text { text } if !text.trim().is_empty());
            prop_assert!(items(&input.messages).all(|(_, item)| is_words(item)));
            prop_assert!(splits_no_group(&path, &input.covers));
            let reduced = with_summary(&path, &input, "All said.", &mut ids_with(prefix));
            let reduced = reduced.map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert!(is_a_branch(&reduced.branch, &path));
            path = reduced.branch.path(&path);
            prop_assert_eq!(broken(&path, &closed()), Vec::<String>::new());
            prop_assert_eq!(path.iter().filter(|said| is_summary(said)).count(), 1);
            path.extend(following(&path, prefix));
        }
    }

    #[test]
    fn collapsing_splits_no_group_and_leaves_no_orphan(history in history(), keep in 0_usize..4) {
        let reduced = collapse(&history, keep, &ToString::to_string, &mut ids_with("n"));
        prop_assert!(is_a_branch(&reduced.branch, &history));
        prop_assert!(splits_no_group(&history, &reduced.dropped));
        prop_assert!(orphans(&reduced.branch.path(&history)) <= orphans(&history));
    }

    #[test]
    fn a_sound_history_is_sound_when_collapsed_and_collapsed_once_for_all(
        history in history(),
        keep in 0_usize..4,
    ) {
        let history = mended(&history);
        let path = collapse(&history, keep, &ToString::to_string, &mut ids_with("n")).branch.path(&history);
        prop_assert_eq!(broken(&path, &closed()), Vec::<String>::new());
        prop_assert!(collapse(&path, keep, &ToString::to_string, &mut ids_with("again")).branch.is_unchanged(&path));
    }
}
