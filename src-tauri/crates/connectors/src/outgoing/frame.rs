//! Turns in the order a provider wants them: who begins, who ends, and who may speak behind whom.

use super::{Adaptations, CONTAINER, Part, Place, Rules, Said, Turn};
use super::{Difference, Reason};
use std::borrow::Cow;

/// What a turn says that has to be there and that nobody said.
const BEGINNING: &str = "(The conversation begins.)";
const GO_ON: &str = "Go on.";
const UNDERSTOOD: &str = "OK.";

/// What stands before media that are shown by a person instead of who said them.
pub(super) const OF_INSTRUCTIONS: &str = "(This belongs to the instructions.)";
pub(super) const MADE_BY_MODEL: &str = "(You showed this.)";

/// Turns of one side in a row become one.
pub(super) fn merged(turns: Vec<Turn<'_>>) -> Vec<Turn<'_>> {
    let mut merged: Vec<Turn<'_>> = Vec::with_capacity(turns.len());
    for turn in turns {
        match (merged.last_mut(), turn) {
            (Some(Turn::Person(parts)), Turn::Person(more)) => parts.extend(more),
            (Some(Turn::Model(parts)), Turn::Model(more)) => parts.extend(more),
            (_, turn) => merged.push(turn),
        }
    }
    merged
}

/// Leaves out thoughts that led to nothing, as where an answer was cut off while the model still thought.
pub(super) fn led_on<'a>(turns: Vec<Turn<'a>>, adaptations: &mut Adaptations) -> Vec<Turn<'a>> {
    let mut kept = Vec::with_capacity(turns.len());
    for mut turn in turns {
        if let Turn::Model(parts) = &mut turn {
            while let Some(part) = parts.pop_if(|part| matches!(part.said, Said::Thought { .. })) {
                adaptations.left_out(part.place, Difference::IdleThoughtLeftOut, Reason::ThoughtNeedsOutcome);
            }
            if parts.is_empty() {
                continue;
            }
        }
        kept.push(turn);
    }
    kept
}

/// Adds what a provider wants at the beginning, at the end and behind results, and nobody said. Tells whether the model
/// is asked to go on.
pub(super) fn frame<'a>(turns: &mut Vec<Turn<'a>>, rules: &Rules, adaptations: &mut Adaptations) -> bool {
    if rules.separates_results {
        *turns = separated(std::mem::take(turns), adaptations);
    }
    if rules.begins_with_person && matches!(turns.first(), Some(Turn::Model(_) | Turn::Results(_))) {
        adaptations.added(Place::Message(0), Difference::FirstMessageAdded, Reason::PersonBegins);
        turns.insert(0, Turn::Person(vec![written(Place::Message(0), BEGINNING)]));
    }
    let place = turns.last().and_then(Turn::place).unwrap_or(Place::Message(0));
    let asks_on = rules.ends_with_person
        && matches!(turns.last(), None | Some(Turn::Model(_) | Turn::System(_)))
        && !(rules.resumes_paused && is_paused(turns));
    if asks_on {
        adaptations.added(place, Difference::GoOnAdded, Reason::NoGoingOn);
        turns.push(asking_on(place));
    }
    asks_on
}

/// A message that asks the model to go on.
pub(super) fn asking_on(place: Place) -> Turn<'static> {
    Turn::Person(vec![written(place, GO_ON)])
}

/// Whether the last thing anybody did is a tool that the provider runs itself.
fn is_paused(turns: &[Turn<'_>]) -> bool {
    let Some(Turn::Model(parts)) = turns.last() else { return false };
    let is_beside = |part: &&Part<'_>| matches!(part.said, Said::Own(value) if value["type"] == CONTAINER);
    let last = parts.iter().rev().find(|part| !is_beside(part));
    matches!(last, Some(Part { said: Said::Own(_), .. }))
}

fn separated<'a>(turns: Vec<Turn<'a>>, adaptations: &mut Adaptations) -> Vec<Turn<'a>> {
    let mut separated = Vec::with_capacity(turns.len());
    for turn in turns {
        if let (Some(Turn::Results(_)), Turn::Person(_), Some(place)) =
            (separated.last(), &turn, turn.place())
        {
            adaptations.added(place, Difference::ModelWordAdded, Reason::Alternation);
            separated.push(Turn::Model(vec![written(place, UNDERSTOOD)]));
        }
        separated.push(turn);
    }
    separated
}

/// What another side may not show, and whose it is.
pub(super) fn shown_by_person<'a>(whose: &'static str, shown: Vec<Part<'a>>) -> Option<Turn<'a>> {
    let place = shown.first()?.place;
    Some(Turn::Person([written(place, whose)].into_iter().chain(shown).collect()))
}

fn written(place: Place, text: &'static str) -> Part<'static> {
    Part { place, said: Said::Text(Cow::Borrowed(text)) }
}
