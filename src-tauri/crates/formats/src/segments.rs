//! Messages as the sides of a provider's protocol may say them.
//!
//! Here a call is a call in any role, and a message may mix what it likes. Most protocols take calls from the
//! assistant only and results from the function side only. So a message is cut into runs, each said by the side that
//! may say it, and where that changes something it is reported.

use crate::loss::Losses;
use crate::lost::Lost;
use content::{Item, Message, Role};

/// A run of items said by one side.
pub(crate) struct Segment<'a> {
    pub(crate) role: Role,
    pub(crate) items: Vec<Placed<'a>>,
}

/// An item and where it stands.
pub(crate) struct Placed<'a> {
    pub(crate) place: String,
    pub(crate) item: &'a Item,
}

pub(crate) fn place_of(message: usize) -> String {
    format!("/messages/{message}")
}

/// The items of a message with their places.
pub(crate) fn placed(index: usize, message: &Message) -> Vec<Placed<'_>> {
    let place = |item: usize| format!("/messages/{index}/items/{item}");
    message.items.iter().enumerate().map(|(number, item)| Placed { place: place(number), item }).collect()
}

pub(crate) fn cut<'a>(index: usize, message: &'a Message, losses: &mut Losses) -> Vec<Segment<'a>> {
    let mut segments: Vec<Segment<'a>> = Vec::new();
    for placed in placed(index, message) {
        let role = side_of(message.role, placed.item);
        match segments.last_mut() {
            Some(last) if last.role == role => last.items.push(placed),
            Some(_) | None => segments.push(Segment { role, items: vec![placed] }),
        }
    }
    if segments.is_empty() {
        segments.push(Segment { role: message.role, items: Vec::new() });
    }
    if segments.len() > 1 {
        losses.add(&place_of(index), Lost::MessageCut);
    } else if segments.iter().any(|segment| segment.role != message.role) {
        losses.add(&place_of(index), Lost::OtherSide);
    }
    segments
}

fn side_of(role: Role, item: &Item) -> Role {
    match item {
        Item::FunctionCall { .. } | Item::Reasoning { .. } => Role::Assistant,
        Item::FunctionResult { .. } => Role::Function,
        Item::Text { .. } | Item::Media { .. } | Item::Unknown { .. } => match role {
            // The function side says results and nothing else.
            Role::Function => Role::User,
            Role::System | Role::User | Role::Assistant => role,
        },
    }
}

/// The name of a side in most formats.
pub(crate) fn label(role: Role) -> &'static str {
    match role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::Function => "tool",
    }
}

/// The same where results are said by the person's side.
pub(crate) fn label_of_three(role: Role) -> &'static str {
    if role == Role::Function { "user" } else { label(role) }
}
