//! A request that names what it goes on from, in place of repeating it.

use crate::request::ProgramRequest;
use crate::{Protocol, json};
use content::{JsonObject, Message, Role};
use serde_json::Value;
use std::ops::Range;

/// What the provider is to go on from. What was said there is not in the body of the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoesOnFrom {
    /// A response, by `previous_response_id`.
    Response(String),
    /// A conversation that the provider keeps, by `conversation`.
    Conversation(String),
}

impl GoesOnFrom {
    /// The members of a body that say so. The provider refuses a request with both.
    pub(crate) const MEMBERS: [&str; 2] = ["previous_response_id", "conversation"];

    pub(super) fn read(protocol: Protocol, beside: &JsonObject) -> Option<Self> {
        if protocol != Protocol::OpenAiResponses {
            return None;
        }
        let response = beside.get("previous_response_id").and_then(Value::as_str);
        let conversation = || {
            let named = beside.get("conversation")?;
            named.as_str().or_else(|| named.get("id")?.as_str())
        };
        match response {
            Some(id) => Some(Self::Response(id.to_owned())),
            None => conversation().map(|id| Self::Conversation(id.to_owned())),
        }
    }

    pub fn id(&self) -> &str {
        match self {
            Self::Response(id) | Self::Conversation(id) => id,
        }
    }
}

/// The messages of a request that are not in its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// Their places among the messages of the request.
    pub messages: Range<usize>,
    /// Whether the provider has them, word for word, under the name that the request goes on from.
    pub is_known: bool,
}

impl ProgramRequest {
    /// Puts what was said before among the messages: behind the instructions, which hold for one request, and before what
    /// the request adds.
    pub fn spell_out(&mut self, said: Vec<Message>, is_known: bool) {
        let begin = usize::from(self.has_instructions);
        let messages = begin..begin + said.len();
        self.messages.splice(begin..begin, said);
        let mut parent = None;
        for message in &mut self.messages {
            message.parent = parent.replace(message.id.clone());
        }
        self.history = Some(History { messages, is_known });
    }
}

/// Whether the first message of a body stands in a member of its own.
pub(super) fn has_instructions(text: &str, messages: &[Message], names: &[&str]) -> bool {
    let has_member = json::first(text, &json::root(text), names).is_some();
    has_member && messages.first().is_some_and(|first| first.role == Role::System)
}
