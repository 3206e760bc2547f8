//! The model by which meanings are compared: chosen, fetched where a person asks for it, and taken into use where it is
//! there.

use crate::contract::{CommandError, MeaningReadiness, MeaningState, ReportedProblem};
use crate::locking::lock;
use disk::SettingsFile;
use downloads::{FetchProgress, FetchStep};
use embedding::{Chosen, Flaw, ModelChoice};
use functions::Library;
use notices::{Describe, Notice};
use ports::{Catalogue, Embedder, EmbedderError, FunctionSpec};
use selection::{RankedSelector, Readiness, WithoutMeaning};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Reasons why meanings can't be compared by a model that was asked for.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "meaning")]
pub(crate) enum MeaningError {
    #[error("{reason}")]
    #[advice("Choose one of the list.")]
    NotChosen { reason: Flaw },
    #[error("it is being fetched already")]
    #[advice("Wait until it is there.")]
    UnderWay,
    #[error("{reason}")]
    #[advice("Check the network and the space on the disk, then try again. Words are compared meanwhile.")]
    NotFetched { reason: Notice },
}

notices::declare! {
    /// What is fetched before its name is known.
    pub(crate) enum Sought: "meaning-fetch" {
        Missing = "what is missing",
    }
}

/// The format this version writes.
const FORMAT: u32 = 1;

/// `meaning.json`.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Kept {
    model: ModelChoice,
    /// Words are enough for this person: nothing is fetched unasked.
    #[serde(default)]
    is_refused: bool,
}

/// Opens the chosen model, whose files are there and sound.
pub(crate) type OpenEmbedder = fn(&Chosen) -> Result<Arc<dyn Embedder>, EmbedderError>;

pub(crate) struct Meanings {
    selector: Arc<RankedSelector>,
    open_model: OpenEmbedder,
    folder: PathBuf,
    /// Where the choice is kept.
    file: SettingsFile<Kept>,
    problem: Option<ReportedProblem>,
    kept: Mutex<Kept>,
    fetching: Mutex<Option<FetchProgress>>,
    tasks: TaskTracker,
    closing: CancellationToken,
}

impl Meanings {
    pub(crate) fn new(
        selector: Arc<RankedSelector>,
        open_model: OpenEmbedder,
        folder: PathBuf,
        file: PathBuf,
    ) -> Arc<Self> {
        let file = SettingsFile::<Kept>::new(file, FORMAT);
        let (kept, problem) = match file.read() {
            Ok(kept) => (kept, None),
            Err(error) => (None, Some(ReportedProblem::of(&error))),
        };
        let kept = kept.unwrap_or(Kept { model: ModelChoice::Usual, is_refused: false });
        let (kept, fetching) = (Mutex::new(kept), Mutex::new(None));
        let (tasks, closing) = (TaskTracker::new(), CancellationToken::new());
        let meanings = Self { selector, open_model, folder, file, problem, kept, fetching, tasks, closing };
        meanings.leave();
        Arc::new(meanings)
    }

    /// What is wrong with the choice that was kept.
    pub(crate) fn problem(&self) -> Option<ReportedProblem> {
        self.problem.clone()
    }

    pub(crate) fn selector(&self) -> &Arc<RankedSelector> {
        &self.selector
    }

    /// Takes the model into use while everything else goes on, and gets the functions ready.
    pub(crate) fn begin(self: &Arc<Self>, functions: Vec<Arc<FunctionSpec>>) {
        if self.flaw().is_some() {
            return;
        }
        let meanings = Arc::clone(self);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            self.tasks.spawn_on(async move { meanings.open(functions).await }, &runtime);
        }
    }

    /// Gets functions ready as soon as they are there, so that no turn has to wait for what they mean.
    pub(crate) fn follow(self: &Arc<Self>, library: &Arc<Library>) {
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let (meanings, library) = (Arc::clone(self), Arc::clone(library));
        let mut changes = library.changes();
        let following = async move {
            while changes.changed().await.is_ok() {
                meanings.prepare(library.current().defined()).await;
            }
        };
        let closing = self.closing.clone();
        self.tasks.spawn_on(async move { closing.run_until_cancelled(following).await }, &runtime);
    }

    async fn prepare(&self, functions: Vec<Arc<FunctionSpec>>) {
        if let Err(error) = self.selector.prepare(functions).await {
            tracing::warn!(%error, "functions can't be got ready");
        }
    }

    /// Compares words alone until a model is in use. What is missing is known at once; what is damaged turns out when
    /// it is opened.
    fn leave(&self) {
        let loading = || WithoutMeaning::Loading.notice();
        self.selector.lose_model(self.flaw().unwrap_or_else(loading));
    }

    fn flaw(&self) -> Option<Notice> {
        let flaw = match self.chosen() {
            Ok(chosen) => chosen.flaw(),
            Err(flaw) => Some(flaw),
        };
        flaw.map(|flaw| flaw.notice())
    }

    fn chosen(&self) -> Result<Chosen, Flaw> {
        Chosen::new(&lock(&self.kept).model.clone(), self.folder.clone())
    }

    async fn open(&self, functions: Vec<Arc<FunctionSpec>>) {
        let opened = match self.chosen() {
            Ok(chosen) => {
                let open = self.open_model;
                tokio::task::spawn_blocking(move || open(&chosen)).await
            }
            Err(flaw) => return self.selector.lose_model(flaw.notice()),
        };
        let taken = match opened {
            Ok(Ok(embedder)) => self.selector.use_model(embedder).await.map_err(|error| error.notice()),
            Ok(Err(error)) => Err(error.notice()),
            Err(error) => Err(notices::said(&error.to_string())),
        };
        if let Err(reason) = taken {
            self.selector.lose_model(reason);
        }
        self.prepare(functions).await;
    }

    pub(crate) fn state(&self) -> MeaningState {
        let readiness = match self.selector.readiness() {
            Readiness::WordsOnly { reason } => MeaningReadiness::WordsOnly { reason },
            Readiness::Embedding { done, of } => MeaningReadiness::Embedding { done, of },
            Readiness::Ready => MeaningReadiness::Ready,
        };
        let Kept { model, is_refused } = lock(&self.kept).clone();
        MeaningState {
            readiness,
            fetching: lock(&self.fetching).clone(),
            folder: self.folder.display().to_string(),
            model,
            is_refused,
        }
    }

    /// Compares by another model, now where it is there, and once it was fetched where it is not.
    pub(crate) async fn choose(
        &self,
        model: ModelChoice,
        functions: Vec<Arc<FunctionSpec>>,
    ) -> Result<MeaningState, CommandError> {
        Chosen::new(&model, self.folder.clone()).map_err(|reason| MeaningError::NotChosen { reason })?;
        self.keep(Kept { model, is_refused: false })?;
        self.leave();
        if self.flaw().is_none() {
            self.open(functions).await;
        }
        Ok(self.state())
    }

    /// Keeps that words are enough, until a person fetches or chooses a model.
    pub(crate) fn refuse(&self) -> Result<MeaningState, CommandError> {
        let kept = lock(&self.kept).clone();
        self.keep(Kept { is_refused: true, ..kept })?;
        Ok(self.state())
    }

    fn keep(&self, kept: Kept) -> Result<(), CommandError> {
        self.file.write(&kept)?;
        *lock(&self.kept) = kept;
        Ok(())
    }

    /// Fetches what is missing or damaged and takes it into use. One at a time.
    pub(crate) async fn fetch(
        &self,
        functions: Vec<Arc<FunctionSpec>>,
    ) -> Result<MeaningState, CommandError> {
        let beginning = FetchProgress {
            what: Sought::Missing.notice(),
            step: FetchStep::Fetching,
            from: Notice::as_written(""),
            done: 0,
            total: 0,
        };
        if lock(&self.fetching).replace(beginning).is_some() {
            return Err(MeaningError::UnderWay.into());
        }
        let kept = lock(&self.kept).clone();
        if kept.is_refused {
            self.keep(Kept { is_refused: false, ..kept }).inspect_err(|_| *lock(&self.fetching) = None)?;
        }
        let tell = |progress| *lock(&self.fetching) = Some(progress);
        let fetched = match self.chosen() {
            Ok(chosen) => chosen.fetch(&tell).await.map_err(|error| error.notice()),
            Err(flaw) => Err(flaw.notice()),
        };
        *lock(&self.fetching) = None;
        fetched.map_err(|reason| MeaningError::NotFetched { reason })?;
        self.open(functions).await;
        Ok(self.state())
    }

    pub(crate) async fn close(&self) {
        self.closing.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}
