//! Which elements of a body became which messages.

use crate::json::{self, Span};
use crate::request::import;
use crate::{Protocol, RequestFault};
use content::{Item, Message, MessageId, OpaquePart, Role};
use std::ops::Range;

/// Messages and the elements they were read from, none of which belongs to others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) messages: Range<usize>,
    pub(super) elements: Range<usize>,
    /// Where the block is one message: the items that each element holds of it.
    pub(super) items: Vec<Range<usize>>,
}

/// Groups the elements by the messages that were read from them.
pub(super) fn blocks(protocol: Protocol, elements: &[String], messages: &[Message]) -> Option<Vec<Block>> {
    let mut cursor = Cursor { protocol, messages, message: None, item: 0 };
    let mut blocks: Vec<Block> = Vec::new();
    for (index, element) in elements.iter().enumerate() {
        let mut touched: Option<Range<usize>> = None;
        let mut items = 0..0;
        for (role, count) in pieces(protocol, element)? {
            let message = cursor.take(role, count)?;
            items = cursor.item - count..cursor.item;
            let begin = touched.map_or(message, |touched| touched.start);
            touched = Some(begin..message + 1);
        }
        match (touched, blocks.last_mut()) {
            (None, Some(last)) => {
                last.elements.end = index + 1;
                last.items.push(0..0);
            }
            (Some(touched), Some(last)) if touched.start < last.messages.end => {
                last.messages.end = touched.end;
                last.elements.end = index + 1;
                last.items.push(items);
            }
            (Some(touched), Some(_) | None) => {
                blocks.push(Block { messages: touched, elements: index..index + 1, items: vec![items] });
            }
            (None, None) => {
                let items = std::iter::once(0..0).collect();
                blocks.push(Block { messages: 0..0, elements: index..index + 1, items });
            }
        }
    }
    cursor.is_at_end().then_some(blocks)
}

/// What an element says, read alone. Of a text that stands for a list the whole is one message.
fn pieces(protocol: Protocol, element: &str) -> Option<Vec<(Role, usize)>> {
    let read = import(protocol, &format!("[{element}]"), &|| MessageId::new(""));
    match read {
        Ok(imported) => {
            Some(imported.messages.iter().map(|message| (message.role, message.items.len())).collect())
        }
        Err(RequestFault::NoMessages) => Some(Vec::new()),
        Err(_) => None,
    }
}

/// The place among the messages up to which elements are known.
struct Cursor<'a> {
    protocol: Protocol,
    messages: &'a [Message],
    message: Option<usize>,
    /// Of the message so many items were read.
    item: usize,
}

impl Cursor<'_> {
    /// The message that so many items more of this side belong to.
    fn take(&mut self, role: Role, count: usize) -> Option<usize> {
        if !self.goes_on(role, count) {
            if !self.is_read() {
                return None;
            }
            (self.message, self.item) = (Some(self.message.map_or(0, |message| message + 1)), 0);
        }
        let message = self.message?;
        let found = self.messages.get(message)?;
        self.item += count;
        (found.role == role && self.item <= found.items.len()).then_some(message)
    }

    fn goes_on(&self, role: Role, count: usize) -> bool {
        let Some(message) = self.message.and_then(|message| self.messages.get(message)) else { return false };
        let merges = match (self.protocol, role) {
            (Protocol::OpenAiChat, Role::Function) => true,
            (Protocol::OpenAiResponses, Role::Assistant | Role::Function) => true,
            (Protocol::OpenAiChat | Protocol::OpenAiResponses, _) => false,
            (Protocol::Anthropic | Protocol::Gemini, _) => false,
        };
        merges && message.role == role && self.item + count <= message.items.len()
    }

    /// Whether everything of the message is known. A container stands beside the messages.
    fn is_read(&self) -> bool {
        let Some(message) = self.message.and_then(|message| self.messages.get(message)) else { return true };
        message.items.iter().skip(self.item).all(is_container)
    }

    fn is_at_end(&self) -> bool {
        self.is_read() && self.message.map_or(0, |message| message + 1) == self.messages.len()
    }
}

fn is_container(item: &Item) -> bool {
    let Item::Unknown { value } = item else { return false };
    OpaquePart::read(value).is_some_and(|part| part.part["type"] == "container")
}

/// Where the messages of a body stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Places {
    /// The value of the member that holds the system message.
    pub(super) system: Option<Span>,
    /// The array of the messages, or a text in its place.
    pub(super) list: Span,
}

impl Places {
    pub(super) fn of(protocol: Protocol, text: &str) -> Option<Self> {
        let root = json::root(text);
        let list = json::value(text, &root, list_name(protocol))?;
        let system = json::first(text, &root, system_names(protocol));
        Some(Self { system, list })
    }
}

pub(super) fn list_name(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::OpenAiChat | Protocol::Anthropic => "messages",
        Protocol::OpenAiResponses => "input",
        Protocol::Gemini => "contents",
    }
}

/// The member for the system message, in all its spellings.
pub(crate) fn system_names(protocol: Protocol) -> &'static [&'static str] {
    match protocol {
        Protocol::OpenAiChat => &[],
        Protocol::OpenAiResponses => &["instructions"],
        Protocol::Anthropic => &["system"],
        Protocol::Gemini => &["systemInstruction", "system_instruction"],
    }
}
