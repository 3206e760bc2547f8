//! Makes a history shorter by leaving out its oldest part.

use crate::draft::Draft;
use crate::{Branch, Group, NewIds, groups};
use content::{Message, MessageId, Role};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use ts_rs::TS;

/// How long a history may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Limits {
    /// How many messages are left once it is made shorter, the system message counted.
    pub target: usize,
    /// By how many messages it may exceed the target before anything happens.
    pub threshold: usize,
}

/// A history made shorter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Reduced {
    pub branch: Branch,
    /// The messages of the old path that the new one says nothing of, or says it shorter.
    pub dropped: Vec<MessageId>,
    /// The messages of the new path that stand for those. All its others say what they said before.
    pub made: Vec<MessageId>,
}

/// Leaves out the oldest messages after the system message.
///
/// Calls and their results are not parted: the cut moves to before them. Within the threshold it also moves back to
/// a message of a person, since some providers refuse a conversation that begins with an answer.
pub fn truncate(history: &[Message], limits: Limits, ids: NewIds<'_>) -> Reduced {
    match expendable(history, limits, 0) {
        Some(range) => without(history, range, Vec::new(), ids),
        None => unchanged(history),
    }
}

/// What goes so that the rest, with some more messages to be put in its place, is of the right length.
pub(crate) fn expendable(history: &[Message], limits: Limits, replacements: usize) -> Option<Range<usize>> {
    if history.len() <= limits.target.saturating_add(limits.threshold) {
        return None;
    }
    let groups = groups(history);
    let first = opening(history, &groups);
    // The last message is never left out, however small the target is.
    let tail = limits.target.saturating_sub(first + replacements).max(1);
    let wanted = history.len().saturating_sub(tail).max(first);
    let starts = || groups.iter().rev().map(|group| group.messages.start).filter(|start| *start <= wanted);
    let earliest = wanted.saturating_sub(limits.threshold).max(first + 1);
    let is_person = |start: &usize| history.get(*start).is_some_and(|message| message.role == Role::User);
    let at_person = starts().take_while(|start| *start >= earliest).find(is_person);
    let cut = at_person.or_else(|| starts().next())?;
    (cut > first).then_some(first..cut)
}

/// How many messages at the start are never left out: the system's, with what can't be parted from them.
pub(crate) fn opening(history: &[Message], groups: &[Group]) -> usize {
    let of_system = history.iter().take_while(|message| message.role == Role::System).count();
    let starting = groups.iter().take_while(|group| group.messages.start < of_system);
    starting.last().map_or(0, |group| group.messages.end)
}

pub(crate) fn without(
    history: &[Message],
    range: Range<usize>,
    instead: Vec<Message>,
    ids: NewIds<'_>,
) -> Reduced {
    let dropped = ids_in(history, &range);
    let made = instead.iter().map(|message| message.id.clone()).collect();
    let mut draft = Draft::of(history);
    draft.replace(range, instead);
    Reduced { branch: draft.into_branch(ids), dropped, made }
}

/// A history that stays as it is.
pub fn unchanged(history: &[Message]) -> Reduced {
    let branch = Branch { kept: history.len(), messages: Vec::new() };
    Reduced { branch, dropped: Vec::new(), made: Vec::new() }
}

pub(crate) fn ids_in(history: &[Message], range: &Range<usize>) -> Vec<MessageId> {
    history.get(range.clone()).into_iter().flatten().map(|message| message.id.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::{Limits, truncate};
    use crate::testing::{Conversation, drawn, new_ids};

    #[track_caller]
    fn check(conversation: Conversation, (target, threshold): (usize, usize), expected: &[&str]) {
        let history = conversation.path();
        let reduced = truncate(&history, Limits { target, threshold }, &mut new_ids());
        let path = reduced.branch.path(&history);
        assert_eq!(drawn(&path), expected);
        assert_eq!(reduced.dropped.len(), history.len() - path.len());
    }

    fn chat() -> Conversation {
        Conversation::new().system("Be brief.").user("1").says("2").user("3").says("4").user("5").says("6")
    }

    fn with_calls() -> Conversation {
        Conversation::new().user("1").says("2").user("3").calls(&["a"]).results(&["a"]).says("6")
    }

    #[test]
    fn s52_the_target_count_remains_and_the_system_message_counts() {
        check(chat(), (3, 0), &["system: Be brief.", "user: 5", "assistant: 6"]);
        check(chat(), (2, 0), &["system: Be brief.", "assistant: 6"]);
    }

    #[test]
    fn s52_the_cut_moves_earlier_rather_than_splitting_a_call_from_its_result() {
        let expected = ["assistant: call a", "function: result a", "assistant: 6"];
        check(with_calls(), (3, 0), &expected);
        check(with_calls(), (2, 0), &expected);
    }

    #[test]
    fn s52_at_or_under_target_and_threshold_nothing_changes() {
        let all =
            ["user: 1", "assistant: 2", "user: 3", "assistant: call a", "function: result a", "assistant: 6"];
        check(with_calls(), (4, 2), &all);
        check(with_calls(), (6, 0), &all);
        check(with_calls(), (usize::MAX, usize::MAX), &all);
    }

    #[test]
    fn s52_the_shortened_history_is_a_new_path_after_the_system_message() {
        let history = chat().path();
        let reduced = truncate(&history, Limits { target: 3, threshold: 0 }, &mut new_ids());
        assert_eq!(reduced.branch.kept, 1);
        let links: Vec<_> = reduced
            .branch
            .messages
            .iter()
            .map(|said| (said.id.as_str(), said.parent.as_ref().map_or("", |parent| parent.as_str())))
            .collect();
        assert_eq!(links, [("n1", "m1"), ("n2", "n1")]);
        let dropped: Vec<_> = reduced.dropped.iter().map(|id| id.as_str()).collect();
        assert_eq!(dropped, ["m2", "m3", "m4", "m5"]);
    }

    #[test]
    fn s53_a_group_with_several_result_messages_is_kept_or_left_out_as_a_whole() {
        let conversation = || {
            Conversation::new()
                .user("1")
                .calls(&["a", "b"])
                .results(&["a"])
                .results(&["b"])
                .says("5")
                .user("6")
        };
        let kept = [
            "assistant: call a, call b",
            "function: result a",
            "function: result b",
            "assistant: 5",
            "user: 6",
        ];
        for target in 3..=5 {
            check(conversation(), (target, 0), &kept);
        }
        check(conversation(), (2, 0), &["assistant: 5", "user: 6"]);
    }

    #[test]
    fn within_the_threshold_the_cut_moves_back_to_a_message_of_a_person() {
        let expected = ["user: 3", "assistant: call a", "function: result a", "assistant: 6"];
        check(with_calls(), (2, 2), &expected);
        check(with_calls(), (3, 1), &expected);
    }

    #[test]
    fn the_last_message_stays_however_small_the_target_is() {
        check(chat(), (0, 0), &["system: Be brief.", "assistant: 6"]);
        check(Conversation::new(), (0, 0), &[]);
    }
}
