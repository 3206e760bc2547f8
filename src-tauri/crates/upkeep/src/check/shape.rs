//! Messages and items by themselves: empty ones, foreign ones, the same side twice.

use super::{Remark, View};
use crate::pairing::{has_calls, items};
use crate::remark::Words;
use crate::summary::is_summary;
use crate::{FindingKind, RepairAction};
use content::{Item, MediaSource, Message, Role};

pub(super) fn remarks(view: &View<'_>) -> Vec<Remark> {
    let mut remarks = empty_messages(view.history);
    for (spot, item) in items(view.history) {
        let is_function = view.history.get(spot.message).is_some_and(|said| said.role == Role::Function);
        if is_blank(item) {
            let drop = Some(RepairAction::DropItem);
            remarks.push(Remark::at(spot, FindingKind::EmptyItem, Words::EmptyItem, drop));
        } else if is_function && !belongs_to_functions(item) {
            remarks.push(Remark::at(spot, FindingKind::ForeignItem, Words::ForeignItem, None));
        }
    }
    remarks.extend(echoes(view.history));
    remarks
}

/// Whether there is nothing in an item that anyone would miss. Blanks alone are refused like no text at all.
pub(crate) fn is_blank(item: &Item) -> bool {
    match item {
        Item::Text { text } => text.trim().is_empty(),
        Item::Reasoning { text, provider_state } => text.trim().is_empty() && provider_state.is_none(),
        Item::Media { media } => match &media.source {
            MediaSource::Inline { base64 } => base64.trim().is_empty(),
            MediaSource::Address { uri } => uri.trim().is_empty(),
        },
        Item::FunctionCall { .. } | Item::FunctionResult { .. } | Item::Unknown { .. } => false,
    }
}

/// Calls have a remark of their own.
fn belongs_to_functions(item: &Item) -> bool {
    item.result().is_some() || item.call().is_some()
}

fn empty_messages(history: &[Message]) -> Vec<Remark> {
    let empty = history.iter().enumerate().filter(|(_, message)| message.items.is_empty());
    let remark = |(message, _)| {
        let drop = Some(RepairAction::DropMessage);
        Remark::about(message, FindingKind::EmptyMessage, Words::EmptyMessage, drop)
    };
    empty.map(remark).collect()
}

/// Some providers want the sides to take turns. Which of two messages is one too many, only a person knows.
fn echoes(history: &[Message]) -> Vec<Remark> {
    let pairs = history.iter().zip(history.iter().enumerate().skip(1));
    let echoes = pairs.filter(|(before, (_, after))| before.role == after.role && is_echo(before));
    let remark = |(before, (message, _)): (&Message, (usize, &Message))| {
        let words = Words::SpeaksTwice { side: before.role.into() };
        Remark::about(message, FindingKind::ConsecutiveRoles, words, None)
    };
    echoes.map(remark).collect()
}

/// After calls, the missing results are the trouble; after a summary, the next message is meant to follow.
fn is_echo(before: &Message) -> bool {
    match before.role {
        Role::User => !is_summary(before),
        Role::Assistant => !has_calls(before),
        Role::System | Role::Function => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::FindingKind::{ConsecutiveRoles, EmptyItem, EmptyMessage, ForeignItem};
    use crate::testing::{Conversation, check_kinds, closed};
    use content::{Item, Role};

    #[test]
    fn an_empty_message_is_found() {
        let conversation = Conversation::new().user("?").with(Role::Assistant, vec![]);
        check_kinds(conversation, &closed(), &[("m2", None, EmptyMessage)]);
    }

    #[test]
    fn blank_text_and_reasoning_are_empty() {
        let text = Item::Text { text: " \n".into() };
        let reasoning = Item::Reasoning { text: String::new(), provider_state: None };
        let conversation = Conversation::new().user("?").with(Role::Assistant, vec![reasoning, text]);
        check_kinds(conversation, &closed(), &[("m2", Some(0), EmptyItem), ("m2", Some(1), EmptyItem)]);
    }

    #[test]
    fn words_among_results_are_foreign() {
        let text = Item::Text { text: "By the way".into() };
        let conversation =
            Conversation::new().user("?").calls(&["a"]).results(&["a"]).with(Role::Function, vec![text]);
        check_kinds(conversation, &closed(), &[("m4", Some(0), ForeignItem)]);
    }

    #[test]
    fn the_same_side_twice_in_a_row_is_worth_a_note() {
        let conversation = Conversation::new().user("?").user("Hello?").says("Yes.").says("Really.");
        check_kinds(
            conversation,
            &closed(),
            &[("m2", None, ConsecutiveRoles), ("m4", None, ConsecutiveRoles)],
        );
    }
}
