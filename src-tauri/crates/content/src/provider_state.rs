//! State that belongs to its maker and is sent to no one else.

use crate::ModelId;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use ts_rs::TS;

/// Opaque state that a provider wants back: a thought signature, an encrypted block, an item id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProviderState {
    /// The protocol the state is written in.
    pub provider: String,
    /// The model that made it. Unknown if the state was imported, or stored before makers were recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub made_by: Option<ModelId>,
    #[ts(type = "JsonValue")]
    pub state: Value,
    /// A description, by its connector, of the prefix the state was made behind: some providers accept state only
    /// behind the same prefix.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "JsonValue")]
    pub bound_to: Option<Value>,
}

impl ProviderState {
    /// State whose maker is not known yet.
    pub fn unclaimed(provider: impl Into<String>, state: Value) -> Self {
        Self { provider: provider.into(), made_by: None, state, bound_to: None }
    }
}

/// An item that only its provider understands, held in [`Item::Unknown`](crate::Item::Unknown).
#[derive(Clone, Debug, PartialEq)]
pub struct OpaquePart<'a> {
    /// The protocol the part is written in.
    pub provider: &'a str,
    /// The model that made it, if known.
    pub made_by: Option<ModelId>,
    pub part: &'a Value,
}

const PROVIDER: &str = "format";
const MADE_BY: &str = "madeBy";
const PART: &str = "part";

impl<'a> OpaquePart<'a> {
    /// Reads a value written by [`OpaquePart::wrap`]. Any other value is not a part of a provider.
    pub fn read(value: &'a Value) -> Option<Self> {
        let provider = value.get(PROVIDER)?.as_str()?;
        let made_by = value.get(MADE_BY).and_then(Value::as_str).map(ModelId::new);
        Some(Self { provider: today(provider), made_by, part: value.get(PART)? })
    }

    /// Wraps a part together with its protocol.
    pub fn wrap(provider: &str, part: Value) -> Value {
        json!({ PROVIDER: provider, PART: part })
    }

    /// Records the maker of a part, unless it is known. Any other value is left unchanged.
    pub fn claim(value: &mut Value, maker: &ModelId) {
        let is_unclaimed = OpaquePart::read(value).is_some_and(|part| part.made_by.is_none());
        if let Some(members) = value.as_object_mut().filter(|_| is_unclaimed) {
            members.insert(MADE_BY.to_owned(), maker.as_str().into());
        }
    }
}

/// Translates the names that imports once used for protocols.
fn today(provider: &str) -> &str {
    match provider {
        "openAiChat" => "openai-chat",
        "openAiResponses" => "openai-responses",
        "semanticKernel" => "semantic-kernel",
        "extensionsAi" => "extensions-ai",
        "openTelemetry" => "open-telemetry",
        "jsonLines" => "json-lines",
        named => named,
    }
}

#[cfg(test)]
mod tests {
    use super::{OpaquePart, ProviderState};
    use crate::ModelId;
    use serde_json::json;

    #[test]
    fn a_part_is_claimed_once() {
        let part = json!({ "type": "web_search_call" });
        let mut kept = OpaquePart::wrap("openai-responses", part.clone());
        assert_eq!(OpaquePart::read(&kept).and_then(|part| part.made_by), None);
        for maker in ["work/gpt-6", "home/gpt-6"] {
            OpaquePart::claim(&mut kept, &ModelId::new(maker));
        }
        let expected = OpaquePart {
            provider: "openai-responses",
            made_by: Some(ModelId::new("work/gpt-6")),
            part: &part,
        };
        assert_eq!(OpaquePart::read(&kept), Some(expected));
        let mut other = json!({ "never": "understood" });
        OpaquePart::claim(&mut other, &ModelId::new("work/gpt-6"));
        assert_eq!(other, json!({ "never": "understood" }));
    }

    #[test]
    fn a_part_of_an_earlier_import_is_known_by_its_name_of_today() {
        let kept = json!({ "format": "openAiResponses", "part": 1 });
        assert_eq!(OpaquePart::read(&kept).map(|part| part.provider), Some("openai-responses"));
    }

    #[test]
    fn state_that_was_kept_before_makers_were_is_read_and_written_as_it_is() {
        let kept = json!({ "provider": "gemini", "state": { "thoughtSignature": "c2ln" } });
        let state: ProviderState = serde_json::from_value(kept.clone()).expect("a state");
        assert_eq!(state, ProviderState::unclaimed("gemini", json!({ "thoughtSignature": "c2ln" })));
        assert_eq!(serde_json::to_value(state).expect("JSON"), kept);
    }
}
