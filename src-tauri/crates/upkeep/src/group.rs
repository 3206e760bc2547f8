//! The pieces of a history that only make sense together.

use crate::pairing::{Pairing, has_calls};
use content::{Item, Message, Role};
use std::ops::Range;

/// Messages that are kept or left out together: one by itself, or calls with everything that answers them and the thoughts
/// that led to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Which messages, counted from the start of the path.
    pub messages: Range<usize>,
    /// Whether there are calls in it.
    pub has_calls: bool,
}

impl Group {
    /// The messages of this group.
    pub fn of<'a>(&self, history: &'a [Message]) -> &'a [Message] {
        history.get(self.messages.clone()).unwrap_or_default()
    }
}

/// A history in groups. Where results have strayed, a group reaches as far as they did.
pub fn groups(history: &[Message]) -> Vec<Group> {
    let pairing = Pairing::of(history);
    let mut ends: Vec<usize> = (1..=history.len()).collect();
    let mut reach = |from: usize, to: usize| {
        if let Some(end) = ends.get_mut(from.min(to)) {
            *end = (*end).max(from.max(to) + 1);
        }
    };
    for (result, link) in pairing.links() {
        if let Some(call) = link.call() {
            reach(call.message, result.message);
        }
    }
    for place in 0..history.len() {
        let head = pairing.head_of(place).filter(|head| history.get(*head).is_some_and(has_calls));
        if let Some(head) = head {
            reach(head, place);
        }
    }
    for (place, pair) in history.windows(2).enumerate() {
        if matches!(pair, [thought, next] if is_thought(thought) && leads_on(next)) {
            reach(place, place + 1);
        }
    }
    merge(history, &ends)
}

/// Whether a message has thoughts of a model and nothing else.
pub(crate) fn is_thought(message: &Message) -> bool {
    let is_thought = |item: &Item| matches!(item, Item::Reasoning { .. });
    message.role == Role::Assistant && !message.items.is_empty() && message.items.iter().all(is_thought)
}

/// Whether thoughts before it belong to it: to its calls, or to those that follow more thoughts.
fn leads_on(message: &Message) -> bool {
    message.role == Role::Assistant && (has_calls(message) || is_thought(message))
}

/// Joins what overlaps.
fn merge(history: &[Message], ends: &[usize]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (place, (message, end)) in history.iter().zip(ends).enumerate() {
        let has_calls = has_calls(message);
        match groups.last_mut().filter(|group| group.messages.end > place) {
            Some(group) => {
                group.messages.end = group.messages.end.max(*end);
                group.has_calls |= has_calls;
            }
            None => groups.push(Group { messages: place..*end, has_calls }),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::groups;
    use crate::testing::Conversation;
    use content::{Item, Role};

    #[track_caller]
    fn check(conversation: Conversation, expected: &[(usize, usize, bool)]) {
        let groups = groups(&conversation.path());
        let found: Vec<_> =
            groups.iter().map(|group| (group.messages.start, group.messages.end, group.has_calls)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn calls_and_their_results_are_one_group() {
        let conversation = Conversation::new().user("?").calls(&["a"]).results(&["a"]).says("Done.");
        check(conversation, &[(0, 1, false), (1, 3, true), (3, 4, false)]);
    }

    #[test]
    fn results_in_several_messages_belong_to_one_group() {
        let conversation = Conversation::new().calls(&["a", "b"]).results(&["b"]).results(&["a"]).user("?");
        check(conversation, &[(0, 3, true), (3, 4, false)]);
    }

    #[test]
    fn thoughts_in_messages_of_their_own_belong_to_the_calls_behind_them() {
        let thinks = |said: Conversation| {
            let thought = Item::Reasoning { text: "hm".to_owned(), provider_state: None };
            said.with(Role::Assistant, vec![thought])
        };
        let thought = thinks(thinks(Conversation::new().user("?")));
        let called = thought.calls(&["a"]).results(&["a"]);
        let expected = [(0, 1, false), (1, 5, true), (5, 6, false), (6, 7, false)];
        check(thinks(called).says("Done."), &expected);
    }

    #[test]
    fn a_group_reaches_as_far_as_a_stray_result() {
        let conversation = Conversation::new().user("?").calls(&["a"]).user("Well?").results(&["a"]);
        check(conversation, &[(0, 1, false), (1, 4, true)]);
    }
}
