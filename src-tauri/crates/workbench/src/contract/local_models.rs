//! What the commands about models of this computer take and give.

use content::ModelId;
use downloads::{FetchStep, Tried};
use notices::Notice;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The models that run on this computer, and those that could.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ListedLocalModels {
    pub models: Vec<ListedLocalModel>,
    /// The folder that what is fetched is kept in. Every model in it is used.
    pub folder: String,
    /// Whether this build can run a model at all.
    pub has_engine: bool,
    /// Bytes of memory that are free now, where this system tells.
    pub free_memory: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ListedLocalModel {
    /// Its file, which is what it goes by in commands.
    pub path: String,
    pub title: String,
    /// What a person should know who has a choice.
    pub about: Option<Notice>,
    pub bytes: u64,
    /// What its file is held to. Nothing for a file of a person's own, and before the model hub was asked.
    pub sha256: Option<String>,
    /// Bytes of memory it takes to use it.
    pub memory: Option<u64>,
    /// How many whole turns it made as asked where it was measured: right calls, and an answer with their results.
    pub tried: Option<Tried>,
    pub speed: Option<LocalSpeed>,
    /// Whether it did best of those there is memory for.
    pub is_recommended: bool,
    pub licence: Option<String>,
    /// Where it is fetched from, in the order in which that is tried.
    pub sources: Vec<Notice>,
    pub kind: LocalModelKind,
    pub state: LocalModelState,
    /// What sessions know it by, where it can be used.
    pub model: Option<ModelId>,
}

/// Tokens a second on this computer, as measured in use.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct LocalSpeed {
    pub reads: f64,
    pub writes: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum LocalModelKind {
    /// It can be fetched.
    Offered,
    /// Somebody has put it into the folder of models.
    Found,
    /// A person named its file, which lies elsewhere.
    Added,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum LocalModelState {
    Absent,
    Fetching {
        step: FetchStep,
        /// Where it comes from, in words.
        from: Notice,
        done: u64,
    },
    /// So much of it is there, and fetching goes on from there.
    Paused {
        done: u64,
    },
    Ready,
    Failed {
        reason: Notice,
        advice: Option<Notice>,
    },
}

/// Names a model by its file.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct NamedLocalModel {
    pub path: String,
}

/// A file on this computer that is to be used as a model.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct AddLocalModel {
    pub path: String,
}
