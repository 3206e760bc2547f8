//! Which result answers which call, also where ids are doubled and results have strayed.

use super::Place;
use content::{CallId, FunctionCall, FunctionResult};
use std::collections::{BTreeMap, HashMap};

/// A call that may be answered.
struct Asked<'a> {
    place: Place,
    call: &'a FunctionCall,
    answer: Option<(Place, &'a FunctionResult)>,
}

/// What became of every result.
#[derive(Default)]
pub(super) struct Pairing<'a> {
    answers: BTreeMap<Place, (Place, &'a FunctionResult)>,
    links: BTreeMap<Place, Link>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link {
    Answers,
    /// The call has a result already.
    Repeats,
    Orphan,
}

impl<'a> Pairing<'a> {
    /// A result answers the last call before it that has its id and no answer, and if there is none, the first one
    /// behind it.
    pub(super) fn of(calls: &[(Place, &'a FunctionCall)], results: &[(Place, &'a FunctionResult)]) -> Self {
        let mut by_id: HashMap<&CallId, Vec<Asked<'a>>> = HashMap::new();
        for (place, call) in calls {
            by_id.entry(&call.id).or_default().push(Asked { place: *place, call, answer: None });
        }
        let mut pairing = Self::default();
        let mut strayed = Vec::new();
        for (place, result) in results {
            let asked = by_id.get_mut(&result.call_id).map(Vec::as_mut_slice).unwrap_or_default();
            match before(asked, *place, result) {
                Some(call) => call.answer = Some((*place, result)),
                None => strayed.push((*place, *result)),
            }
        }
        for (place, result) in strayed {
            let asked = by_id.get_mut(&result.call_id).map(Vec::as_mut_slice).unwrap_or_default();
            let link = if asked.is_empty() { Link::Orphan } else { Link::Repeats };
            match asked.iter_mut().find(|call| call.answer.is_none()) {
                Some(call) => call.answer = Some((place, result)),
                None => drop(pairing.links.insert(place, link)),
            }
        }
        for asked in by_id.into_values().flatten() {
            if let Some((place, result)) = asked.answer {
                pairing.links.insert(place, Link::Answers);
                pairing.answers.insert(asked.place, (place, result));
            }
        }
        pairing
    }

    pub(super) fn answer_to(&self, call: Place) -> Option<(Place, &'a FunctionResult)> {
        self.answers.get(&call).copied()
    }

    pub(super) fn link_of(&self, result: Place) -> Link {
        self.links.get(&result).copied().unwrap_or(Link::Orphan)
    }
}

/// Where one message has two calls with one id, the function tells them apart, then the order.
fn before<'c, 'a>(
    asked: &'c mut [Asked<'a>],
    place: Place,
    result: &FunctionResult,
) -> Option<&'c mut Asked<'a>> {
    let is_open = |call: &Asked<'_>| call.answer.is_none() && call.place < place;
    let last = asked.iter().rev().find(|call| is_open(call)).map(|call| message_of(call.place))?;
    let of_last = |call: &Asked<'_>| is_open(call) && message_of(call.place) == last;
    let same = asked.iter().position(|call| of_last(call) && call.call.function == result.function);
    let chosen = same.or_else(|| asked.iter().position(of_last))?;
    asked.get_mut(chosen)
}

fn message_of(place: Place) -> Option<usize> {
    match place {
        Place::Item { message, .. } | Place::Message(message) => Some(message),
        Place::Function(_) | Place::Setting(_) => None,
    }
}
