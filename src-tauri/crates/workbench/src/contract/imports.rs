//! What the commands about conversations that come in piece by piece take and give.

use content::SessionId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct BeginImport {
    /// The name of the file, if it is one. What it ends with may tell the form.
    pub name: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct BegunImport {
    /// The session it will be. Nobody sees it before all of it is there.
    pub session: SessionId,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ImportPiece {
    pub session: SessionId,
    /// Pieces are counted from 0, so that none is missing and none comes twice.
    pub number: u32,
    /// What comes next of the text. It may end anywhere.
    pub text: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ImportProgress {
    /// How many messages there are so far.
    pub messages: usize,
}
