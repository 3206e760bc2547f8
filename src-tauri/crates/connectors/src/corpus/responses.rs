//! What OpenAI's Responses refuse.

use super::blocks::{fits, is, list, sorted, unique};
use serde_json::Value;

pub(super) fn openai(body: &Value) -> Result<(), String> {
    let text =
        |item: &Value, name: &str| item.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let tools = body.get("tools").map(list);
    is(tools.is_none_or(|tools| !tools.is_empty()), "an empty list of tools")?;
    is(tools.is_some() || body.get("tool_choice").is_none(), "a choice without tools")?;
    is(tools.is_some() || body.get("parallel_tool_calls").is_none(), "calls side by side without tools")?;
    unique(tools.into_iter().flatten().filter_map(|tool| tool.get("name")))?;
    is(body.get("store") == Some(&Value::Bool(false)), "something is stored")?;

    let input = list(body.get("input").unwrap_or(&Value::Null));
    let (mut asked, mut answered) = (Vec::new(), Vec::new());
    for (index, item) in input.iter().enumerate() {
        match text(item, "type").as_str() {
            "function_call" | "custom_tool_call" => {
                is(fits(&text(item, "name"), "_-", 128), "a name of another form")?;
                is(fits(&text(item, "call_id"), "_-.:", 64), "an id of another form")?;
                asked.push(text(item, "call_id"));
            }
            "tool_search_call" if text(item, "execution") == "client" => {
                asked.push(text(item, "call_id"));
            }
            "function_call_output" | "custom_tool_call_output" | "tool_search_output" => {
                is(asked.contains(&text(item, "call_id")), "no tool call found for an output")?;
                answered.push(text(item, "call_id"));
            }
            "reasoning" => {
                is(
                    item.get("encrypted_content").is_some_and(Value::is_string),
                    "a thought that is looked for where nothing is stored",
                )?;
                is(item.get("summary").is_some_and(Value::is_array), "a thought has no summary")?;
                let next = input.get(index + 1);
                let follows = next.is_some_and(|next| {
                    text(next, "role") == "assistant"
                        || !text(next, "type").is_empty() && !text(next, "type").ends_with("output")
                });
                is(follows, "reasoning without its required following item")?;
            }
            "web_search_call" => {}
            _ => is(
                item.get("content").is_some_and(|content| !content.is_null()),
                "a message without content",
            )?,
        }
    }
    is(sorted(&asked) == sorted(&answered), "no tool output found for a call")?;
    let mut distinct = asked.clone();
    distinct.sort();
    distinct.dedup();
    is(distinct.len() == asked.len(), "an id that stands for two calls")
}
