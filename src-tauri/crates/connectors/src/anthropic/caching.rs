//! Where Anthropic is told to keep the beginning of a request.
//!
//! Four points at most: behind the functions, behind the instructions, behind what the person said last, and behind
//! what they had said before that. The last one is where the request before this one ended, so it is found however
//! much the model said since: the provider looks back twenty blocks only. Points that came with an imported history are
//! taken out first, because a fifth is refused.

use super::hosted::Entry;
use super::wire::Request;
use crate::binding::{Message, Role};
use ports::Caching;
use serde_json::{Value, json};

pub(super) fn write_points(body: &mut Request, caching: Option<Caching>) {
    let point = match caching {
        Some(Caching::Long) => json!({ "type": "ephemeral", "ttl": "1h" }),
        Some(Caching::Short | Caching::Off) | None => json!({ "type": "ephemeral" }),
    };
    body.system.iter_mut().for_each(unmark);
    body.messages.iter_mut().flat_map(|message| &mut message.content).for_each(unmark);
    let functions = body.tools.iter_mut().rev().find_map(Entry::cacheable);
    if let Some(function) = functions {
        *function = Some(point.clone());
    }
    put(body.system.last_mut(), &point);
    for message in ends(&body.messages) {
        put(body.messages.get_mut(message).and_then(|message| message.content.last_mut()), &point);
    }
}

fn put(block: Option<&mut Value>, point: &Value) {
    if let Some(block) = block.and_then(Value::as_object_mut) {
        block.insert("cache_control".to_owned(), point.clone());
    }
}

/// The parts of a result have cache points as well.
fn unmark(block: &mut Value) {
    let Some(block) = block.as_object_mut() else { return };
    block.shift_remove("cache_control");
    if let Some(inner) = block.get_mut("content").and_then(Value::as_array_mut) {
        inner.iter_mut().for_each(unmark);
    }
}

/// The last messages before an answer of the model, latest first.
fn ends(messages: &[Message]) -> Vec<usize> {
    let is_end = |index: &usize| {
        let next = messages.get(index + 1);
        messages.get(*index).is_some_and(|message| message.role != Role::Assistant)
            && next.is_none_or(|next| next.role == Role::Assistant)
    };
    (0..messages.len()).rev().filter(is_end).take(2).collect()
}
