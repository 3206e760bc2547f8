//! What a provider wants to see again: kept on the way in, handed back to the same provider only.

use crate::loss::Losses;
use crate::lost::Lost;
use content::{JsonObject, ProviderState};
use serde_json::Value;

pub(crate) const ANTHROPIC: &str = "anthropic";
pub(crate) const EXTENSIONS_AI: &str = "extensions-ai";
pub(crate) const GEMINI: &str = "gemini";
pub(crate) const OPENAI_CHAT: &str = "openai-chat";
pub(crate) const OPENAI_RESPONSES: &str = "openai-responses";
pub(crate) const SEMANTIC_KERNEL: &str = "semantic-kernel";

/// Keeps what is left of an object. Nothing left is no state.
pub(crate) fn kept(provider: &str, rest: JsonObject) -> Option<ProviderState> {
    (!rest.is_empty()).then(|| ProviderState::unclaimed(provider, Value::Object(rest)))
}

/// The state as this provider left it. Another provider's is a loss.
pub(crate) fn returned<'a>(
    state: Option<&'a ProviderState>,
    provider: &str,
    place: &str,
    losses: &mut Losses,
) -> Option<&'a JsonObject> {
    let state = state?;
    let object = state.state.as_object().filter(|_| state.provider == provider);
    if object.is_none() {
        losses.add(place, Lost::ProviderState { provider: crate::value::shown(&state.provider) });
    }
    object
}
