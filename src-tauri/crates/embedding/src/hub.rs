//! Models that are known by name: what they are, and their files on the model hub.

use crate::model::{Files, Taken};
use downloads::{FetchError, FetchProgress, Fetching};
use fastembed::{EmbeddingModel, ModelInfo, Pooling, TextEmbedding};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use ts_rs::TS;

/// What belongs to every model beside its weights.
const TOKENIZER: [&str; 3] = ["tokenizer.json", "config.json", "tokenizer_config.json"];
/// What some models have, and others do without.
const MARKS: &str = "special_tokens_map.json";

/// A model that can be fetched by its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct KnownModel {
    pub name: String,
    /// What it is good for.
    pub about: String,
    pub dimensions: usize,
}

pub(crate) fn known() -> Vec<KnownModel> {
    let known = TextEmbedding::list_supported_models().into_iter();
    known
        .map(|info| KnownModel { name: name(&info), about: info.description, dimensions: info.dim })
        .collect()
}

/// The same weights come in several sizes, which share a place on the hub. So the file is part of the name.
fn name(info: &ModelInfo<EmbeddingModel>) -> String {
    let file = info.model_file.rsplit('/').next().unwrap_or_default().trim_end_matches(".onnx");
    let kind = file.strip_prefix("model").unwrap_or(file).trim_start_matches('_');
    if kind.is_empty() { info.model_code.clone() } else { format!("{} ({kind})", info.model_code) }
}

/// A model of the hub, with the folder its files are kept in.
#[derive(Clone, Debug)]
pub(crate) struct HubModel {
    name: String,
    address: String,
    folder: PathBuf,
    weights: String,
    additional: Vec<String>,
    taken: Taken,
}

impl HubModel {
    pub(crate) fn find(wanted: &str, folder: &Path) -> Option<Self> {
        Self::find_at(&downloads::hub(), wanted, folder)
    }

    fn find_at(hub: &str, wanted: &str, folder: &Path) -> Option<Self> {
        let info = TextEmbedding::list_supported_models().into_iter().find(|info| name(info) == wanted)?;
        let taken = match TextEmbedding::get_default_pooling_method(&info.model) {
            Some(Pooling::Cls) => Taken::First,
            Some(Pooling::Mean) | None => Taken::Mean,
        };
        Some(Self {
            name: wanted.to_owned(),
            address: format!("{hub}/{}/resolve/main", info.model_code),
            folder: folder.join("named").join(wanted.replace(['/', ' ', '(', ')'], "-")),
            weights: info.model_file,
            additional: info.additional_files,
            taken,
        })
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The first file that is not there.
    pub(crate) fn missing(&self) -> Option<String> {
        let missing = self.needed().find(|file| !self.folder.join(file).is_file())?;
        Some(format!("{missing} of {}", self.name))
    }

    fn needed(&self) -> impl Iterator<Item = &str> {
        let weights = [self.weights.as_str()].into_iter().chain(self.additional.iter().map(String::as_str));
        weights.chain(TOKENIZER)
    }

    pub(crate) fn files(&self) -> Files {
        Files {
            folder: self.folder.clone(),
            weights: self.weights.clone(),
            additional: self.additional.clone(),
            taken: self.taken,
        }
    }

    /// Fetches the files that are missing. Where none is, one of them must be damaged, and all are fetched.
    pub(crate) async fn fetch(
        &self,
        fetching: &Fetching,
        progress: &(dyn Fn(FetchProgress) + Sync),
    ) -> Result<(), FetchError> {
        let is_complete = self.missing().is_none();
        for file in self.needed().chain([MARKS]) {
            if !is_complete && self.folder.join(file).is_file() {
                continue;
            }
            let what = format!("{file} of {}", self.name);
            let fetched =
                fetching.fetch_unchecked(&format!("{}/{file}", self.address), file, &what, progress).await;
            if file != MARKS {
                fetched?;
            }
        }
        fetching.tidy();
        Ok(())
    }
}

#[cfg(test)]
mod tests;
