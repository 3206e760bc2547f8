//! Summaries that the provider made of earlier messages, and tools that come and go between messages.

use super::bound::is_thought;
use crate::binding::{Message, Role};
use crate::outgoing::{Adaptations, Difference, Place, Reason};
use serde_json::{Value, json};

fn is_of(block: &Value, kinds: &[&str]) -> bool {
    block.get("type").and_then(Value::as_str).is_some_and(|kind| kinds.contains(&kind))
}

fn is_signed(block: &Value) -> bool {
    block.get("signature").is_some_and(Value::is_string)
}

/// A requested summary replaces the messages it covers, and is signed. Nothing may precede it. Returns the number of
/// thoughts it covers.
pub(super) fn begin_with_summary(messages: &mut Vec<Message>, adaptations: &mut Adaptations) -> usize {
    let is_summary = |block: &Value| is_of(block, &["compaction"]) && is_signed(block);
    let of_message = |message: &Message| message.content.iter().rposition(is_summary);
    let Some(at) = messages.iter().rposition(|message| of_message(message).is_some()) else { return 0 };
    let block = messages.get(at).and_then(of_message).unwrap_or(0);
    if at == 0 && block == 0 {
        return 0;
    }
    let mut before: Vec<Value> = messages.drain(..at).flat_map(|message| message.content).collect();
    before.extend(messages.first_mut().into_iter().flat_map(|first| first.content.drain(..block)));
    adaptations.left_out(Place::Message(0), Difference::SummarisedLeftOut, Reason::SummaryTaken);
    before.iter().filter(|block| is_thought(block)).count()
}

/// A summary the provider made on its own is understood only where it may make another.
pub(super) fn management(messages: &[Message]) -> Option<Value> {
    let mut blocks = messages.iter().flat_map(|message| &message.content);
    let has_summary = blocks.any(|block| is_of(block, &["compaction"]) && !is_signed(block));
    has_summary.then(|| json!({ "edits": [{ "type": "compact_20260112" }] }))
}

/// Changes of tools are announced by the system, behind the person's message.
pub(super) fn take_tool_changes(role: Role, blocks: &mut Vec<Value>) -> Option<Message> {
    let is_change = |block: &mut Value| is_of(block, &["tool_addition", "tool_removal"]);
    let content: Vec<_> = match role {
        Role::User => blocks.extract_if(.., is_change).collect(),
        Role::Assistant | Role::System => Vec::new(),
    };
    (!content.is_empty()).then_some(Message { role: Role::System, content })
}

#[cfg(test)]
mod tests {
    use super::{begin_with_summary, management, take_tool_changes};
    use crate::binding::{Message, Role};
    use crate::outgoing::Adaptations;
    use serde_json::{Value, json};

    fn said(role: Role, content: Value) -> Message {
        Message { role, content: content.as_array().cloned().expect("blocks") }
    }

    fn text(text: &str) -> Value {
        json!({ "type": "text", "text": text })
    }

    #[test]
    fn a_signed_summary_stands_first_and_in_place_of_what_it_sums_up() {
        let summary = json!({ "type": "compaction", "content": "So far.", "signature": "c2ln" });
        let mut messages = vec![
            said(Role::User, json!([text("Long ago.")])),
            said(
                Role::Assistant,
                json!([{ "type": "thinking", "thinking": "", "signature": "c2ln" }, summary]),
            ),
            said(Role::User, json!([text("Now.")])),
        ];
        let mut adaptations = Adaptations::default();
        assert_eq!(begin_with_summary(&mut messages, &mut adaptations), 1);
        let expected = vec![said(Role::Assistant, json!([summary])), said(Role::User, json!([text("Now.")]))];
        assert_eq!(messages, expected);
        assert_eq!(management(&messages), None);
        assert_eq!(adaptations.into_list().len(), 1);
        let mut adaptations = Adaptations::default();
        assert_eq!(begin_with_summary(&mut messages, &mut adaptations), 0);
        assert_eq!((messages, adaptations.into_list()), (expected, Vec::new()));
    }

    #[test]
    fn an_unsigned_summary_asks_for_the_edit_that_made_it() {
        let summary = json!({ "type": "compaction", "content": "So far.", "signature": null });
        let messages = [said(Role::Assistant, json!([summary, text("And on.")]))];
        let edits = json!({ "edits": [{ "type": "compact_20260112" }] });
        assert_eq!(management(&messages), Some(edits));
        assert_eq!(management(&[said(Role::User, json!([text("Hi.")]))]), None);
    }

    #[test]
    fn tools_that_come_are_said_by_the_system() {
        let change = json!({ "type": "tool_addition", "tool": { "type": "tool_reference", "name": "tide" } });
        let mut blocks = vec![text("Hi."), change.clone()];
        let system = take_tool_changes(Role::User, &mut blocks);
        assert_eq!((blocks, system), (vec![text("Hi.")], Some(said(Role::System, json!([change])))));
        assert_eq!(take_tool_changes(Role::User, &mut vec![text("Hi.")]), None);
    }
}
