//! The rules of Gemini.

use super::blocks::{fits, is, list, unique};
use serde_json::Value;

/// For models that look for a signature on the first call of a turn.
pub(super) fn signed(body: &Value) -> Result<(), String> {
    for content in list(&body["contents"]) {
        let first = list(&content["parts"]).iter().find(|part| part.get("functionCall").is_some());
        is(
            first.is_none_or(|call| call.get("thoughtSignature").is_some()),
            "a first call bears no signature",
        )?;
    }
    unsigned(body)
}

pub(super) fn unsigned(body: &Value) -> Result<(), String> {
    let instructions = list(&body["systemInstruction"]["parts"]);
    is(instructions.iter().all(|part| part.get("text").is_some()), "instructions are not in words")?;
    let contents = list(&body["contents"]);
    let is_person = |content: &Value| content["role"] == "user";
    is(contents.first().is_some_and(is_person), "the first content is not a person's")?;
    is(contents.last().is_some_and(is_person), "the last content is not a person's")?;
    let mut open: Vec<(Value, Value)> = Vec::new();
    let mut was_person = false;
    for content in contents {
        let parts = list(&content["parts"]);
        is(!parts.is_empty(), "a content is empty")?;
        let of = |name: &str| {
            let found = parts.iter().filter_map(|part| part.get(name));
            found.map(|inner| (inner["name"].clone(), inner["id"].clone())).collect::<Vec<_>>()
        };
        let (calls, results) = (of("functionCall"), of("functionResponse"));
        is(results == open, "calls and results right behind them are not the same")?;
        is(results.is_empty() || results.len() == parts.len(), "something stands beside results")?;
        is(
            calls.is_empty() || (!is_person(content) && was_person),
            "a turn with calls is not behind a person's",
        )?;
        for part in parts {
            check_part(part)?;
        }
        open = calls;
        was_person = is_person(content);
    }
    is(open.is_empty(), "calls are left open")?;
    let tools = list(&body["tools"]);
    let declaring = tools.iter().filter(|tool| tool.get("functionDeclarations").is_some()).count();
    is(declaring <= 1, "declarations are not in one tool")?;
    let calling = body.pointer("/toolConfig/functionCallingConfig");
    is(declaring == 1 || calling.is_none(), "a choice without functions")?;
    let declared = tools.iter().flat_map(|tool| list(&tool["functionDeclarations"]));
    unique(declared.map(|function| &function["name"]))
}

fn check_part(part: &Value) -> Result<(), String> {
    let is_bare = part["text"].as_str().is_some_and(|text| text.trim().is_empty())
        && part.get("thoughtSignature").is_none();
    is(!is_bare, "a text is blank")?;
    if let Some(call) = part.get("functionCall") {
        is(call["args"].is_object(), "arguments are no object")?;
        let name = call["name"].as_str().unwrap_or_default();
        is(
            fits(name, "_-.:", 64) && !name.starts_with(|first: char| first.is_ascii_digit() || first == '-'),
            "a name is of another form",
        )?;
    }
    if let Some(result) = part.get("functionResponse") {
        is(result["response"].is_object(), "a result is no object")?;
        is(!result["response"].to_string().contains("\"$ref\":"), "a result holds a reference")?;
    }
    Ok(())
}
