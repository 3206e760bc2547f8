//! What a page does with the models of this computer.

use super::about::About;
use super::offers::recommended;
use super::{Failure, Stand, Weights, WeightsError};
use crate::Workbench;
use crate::blocking::blocking;
use crate::contract::{
    AddLocalModel, CommandError, ListedLocalModel, ListedLocalModels, LocalModelKind, LocalModelState,
    LocalSpeed, NamedLocalModel, Nothing,
};
use crate::local::{LocalFile, LocalModels};
use downloads::{FetchProgress, Part};
use local_model::Speed;
use notices::Describe;
use std::path::{Path, PathBuf};

impl Workbench {
    pub async fn local_models(&self, _: Nothing) -> Result<ListedLocalModels, CommandError> {
        self.listed_models().await
    }

    pub async fn local_model_fetch(&self, args: NamedLocalModel) -> Result<ListedLocalModels, CommandError> {
        let (weights, local) = (self.weights()?, self.local()?);
        weights.fetch(&offered(&weights, &args.path)?, move || local.reload())?;
        self.listed_models().await
    }

    pub async fn local_model_pause(&self, args: NamedLocalModel) -> Result<ListedLocalModels, CommandError> {
        let weights = self.weights()?;
        weights.pause(&offered(&weights, &args.path)?).await;
        self.listed_models().await
    }

    /// Deletes what was fetched or lies in the folder of models. A file elsewhere is a person's own, and only left out.
    pub async fn local_model_forget(&self, args: NamedLocalModel) -> Result<ListedLocalModels, CommandError> {
        let weights = self.weights()?;
        if let Ok(part) = offered(&weights, &args.path) {
            let deleted = weights.delete(&part).await;
            deleted.map_err(|error| WeightsError::not_deleted(&args.path, &error))?;
        } else {
            let (local, path) = (self.local()?, PathBuf::from(&args.path));
            blocking(move || forget(&local, &path)).await?;
        }
        self.reload_local_models().await?;
        self.listed_models().await
    }

    pub async fn local_model_add(&self, args: AddLocalModel) -> Result<ListedLocalModels, CommandError> {
        let local = self.local()?;
        blocking(move || add(&local, Path::new(args.path.trim()))).await?;
        self.listed_models().await
    }

    async fn listed_models(&self) -> Result<ListedLocalModels, CommandError> {
        let (weights, local) = (self.weights()?, self.local()?);
        blocking(move || Ok::<_, WeightsError>(listed(&weights, &local))).await
    }
}

fn listed(weights: &Weights, local: &LocalModels) -> ListedLocalModels {
    // A file that has arrived by now is among those that are read after this.
    let stands: Vec<_> = weights.offers().iter().map(|part| (part, weights.stand(part))).collect();
    let files = local.files();
    let is_offered = |file: &LocalFile| weights.offers().iter().any(|part| weights.path(part) == file.path);
    let free_memory = local_model::free_memory();
    let best = recommended(weights.offers(), free_memory).map(|part| &part.file);
    let offers = stands.into_iter().map(|(part, stand)| {
        let path = weights.path(part);
        let file = files.iter().find(|file| file.path == path);
        let offer = offer(&part.as_kept(local.folder()), &path, stand, file);
        ListedLocalModel { is_recommended: best == Some(&part.file), ..offer }
    });
    let others = files.iter().filter(|file| !is_offered(file)).map(|file| own(file, local.folder()));
    ListedLocalModels {
        models: offers.chain(others).collect(),
        folder: local.folder().display().to_string(),
        has_engine: local_model::HAS_ENGINE,
        free_memory,
    }
}

fn offer(part: &Part, path: &Path, stand: Stand, file: Option<&LocalFile>) -> ListedLocalModel {
    let state = match stand {
        Stand::Absent => LocalModelState::Absent,
        Stand::UnderWay(FetchProgress { step, from, done, .. }) => {
            LocalModelState::Fetching { step, from, done }
        }
        Stand::Begun(done) => LocalModelState::Paused { done },
        Stand::Failed(Failure { reason, advice }) => LocalModelState::Failed { reason, advice },
        Stand::Here => file.map_or(LocalModelState::Ready, usable),
    };
    let is_ready = state == LocalModelState::Ready;
    ListedLocalModel {
        path: path.display().to_string(),
        title: part.name.clone(),
        about: About::of(&part.about),
        bytes: part.bytes,
        sha256: part.sha256.clone(),
        memory: part.memory,
        tried: part.tried,
        speed: file.and_then(speed),
        is_recommended: false,
        licence: Some(part.licence.clone()),
        sources: part.sources.iter().map(downloads::Source::title).collect(),
        kind: LocalModelKind::Offered,
        state,
        model: file.filter(|_| is_ready).map(|file| file.model.clone()),
    }
}

fn own(file: &LocalFile, folder: &Path) -> ListedLocalModel {
    let is_in_folder = file.path.parent() == Some(folder);
    let state = usable(file);
    let is_ready = state == LocalModelState::Ready;
    ListedLocalModel {
        path: file.path.display().to_string(),
        title: file.title.clone(),
        about: None,
        bytes: file.bytes.unwrap_or_default(),
        sha256: None,
        memory: None,
        tried: None,
        speed: speed(file),
        is_recommended: false,
        licence: None,
        sources: Vec::new(),
        kind: if is_in_folder { LocalModelKind::Found } else { LocalModelKind::Added },
        state,
        model: Some(file.model.clone()).filter(|_| is_ready),
    }
}

fn speed(file: &LocalFile) -> Option<LocalSpeed> {
    file.speed.map(|Speed { reads, writes }| LocalSpeed { reads, writes })
}

fn usable(file: &LocalFile) -> LocalModelState {
    match &file.flaw {
        None => LocalModelState::Ready,
        Some(flaw) => {
            let Failure { reason, advice } = Failure::of(flaw);
            LocalModelState::Failed { reason, advice }
        }
    }
}

fn offered(weights: &Weights, path: &str) -> Result<Part, WeightsError> {
    let found = weights.offers().iter().find(|part| weights.path(part) == Path::new(path));
    found.cloned().ok_or(WeightsError::NotOffered)
}

/// Only what is listed is deleted, and nothing outside the folder of models.
fn forget(local: &LocalModels, path: &Path) -> Result<(), WeightsError> {
    let files = local.files();
    let file = files.iter().find(|file| file.path == path).ok_or(WeightsError::NotListed)?;
    if file.path.parent() == Some(local.folder()) {
        let not_deleted = |error| WeightsError::not_deleted(&path.display().to_string(), &error);
        return disk::remove(path).map_err(not_deleted);
    }
    Ok(local.forget(path)?)
}

/// A file that is no model is not taken into the list. What else is wrong with one is told as well.
fn add(local: &LocalModels, path: &Path) -> Result<(), WeightsError> {
    let shown = path.display().to_string();
    if !path.is_absolute() {
        return Err(WeightsError::NotAbsolute { path: shown });
    }
    if let Err(error) = disk::open(path) {
        return Err(WeightsError::NotUsable { path: shown, reason: error.notice() });
    }
    local.add(path.to_owned())?;
    let flaw = local.files().into_iter().find(|file| file.path == path).and_then(|file| file.flaw);
    let Some(flaw) = flaw else { return Ok(()) };
    local.forget(path)?;
    Err(WeightsError::NotUsable { path: shown, reason: flaw.notice() })
}
