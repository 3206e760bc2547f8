//! Reads requests, responses and lists of items.

use crate::conversation::{Conversation, WrittenCall};
use crate::fields::Fields;
use crate::{Format, ImportError, arguments, function, media, names, output, part, state};
use content::{Item, ModelId, Outcome, Role};
use serde_json::Value;

/// What says nothing about the conversation.
const BOOKKEEPING: [&str; 6] = ["id", "object", "created_at", "completed_at", "status", "usage"];

/// Whether a value is an item that only this format has.
pub(crate) fn is_item(value: &Value) -> bool {
    let kinds =
        ["function_call", "function_call_output", "reasoning", "custom_tool_call", "custom_tool_call_output"];
    let kind = value.get("type").and_then(Value::as_str);
    let is_message =
        kind == Some("message") && value.get("content").is_some_and(|content| !content.is_null());
    kind.is_some_and(|kind| kinds.contains(&kind)) || is_message
}

pub(crate) fn read(document: &Value, conversation: &mut Conversation) -> Result<(), ImportError> {
    if let Some(items) = document.as_array() {
        return read_items(items, "", conversation);
    }
    let mut fields =
        Fields::of(document, "").ok_or_else(|| wrong("the beginning", "a request or a response"))?;
    conversation.model = fields.text("model").map(ModelId::new);
    for (index, tool) in fields.list("tools").unwrap_or_default().iter().enumerate() {
        read_tool(tool, &format!("/tools/{index}"), conversation);
    }
    if let Some(text) = fields.text("instructions") {
        conversation.say(Role::System, vec![Item::Text { text: text.to_owned() }]);
    }
    if let Some(text) = fields.text("input") {
        conversation.say(Role::User, vec![Item::Text { text: text.to_owned() }]);
    } else if let Some(items) = fields.list("input") {
        read_items(items, "/input", conversation)?;
    } else if let Some(items) = fields.list("output") {
        read_items(items, "/output", conversation)?;
        fields.known(&BOOKKEEPING);
    } else {
        return Err(wrong("/input", "a text or a list of items"));
    }
    fields.finish_around(&mut conversation.losses);
    Ok(())
}

fn read_items(items: &[Value], place: &str, conversation: &mut Conversation) -> Result<(), ImportError> {
    for (index, item) in items.iter().enumerate() {
        let place = format!("{place}/{index}");
        let mut fields = Fields::of(item, place.as_str()).ok_or_else(|| wrong(&place, "an item"))?;
        read_item(item, &mut fields, conversation);
        fields.finish("item", &mut conversation.losses);
    }
    Ok(())
}

fn read_item(item: &Value, fields: &mut Fields<'_>, conversation: &mut Conversation) {
    let place = fields.place().to_owned();
    let read = match fields.text("type") {
        None | Some("message") => read_message(fields, conversation),
        Some("function_call") => read_call(fields, "arguments", conversation),
        Some("custom_tool_call") => read_call(fields, "input", conversation),
        Some("function_call_output" | "custom_tool_call_output") => read_output(fields, conversation),
        Some("reasoning") => {
            conversation.go_on(Role::Assistant, vec![read_reasoning(fields)]);
            Some(())
        }
        Some(_) => None,
    };
    if read.is_none() {
        fields.rest();
        let kept = part::unknown(Format::OpenAiResponses, item, &place, &mut conversation.losses);
        conversation.go_on(Role::Assistant, vec![kept]);
    }
}

fn read_message(fields: &mut Fields<'_>, conversation: &mut Conversation) -> Option<()> {
    let place = fields.place().to_owned();
    let label = fields.text("role")?;
    let content = fields.value("content")?;
    let role = conversation.role(label, &place);
    fields.known(&["id", "status"]);
    let items = match (content.as_str(), content.as_array()) {
        (Some(text), _) => vec![Item::Text { text: text.to_owned() }],
        (None, Some(parts)) => {
            let place = |index: usize| format!("{place}/content/{index}");
            parts
                .iter()
                .enumerate()
                .map(|(index, part)| read_part(part, &place(index), conversation))
                .collect()
        }
        (None, None) => return None,
    };
    match role {
        // Calls and thoughts around a message belong to the same turn of the assistant.
        Role::Assistant => conversation.go_on(role, items),
        Role::System | Role::User | Role::Function => conversation.say(role, items),
    }
    Some(())
}

fn read_part(value: &Value, place: &str, conversation: &mut Conversation) -> Item {
    let item = try_part(value, place, conversation);
    item.unwrap_or_else(|| part::unknown(Format::OpenAiResponses, value, place, &mut conversation.losses))
}

fn try_part(value: &Value, place: &str, conversation: &mut Conversation) -> Option<Item> {
    let mut fields = Fields::of(value, place)?;
    let item = match fields.text("type")? {
        "input_text" | "output_text" | "text" => Item::Text { text: fields.text("text")?.to_owned() },
        "input_image" => Item::Media { media: media::from_uri(fields.text("image_url")?, None, "image/*") },
        "input_file" => {
            let uri = fields.text("file_data").or_else(|| fields.text("file_url"))?;
            Item::Media { media: media::from_uri(uri, None, "application/octet-stream") }
        }
        _ => return None,
    };
    fields.finish("part", &mut conversation.losses);
    Some(item)
}

fn read_call(fields: &mut Fields<'_>, text: &'static str, conversation: &mut Conversation) -> Option<()> {
    let name = fields.text("name")?;
    let id = fields.text("call_id");
    let arguments = arguments::from_value(fields.value(text));
    let mut rest = fields.rest();
    if text == "input" {
        rest.insert("type".into(), "custom_tool_call".into());
    }
    let provider_state = state::kept(state::OPENAI_RESPONSES, rest);
    let written = WrittenCall { id, function: names::whole(name), arguments, provider_state };
    let call = conversation.call(Role::Assistant, written);
    conversation.go_on(Role::Assistant, vec![call]);
    Some(())
}

fn read_output(fields: &mut Fields<'_>, conversation: &mut Conversation) -> Option<()> {
    let id = fields.text("call_id");
    fields.known(&["id", "status"]);
    let place = fields.inside("output");
    let outcome = match fields.value("output") {
        None => output::returned_text(""),
        Some(written) => match (written.as_str(), written.as_array()) {
            (Some(text), _) => output::returned_text(text),
            (None, Some(parts)) => outcome_of(parts, &place, conversation),
            (None, None) => Outcome::Returned { output: output::from_value(Some(written)) },
        },
    };
    let item = conversation.result(id, None, outcome, &place);
    conversation.go_on(Role::Function, vec![item]);
    Some(())
}

fn outcome_of(parts: &[Value], place: &str, conversation: &mut Conversation) -> Outcome {
    let place_of = |index: usize| format!("{place}/{index}");
    let read = parts.iter().enumerate().map(|(index, part)| read_part(part, &place_of(index), conversation));
    let items: Vec<_> = read.collect();
    output::from_items(items, place, &mut conversation.losses)
}

/// The whole item is kept: what is encrypted in it is bound to the rest of it.
fn read_reasoning(fields: &mut Fields<'_>) -> Item {
    let texts = |list: Option<&[Value]>| -> Vec<String> {
        let texts = list.unwrap_or_default().iter().filter_map(|part| part.get("text")?.as_str());
        texts.map(str::to_owned).collect()
    };
    let mut rest = fields.rest();
    rest.remove("type");
    let list = |name: &str| rest.get(name).and_then(Value::as_array).map(Vec::as_slice);
    let summary = texts(list("summary"));
    let said = if summary.is_empty() { texts(list("content")) } else { summary };
    Item::Reasoning { text: said.join("\n\n"), provider_state: state::kept(state::OPENAI_RESPONSES, rest) }
}

fn read_tool(tool: &Value, place: &str, conversation: &mut Conversation) {
    let is_function = tool.get("type").is_some_and(|kind| kind == "function" || kind == "custom");
    let read =
        is_function.then(|| function::read(tool, place, &["parameters"], &mut conversation.losses)).flatten();
    match read {
        Some(function) => conversation.functions.push(function),
        None => conversation.losses.add(place, "a tool that is not a function is left out"),
    }
}

fn wrong(place: &str, expected: &'static str) -> ImportError {
    ImportError::WrongShape { format: Format::OpenAiResponses, place: place.to_owned(), expected }
}
