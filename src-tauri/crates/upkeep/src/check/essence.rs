//! What checking needs of a message, so that a history of any length can be checked without being in memory.

use content::{CallArguments, Item, JsonObject, Media, MediaSource, Message, Outcome, Output};
use serde_json::Value;

/// How much is kept of words, in letters. Checking asks how they begin and whether there are any.
const LETTERS: usize = 200;

/// As much of a message as [`check`](super::check) looks at. It finds the same in it.
pub fn essence(message: Message) -> Message {
    Message { items: message.items.into_iter().map(of_item).collect(), ..message }
}

fn of_item(item: Item) -> Item {
    match item {
        Item::Text { text } => Item::Text { text: beginning(&text) },
        Item::Reasoning { text, provider_state } => {
            let provider_state =
                provider_state.map(|state| content::ProviderState { state: Value::Null, ..state });
            Item::Reasoning { text: beginning(&text), provider_state }
        }
        Item::Media { media: Media { mime_type, source } } => {
            let source = match source {
                MediaSource::Inline { base64 } => MediaSource::Inline { base64: beginning(&base64) },
                MediaSource::Address { uri } => MediaSource::Address { uri: beginning(&uri) },
            };
            Item::Media { media: Media { mime_type, source } }
        }
        Item::FunctionCall { mut call } => {
            call.provider_state = None;
            call.arguments = match call.arguments {
                CallArguments::Parsed { .. } => {
                    CallArguments::Parsed { raw: String::new(), value: JsonObject::new() }
                }
                CallArguments::Malformed { reason, .. } => {
                    CallArguments::Malformed { raw: String::new(), reason }
                }
            };
            Item::FunctionCall { call }
        }
        Item::FunctionResult { mut result } => {
            result.outcome = Outcome::Returned { output: Output::Nothing };
            Item::FunctionResult { result }
        }
        Item::Unknown { .. } => Item::Unknown { value: Value::Null },
    }
}

/// Blank if the text is.
fn beginning(text: &str) -> String {
    let mut kept: String = text.chars().take(LETTERS).collect();
    if kept.trim().is_empty() && !text.trim().is_empty() {
        kept.push('…');
    }
    kept
}
