//! The blocks of an answer, and an answer in one piece.

use super::PROVIDER;
use crate::dialects::order::{Placed, Slot, arrange, check};
use crate::dialects::original::{Original, arguments_text, arguments_value, written_name};
use crate::dialects::{Unwritable, WantedCall};
use crate::json::fields::{Fields, array, elements};
use crate::json::quoted;
use content::{FunctionCall, Item, OpaquePart, ProviderState};
use serde_json::{Value, json};

/// Calls the program answers. Calls of hosted tools have types of their own.
pub(super) const CALL: &str = "tool_use";

/// The state that thinking carries: of a thought, and of one the provider keeps to itself.
pub(super) enum Thought {
    Signed { signature: String },
    Redacted { data: String },
}

impl Thought {
    /// Reads the state of a thought of this provider.
    pub(super) fn read(state: Option<&ProviderState>) -> Option<Self> {
        let state = &state.filter(|state| state.provider == PROVIDER)?.state;
        let text = |name: &str| state.get(name).and_then(Value::as_str).map(str::to_owned);
        let signed = text("signature").map(|signature| Self::Signed { signature });
        signed.or_else(|| text("data").map(|data| Self::Redacted { data }))
    }
}

/// The block of an item. `None` if this protocol has none for it.
pub(super) fn of_item(item: &Item) -> Option<String> {
    match item {
        Item::Text { text } if text.is_empty() => None,
        Item::Text { text } => Some(json!({ "type": "text", "text": text }).to_string()),
        Item::Reasoning { text, provider_state } => {
            let block = match Thought::read(provider_state.as_ref())? {
                Thought::Signed { signature } => {
                    json!({ "type": "thinking", "thinking": text, "signature": signature })
                }
                Thought::Redacted { data } => json!({ "type": "redacted_thinking", "data": data }),
            };
            Some(block.to_string())
        }
        Item::FunctionCall { call } => {
            let input = arguments_value(call.arguments.raw(), call.arguments.is_text());
            Some(of_call(call, &input))
        }
        Item::Unknown { value } => of_hosted(value).map(Value::to_string),
        Item::Media { .. } | Item::FunctionResult { .. } => None,
    }
}

/// The block of a call with this input. State of this provider beside the call stays there.
pub(super) fn of_call(call: &FunctionCall, input: &str) -> String {
    let block = new_call(call.id.as_str(), &written_name(&call.function), input);
    let state = call.provider_state.as_ref().filter(|state| state.provider == PROVIDER);
    let beside = state.and_then(|state| state.state.as_object()).into_iter().flatten();
    let beside: Vec<_> = beside
        .filter(|(name, _)| !matches!(name.as_str(), "type" | "id" | "name" | "input"))
        .map(|(name, value)| (name.as_str(), value.to_string()))
        .collect();
    Fields::read(&block).map_or_else(|| block.clone(), |fields| fields.with(&beside))
}

pub(super) fn new_call(id: &str, name: &str, input: &str) -> String {
    format!(r#"{{"type":"{CALL}","id":{},"name":{},"input":{input}}}"#, quoted(id), quoted(name))
}

/// A block of a hosted tool, which the provider wrote.
pub(super) fn of_hosted(value: &Value) -> Option<&Value> {
    let part = OpaquePart::read(value).filter(|part| part.provider == PROVIDER)?.part;
    let kind = part.get("type")?.as_str()?;
    let is_hosted = matches!(kind, "server_tool_use" | "mcp_tool_use")
        || (kind.ends_with("_tool_result") && kind != "tool_result");
    is_hosted.then_some(part)
}

/// Reads a block if it is a call.
fn original(block: &str) -> Option<Original> {
    let fields = Fields::read(block).filter(|fields| fields.string("type").as_deref() == Some(CALL))?;
    Some(Original {
        id: fields.string("id").unwrap_or_default(),
        name: fields.string("name").unwrap_or_default(),
        arguments: fields.raw("input").unwrap_or_default().to_owned(),
        is_text: false,
    })
}

/// The id and name of a wanted call in the block it comes from, or in a new one. Everything else in the block stays.
pub(super) fn renamed(wanted: &WantedCall, from: Option<&str>, input: &str) -> String {
    let changes = [("id", quoted(&wanted.id)), ("name", quoted(&wanted.name)), ("input", input.to_owned())];
    match from.and_then(Fields::read) {
        Some(fields) => fields.with(&changes),
        None => new_call(&wanted.id, &wanted.name, input),
    }
}

/// Whether a wanted call is the one it comes from, in the only form this protocol has: free text is its argument.
pub(super) fn is_original(wanted: &WantedCall, original: &Original) -> bool {
    let arguments = arguments_text(&wanted.arguments, wanted.is_text);
    original.is(&WantedCall { arguments, is_text: false, ..wanted.clone() })
}

/// The reason for the end of an answer with these calls, if it must change.
pub(super) fn stop_reason(said: &str, calls: &[WantedCall]) -> Option<&'static str> {
    match (said, calls.is_empty()) {
        (CALL, true) => Some("end_turn"),
        ("end_turn" | "stop_sequence", false) => Some(CALL),
        _ => None,
    }
}

/// The object that carries the reason for the end, with one that fits these calls.
pub(super) fn with_stop(fields: &Fields<'_>, calls: &[WantedCall]) -> Vec<(&'static str, String)> {
    let said = fields.string("stop_reason").unwrap_or_default();
    let Some(reason) = stop_reason(&said, calls) else { return Vec::new() };
    let mut changes = vec![("stop_reason", quoted(reason))];
    if said == "stop_sequence" {
        changes.push(("stop_sequence", "null".to_owned()));
    }
    changes
}

/// An answer in one piece with these blocks.
pub(super) fn with_content(answer: &str, blocks: &[String]) -> Vec<u8> {
    let content = array(blocks.iter().map(String::as_str));
    let answer = Fields::read(answer).map(|fields| fields.with(&[("content", content)]));
    answer.unwrap_or_default().into_bytes()
}

/// An answer in one piece with these calls in place of its own.
pub(super) fn with_calls(body: &[u8], calls: &[WantedCall]) -> Result<Vec<u8>, Unwritable> {
    let text = std::str::from_utf8(body).map_err(Unwritable::not_read)?;
    let answer = Fields::read(text).ok_or_else(|| Unwritable::not_read("it is not an object"))?;
    let content =
        answer.raw("content").and_then(elements).ok_or_else(|| Unwritable::not_read("it has no content"))?;
    let mut called = Vec::new();
    let parts = content.iter().map(|block| match original(block) {
        Some(original) => {
            called.push((original, *block));
            (Slot::Call(called.len() - 1), *block)
        }
        None => (Slot::Other, *block),
    });
    let parts: Vec<_> = parts.collect();
    check(calls, called.len())?;
    let blocks = arrange(&parts, |(slot, _)| *slot, calls).into_iter().map(|placed| match placed {
        Placed::Part((_, block)) => (*block).to_owned(),
        Placed::Call(wanted) => match wanted.from.and_then(|ordinal| called.get(ordinal)) {
            Some((original, block)) if is_original(wanted, original) => (*block).to_owned(),
            from => {
                let input = arguments_value(&wanted.arguments, wanted.is_text);
                renamed(wanted, from.map(|(_, block)| *block), &input)
            }
        },
    });
    let blocks: Vec<_> = blocks.collect();
    let mut changes = with_stop(&answer, calls);
    if blocks != content {
        changes.push(("content", array(blocks.iter().map(String::as_str))));
    }
    Ok(answer.with(&changes).into_bytes())
}
