//! Merges the reasoning details of a router, which arrive in pieces.
//!
//! A thought arrives in several pieces with one index, the last of which may hold only its signature. The signature
//! covers the whole, so pieces sent back as pieces are refused.

use content::JsonObject;
use serde_json::Value;

/// The fields whose pieces are concatenated.
const GROWING: [&str; 3] = ["text", "summary", "data"];

/// The details with their pieces merged, in the order in which they began.
pub(super) fn merged<'a>(pieces: impl IntoIterator<Item = &'a Value>) -> Vec<Value> {
    let mut merged: Vec<Value> = Vec::new();
    for piece in pieces {
        let begun = merged.iter_mut().find(|begun| goes_on(begun, piece)).and_then(Value::as_object_mut);
        match (begun, piece.as_object()) {
            (Some(begun), Some(piece)) => add(begun, piece),
            (Some(_) | None, _) => merged.push(piece.clone()),
        }
    }
    merged
}

/// Whether a piece belongs to a detail: index and type are equal.
fn goes_on(begun: &Value, piece: &Value) -> bool {
    let is_same = |name: &str| begun.get(name) == piece.get(name);
    piece.get("index").is_some_and(Value::is_number) && is_same("index") && is_same("type")
}

fn add(begun: &mut JsonObject, piece: &JsonObject) {
    for (name, value) in piece.iter().filter(|(_, value)| !value.is_null()) {
        match (begun.get_mut(name), value) {
            (Some(Value::String(text)), Value::String(more)) if GROWING.contains(&name.as_str()) => {
                text.push_str(more);
            }
            _ => drop(begun.insert(name.clone(), value.clone())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::merged;
    use serde_json::{Value, json};

    fn piece(index: u64, rest: Value) -> Value {
        let mut piece = json!({ "type": "reasoning.text", "format": "anthropic-claude-v1", "index": index });
        let members = piece.as_object_mut().expect("an object");
        members.extend(rest.as_object().cloned().expect("an object"));
        piece
    }

    #[test]
    fn pieces_with_one_number_are_one_thought_with_the_signature_that_came_last() {
        let pieces = [
            piece(0, json!({ "text": "Let", "signature": null })),
            piece(1, json!({ "text": "Second." })),
            piece(0, json!({ "text": " me see." })),
            piece(0, json!({ "signature": "c2ln" })),
        ];
        let expected = [
            piece(0, json!({ "text": "Let me see.", "signature": "c2ln" })),
            piece(1, json!({ "text": "Second." })),
        ];
        assert_eq!(merged(&pieces), expected);
        assert_eq!(merged(&expected), expected, "what is whole stays as it is");
    }

    #[test]
    fn pieces_without_a_number_or_of_another_kind_stay_apart() {
        let text = piece(0, json!({ "text": "a" }));
        let encrypted = json!({ "type": "reasoning.encrypted", "data": "eA==", "index": 0 });
        let unnumbered = json!({ "type": "reasoning.text", "text": "b" });
        let pieces = [text, encrypted, unnumbered.clone(), unnumbered, json!("no object")];
        assert_eq!(merged(&pieces), pieces);
    }
}
