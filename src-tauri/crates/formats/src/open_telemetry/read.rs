//! Reads spans and events.

use super::attributes::{Telling, tellings};
use super::parts;
use crate::conversation::Conversation;
use crate::fields::Fields;
use crate::lost::{Lost, Owner};
use crate::{Expected, Format, ImportError, function};
use content::ModelId;
use serde_json::{Value, json};

/// A message as it was told, and by whom.
struct Told {
    place: String,
    message: Value,
}

pub(crate) fn read(document: &Value, conversation: &mut Conversation) -> Result<(), ImportError> {
    let tellings = tellings(document)?;
    if tellings.is_empty() {
        return Err(Format::OpenTelemetry.wrong("", Expected::Spans));
    }
    let mut path: Vec<Told> = Vec::new();
    for telling in tellings {
        read_around(&telling, conversation);
        let place = telling.place.clone();
        lay_over(&mut path, messages_of(telling)?, &place, conversation);
    }
    for told in path {
        read_message(&told, conversation)
            .ok_or_else(|| Format::OpenTelemetry.wrong(told.place.as_str(), Expected::MessageWithParts))?;
    }
    Ok(())
}

fn read_around(telling: &Telling, conversation: &mut Conversation) {
    if let Some(model) = &telling.model {
        conversation.model = Some(ModelId::new(model));
    }
    let tools =
        telling.tools.as_ref().and_then(Value::as_array).filter(|_| conversation.functions.is_empty());
    for tool in tools.into_iter().flatten() {
        let read = function::read(tool, &telling.place, &["parameters"], &mut conversation.losses);
        conversation.offer(read, &telling.place, Lost::ForeignTool);
    }
}

fn messages_of(telling: Telling) -> Result<Vec<Told>, ImportError> {
    let mut messages = Vec::new();
    if let Some(system) = telling.system {
        let parts = match system.as_str() {
            Some(text) => json!([{ "type": "text", "content": text }]),
            None => system,
        };
        messages.push(Told {
            place: telling.place.clone(),
            message: json!({ "role": "system", "parts": parts }),
        });
    }
    let events = telling.events.map(Value::Array);
    for list in [telling.input, telling.output, events].into_iter().flatten() {
        let list = list
            .as_array()
            .ok_or_else(|| Format::OpenTelemetry.wrong(telling.place.as_str(), Expected::Messages))?;
        messages.extend(
            list.iter().map(|message| Told { place: telling.place.clone(), message: message.clone() }),
        );
    }
    Ok(messages)
}

/// A span that goes on from what is known replaces it; one that ends earlier says nothing new.
fn lay_over(path: &mut Vec<Told>, told: Vec<Told>, place: &str, conversation: &mut Conversation) {
    let is_same =
        path.iter().zip(&told).all(|(left, right)| identity(&left.message) == identity(&right.message));
    if !is_same {
        conversation.losses.add(place, Lost::OtherConversation);
    } else if told.len() > path.len() {
        *path = told;
    }
}

/// What makes two tellings of a message the same. Why it ended is told once only.
fn identity(message: &Value) -> (Option<&Value>, Option<&Value>) {
    (message.get("role"), message.get("parts"))
}

fn read_message(told: &Told, conversation: &mut Conversation) -> Option<()> {
    let place = told.place.as_str();
    let mut fields = Fields::of(&told.message, place)?;
    let label = fields.text("role")?;
    let role = conversation.role(label, place);
    let parts = fields.list("parts")?;
    fields.known(&["finish_reason"]);
    let items = parts.iter().map(|part| parts::read(role, part, place, conversation)).collect();
    fields.finish(Owner::Message, &mut conversation.losses);
    conversation.say(role, items);
    Some(())
}
