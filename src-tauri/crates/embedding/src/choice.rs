//! Which model compares meanings, and where its files are.

use crate::hub::{HubModel, KnownModel, known};
use crate::model::{Files, OnnxModel};
use crate::needed::{Flaw, ModelFiles, into_folder};
use downloads::{Attempt, FetchError, FetchProgress};
use notices::Describe;
use ports::EmbedderError;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use ts_rs::TS;

/// A model, as a person names it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ModelChoice {
    /// The one that is fetched where nobody says otherwise. All figures are of it.
    #[default]
    Usual,
    /// Another one that is known by name, from the model hub.
    Named { name: String },
    /// One in a folder, as the model hub keeps it: weights in ONNX form and a tokenizer.
    Folder { path: PathBuf },
}

/// A model that was chosen, with the folder where the runtime and all that is fetched are kept.
#[derive(Clone, Debug)]
pub struct Chosen {
    parts: ModelFiles,
    model: Place,
}

#[derive(Clone, Debug)]
enum Place {
    Usual,
    Hub(HubModel),
    Folder(PathBuf),
}

impl Chosen {
    pub fn new(choice: &ModelChoice, folder: PathBuf) -> Result<Self, Flaw> {
        let model = match choice {
            ModelChoice::Usual => Place::Usual,
            ModelChoice::Named { name } => {
                let unknown = || Flaw::Unknown { what: name.clone() };
                Place::Hub(HubModel::find(name, &folder).ok_or_else(unknown)?)
            }
            ModelChoice::Folder { path } => Place::Folder(path.clone()),
        };
        let parts = ModelFiles::in_folder(folder)?;
        let parts = if matches!(model, Place::Usual) { parts } else { parts.runtime_only() };
        Ok(Self { parts, model })
    }

    /// The names there are to choose from.
    pub fn known() -> Vec<KnownModel> {
        known()
    }

    /// What is wrong with the files, as far as can be told without reading them.
    pub fn flaw(&self) -> Option<Flaw> {
        let of_model = match &self.model {
            Place::Usual => None,
            Place::Hub(model) => model.missing().map(|what| Flaw::Missing { what }),
            Place::Folder(folder) => (!folder.is_dir()).then(|| Flaw::Missing { what: shown(folder) }),
        };
        self.parts.flaws().into_iter().next().or(of_model)
    }

    /// Fetches what is missing or damaged. What is a person's own is left alone.
    pub async fn fetch(&self, progress: &(dyn Fn(FetchProgress) + Sync)) -> Result<(), FetchError> {
        self.parts.fetch(progress).await?;
        match &self.model {
            Place::Usual => Ok(()),
            Place::Hub(model) => model.fetch(&into_folder(model.folder())?, progress).await,
            Place::Folder(folder) if folder.is_dir() => Ok(()),
            Place::Folder(folder) => {
                Err(FetchError::NoSource { what: shown(folder), tried: Attempt::OwnFolder.notice() })
            }
        }
    }

    /// The model, ready. `quiet` are the words that say nothing of a topic.
    pub fn open(&self, quiet: &[&'static str]) -> Result<OnnxModel, EmbedderError> {
        let files = match &self.model {
            Place::Usual => return OnnxModel::open(&self.parts, quiet),
            Place::Hub(model) => model.files(),
            Place::Folder(folder) => Files::found_in(folder),
        };
        OnnxModel::of_files(&self.parts.sound_runtime()?, &files, quiet)
    }
}

fn shown(folder: &Path) -> String {
    folder.display().to_string()
}
