//! What the commands about names, notes and pins take.

use content::{MessageId, SessionId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct NameBranch {
    pub session: SessionId,
    /// A message of the branch. The name holds for everything below it.
    pub message: MessageId,
    /// Nothing takes the name away.
    pub name: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct RemarkMessage {
    pub session: SessionId,
    pub message: MessageId,
    /// Nothing takes the note away.
    pub text: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct NamedMessage {
    pub session: SessionId,
    pub message: MessageId,
}
