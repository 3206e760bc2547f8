//! What a protocol asks of a history, as data.

use super::{IdLength, IdRule};
use content::{JsonObject, ModelId, OpaquePart, ProviderState};
use serde_json::Value;

/// One protocol's rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// The name state and parts of this protocol are kept under. They go back to the service that made them, and to
    /// no other.
    pub(crate) provider: &'static str,
    pub(crate) unclaimed: Unclaimed,
    /// State goes back to the model that made it alone, and not to others of its service.
    pub(crate) binds_model: bool,
    pub(crate) ids: IdRule,
    pub(crate) system: SystemTurns,
    /// Two turns of the same side in a row are written as one.
    pub(crate) alternates: bool,
    /// The first turn has to be a person's.
    pub(crate) begins_with_person: bool,
    /// The model is not asked to go on with its own words.
    pub(crate) ends_with_person: bool,
    /// A turn that was paused while the provider ran tools of its own goes on where it stands.
    pub(crate) resumes_paused: bool,
    /// A person may not speak right behind results.
    pub(crate) separates_results: bool,
    /// Texts without a word in them are refused.
    pub(crate) refuses_blank_text: bool,
    /// A thought goes back in front of what came of it, and not without that.
    pub(crate) thoughts_lead_on: bool,
    /// The model's side may hold media. Where it may not, a person shows them.
    pub(crate) model_shows_media: bool,
}

/// Which state goes back whose maker is not known: it was imported, or kept before makers were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unclaimed {
    /// All of it. The protocol has one service, or this is the one whose form it is.
    Taken,
    Left,
    /// What is marked with this value.
    Marked {
        key: &'static str,
        value: &'static str,
    },
}

/// Where instructions may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SystemTurns {
    /// Before everything else. What stands further on is said by the person.
    AtTheBeginning,
    Anywhere,
}

impl Rules {
    /// Of a protocol that takes turns as they come.
    pub(crate) const ANY_TURNS: Self = Self {
        provider: "",
        unclaimed: Unclaimed::Taken,
        binds_model: false,
        ids: IdRule { length: IdLength::AtMost(64), punctuation: "_-.:" },
        system: SystemTurns::Anywhere,
        alternates: false,
        begins_with_person: false,
        ends_with_person: false,
        resumes_paused: false,
        separates_results: false,
        refuses_blank_text: false,
        thoughts_lead_on: false,
        model_shows_media: false,
    };

    /// Of a protocol in which person and model take turns, and the person begins.
    pub(crate) const ALTERNATING: Self = Self {
        system: SystemTurns::AtTheBeginning,
        alternates: true,
        begins_with_person: true,
        ends_with_person: true,
        refuses_blank_text: true,
        ..Self::ANY_TURNS
    };

    /// Whether something of a provider goes back to the service that is asked now.
    fn owns(&self, provider: &str, made_by: Option<&ModelId>, state: &Value, asked: &ModelId) -> bool {
        let is_own = match (made_by, self.unclaimed) {
            (Some(maker), _) if self.binds_model => maker == asked,
            (Some(maker), _) => maker.service() == asked.service(),
            (None, Unclaimed::Taken) => true,
            (None, Unclaimed::Left) => false,
            (None, Unclaimed::Marked { key, value }) => state.get(key).is_some_and(|mark| mark == value),
        };
        provider == self.provider && is_own
    }

    /// A part that was kept without being understood, if this service wrote it.
    pub(crate) fn own_part<'a>(&self, value: &'a Value, asked: &ModelId) -> Option<&'a Value> {
        let OpaquePart { provider, made_by, part } = OpaquePart::read(value)?;
        self.owns(provider, made_by.as_ref(), part, asked).then_some(part)
    }

    /// State of this service. That of any other stays here.
    pub(crate) fn own_state<'a>(
        &self,
        state: Option<&'a ProviderState>,
        asked: &ModelId,
    ) -> Option<&'a JsonObject> {
        let ProviderState { provider, made_by, state, .. } = state?;
        state.as_object().filter(|_| self.owns(provider, made_by.as_ref(), state, asked))
    }
}

/// The type of a part that says where code of the model ran. It goes back beside what was said.
pub(crate) const CONTAINER: &str = "container";

/// Marks a thought that is only what a provider put beside the text before it: a signature, citations.
pub(crate) const ON_TEXT: &str = "onText";

/// Where a text comes from, as chat completions and Responses tell it beside the text.
pub(crate) const ANNOTATIONS: &str = "annotations";
