//! What a tool gave, as the result of a call.

use content::{JsonObject, Media, MediaSource, Output, sorted};
use ports::FunctionError;
use serde_json::{Value, json};

/// Reads a result by its fields. One that is not of its form is kept as what it is: the tool has run, and a failure
/// would have it run again.
pub(super) fn output_of(result: Value) -> Result<Output, FunctionError> {
    let Value::Object(mut result) = result else { return Ok(Output::from(result)) };
    let fields = ["content", "structuredContent", "isError"];
    if !fields.iter().any(|field| result.contains_key(*field)) {
        return other(result);
    }
    let content = blocks(result.remove("content"));
    let structured = result.remove("structuredContent").filter(|value| !value.is_null());
    let parts: Vec<Output> = content.iter().map(part_of).collect();
    if matches!(result.get("isError"), Some(Value::Bool(true))) {
        return Err(crate::report(words_of(&parts, structured.as_ref())));
    }
    let parts = match structured {
        Some(value) => told_once(parts, &content, value),
        None => parts,
    };
    Ok(Output::of(parts.into_iter().filter(|part| *part != Output::Nothing).collect()))
}

/// A result without any field that a result has.
fn other(mut result: JsonObject) -> Result<Output, FunctionError> {
    let kind = result.get("resultType").and_then(Value::as_str).unwrap_or("complete");
    if kind == "input_required" {
        return Err(crate::report("The server asks for something that can't be read, and gave no result."));
    }
    if kind == "complete" {
        result.remove("resultType");
    }
    result.remove("_meta");
    Ok(if result.is_empty() { Output::Nothing } else { Output::Json { value: Value::Object(result) } })
}

/// The blocks of a result. Some servers give one without a list around it, or nothing but its text.
fn blocks(content: Option<Value>) -> Vec<Value> {
    match content {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(blocks)) => blocks,
        Some(block @ (Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_))) => {
            vec![block]
        }
    }
}

/// A block as what it is. One of a kind that is not known, or without what its kind needs, stays the data it is.
fn part_of(block: &Value) -> Output {
    let text = |name: &str| block.get(name).and_then(Value::as_str).map(str::to_owned);
    let part = match text("type").as_deref() {
        Some("text") => text("text").map(|text| Output::Text { text }),
        Some("image" | "audio") => inline(text("mimeType"), text("data")),
        Some("resource_link") => {
            let fields = block.as_object().into_iter().flatten().filter(|(name, _)| *name != "type");
            let link: JsonObject = fields.map(|(name, value)| (name.clone(), value.clone())).collect();
            Some(Output::Json { value: json!({ "resourceLink": link }) })
        }
        Some("resource") => block.get("resource").map(resource_of),
        Some(_) | None => None,
    };
    part.unwrap_or_else(|| Output::from(block.clone()))
}

fn resource_of(resource: &Value) -> Output {
    let text = |name: &str| resource.get(name).and_then(Value::as_str).map(str::to_owned);
    inline(text("mimeType"), text("blob"))
        .unwrap_or_else(|| Output::Json { value: json!({ "resource": resource }) })
}

fn inline(mime_type: Option<String>, base64: Option<String>) -> Option<Output> {
    let media = Media { mime_type: mime_type?, source: MediaSource::Inline { base64: base64? } };
    Some(Output::Media { media })
}

/// A structured result and its blocks without what is in both. Most servers say it once more in words, for those who
/// don't know of structured results, and each library has its own way to.
fn told_once(mut parts: Vec<Output>, content: &[Value], value: Value) -> Vec<Output> {
    // What is no object is put into one, as its only field.
    let only = value.as_object().filter(|fields| fields.len() == 1).and_then(|fields| fields.values().next());
    let inner = only.unwrap_or(&value);
    if let [block, ..] = content
        && (is_same(inner, block) && content.len() == 1
            || inner
                .as_array()
                .is_some_and(|blocks| blocks.iter().map(sorted).eq(content.iter().map(sorted))))
    {
        // It is the blocks once more, and an image says more as an image.
        return parts;
    }
    let mut elements = Vec::new();
    if inner.is_array() {
        leaves(inner, &mut elements);
    }
    let is_each =
        |(part, element): (&Output, &&Value)| words(part).is_some_and(|text| is_said(text, element));
    if !parts.is_empty() && parts.len() == elements.len() && parts.iter().zip(&elements).all(is_each) {
        parts.clear();
    }
    let fields: Vec<&Value> = value.as_object().into_iter().flat_map(|fields| fields.values()).collect();
    let is_field =
        |text: &str| fields.iter().any(|field| field.as_str().is_some_and(|said| said.trim() == text.trim()));
    parts.retain(|part| {
        !words(part).is_some_and(|text| is_said(text, &value) || is_said(text, inner) || is_field(text))
    });
    parts.insert(0, Output::from(value));
    parts
}

fn words(part: &Output) -> Option<&str> {
    match part {
        Output::Text { text } => Some(text),
        Output::Nothing | Output::Json { .. } | Output::Media { .. } | Output::Several { .. } => None,
    }
}

/// Whether a text is this value, in JSON or by its letters.
fn is_said(text: &str, value: &Value) -> bool {
    value.as_str().is_some_and(|said| said.trim() == text.trim())
        || serde_json::from_str::<Value>(text).is_ok_and(|said| is_same(&said, value))
}

fn is_same(one: &Value, other: &Value) -> bool {
    sorted(one) == sorted(other)
}

/// What is in lists, and in lists inside of them. Nothing stands for `null` in the blocks.
fn leaves<'a>(value: &'a Value, found: &mut Vec<&'a Value>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| leaves(value, found)),
        Value::Null => {}
        Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => found.push(value),
    }
}

fn words_of(parts: &[Output], structured: Option<&Value>) -> String {
    let words = parts.iter().filter_map(|part| match part {
        Output::Text { text } => Some(text.clone()),
        Output::Json { value } => Some(value.to_string()),
        Output::Nothing | Output::Media { .. } | Output::Several { .. } => None,
    });
    let words = words.collect::<Vec<_>>().join("\n");
    match structured {
        Some(value) if words.trim().is_empty() => value.to_string(),
        None if words.trim().is_empty() => "The tool failed and did not say why.".to_owned(),
        Some(_) | None => words,
    }
}

/// An error of the protocol with all that its server says: the reason, its code, and the data that may tell more.
pub(super) fn words_of_error(message: &str, code: Option<i64>, data: Option<&Value>) -> String {
    let mut words = message.to_owned();
    // A server without a reason has its code in the place of one.
    if let Some(code) = code.map(|code| code.to_string()).filter(|code| !message.contains(code.as_str())) {
        words += &format!(" (code {code})");
    }
    match data {
        None | Some(Value::Null) => {}
        Some(Value::String(text)) => words += &format!("\n{text}"),
        Some(data) => words += &format!("\n{data}"),
    }
    words
}

#[cfg(test)]
mod tests;
