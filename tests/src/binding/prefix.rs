//! What stands before a thinking block, as the documentation counts it.
//!
//! Values count: the system text, the set of tools that are not deferred or were referred to, and every message before
//! the block. Key order and marks of the cache don't, nor does any other field of a request. Of the thinking before the
//! block, what is there has to be the end of what was there.

use super::form::{Message, Role, is_thinking};
use super::tools::Tools;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// All that a thinking block is signed over, but the model.
#[derive(Clone, Debug, PartialEq)]
pub struct Prefix {
    system: Vec<Value>,
    tools: BTreeMap<String, Value>,
    messages: Vec<Message>,
    thoughts: Vec<Thought>,
}

/// An earlier thinking block.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Thought {
    /// Number of blocks before it, thinking left out.
    place: usize,
    signature: String,
}

/// The first difference that is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    System,
    Tools,
    /// Something that was there is not.
    Missing,
    Content,
    Thinking,
}

impl Prefix {
    /// What stands before the block at this place of this message.
    pub fn before(
        system: &Value,
        tools: &Tools,
        messages: &[Message],
        (message, block): (usize, usize),
    ) -> Self {
        let mut prefix = Self {
            system: texts(system),
            tools: tools.counted(&messages[..message]),
            messages: Vec::new(),
            thoughts: Vec::new(),
        };
        for earlier in &messages[..message] {
            prefix.take(earlier, &earlier.blocks);
        }
        let this = &messages[message];
        prefix.take(this, &this.blocks[..block]);
        prefix
    }

    fn take(&mut self, message: &Message, blocks: &[Value]) {
        // An answer that was given in pieces is one turn.
        let goes_on = message.role == Role::Assistant
            && self.messages.last().is_some_and(|last| last.role == Role::Assistant);
        if !goes_on {
            let beside = message.beside.clone();
            self.messages.push(Message { role: message.role, blocks: Vec::new(), beside });
        }
        for block in blocks {
            if is_thinking(block) {
                let place = self.messages.iter().map(|message| message.blocks.len()).sum();
                self.thoughts.push(Thought { place, signature: signature(block).to_owned() });
            } else if let Some(last) = self.messages.last_mut() {
                last.blocks.push(unmarked(block));
            }
        }
    }

    /// How this differs from what was signed.
    pub fn differs(&self, signed: &Self) -> Option<Cause> {
        if self.system != signed.system {
            return Some(Cause::System);
        }
        if self.tools != signed.tools {
            return Some(Cause::Tools);
        }
        if self.messages != signed.messages {
            let count = |prefix: &Self| prefix.messages.iter().map(|one| one.blocks.len()).sum::<usize>();
            return Some(if count(self) < count(signed) { Cause::Missing } else { Cause::Content });
        }
        (!signed.thoughts.ends_with(&self.thoughts)).then_some(Cause::Thinking)
    }
}

impl Cause {
    /// The sentence that names it, where there is one.
    pub fn sentence(self) -> Option<&'static str> {
        match self {
            Self::System => Some("The `system` prompt differs from the one this block was created with."),
            Self::Tools => Some("The `tools` list differs from the one this block was created with."),
            Self::Missing => {
                Some("Content that preceded this block when it was created is missing from this request.")
            }
            Self::Content => None,
            Self::Thinking => Some(
                "The `thinking` block that preceded this one when it was created is missing from this request.",
            ),
        }
    }
}

/// What a thinking block is known by.
pub fn signature(block: &Value) -> &str {
    let field = if block["type"] == "thinking" { "signature" } else { "data" };
    block[field].as_str().unwrap_or_default()
}

/// A text alone is a list with one text.
fn texts(system: &Value) -> Vec<Value> {
    match system {
        Value::String(text) => vec![json!({ "type": "text", "text": text })],
        Value::Array(blocks) => blocks.iter().map(unmarked).collect(),
        _ => Vec::new(),
    }
}

/// A block or a tool without marks of the cache, wherever it can have some.
pub fn unmarked(block: &Value) -> Value {
    let mut block = block.clone();
    if let Some(fields) = block.as_object_mut() {
        fields.shift_remove("cache_control");
        for inside in ["content", "tool", "definition"] {
            match fields.get_mut(inside) {
                Some(Value::Array(parts)) => parts.iter_mut().for_each(|part| *part = unmarked(part)),
                Some(part @ Value::Object(_)) => *part = unmarked(part),
                Some(_) | None => {}
            }
        }
    }
    block
}
