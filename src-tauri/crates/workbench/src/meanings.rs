//! The model by which meanings are compared: taken into use where it is there, fetched where a person asks for it.

use crate::assembly::{self, FunctionSelector};
use crate::contract::{CommandError, MeaningReadiness, MeaningState};
use embedding::{FetchProgress, Parts};
use ports::FunctionSpec;
use selection::Readiness;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio_util::task::TaskTracker;

pub(crate) struct Meanings {
    selector: Arc<FunctionSelector>,
    folder: PathBuf,
    fetching: Mutex<Option<FetchProgress>>,
    tasks: TaskTracker,
}

impl Meanings {
    /// What is missing is known from the start; what is damaged turns out when it is opened.
    pub(crate) fn new(selector: Arc<FunctionSelector>, folder: PathBuf) -> Arc<Self> {
        let flaw = match Parts::in_folder(folder.clone()) {
            Ok(parts) => parts.flaws().into_iter().next(),
            Err(flaw) => Some(flaw),
        };
        selector
            .lose_model(flaw.map_or_else(|| "the model is being loaded".to_owned(), |flaw| flaw.to_string()));
        Arc::new(Self { selector, folder, fetching: Mutex::new(None), tasks: TaskTracker::new() })
    }

    pub(crate) fn selector(&self) -> &Arc<FunctionSelector> {
        &self.selector
    }

    /// Takes the model into use while everything else goes on, and gets the functions ready.
    pub(crate) fn begin(self: &Arc<Self>, functions: Vec<Arc<FunctionSpec>>) {
        let is_there = Parts::in_folder(self.folder.clone()).is_ok_and(|parts| parts.flaws().is_empty());
        if !is_there {
            return;
        }
        let meanings = Arc::clone(self);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            self.tasks.spawn_on(async move { meanings.open(functions).await }, &runtime);
        }
    }

    async fn open(&self, functions: Vec<Arc<FunctionSpec>>) {
        let folder = self.folder.clone();
        let opened = tokio::task::spawn_blocking(move || assembly::embedder(&folder)).await;
        let taken = match opened {
            Ok(Ok(embedder)) => self.selector.use_model(embedder).await.map_err(|error| error.to_string()),
            Ok(Err(error)) => Err(error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        if let Err(reason) = taken {
            self.selector.lose_model(reason);
        }
        if let Err(error) = self.selector.prepare(functions).await {
            tracing::warn!(%error, "functions can't be got ready");
        }
    }

    pub(crate) fn state(&self) -> MeaningState {
        let readiness = match self.selector.readiness() {
            Readiness::WordsOnly { reason } => MeaningReadiness::WordsOnly { reason },
            Readiness::Embedding { done, of } => MeaningReadiness::Embedding { done, of },
            Readiness::Ready => MeaningReadiness::Ready,
        };
        MeaningState {
            readiness,
            fetching: self.fetching().clone(),
            folder: self.folder.display().to_string(),
        }
    }

    /// Fetches what is missing or damaged and takes it into use. One at a time.
    pub(crate) async fn fetch(
        &self,
        functions: Vec<Arc<FunctionSpec>>,
    ) -> Result<MeaningState, CommandError> {
        let beginning = FetchProgress { what: "what is missing".to_owned(), done: 0, total: 0 };
        if self.fetching().replace(beginning).is_some() {
            return Err(CommandError::failed("it is being fetched already", "Wait until it is there."));
        }
        let tell = |progress| *self.fetching() = Some(progress);
        let fetched = match Parts::in_folder(self.folder.clone()) {
            Ok(parts) => parts.fetch(&tell).await.map_err(|error| error.to_string()),
            Err(flaw) => Err(flaw.to_string()),
        };
        *self.fetching() = None;
        fetched.map_err(|reason| {
            let advice =
                "Check the network and the space on the disk, then try again. Words are compared meanwhile.";
            CommandError::failed(reason, advice)
        })?;
        self.open(functions).await;
        Ok(self.state())
    }

    pub(crate) async fn close(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }

    fn fetching(&self) -> MutexGuard<'_, Option<FetchProgress>> {
        self.fetching.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
