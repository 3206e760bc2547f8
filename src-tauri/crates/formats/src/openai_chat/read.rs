//! Reads requests, responses and messages.

use super::content;
use crate::conversation::{Conversation, WrittenCall};
use crate::fields::Fields;
use crate::lost::{Lost, Owner};
use crate::{Expected, Format, ImportError, arguments, function, names, part, state};
use ::content::{CallArguments, Item, ModelId, Outcome, Role};
use serde_json::Value;

const MESSAGE: (Format, Expected) = (Format::OpenAiChat, Expected::MessageWithRole);

/// What only the exchange around a message needs.
const BOOKKEEPING: [&str; 6] = ["id", "object", "created", "usage", "system_fingerprint", "service_tier"];

pub(crate) fn read(document: &Value, conversation: &mut Conversation) -> Result<(), ImportError> {
    if let Some(messages) = document.as_array() {
        return conversation.read_each(messages, "", MESSAGE, read_message);
    }
    let mut fields =
        Fields::of(document, "").ok_or_else(|| Format::OpenAiChat.wrong("", Expected::Exchange))?;
    conversation.model = fields.text("model").map(ModelId::new);
    for (index, tool) in fields.list("tools").unwrap_or_default().iter().enumerate() {
        read_tool(tool, &format!("/tools/{index}"), conversation);
    }
    if let Some(messages) = fields.list("messages") {
        conversation.read_each(messages, "/messages", MESSAGE, read_message)?;
    } else if let Some(choices) = fields.list("choices") {
        read_choices(choices, conversation)?;
        fields.known(&BOOKKEEPING);
    } else {
        return Err(Format::OpenAiChat.wrong("/messages", Expected::MessagesOrChoices));
    }
    fields.finish_around(conversation);
    Ok(())
}

/// Whether a value is one message.
pub(crate) fn is_message(value: &Value) -> bool {
    let says = ["content", "tool_calls", "function_call"].iter().any(|name| value.get(name).is_some());
    says && value.get("role").is_some_and(Value::is_string)
}

pub(crate) fn read_message(message: &Value, place: &str, conversation: &mut Conversation) -> Option<()> {
    let mut fields = Fields::of(message, place)?;
    let label = fields.text("role")?;
    let role = conversation.role(label, place);
    match role {
        Role::Function => read_result(&mut fields, conversation),
        Role::System | Role::User | Role::Assistant => {
            let items = read_items(role, &mut fields, conversation);
            conversation.say(role, items);
        }
    }
    fields.finish(Owner::Message, &mut conversation.losses);
    Some(())
}

fn read_choices(choices: &[Value], conversation: &mut Conversation) -> Result<(), ImportError> {
    for (index, choice) in choices.iter().enumerate() {
        let place = format!("/choices/{index}/message");
        if index > 0 {
            conversation.losses.add(&place, Lost::FirstChoice);
            let messages = choices.iter().skip(index).filter_map(|choice| choice.get("message"));
            names::report_left_out(messages.flat_map(called_in), &place, &mut conversation.losses);
            break;
        }
        let message = choice
            .get("message")
            .ok_or_else(|| Format::OpenAiChat.wrong(place.as_str(), Expected::Message))?;
        read_message(message, &place, conversation)
            .ok_or_else(|| Format::OpenAiChat.wrong(place.as_str(), Expected::MessageWithRole))?;
    }
    Ok(())
}

/// The names of the functions that a message calls.
fn called_in(message: &Value) -> impl Iterator<Item = &str> {
    let calls = message.get("tool_calls").and_then(Value::as_array).into_iter().flatten();
    let calls = calls.filter_map(|call| call.get("function").or_else(|| call.get("custom")));
    calls.chain(message.get("function_call")).filter_map(|call| call.get("name")?.as_str())
}

fn read_result(fields: &mut Fields<'_>, conversation: &mut Conversation) {
    let place = fields.place().to_owned();
    let output = content::read_output(fields.value("content"), &fields.inside("content"), conversation);
    let id = fields.text("tool_call_id");
    // The role "function" of old requests names the function instead of the call.
    let function = fields.text("name").map(names::whole);
    let item = conversation.result(id, function, Outcome::Returned { output }, &place);
    conversation.go_on(Role::Function, vec![item]);
}

fn read_items(role: Role, fields: &mut Fields<'_>, conversation: &mut Conversation) -> Vec<Item> {
    let mut items = Vec::new();
    // Compatible servers name it either way.
    let reasoning = fields.text("reasoning_content").or_else(|| fields.text("reasoning"));
    if let Some(text) = reasoning.filter(|text| !text.is_empty()) {
        items.push(Item::Reasoning { text: text.to_owned(), provider_state: None });
    }
    let place = fields.inside("content");
    items.extend(content::read(fields.value("content"), &place, conversation));
    if let Some(audio) = fields.value("audio") {
        let text = audio.get("transcript").and_then(Value::as_str);
        let what = match text {
            Some(_) => Lost::Transcript,
            None => Lost::NamedItem,
        };
        conversation.losses.add(&fields.inside("audio"), what);
        items.extend(text.map(|text| Item::Text { text: text.to_owned() }));
    }
    if let Some(refusal) = fields.text("refusal").filter(|text| !text.is_empty()) {
        conversation.losses.add(&fields.inside("refusal"), Lost::Refusal);
        items.push(Item::Text { text: refusal.to_owned() });
    }
    for (index, call) in fields.list("tool_calls").unwrap_or_default().iter().enumerate() {
        let place = format!("{}/{index}", fields.inside("tool_calls"));
        items.push(read_call(role, call, &place, conversation));
    }
    if let Some(call) = fields.value("function_call") {
        items.push(read_legacy_call(role, call, &fields.inside("function_call"), conversation));
    }
    items
}

fn read_call(role: Role, value: &Value, place: &str, conversation: &mut Conversation) -> Item {
    match try_call(value, place, conversation) {
        Some(written) => conversation.call(role, written),
        None => part::unknown(Format::OpenAiChat, value, place, &mut conversation.losses),
    }
}

fn try_call<'a>(value: &'a Value, place: &str, conversation: &mut Conversation) -> Option<WrittenCall<'a>> {
    let mut fields = Fields::of(value, place)?;
    let id = fields.text("id");
    let (inner, text) = match fields.value("custom") {
        Some(custom) => (custom, "input"),
        None => (fields.value("function")?, "arguments"),
    };
    let mut inner = Fields::of(inner, place)?;
    let name = inner.text("name")?;
    // Some servers write an object where OpenAI writes text.
    let arguments = match (text, inner.text("input")) {
        ("input", Some(raw)) => CallArguments::of_text(raw),
        (_, _) => arguments::from_value(inner.value(text)),
    };
    inner.finish(Owner::Call, &mut conversation.losses);
    fields.known(if text == "arguments" { &["type", "index"] } else { &["index"] });
    let provider_state = state::kept(state::OPENAI_CHAT, fields.rest());
    Some(WrittenCall { id, function: names::whole(name), arguments, provider_state })
}

fn read_legacy_call(role: Role, value: &Value, place: &str, conversation: &mut Conversation) -> Item {
    let Some(name) = value.get("name").and_then(Value::as_str) else {
        return part::unknown(Format::OpenAiChat, value, place, &mut conversation.losses);
    };
    let arguments = arguments::from_value(value.get("arguments"));
    let written = WrittenCall { id: None, function: names::whole(name), arguments, provider_state: None };
    conversation.call(role, written)
}

fn read_tool(tool: &Value, place: &str, conversation: &mut Conversation) {
    let described = tool.get("function").unwrap_or(tool);
    let custom = tool.get("custom").and_then(Value::as_object).cloned().map(|mut custom| {
        custom.insert("type".into(), "custom".into());
        Value::Object(custom)
    });
    let described = custom.as_ref().unwrap_or(described);
    let read = function::read(described, place, &["parameters"], &mut conversation.losses);
    conversation.offer(read, place, Lost::ForeignTool);
}
