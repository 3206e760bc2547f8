//! Makes a history shorter by telling old calls in a few words.

use crate::draft::{Draft, made_up};
use crate::group::is_thought;
use crate::trace::{Written, trace};
use crate::truncate::ids_in;
use crate::{Group, NewIds, Reduced, groups};
use content::{FunctionCall, FunctionResult, Item, Message, MessageId, Origin, Role};
use std::ops::Range;

/// Tells old answered calls as a text of the assistant. The most recent groups of calls stay as they are.
///
/// What the model said around its calls is kept. Its reasoning goes, since providers tie it to the calls. A group
/// that is not sound, or holds more than calls and results, stays as it is too.
pub fn collapse(
    history: &[Message],
    keep_recent_groups: usize,
    written: Written<'_>,
    ids: NewIds<'_>,
) -> Reduced {
    let groups = groups(history);
    let with_calls = groups.iter().filter(|group| group.has_calls).count();
    let old =
        groups.iter().filter(|group| group.has_calls).take(with_calls.saturating_sub(keep_recent_groups));
    let told = old.filter_map(|group| {
        collapsed_items(group, history, written).map(|items| (group.messages.clone(), items))
    });
    let told = joined(told.collect());
    let dropped = told.iter().flat_map(|(range, _)| ids_in(history, range)).collect();
    let mut made = Vec::new();
    let mut draft = Draft::of(history);
    // From the end, so that the places before stay what they are.
    for (range, items) in told.into_iter().rev() {
        let message = telling(history.get(range.clone()).unwrap_or_default(), items, ids());
        made.insert(0, message.id.clone());
        draft.replace(range, vec![message]);
    }
    Reduced { branch: draft.into_branch(ids), dropped, made }
}

/// The rounds of one turn follow each other. One message tells them all.
fn joined(told: Vec<(Range<usize>, Vec<Item>)>) -> Vec<(Range<usize>, Vec<Item>)> {
    let mut joined: Vec<(Range<usize>, Vec<Item>)> = Vec::new();
    for (range, items) in told {
        match joined.last_mut().filter(|(before, _)| before.end == range.start) {
            Some((before, together)) => {
                before.end = range.end;
                together.extend(items);
            }
            None => joined.push((range, items)),
        }
    }
    joined
}

/// The items of a group with each call told, if the group is sound.
fn collapsed_items(group: &Group, history: &[Message], written: Written<'_>) -> Option<Vec<Item>> {
    let messages = group.of(history);
    let thoughts = messages.iter().take_while(|message| is_thought(message)).count();
    let (asking, answering) = messages.get(thoughts..)?.split_first()?;
    let is_answer = |message: &Message| {
        message.role == Role::Function && message.items.iter().all(|item| item.result().is_some())
    };
    if asking.role != Role::Assistant || asking.results().next().is_some() || !answering.iter().all(is_answer)
    {
        return None;
    }
    let mut results: Vec<_> = answering.iter().flat_map(Message::results).collect();
    let mut items = Vec::new();
    for item in &asking.items {
        match item {
            Item::Text { .. } | Item::Media { .. } | Item::Unknown { .. } => items.push(item.clone()),
            Item::Reasoning { .. } => {}
            Item::FunctionCall { call } => {
                items.push(Item::Text { text: trace(call, &take_result(&mut results, call)?, written) });
            }
            Item::FunctionResult { .. } => return None,
        }
    }
    results.is_empty().then_some(items)
}

fn take_result(results: &mut Vec<&FunctionResult>, call: &FunctionCall) -> Option<FunctionResult> {
    let place = results.iter().position(|result| result.call_id == call.id)?;
    Some(results.remove(place).clone())
}

/// The model's message where words of it are left, else one of ours.
fn telling(told: &[Message], items: Vec<Item>, id: MessageId) -> Message {
    let first = told.iter().find(|message| !is_thought(message));
    match first.filter(|said| said.items.iter().any(is_said)) {
        Some(said) => Message { id, items, origin: Origin::Edited, ..said.clone() },
        None => made_up(id, Role::Assistant, items),
    }
}

fn is_said(item: &Item) -> bool {
    match item {
        Item::Text { .. } | Item::Media { .. } | Item::Unknown { .. } => true,
        Item::Reasoning { .. } | Item::FunctionCall { .. } | Item::FunctionResult { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use super::collapse;
    use crate::testing::{Conversation, call, drawn, new_ids, words};
    use content::{Author, Item, Origin, Role};

    const TOLD: &str = "[Called weather · get_forecast → 12 °C, cloudy]";

    #[track_caller]
    fn check(conversation: Conversation, keep_recent_groups: usize, expected: &[String]) {
        let history = conversation.path();
        let reduced = collapse(&history, keep_recent_groups, &ToString::to_string, &mut new_ids());
        assert_eq!(drawn(&reduced.branch.path(&history)), expected);
    }

    fn twice() -> Conversation {
        let once = Conversation::new().user("1").calls(&["a"]).results(&["a"]).says("2");
        once.user("3").calls(&["b", "c"]).results(&["b", "c"]).says("4")
    }

    #[test]
    fn s55_old_groups_become_a_short_trace_and_the_most_recent_stay_verbatim() {
        let expected = [
            "user: 1".to_owned(),
            format!("assistant: {TOLD}"),
            "assistant: 2".to_owned(),
            "user: 3".to_owned(),
            "assistant: call b, call c".to_owned(),
            "function: result b, result c".to_owned(),
            "assistant: 4".to_owned(),
        ];
        check(twice(), 1, &expected);
    }

    #[test]
    fn s55_with_nothing_old_the_history_stays_as_it_is() {
        let history = twice().path();
        for keep in [2, 3, usize::MAX] {
            let reduced = collapse(&history, keep, &ToString::to_string, &mut new_ids());
            assert!(reduced.branch.is_unchanged(&history));
            assert_eq!(reduced.dropped, []);
        }
    }

    #[test]
    fn s55_what_the_model_said_around_its_calls_is_kept() {
        let thought = Item::Reasoning { text: "Hm.".into(), provider_state: None };
        let items = vec![thought, words("Let me see."), call("a", "{}")];
        let conversation = || Conversation::new().with(Role::Assistant, items.clone()).results(&["a"]);
        check(conversation(), 0, &[format!("assistant: Let me see., {TOLD}")]);
        let history = conversation().path();
        let reduced = collapse(&history, 0, &ToString::to_string, &mut new_ids());
        let made: Vec<_> = reduced.branch.messages.iter().map(|said| said.origin).collect();
        assert_eq!(made, [Origin::Edited]);
    }

    #[test]
    fn thoughts_in_a_message_of_their_own_go_with_the_calls_they_led_to() {
        let thought = || vec![Item::Reasoning { text: "Hm.".into(), provider_state: None }];
        let once =
            Conversation::new().user("1").with(Role::Assistant, thought()).calls(&["a"]).results(&["a"]);
        let conversation = once.says("2").with(Role::Assistant, thought()).calls(&["b"]).results(&["b"]);
        let expected = [
            "user: 1".to_owned(),
            format!("assistant: {TOLD}"),
            "assistant: 2".to_owned(),
            "assistant: Hm.".to_owned(),
            "assistant: call b".to_owned(),
            "function: result b".to_owned(),
        ];
        check(conversation, 1, &expected);
    }

    #[test]
    fn s55_rounds_that_follow_each_other_become_one_message_of_ours() {
        let conversation = || Conversation::new().calls(&["a"]).results(&["a"]).calls(&["b"]).results(&["b"]);
        check(conversation(), 0, &[format!("assistant: {TOLD}, {TOLD}")]);
        let history = conversation().path();
        let reduced = collapse(&history, 0, &ToString::to_string, &mut new_ids());
        let made: Vec<_> =
            reduced.branch.messages.iter().map(|said| (said.author.clone(), said.origin)).collect();
        assert_eq!(made, [(Author::Application, Origin::Application)]);
        assert_eq!(reduced.dropped.len(), 4);
    }

    #[test]
    fn a_group_that_is_not_complete_stays_as_it_is() {
        let conversation = Conversation::new().calls(&["a", "b"]).results(&["a"]).user("?");
        let expected = ["assistant: call a, call b", "function: result a", "user: ?"].map(str::to_owned);
        check(conversation, 0, &expected);
    }
}
