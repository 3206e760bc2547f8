//! Reads a chat history.

use super::{early, items, python};
use crate::conversation::{Conversation, Draft};
use crate::fields::Fields;
use crate::lost::Owner;
use crate::{Expected, Format, ImportError};
use content::{Author, Item, ModelId, Role};
use serde_json::Value;

const MESSAGE: (Format, Expected) = (Format::SemanticKernel, Expected::MessageWithRole);

pub(crate) fn read(document: &Value, conversation: &mut Conversation) -> Result<(), ImportError> {
    let named = document.get("messages").and_then(Value::as_array);
    if let Some(messages) = named.or(document.as_array()).filter(|list| list.iter().any(python::is_message)) {
        let place = if named.is_some() { "/messages" } else { "" };
        conversation.read_each(messages, place, MESSAGE, python::read_message)?;
        if let Some(mut fields) = Fields::of(document, "") {
            // The first message repeats it.
            fields.known(&["messages", "system_message"]);
            fields.finish_around(conversation);
        }
        return Ok(());
    }
    let (messages, place) = match document.get("Messages").and_then(Value::as_array) {
        Some(messages) => (messages, "/Messages"),
        None => {
            (document.as_array().ok_or_else(|| Format::SemanticKernel.wrong("", Expected::Messages))?, "")
        }
    };
    conversation.read_each(messages, place, MESSAGE, read_message)?;
    if let Some(mut fields) = Fields::of(document, "") {
        fields.known(&["Messages"]);
        fields.finish_around(conversation);
    }
    Ok(())
}

fn read_message(message: &Value, place: &str, conversation: &mut Conversation) -> Option<()> {
    let mut fields = Fields::of(message, place)?;
    let role = fields.value("Role")?;
    let label = role.as_str().or_else(|| role.get("Label")?.as_str())?;
    let role = conversation.role(label, place);
    let author = fields.text("ModelId").filter(|_| role == Role::Assistant);
    let name = fields.text("AuthorName").filter(|_| author.is_some());
    let author = author.map(ModelId::new).map(|model| match name {
        Some(name) => Author::Participant { name: name.to_owned(), model },
        None => Author::Model { model },
    });
    let mut read = Vec::new();
    let list = fields.list("Items").unwrap_or_default();
    for (index, item) in list.iter().enumerate() {
        let place = format!("{place}/Items/{index}");
        read.extend(match early::answered_by(item) {
            Some(call) if early::has_result(list, call) => early::leave_out(&place, conversation),
            Some(call) => Some(early::result(call, item, &place, conversation)),
            None => Some(items::read(role, item, &place, conversation)),
        });
    }
    if !read.iter().any(|item| matches!(item, Item::FunctionCall { .. })) {
        read.extend(early::calls(role, message, conversation));
    }
    // Histories of the first versions have one text and no items. Later ones repeat the first text beside them.
    if let Some(text) = fields.text("Content").filter(|_| read.is_empty()) {
        read.push(Item::Text { text: text.to_owned() });
    }
    fields.finish(Owner::Message, &mut conversation.losses);
    conversation.add(Draft { role, items: read, author, origin: None });
    Some(())
}
