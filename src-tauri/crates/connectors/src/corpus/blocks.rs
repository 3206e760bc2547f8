//! The rules of providers whose messages are lists of blocks: Anthropic and Bedrock.

use serde_json::{Value, json};
use std::collections::BTreeSet;

/// How a provider writes what both of them have.
struct Words {
    call: fn(&Value) -> Option<(&str, &str, &Value)>,
    result: fn(&Value) -> Option<(&str, &Value)>,
    longest_id: usize,
    letters: &'static str,
    longest_name: usize,
    /// Results stand alone in their message.
    are_results_apart: bool,
}

pub(super) fn anthropic(body: &Value) -> Result<(), String> {
    let words = Words {
        call: |block| {
            let is_call = block["type"] == "tool_use";
            is_call.then(|| Some((block["id"].as_str()?, block["name"].as_str()?, &block["input"])))?
        },
        result: |block| {
            let is_result = block["type"] == "tool_result";
            is_result.then(|| Some((block["tool_use_id"].as_str()?, &block["content"])))?
        },
        longest_id: 128,
        letters: "_-",
        longest_name: 128,
        are_results_apart: false,
    };
    let has_calls = conversation(body, &words)?;
    media_of_a_person(body, |block| matches!(block["type"].as_str(), Some("image" | "document")))?;
    last_words(body, |block| matches!(block["type"].as_str(), Some("thinking" | "redacted_thinking")))?;
    let tools = body["tools"].as_array().map_or(0, Vec::len);
    is(!has_calls || tools > 0, "a history with calls has no tools")?;
    is(tools > 0 || body.get("tool_choice").is_none(), "a choice without tools")?;
    is(body["max_tokens"].as_u64().is_some_and(|most| most > 0), "max_tokens is missing")?;
    is(body.get("temperature").is_none(), "the temperature is refused")?;
    unique(body["tools"].as_array().into_iter().flatten().map(|tool| &tool["name"]))
}

pub(super) fn bedrock(body: &Value) -> Result<(), String> {
    converse(body, false)
}

/// For models that take nothing beside results.
pub(super) fn bedrock_apart(body: &Value) -> Result<(), String> {
    converse(body, true)
}

fn converse(body: &Value, are_results_apart: bool) -> Result<(), String> {
    let words = Words {
        call: |block| {
            let call = block.get("toolUse")?;
            Some((call["toolUseId"].as_str()?, call["name"].as_str()?, &call["input"]))
        },
        result: |block| {
            let result = block.get("toolResult")?;
            Some((result["toolUseId"].as_str()?, &result["content"]))
        },
        longest_id: 64,
        letters: "_.:-",
        longest_name: 64,
        are_results_apart,
    };
    let has_calls = conversation(body, &words)?;
    let media = ["image", "document", "video", "audio"];
    media_of_a_person(body, |block| media.iter().any(|kind| block.get(kind).is_some()))?;
    last_words(body, |block| block.get("reasoningContent").is_some())?;
    let tools = body.pointer("/toolConfig/tools").and_then(Value::as_array);
    is(!has_calls || tools.is_some(), "a history with calls has no toolConfig")?;
    is(tools.is_none_or(|tools| !tools.is_empty()), "a toolConfig without tools")?;
    for message in list(&body["messages"]) {
        let has = |name: &str| list(&message["content"]).iter().any(|block| block.get(name).is_some());
        is(!has("document") || has("text"), "a document stands without words")?;
    }
    unique(tools.into_iter().flatten().map(|tool| &tool["toolSpec"]["name"]))
}

/// Checks sides, blocks, calls and results. Tells whether there are any calls.
fn conversation(body: &Value, words: &Words) -> Result<bool, String> {
    let messages = list(&body["messages"]);
    let role = |message: &Value| message["role"].as_str().map(str::to_owned).unwrap_or_default();
    is(messages.first().is_some_and(|first| role(first) == "user"), "the first message is not a person's")?;
    is(messages.last().is_some_and(|last| role(last) == "user"), "the last message is not a person's")?;
    let mut ids = BTreeSet::new();
    let mut open: Vec<String> = Vec::new();
    for (index, message) in messages.iter().enumerate() {
        let expected = if index % 2 == 0 { "user" } else { "assistant" };
        is(role(message) == expected, "the sides do not take turns")?;
        let blocks = &blocks_of(&message["content"])[..];
        is(!blocks.is_empty(), "a message is empty")?;
        let results: Vec<_> = blocks.iter().map_while(|block| (words.result)(block)).collect();
        let answered: Vec<_> = results.iter().map(|(id, _)| (*id).to_owned()).collect();
        is(sorted(&answered) == sorted(&open), "calls and results right behind them are not the same")?;
        is(results.iter().all(|(_, content)| !blocks_of(content).is_empty()), "a result is empty")?;
        let rest = blocks.get(results.len()..).unwrap_or_default();
        is(
            rest.iter().all(|block| (words.result)(block).is_none()),
            "a result stands behind something else",
        )?;
        is(
            !words.are_results_apart || results.is_empty() || rest.is_empty(),
            "something stands beside results",
        )?;
        open = calls(expected, rest, words, &mut ids)?;
        texts(blocks)?;
        texts(&results.iter().flat_map(|(_, content)| blocks_of(content)).collect::<Vec<_>>())?;
    }
    texts(&blocks_of(&body["system"]))?;
    Ok(!ids.is_empty())
}

/// Only a person shows anything: instructions are words, and so is what the model says.
fn media_of_a_person(body: &Value, is_medium: impl Fn(&Value) -> bool) -> Result<(), String> {
    let of_model = list(&body["messages"]).iter().filter(|message| message["role"] == "assistant");
    let blocks = of_model.flat_map(|message| list(&message["content"])).chain(list(&body["system"]));
    is(!blocks.into_iter().any(is_medium), "a side that is no person shows something")
}

/// A turn of the model does not end in a thought.
fn last_words(body: &Value, is_thought: impl Fn(&Value) -> bool) -> Result<(), String> {
    let mut last = list(&body["messages"]).iter().filter_map(|message| list(&message["content"]).last());
    is(!last.any(is_thought), "a turn ends in a thought")
}

fn calls(
    role: &str,
    blocks: &[Value],
    words: &Words,
    ids: &mut BTreeSet<String>,
) -> Result<Vec<String>, String> {
    let mut called = Vec::new();
    for (id, name, input) in blocks.iter().filter_map(words.call) {
        is(role == "assistant", "a person calls")?;
        is(fits(id, words.letters, words.longest_id), "an id is of another form")?;
        is(fits(name, "_-", words.longest_name), "a name is of another form")?;
        is(input.is_object(), "arguments are no object")?;
        is(ids.insert(id.to_owned()), "an id comes twice")?;
        called.push(id.to_owned());
    }
    Ok(called)
}

fn texts(blocks: &[Value]) -> Result<(), String> {
    let blank =
        blocks.iter().filter_map(|block| block.get("text")?.as_str()).any(|text| text.trim().is_empty());
    is(!blank, "a text is blank")
}

pub(super) fn unique<'a>(names: impl Iterator<Item = &'a Value>) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for name in names {
        is(seen.insert(name.to_string()), "two tools have one name")?;
    }
    Ok(())
}

pub(super) fn fits(text: &str, letters: &str, longest: usize) -> bool {
    let is_fit = |letter: char| letter.is_ascii_alphanumeric() || letters.contains(letter);
    !text.is_empty() && text.len() <= longest && text.chars().all(is_fit)
}

/// A text alone is written without a block around it by some.
fn blocks_of(content: &Value) -> Vec<Value> {
    match content.as_str() {
        Some(text) => vec![json!({ "text": text })],
        None => list(content).to_vec(),
    }
}

pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

pub(super) fn sorted(ids: &[String]) -> Vec<&String> {
    let mut sorted: Vec<_> = ids.iter().collect();
    sorted.sort();
    sorted
}

pub(super) fn is(holds: bool, otherwise: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise.to_owned()) }
}
