//! Turns as every provider takes them.

use super::Place;
use content::{CallArguments, CalledFunction, JsonObject, Media, Outcome, ProviderState};
use serde_json::Value;
use std::borrow::Cow;

/// A history on its way out. Behind each model's turn with calls stand its results, one for every call and in their
/// order; results stand nowhere else.
pub(crate) struct Outgoing<'a> {
    /// What is said before everything else, where the provider wants it apart.
    pub(crate) system: Vec<Part<'a>>,
    pub(crate) turns: Vec<Turn<'a>>,
    /// Whether the last turn is a request to go on that nobody said.
    pub(crate) asks_on: bool,
}

pub(crate) enum Turn<'a> {
    System(Vec<Part<'a>>),
    Person(Vec<Part<'a>>),
    Model(Vec<Part<'a>>),
    Results(Vec<Answer<'a>>),
}

/// Something said, and where it stands in the history.
pub(crate) struct Part<'a> {
    pub(crate) place: Place,
    pub(crate) said: Said<'a>,
}

impl Part<'_> {
    /// Whether it is a thought of an answer that nobody's request to go on led to.
    pub(super) fn was_asked_on(&self) -> bool {
        let Said::Thought { kept, .. } = self.said else { return false };
        kept.bound_to.as_ref().and_then(|bound| bound.get("wasAskedOn")).is_some_and(|asked| *asked == true)
    }

    /// Whether a provider may have put something beside it.
    pub(super) fn bears_marks(&self) -> bool {
        matches!(self.said, Said::Text(_) | Said::Media(_))
    }

    pub(crate) fn text(&self) -> Option<&str> {
        if let Said::Text(text) = &self.said { Some(text) } else { None }
    }
}

impl<'a> Part<'a> {
    pub(crate) fn call(&self) -> Option<(Place, &Call<'a>)> {
        if let Said::Call(call) = &self.said { Some((self.place, call)) } else { None }
    }
}

pub(crate) enum Said<'a> {
    Text(Cow<'a, str>),
    Media(&'a Media),
    /// A thought of this very provider, with what it wants to see again.
    Thought {
        text: &'a str,
        state: &'a JsonObject,
        kept: &'a ProviderState,
    },
    /// What this very provider put beside the text before it, with a mark that it is that.
    BesideText(&'a JsonObject),
    Call(Call<'a>),
    /// A part of this very provider that nobody here understands.
    Own(&'a Value),
}

pub(crate) struct Call<'a> {
    /// In the form the provider takes.
    pub(crate) id: String,
    pub(crate) function: &'a CalledFunction,
    pub(crate) arguments: &'a CallArguments,
    /// What this very provider wants to see again next to the call.
    pub(crate) state: Option<&'a JsonObject>,
}

pub(crate) struct Answer<'a> {
    /// Where the result stands, or the call if there is none.
    pub(crate) place: Place,
    /// The id of the call as it was written.
    pub(crate) call: String,
    pub(crate) function: &'a CalledFunction,
    pub(crate) outcome: Cow<'a, Outcome>,
}

impl<'a> Outgoing<'a> {
    /// The calls, in their order.
    pub(crate) fn calls(&self) -> impl Iterator<Item = (Place, &Call<'a>)> {
        let parts = self.turns.iter().flat_map(|turn| match turn {
            Turn::Model(parts) => parts.as_slice(),
            Turn::System(_) | Turn::Person(_) | Turn::Results(_) => &[],
        });
        parts.filter_map(Part::call)
    }
}

impl Turn<'_> {
    /// Where it begins.
    pub(crate) fn place(&self) -> Option<Place> {
        match self {
            Self::System(parts) | Self::Person(parts) | Self::Model(parts) => {
                parts.first().map(|part| part.place)
            }
            Self::Results(answers) => answers.first().map(|answer| answer.place),
        }
    }
}
