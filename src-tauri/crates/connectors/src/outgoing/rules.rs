//! What a protocol asks of a history, as data.

use super::IdRule;
use serde_json::Value;

/// One protocol's rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// Whose state and parts go back unchanged, by the name they are kept under. Every other provider's stay here.
    pub(crate) provider: &'static str,
    pub(crate) ids: IdRule,
    pub(crate) system: SystemTurns,
    /// Two turns of the same side in a row are written as one.
    pub(crate) alternates: bool,
    /// The first turn has to be a person's.
    pub(crate) begins_with_person: bool,
    /// The model is not asked to go on with its own words.
    pub(crate) ends_with_person: bool,
    /// A person may not speak right behind results.
    pub(crate) separates_results: bool,
    /// Texts without a word in them are refused.
    pub(crate) refuses_blank_text: bool,
    /// A thought goes back in front of what came of it, and not without that.
    pub(crate) thoughts_lead_on: bool,
    /// The model's side may hold media. Where it may not, a person shows them.
    pub(crate) model_shows_media: bool,
}

/// Where instructions may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SystemTurns {
    /// Before everything else. What stands further on is said by the person.
    AtTheBeginning,
    Anywhere,
}

impl Rules {
    /// A part that was kept without being understood, if this provider wrote it.
    pub(crate) fn own_part<'a>(&self, value: &'a Value) -> Option<&'a Value> {
        let is_ours = value.get(FORMAT).and_then(Value::as_str) == Some(self.provider);
        value.get(PART).filter(|_| is_ours)
    }

    /// How a part that is not understood is kept.
    pub(crate) fn keep_part(provider: &str, part: Value) -> Value {
        serde_json::json!({ FORMAT: provider, PART: part })
    }
}

/// Marks a thought that is only what a provider put beside the text before it: a signature, citations.
pub(crate) const ON_TEXT: &str = "onText";

/// The same keys as in an imported conversation, so that an imported part goes back as well.
const FORMAT: &str = "format";
const PART: &str = "part";
