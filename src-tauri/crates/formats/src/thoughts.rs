//! Thoughts on their way out, and what a provider put on a text, which is kept as a thought without words behind it.

use crate::loss::Losses;
use crate::state;
use crate::value::says_nothing;
use content::{Item, JsonObject, ProviderState};

/// Marks a thought that is only what stood on the text or the medium before it: a signature, citations, a phase.
const ON_TEXT: &str = "onText";

/// Keeps what a provider put on a text. Fields that say nothing are not worth a mark.
pub(crate) fn on_text(provider: &str, mut rest: JsonObject) -> Option<Item> {
    rest.retain(|_, value| !says_nothing(value));
    if rest.is_empty() {
        return None;
    }
    rest.insert(ON_TEXT.to_owned(), true.into());
    Some(Item::Reasoning { text: String::new(), provider_state: state::kept(provider, rest) })
}

/// A thought as a format can write it.
pub(crate) struct Thought<'a> {
    pub(crate) text: &'a str,
    /// What the format's own provider wants to see again.
    pub(crate) state: Option<&'a JsonObject>,
}

impl<'a> Thought<'a> {
    /// Nothing, where a thought says nothing here: it has no words, and what it keeps is another provider's.
    pub(crate) fn of(
        text: &'a str,
        provider_state: Option<&'a ProviderState>,
        provider: &str,
        place: &str,
        losses: &mut Losses,
    ) -> Option<Self> {
        let state = state::returned(provider_state, provider, place, losses);
        let is_empty = state.is_none() && provider_state.is_some() && text.is_empty();
        (!is_empty).then_some(Self { text, state })
    }

    /// The fields that stood on the text before it, if it is made of them alone.
    pub(crate) fn on_text(&self) -> Option<JsonObject> {
        let mut fields = self.state.filter(|state| state.contains_key(ON_TEXT))?.clone();
        fields.remove(ON_TEXT);
        Some(fields)
    }
}
