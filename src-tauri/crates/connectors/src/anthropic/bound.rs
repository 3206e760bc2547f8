//! What a request is held to by the thoughts in it.
//!
//! The newest models take a thought back only behind what it was made from. So functions that come and go are told in
//! the conversation and not beside it, and before a request is sent each thought is held against its record: one that
//! the provider would refuse is dropped by it on request, or left out here.

use super::tools::{Offer, announcement};
use super::wire::{Request, Tool};
use crate::binding::{
    Binding, Change, Listed, Mark, Message, Role, Settling, Thought, ToolMarks, Voids, Walk,
};
use crate::models::ModelFacts;
use crate::outgoing::Adaptations;
use ports::OnVoid;
use serde_json::{Value, json};

/// Announces in the conversation which functions came and went, each time before the same answer.
pub(super) fn with_changes(messages: Vec<Message>, changes: &[Change]) -> Vec<Message> {
    let mut told_to = Vec::with_capacity(messages.len() + changes.len());
    let mut left = changes.iter().peekable();
    let mut answers = 0;
    for message in messages {
        if message.role == Role::Assistant {
            while let Some(change) = left.next_if(|change| change.before <= answers) {
                told_to.push(Message { role: Role::System, content: announcement(change) });
            }
            answers += 1;
        }
        told_to.push(message);
    }
    told_to.extend(left.map(|change| Message { role: Role::System, content: announcement(change) }));
    told_to
}

/// A request with its thoughts, before void ones are handled.
pub(super) struct Holding<'a, 'h> {
    pub(super) thoughts: &'a [Thought<'h>],
    pub(super) offer: Offer,
    pub(super) asks_on: bool,
    pub(super) on_void: Option<OnVoid>,
    pub(super) facts: &'a ModelFacts,
}

impl Holding<'_, '_> {
    /// Ensures that no thought is refused. Returns what the next thoughts are bound to.
    pub(super) fn settle(self, body: &mut Request, adaptations: &mut Adaptations) -> Binding {
        let Self { thoughts, offer, asks_on, on_void, facts } = self;
        let voids = match on_void {
            Some(OnVoid::LeaveOutAll) => Voids::AllLeftOut,
            Some(OnVoid::LeaveOut) => Voids::LeftOut,
            Some(OnVoid::Drop) | None if can_drop(body) => Voids::Dropped,
            Some(OnVoid::Drop) | None => Voids::LeftOut,
        };
        let settling = Settling { thoughts, is_thought, voids, facts };
        let walk = Walk::new(&body.system, marks(&offer));
        let settled = settling.settle(walk, &mut body.messages, adaptations);
        // The choice applies to every thought sent back, so unforeseen void ones are dropped as well.
        let is_wanted = on_void.is_some() && settled.has_thoughts();
        if voids == Voids::Dropped && (settled.has_void || is_wanted) {
            let thinking = body.thinking.get_or_insert_with(|| json!({ "type": "adaptive" }));
            thinking["block_binding"] = json!({ "prefix_mismatch_behavior": "drop_block" });
        }
        settled.binding(offer.changes, asks_on)
    }
}

fn marks(offer: &Offer) -> ToolMarks {
    let functions = |tools: &[Tool]| tools.iter().map(Tool::listed).collect();
    ToolMarks {
        functions: functions(&offer.first),
        later: functions(&offer.later),
        beside: offer.hosted.iter().map(beside).collect(),
    }
}

/// A hosted tool, as thoughts are bound to it.
fn beside(entry: &Value) -> Listed {
    let name = entry.get("type").and_then(Value::as_str).unwrap_or_default();
    Listed { name: name.to_owned(), mark: Mark::of(entry) }
}

pub(crate) fn is_thought(block: &Value) -> bool {
    block.get("type").is_some_and(|kind| kind == "thinking" || kind == "redacted_thinking")
}

/// Whether the provider can be asked to drop rejected thoughts, which is possible only with adaptive thinking.
fn can_drop(body: &Request) -> bool {
    body.thinking.as_ref().is_none_or(|thinking| thinking.get("type").is_some_and(|kind| kind == "adaptive"))
}

#[cfg(test)]
mod tests;
