//! Reads back what was written and reports each message that comes back differently without a reason given.

use crate::loss::Losses;
use crate::lost::Lost;
use crate::segments::place_of;
use crate::{Format, ImportError, import_as, own};
use content::{Author, Item, Message, MessageId, Origin};
use notices::Describe;

pub(crate) fn read_back(format: Format, messages: &[Message], text: &str, losses: &mut Losses) {
    if messages.is_empty() {
        return;
    }
    let ids = || MessageId::new("");
    let read = match import_as(format, text, &ids) {
        Ok(imported) => imported.messages,
        Err(ImportError::NoMessages { .. }) => {
            losses.add("", Lost::NothingWritten);
            return;
        }
        Err(error) => {
            losses.add("", Lost::NotReadBack { reason: error.notice() });
            return;
        }
    };
    if read.len() != messages.len() {
        losses.add("", Lost::OtherCount { written: messages.len(), read: read.len() });
    }
    for (index, (message, read)) in messages.iter().zip(&read).enumerate() {
        if bare(message) == bare(read) || losses.touches(index) {
            continue;
        }
        losses.add(&place_of(index), Lost::OtherParts);
    }
}

/// The message without what no other format holds: names of messages, authors and origins.
pub(crate) fn bare(message: &Message) -> Message {
    let mut bare = message.clone();
    bare.id = MessageId::new("");
    bare.parent = None;
    bare.author = Author::Application;
    bare.origin = Origin::Application;
    // What stood around the messages of a file belongs to none of them.
    if own::around_in(&bare).is_some() {
        bare.items.pop();
    }
    for item in &mut bare.items {
        match item {
            Item::FunctionCall { call } => call.origin = Origin::Application,
            Item::FunctionResult { result } => result.origin = Origin::Application,
            Item::Text { .. } | Item::Reasoning { .. } | Item::Media { .. } | Item::Unknown { .. } => {}
        }
    }
    bare
}
