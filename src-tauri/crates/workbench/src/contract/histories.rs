//! What the commands about what was said take and give.

use super::SavedFile;
use content::{MessageId, ModelId, SessionId};
use formats::{Document, Format, Loss};
use functions::sources::pasted::Definition;
use gateway::TakenSetting;
use notices::Notice;
use serde::{Deserialize, Serialize};
use sessions::SessionSummary;
use ts_rs::TS;
use upkeep::Finding;

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ImportSession {
    /// The whole text of a file, or what was pasted.
    pub text: String,
    /// The form of the text. It is found out where none is named.
    pub format: Option<Format>,
    /// The name of the file, if it was one.
    pub title: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ImportedSession {
    pub session: SessionSummary,
    pub format: Format,
    pub messages: usize,
    /// What could not be carried over, and where.
    pub losses: Vec<Loss>,
    /// What the request said of functions that are not here. A person may add them.
    pub functions: Vec<Definition>,
    /// The settings of the request, with which the session goes on.
    pub settings: Vec<TakenSetting>,
    /// The model of the document.
    pub model: Option<ImportedModel>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ImportedModel {
    /// As the document names it.
    pub name: String,
    /// The model of a service here with this name. The session goes on with it.
    pub here: Option<ModelId>,
}

/// The form of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(untagged)]
pub enum ExportForm {
    /// The messages, for another program.
    Format(Format),
    /// The messages, for people.
    Document(Document),
    Request(NextRequest),
}

/// The body of the next request, with the functions it offers and its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum NextRequest {
    NextRequest,
}

impl From<Format> for ExportForm {
    fn from(format: Format) -> Self {
        Self::Format(format)
    }
}

impl From<Document> for ExportForm {
    fn from(form: Document) -> Self {
        Self::Document(form)
    }
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ExportSession {
    pub session: SessionId,
    pub format: ExportForm,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ExportedSession {
    /// Nothing, where it is too long to be shown. A file holds it.
    pub text: Option<String>,
    /// A name for a file with this text.
    pub file_name: String,
    /// What could not be carried over, and where.
    pub losses: Vec<Loss>,
}

/// A picture of a session or comparison, as a page drew it.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct SavePicture {
    pub session: SessionId,
    /// The bytes of a PNG file in Base64.
    pub png: String,
}

/// An export that was written to a file.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct SavedSession {
    pub file: SavedFile,
    /// What could not be carried over, and where.
    pub losses: Vec<Loss>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct CheckedHistory {
    /// In the order of the messages. Where there are very many, those that matter most.
    pub findings: Vec<Finding>,
    /// How many more there are.
    pub more: usize,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct RepairHistory {
    pub session: SessionId,
    /// The finding to mend. Without one, everything that can be mended is.
    pub finding: Option<Finding>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct RepairedHistory {
    /// What was done, a sentence each.
    pub done: Vec<Notice>,
    /// The head as it was. Moving back there undoes it.
    pub before: Option<MessageId>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct MoveHead {
    pub session: SessionId,
    pub head: Option<MessageId>,
}
