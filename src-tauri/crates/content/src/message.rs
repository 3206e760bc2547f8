//! One message in the tree of a session.

use crate::{FunctionCall, FunctionResult, Item, MessageId, ModelId, Origin};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A contribution of one side. A message never changes: an edit is a new message with the same parent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Message {
    pub id: MessageId,
    pub parent: Option<MessageId>,
    pub role: Role,
    pub items: Vec<Item>,
    pub author: Author,
    pub origin: Origin,
}

impl Message {
    /// The calls in this message, regardless of its author.
    pub fn calls(&self) -> impl Iterator<Item = &FunctionCall> {
        self.items.iter().filter_map(Item::call)
    }

    /// The results in this message.
    pub fn results(&self) -> impl Iterator<Item = &FunctionResult> {
        self.items.iter().filter_map(Item::result)
    }

    /// The text of this message, one paragraph per item.
    pub fn text(&self) -> String {
        let texts = self.items.iter().filter_map(Item::text);
        texts.collect::<Vec<_>>().join("\n\n")
    }
}

/// The side a message belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Role {
    System,
    User,
    Assistant,
    Function,
}

/// The author of a message within its side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Author {
    Person,
    Model {
        model: ModelId,
    },
    /// A model that takes part under a name, with its own instructions.
    Participant {
        name: String,
        model: ModelId,
    },
    /// The application itself, which collects the results of a round into one message.
    Application,
}
