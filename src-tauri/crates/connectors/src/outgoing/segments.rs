//! Messages cut into runs, each said by the side that may say it.
//!
//! Here a call is a call in any role, and a message may mix what it likes. Every provider takes calls and thoughts
//! from the model only, and results as answers to them only.

use super::{Adaptations, Place};
use super::{Difference, Reason};
use content::{Item, Message, Role};

/// A run of items of one side.
pub(super) struct Segment<'a> {
    pub(super) side: Side,
    pub(super) items: Vec<(Place, &'a Item)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    System,
    Person,
    Model,
    Results,
}

pub(super) fn cut<'a>(
    messages: impl IntoIterator<Item = &'a Message>,
    adaptations: &mut Adaptations,
) -> Vec<Segment<'a>> {
    let mut segments: Vec<Segment<'a>> = Vec::new();
    for (message, said) in messages.into_iter().enumerate() {
        for (item, inside) in said.items.iter().enumerate() {
            let side = side_of(said.role, inside);
            let place = Place::Item { message, item };
            if side != usual_side(said.role) {
                report(side, place, adaptations);
            }
            match segments.last_mut() {
                Some(last) if is_of(last, message) && last.side == side => {
                    last.items.push((place, inside));
                }
                Some(_) | None => segments.push(Segment { side, items: vec![(place, inside)] }),
            }
        }
    }
    segments
}

/// Whether a segment belongs to that message. Two messages stay two, even where the same side says both.
fn is_of(segment: &Segment<'_>, wanted: usize) -> bool {
    let first = segment.items.first();
    first.is_some_and(|(place, _)| matches!(place, Place::Item { message, .. } if *message == wanted))
}

fn side_of(role: Role, item: &Item) -> Side {
    match item {
        Item::FunctionCall { .. } | Item::Reasoning { .. } => Side::Model,
        Item::FunctionResult { .. } => Side::Results,
        Item::Text { .. } | Item::Media { .. } | Item::Unknown { .. } => match role {
            Role::System => Side::System,
            // The function side says results and nothing else.
            Role::User | Role::Function => Side::Person,
            Role::Assistant => Side::Model,
        },
    }
}

fn usual_side(role: Role) -> Side {
    match role {
        Role::System => Side::System,
        Role::User => Side::Person,
        Role::Assistant => Side::Model,
        Role::Function => Side::Results,
    }
}

fn report(side: Side, place: Place, adaptations: &mut Adaptations) {
    match side {
        Side::Model => {
            adaptations.rewritten(place, Difference::SaidByModel, Reason::ModelSideOnly);
        }
        Side::Results => {
            adaptations.rewritten(place, Difference::ResultTakenOut, Reason::ResultBehindCallOnly);
        }
        Side::Person | Side::System => {
            adaptations.rewritten(place, Difference::BesideResultsByPerson, Reason::ResultsOnly);
        }
    }
}
