//! Calls of one answer, told one after the other where a template takes one at a time.

use serde_json::{Value, json};

/// Makes of a message with several calls a message for each, followed by the result of that call where there is one.
/// Tells whether there was such a message.
pub(super) fn split(messages: &mut Vec<Value>) -> bool {
    let mut is_split = false;
    let mut told = Vec::with_capacity(messages.len());
    let mut rest = std::mem::take(messages).into_iter().peekable();
    while let Some(mut said) = rest.next() {
        let calls = match said.get_mut("tool_calls") {
            Some(Value::Array(calls)) if calls.len() > 1 => std::mem::take(calls),
            Some(_) | None => {
                told.push(said);
                continue;
            }
        };
        is_split = true;
        let mut results = Vec::new();
        while let Some(result) = rest.next_if(|next| next.get("role") == Some(&"tool".into())) {
            results.push(result);
        }
        for call in calls {
            let id = call.get("id").cloned();
            said["tool_calls"] = json!([call]);
            // The words before the calls are said once.
            told.push(std::mem::replace(&mut said, json!({ "role": "assistant", "content": "" })));
            if let Some(place) = results.iter().position(|result| result.get("tool_call_id") == id.as_ref()) {
                told.push(results.remove(place));
            }
        }
        told.extend(results);
    }
    *messages = told;
    is_split
}
