//! Messages in the form of a protocol.

use super::Report;
use super::mapping::{list_name, system_names};
use crate::Protocol;
use crate::dialects::UNSIGNED;
use crate::json::{self, Edits};
use content::{Author, Failure, FailureKind, FunctionCall, Item, Message, MessageId, Origin, Outcome, Role};
use formats::{Loss, export, is_of_origin};

const SIGNATURE: &str = "thoughtSignature";

/// Writes messages as elements of a body.
pub(super) struct Writer<'a> {
    pub(super) protocol: Protocol,
    /// The calls of the conversation: a result is written by the kind of its call.
    pub(super) calls: Vec<&'a FunctionCall>,
}

impl Writer<'_> {
    /// The elements these messages are, with what they lose.
    pub(super) fn elements(&self, messages: &[Message], report: &mut Report) -> Vec<String> {
        if messages.is_empty() {
            return Vec::new();
        }
        let mut whole = self.context(messages);
        let before = whole.len();
        let skipped = self.written(&export(self.protocol.format(), &whole).text).len();
        whole.extend(messages.iter().map(in_words));
        let exported = export(self.protocol.format(), &whole);
        for loss in exported.losses.into_iter().filter(|loss| is_behind(loss, before)) {
            report.lose(loss);
        }
        self.written(&exported.text).into_iter().skip(skipped).collect()
    }

    /// One result as an element.
    pub(super) fn result(&self, item: &Item, report: &mut Report) -> Option<String> {
        let message = bare_message(Role::Function, vec![item.clone()]);
        self.elements(&[message], report).into_iter().next()
    }

    /// The value for the member of the system message, where it is one that can stand there.
    pub(super) fn system(&self, message: &Message, report: &mut Report) -> Option<String> {
        let exported = export(self.protocol.format(), &[message.clone(), opening()]);
        let root = json::root(&exported.text);
        let value = json::first(&exported.text, &root, system_names(self.protocol))?;
        exported.losses.into_iter().for_each(|loss| report.lose(loss));
        Some(compact(json::slice(&exported.text, &value)))
    }

    /// Messages that make the ones behind them what they are: never the beginning, and with the calls they answer.
    fn context(&self, messages: &[Message]) -> Vec<Message> {
        let made: Vec<_> = messages.iter().flat_map(Message::calls).map(|call| &call.id).collect();
        let answered = messages.iter().flat_map(Message::results).map(|result| &result.call_id);
        let missing = answered.filter(|id| !made.contains(id));
        let calls = missing.filter_map(|id| self.calls.iter().rfind(|call| call.id == *id));
        let items: Vec<_> = calls.map(|call| Item::FunctionCall { call: (*call).clone() }).collect();
        let calls = (!items.is_empty()).then(|| bare_message(Role::Assistant, items));
        [opening()].into_iter().chain(calls).collect()
    }

    fn written(&self, text: &str) -> Vec<String> {
        let list = json::value(text, &json::root(text), list_name(self.protocol));
        let elements = list.map(|list| json::elements(text, &list)).unwrap_or_default();
        let compacted = elements.iter().map(|element| compact(json::slice(text, element)));
        match self.protocol {
            Protocol::Gemini => compacted.map(|element| signed(&element)).collect(),
            Protocol::OpenAiChat | Protocol::OpenAiResponses | Protocol::Anthropic => compacted.collect(),
        }
    }
}

/// A message with nothing to it but what it says.
pub(super) fn bare_message(role: Role, items: Vec<Item>) -> Message {
    let (author, origin) = (Author::Application, Origin::Application);
    Message { id: MessageId::new(""), parent: None, role, items, author, origin }
}

fn opening() -> Message {
    bare_message(Role::User, vec![Item::Text { text: "-".to_owned() }])
}

/// What is lost at the messages behind the first ones.
fn is_behind(loss: &Loss, before: usize) -> bool {
    let message = loss.place.strip_prefix("/messages/").and_then(|rest| rest.split('/').next());
    let index = message.and_then(|index| index.parse::<usize>().ok());
    index.is_some_and(|index| index >= before) && !is_of_origin(&loss.what)
}

/// The message with refusals in the words that the model is to read.
fn in_words(message: &Message) -> Message {
    let mut message = message.clone();
    for item in &mut message.items {
        if let Item::FunctionResult { result } = item
            && let Outcome::Declined { reason, by } = &result.outcome
        {
            let failure = Failure { kind: FailureKind::Reported, message: by.words(reason) };
            result.outcome = Outcome::Failed { failure };
        }
    }
    message
}

/// The first call of a turn of Gemini must be signed.
fn signed(element: &str) -> String {
    let parts = json::value(element, &json::root(element), "parts");
    let parts = parts.map(|parts| json::elements(element, &parts)).unwrap_or_default();
    let call = parts.iter().find(|part| json::value(element, part, "functionCall").is_some());
    let mut edits = Edits::default();
    if let Some(part) = call.filter(|part| json::value(element, part, SIGNATURE).is_none()) {
        json::set(element, part, &[SIGNATURE], Some(&json::quoted(UNSIGNED)), &mut edits);
    }
    edits.apply(element)
}

fn compact(raw: &str) -> String {
    json::parsed(raw).map_or_else(|| raw.to_owned(), |value| value.to_string())
}
