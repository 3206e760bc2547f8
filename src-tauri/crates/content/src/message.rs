//! One message in the tree of a session.

use crate::{FunctionCall, FunctionResult, Item, MessageId, ModelId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Something said by one side. A message never changes: an edit is a new message beside it, with the same parent.
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
    /// The calls in this message. They are found by what they are, not by who said them.
    pub fn calls(&self) -> impl Iterator<Item = &FunctionCall> {
        self.items.iter().filter_map(Item::call)
    }

    /// The results in this message.
    pub fn results(&self) -> impl Iterator<Item = &FunctionResult> {
        self.items.iter().filter_map(Item::result)
    }

    /// The words in this message, one paragraph an item.
    pub fn text(&self) -> String {
        let texts = self.items.iter().filter_map(Item::text);
        texts.collect::<Vec<_>>().join("\n\n")
    }
}

/// The side that speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Role {
    System,
    User,
    Assistant,
    Function,
}

/// Who spoke for that side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Author {
    Person,
    Model {
        model: ModelId,
    },
    /// A model that takes part under a name, with instructions of its own.
    Participant {
        name: String,
        model: ModelId,
    },
    /// The application itself: it collects the results of a round into one message.
    Application,
}

/// How something came to be. Shown to people, never sent: a model must not be able to tell a simulated call from a
/// real one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Origin {
    /// A model wrote it.
    Model,
    /// A person wrote it.
    Person,
    /// A function returned it.
    Function,
    /// The application wrote it, for example to tell a model why a call could not run.
    Application,
    /// A person wrote it in the place of a model or a function.
    Simulated,
    /// A person, or a repair, changed what a model or a function had written.
    Edited,
    /// It was recorded earlier and played again.
    Recorded,
    /// A model wrote a call that was dealt with elsewhere. It is shown, and nothing here runs it.
    Informational,
}
