//! Reads requests, responses and lists of items.

use crate::conversation::{Conversation, WrittenCall};
use crate::fields::Fields;
use crate::lost::{Lost, Owner};
use crate::{
    Expected, Format, ImportError, arguments, function, media, names, output, part, state, thoughts,
};
use content::{CallArguments, Item, JsonObject, ModelId, Outcome, Role};
use serde_json::{Value, json};

/// What says nothing about the conversation.
const BOOKKEEPING: [&str; 5] = ["id", "object", "created_at", "completed_at", "usage"];

/// How a message of the model stands to its answer: on the way to it, or the last word.
const PHASE: &str = "phase";

/// Whether a value is an item that only this format has.
pub(crate) fn is_item(value: &Value) -> bool {
    let has = |name: &str| value.get(name).is_some_and(|field| !field.is_null());
    match value.get("type").and_then(Value::as_str) {
        Some("message") => has("content"),
        Some("reasoning" | "item_reference" | "additional_tools" | "compaction") => true,
        Some("program" | "program_output" | "tool_search_output" | "configuration_update") => true,
        Some(kind) => !has("role") && (kind.ends_with("_call") || kind.ends_with("_call_output")),
        None => false,
    }
}

/// Whether a part of a message is of a kind that only this format has.
pub(crate) fn is_own_part(part: &Value) -> bool {
    let kinds = ["input_text", "output_text", "input_image", "input_file"];
    part.get("type").and_then(Value::as_str).is_some_and(|kind| kinds.contains(&kind))
}

pub(crate) fn read(document: &Value, conversation: &mut Conversation) -> Result<(), ImportError> {
    if let Some(items) = document.as_array() {
        return read_items(items, "", conversation);
    }
    let mut fields =
        Fields::of(document, "").ok_or_else(|| Format::OpenAiResponses.wrong("", Expected::Exchange))?;
    conversation.model = fields.text("model").map(ModelId::new);
    for (index, tool) in fields.list("tools").unwrap_or_default().iter().enumerate() {
        read_tool(tool, &format!("/tools/{index}"), conversation);
    }
    for name in ["previous_response_id", "conversation"] {
        if fields.value(name).is_some() {
            conversation.losses.add(&fields.inside(name), Lost::KeptAtProvider);
        }
    }
    if let Some(text) = fields.text("instructions") {
        conversation.say(Role::System, vec![Item::Text { text: text.to_owned() }]);
    } else if let Some(items) = fields.list("instructions") {
        read_items(items, "/instructions", conversation)?;
    }
    if let Some(text) = fields.text("input") {
        conversation.say(Role::User, vec![Item::Text { text: text.to_owned() }]);
    } else if let Some(items) = fields.list("input") {
        read_items(items, "/input", conversation)?;
    } else if let Some(items) = fields.list("output") {
        read_items(items, "/output", conversation)?;
        fields.known(&BOOKKEEPING);
        fields.known_as("status", "completed");
    } else {
        return Err(Format::OpenAiResponses.wrong("/input", Expected::TextOrItems));
    }
    fields.finish_around(conversation);
    Ok(())
}

fn read_items(items: &[Value], place: &str, conversation: &mut Conversation) -> Result<(), ImportError> {
    for (index, item) in items.iter().enumerate() {
        let place = format!("{place}/{index}");
        let mut fields = Fields::of(item, place.as_str())
            .ok_or_else(|| Format::OpenAiResponses.wrong(place.as_str(), Expected::Item))?;
        read_item(item, &mut fields, conversation);
        fields.finish(Owner::Item, &mut conversation.losses);
    }
    Ok(())
}

fn read_item(item: &Value, fields: &mut Fields<'_>, conversation: &mut Conversation) {
    let place = fields.place().to_owned();
    let read = match fields.text("type") {
        None if !fields.has("role") && fields.text("id").is_some() => leave_named(fields, conversation),
        Some("item_reference") => leave_named(fields, conversation),
        None | Some("message") => read_message(fields, conversation),
        Some("function_call") => read_call(fields, "arguments", conversation),
        Some("custom_tool_call") => read_call(fields, "input", conversation),
        Some("function_call_output" | "custom_tool_call_output") => read_output(fields, conversation),
        Some("reasoning") => {
            conversation.go_on(Role::Assistant, vec![read_reasoning(fields)]);
            Some(())
        }
        // The item goes back as it is. Its functions are listed as well, for whoever goes on elsewhere.
        Some("additional_tools") => {
            let tools = item.get("tools").and_then(Value::as_array);
            for (index, tool) in tools.into_iter().flatten().enumerate() {
                // What is no function is not lost: the item holds it.
                read_functions(tool, &format!("{place}/tools/{index}"), conversation);
            }
            None
        }
        Some(_) => None,
    };
    if read.is_none() {
        fields.rest();
        let kept = part::unknown(Format::OpenAiResponses, item, &place, &mut conversation.losses);
        conversation.go_on(Role::Assistant, vec![kept]);
    }
}

/// Requests keep nothing at the provider, so what is kept there is out of reach.
fn leave_named(fields: &mut Fields<'_>, conversation: &mut Conversation) -> Option<()> {
    fields.known(&["id"]);
    conversation.losses.add(fields.place(), Lost::NamedItem);
    Some(())
}

fn read_message(fields: &mut Fields<'_>, conversation: &mut Conversation) -> Option<()> {
    let place = fields.place().to_owned();
    let label = fields.text("role")?;
    let content = fields.value("content")?;
    let role = conversation.role(label, &place);
    fields.known(&["id"]);
    fields.known_as("status", "completed");
    let phase = (role == Role::Assistant).then(|| fields.text(PHASE)).flatten();
    let items = match (content.as_str(), content.as_array()) {
        (Some(text), _) => with_phase(Item::Text { text: text.to_owned() }, phase),
        (None, Some(parts)) => {
            let mut items = Vec::with_capacity(parts.len());
            for (index, part) in parts.iter().enumerate() {
                let place = format!("{place}/content/{index}");
                items.extend(match try_part(part, &place, conversation) {
                    Some(item) => with_phase(item, phase),
                    None => vec![unknown_part(role, part, phase, &place, conversation)],
                });
            }
            items
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

/// A part of a message, and the phase of the message behind it. Each text of the model goes out as a message.
fn with_phase(item: Item, phase: Option<&str>) -> Vec<Item> {
    let beside = phase.map(|phase| JsonObject::from_iter([(PHASE.to_owned(), phase.into())]));
    let mark = beside.and_then(|beside| thoughts::on_text(state::OPENAI_RESPONSES, beside));
    [item].into_iter().chain(mark).collect()
}

/// What the model says goes back item by item, so a part of it is kept as a message of its own.
fn unknown_part(
    role: Role,
    value: &Value,
    phase: Option<&str>,
    place: &str,
    conversation: &mut Conversation,
) -> Item {
    let item = part::unknown(Format::OpenAiResponses, value, place, &mut conversation.losses);
    if role != Role::Assistant {
        return item;
    }
    let mut message = json!({ "type": "message", "role": "assistant", "content": [value] });
    if let Some(phase) = phase {
        message[PHASE] = phase.into();
    }
    part::kept(Format::OpenAiResponses, &message)
}

fn try_part(value: &Value, place: &str, conversation: &mut Conversation) -> Option<Item> {
    let mut fields = Fields::of(value, place)?;
    let item = match fields.text("type")? {
        "input_text" | "output_text" | "text" => Item::Text { text: fields.text("text")?.to_owned() },
        "refusal" => {
            let text = fields.text("refusal")?.to_owned();
            conversation.losses.add(place, Lost::Refusal);
            Item::Text { text }
        }
        "input_image" => {
            fields.known_as("detail", "auto");
            Item::Media { media: media::from_uri(fields.text("image_url")?, None, "image/*") }
        }
        "input_file" => {
            let data = fields.text("file_data").filter(|data| media::is_data(data));
            let uri = data.or_else(|| fields.text("file_url"))?;
            Item::Media { media: media::from_uri(uri, None, media::type_of_file(uri)) }
        }
        _ => return None,
    };
    fields.finish(Owner::Part, &mut conversation.losses);
    Some(item)
}

fn read_call(fields: &mut Fields<'_>, text: &'static str, conversation: &mut Conversation) -> Option<()> {
    let name = fields.text("name")?;
    let id = fields.text("call_id");
    let arguments = match (text, fields.text("input")) {
        ("input", Some(raw)) => CallArguments::of_text(raw),
        (_, _) => arguments::from_value(fields.value(text)),
    };
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
    // Who called stands on the call.
    fields.known(&["id", "caller", "name", "namespace"]);
    fields.known_as("status", "completed");
    let place = fields.inside("output");
    let outcome = match fields.value("output") {
        None => output::returned_text(""),
        Some(written) => {
            let output = match written.as_array() {
                Some(parts) => output::from_list(parts, &place, conversation, try_part),
                None => output::from_value(Some(written)),
            };
            Outcome::Returned { output }
        }
    };
    let item = conversation.result(id, None, outcome, &place);
    conversation.go_on(Role::Function, vec![item]);
    Some(())
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
    for left in read_functions(tool, place, conversation) {
        conversation.losses.add(&left, Lost::ForeignTool);
    }
}

/// A function, or those of a namespace. Gives the places of what is neither.
fn read_functions(tool: &Value, place: &str, conversation: &mut Conversation) -> Vec<String> {
    if let Some(inner) = tool.get("tools").and_then(Value::as_array) {
        let each = inner.iter().enumerate();
        return each
            .flat_map(|(index, tool)| read_functions(tool, &format!("{place}/tools/{index}"), conversation))
            .collect();
    }
    let is_function = tool.get("type").is_some_and(|kind| kind == "function" || kind == "custom");
    let read =
        is_function.then(|| function::read(tool, place, &["parameters"], &mut conversation.losses)).flatten();
    match read {
        Some(function) => {
            conversation.functions.push(function);
            Vec::new()
        }
        None => vec![place.to_owned()],
    }
}
