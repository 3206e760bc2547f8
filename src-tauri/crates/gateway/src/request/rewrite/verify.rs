//! Reads back what was written, so that no difference goes unreported.

use super::Unwritten;
use super::meaning::same_item;
use crate::Protocol;
use crate::dialects::UNSIGNED;
use crate::request::{import, without_secrets};
use content::{Item, Message, MessageId, Role};
use formats::Loss;
use notices::Describe;
use redaction::Redactor;

/// What to tell where a body reads otherwise than it was wanted. How messages are cut does not count.
pub(super) fn difference(
    protocol: Protocol,
    text: &str,
    wanted: &[&Message],
    redactor: Option<&Redactor>,
) -> Option<Loss> {
    let mut read = match import(protocol, text, &|| MessageId::new("")) {
        Ok(imported) => imported.messages,
        Err(_) => Vec::new(),
    };
    if let Some(redactor) = redactor {
        read = read.into_iter().map(|message| without_secrets(message, redactor)).collect();
    }
    let (read, wanted) = (items(read.iter()), items(wanted.iter().copied()));
    let equal = |one: &(Role, Item), other: &(Role, Item)| one.0 == other.0 && same_item(&one.1, &other.1);
    if read.len() == wanted.len() && read.iter().zip(&wanted).all(|(one, other)| equal(one, other)) {
        return None;
    }
    let what = Unwritten::Message.notice();
    Some(Loss { place: String::new(), what })
}

fn items<'a>(messages: impl Iterator<Item = &'a Message>) -> Vec<(Role, Item)> {
    let items = messages.flat_map(|message| message.items.iter().map(|item| (message.role, item.clone())));
    items.map(|(role, item)| (role, as_marked(item))).collect()
}

/// A call without the mark that nobody signed it.
fn as_marked(mut item: Item) -> Item {
    if let Some(call) = item.call_mut() {
        call.provider_state.take_if(|state| state.state["thoughtSignature"] == UNSIGNED);
    }
    item
}
