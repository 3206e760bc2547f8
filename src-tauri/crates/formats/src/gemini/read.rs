//! Reads requests, responses and lists of contents.

use super::parts;
use crate::conversation::Conversation;
use crate::fields::Fields;
use crate::lost::{Lost, Owner};
use crate::{Expected, Format, ImportError, function, names};
use content::{Item, ModelId, Role};
use serde_json::Value;

const CONTENT: (Format, Expected) = (Format::Gemini, Expected::ContentWithParts);

/// What says nothing about the conversation.
const BOOKKEEPING: [&str; 3] = ["usageMetadata", "responseId", "createTime"];

pub(crate) fn read(document: &Value, conversation: &mut Conversation) -> Result<(), ImportError> {
    if let Some(contents) = document.as_array() {
        return conversation.read_each(contents, "", CONTENT, read_content);
    }
    let mut fields = Fields::of(document, "").ok_or_else(|| Format::Gemini.wrong("", Expected::Exchange))?;
    conversation.model = fields.text("model").or_else(|| fields.text("modelVersion")).map(ModelId::new);
    for (index, tool) in fields.list("tools").unwrap_or_default().iter().enumerate() {
        read_tool(tool, &format!("/tools/{index}"), conversation);
    }
    if let Some(system) = fields.first(&["systemInstruction", "system_instruction"]) {
        let items = read_parts(Role::System, system, "/systemInstruction", conversation);
        conversation.say(
            Role::System,
            items.ok_or_else(|| Format::Gemini.wrong("/systemInstruction", Expected::ContentWithParts))?,
        );
    }
    if let Some(contents) = fields.list("contents") {
        conversation.read_each(contents, "/contents", CONTENT, read_content)?;
    } else if let Some(candidates) = fields.list("candidates") {
        read_candidates(candidates, conversation)?;
        fields.known(&BOOKKEEPING);
    } else {
        return Err(Format::Gemini.wrong("/contents", Expected::Contents));
    }
    fields.finish_around(conversation);
    Ok(())
}

fn read_candidates(candidates: &[Value], conversation: &mut Conversation) -> Result<(), ImportError> {
    for (index, candidate) in candidates.iter().enumerate() {
        let place = format!("/candidates/{index}/content");
        if index > 0 {
            conversation.losses.add(&place, Lost::FirstCandidate);
            let others =
                candidates.iter().skip(index).filter_map(|other| other.pointer("/content/parts")?.as_array());
            let calls = others.flatten().filter_map(|part| part.pointer("/functionCall/name")?.as_str());
            names::report_left_out(calls, &place, &mut conversation.losses);
            break;
        }
        // A refused prompt or a broken call leaves a candidate without content.
        let Some(content) = candidate.get("content") else { continue };
        read_content(content, &place, conversation)
            .ok_or_else(|| Format::Gemini.wrong(place.as_str(), Expected::ContentWithParts))?;
    }
    Ok(())
}

fn read_content(content: &Value, place: &str, conversation: &mut Conversation) -> Option<()> {
    let role = match content.get("role").and_then(Value::as_str) {
        Some(label) => conversation.role(label, place),
        // A single prompt needs no role.
        None => Role::User,
    };
    let items = read_parts(role, content, place, conversation)?;
    conversation.say_apart(if role == Role::Function { Role::User } else { role }, items);
    Some(())
}

fn read_parts(
    role: Role,
    content: &Value,
    place: &str,
    conversation: &mut Conversation,
) -> Option<Vec<Item>> {
    if let Some(text) = content.as_str() {
        return Some(vec![Item::Text { text: text.to_owned() }]);
    }
    let mut fields = Fields::of(content, place)?;
    fields.known(&["role"]);
    // An answer that ended early may have no parts at all.
    let parts = match fields.has("parts") {
        true => fields.list("parts")?,
        false => &[],
    };
    let place = |index: usize| format!("{place}/parts/{index}");
    // A part is an item as a rule. There may be very many of them.
    let mut items = Vec::with_capacity(parts.len());
    for (index, part) in parts.iter().enumerate() {
        items.extend(parts::read(role, part, &place(index), conversation));
    }
    fields.finish(Owner::Content, &mut conversation.losses);
    Some(items)
}

fn read_tool(tool: &Value, place: &str, conversation: &mut Conversation) {
    let named =
        ["functionDeclarations", "function_declarations"].iter().find_map(|name| tool.get(name)?.as_array());
    let Some(declarations) = named else {
        return conversation.losses.add(place, Lost::ForeignTool);
    };
    let schema = ["parametersJsonSchema", "parameters_json_schema", "parameters"];
    for (index, declaration) in declarations.iter().enumerate() {
        let place = format!("{place}/functionDeclarations/{index}");
        let read = function::read(declaration, &place, &schema, &mut conversation.losses);
        conversation.offer(read, &place, Lost::NamelessFunction);
    }
}
