//! What the commands about models of this computer take and give.

use content::ModelId;
use parts::FetchStep;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The models that run on this computer, and those that could.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ListedLocalModels {
    pub models: Vec<ListedLocalModel>,
    /// The folder that what is fetched is kept in. Every model in it is used.
    pub folder: String,
    /// Whether this build can run a model at all.
    pub has_engine: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ListedLocalModel {
    /// Its file, which is what it goes by in commands.
    pub path: String,
    pub title: String,
    /// What a person should know who has a choice.
    pub about: String,
    pub bytes: u64,
    pub licence: Option<String>,
    /// Where it is fetched from, in the order in which that is tried.
    pub sources: Vec<String>,
    pub kind: LocalModelKind,
    pub state: LocalModelState,
    /// What sessions know it by, where it can be used.
    pub model: Option<ModelId>,
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
        from: String,
        done: u64,
    },
    /// So much of it is there, and fetching goes on from there.
    Paused {
        done: u64,
    },
    Ready,
    Failed {
        reason: String,
        advice: String,
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
