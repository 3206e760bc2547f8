//! Models for this computer that can be fetched: which there are, how far each is, and how it gets here.
//!
//! Nothing is fetched before a person asks for it. What is fetched goes on while nobody looks, stops where a person says so or
//! the application ends, and is gone on with from there. Start reading at [`Weights`].

mod about;
mod commands;
mod error;
mod notice;
mod offers;

use crate::contract::ReportedProblem;
use crate::locking::lock;
pub(crate) use about::About;
use downloads::{Clients, FetchError, FetchProgress, FetchStep, Fetching, Part, Thoroughness};
pub(crate) use error::WeightsError;
use notices::{Describe, Notice};
use offers::Offers;
pub(crate) use offers::OffersError;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The models that are offered, and those that are under way.
pub(crate) struct Weights {
    folder: PathBuf,
    offers: Offers,
    standing: Mutex<BTreeMap<String, Standing>>,
    closing: CancellationToken,
    tasks: TaskTracker,
}

/// What the files alone don't tell.
enum Standing {
    UnderWay { progress: FetchProgress, stop: CancellationToken, ended: CancellationToken },
    Failed(Failure),
}

/// Why a model could not be had, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) reason: Notice,
    pub(crate) advice: Option<Notice>,
}

/// How an offer stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stand {
    Absent,
    UnderWay(FetchProgress),
    /// Bytes downloaded so far.
    Begun(u64),
    Here,
    Failed(Failure),
}

impl Weights {
    /// `own` is a list that takes the place of the one that ships, where there is such a file.
    pub(crate) fn in_folder(folder: PathBuf, own: &Path) -> Arc<Self> {
        let (offers, standing) = (Offers::read(own), Mutex::default());
        let (closing, tasks) = (CancellationToken::new(), TaskTracker::new());
        Arc::new(Self { folder, offers, standing, closing, tasks })
    }

    /// What is wrong with the list of a person's own.
    pub(crate) fn problem(&self) -> Option<ReportedProblem> {
        self.offers.problem.clone()
    }

    pub(crate) fn offers(&self) -> &[Part] {
        &self.offers.parts
    }

    pub(crate) fn path(&self, part: &Part) -> PathBuf {
        self.folder.join(&part.file)
    }

    pub(crate) fn stand(&self, part: &Part) -> Stand {
        match lock(&self.standing).get(&part.file) {
            Some(Standing::UnderWay { progress, .. }) => return Stand::UnderWay(progress.clone()),
            Some(Standing::Failed(failure)) => return Stand::Failed(failure.clone()),
            None => {}
        }
        let begun = Fetching::begun(&self.folder, &part.file);
        match part.flaw(&self.folder, Thoroughness::Size) {
            None => Stand::Here,
            Some(_) if begun > 0 => Stand::Begun(begun),
            Some(downloads::Flaw::Missing { .. }) => Stand::Absent,
            Some(flaw @ (downloads::Flaw::Damaged { .. } | downloads::Flaw::Unreadable { .. })) => {
                Stand::Failed(Failure::of(&flaw))
            }
        }
    }

    /// Fetches a model, or goes on fetching it. `then` hears that it is there.
    pub(crate) fn fetch(
        self: &Arc<Self>,
        part: &Part,
        then: impl FnOnce() + Send + 'static,
    ) -> Result<(), WeightsError> {
        let (stop, ended) = (self.closing.child_token(), CancellationToken::new());
        {
            let mut standing = lock(&self.standing);
            if let Some(Standing::UnderWay { .. }) = standing.get(&part.file) {
                return Err(WeightsError::UnderWay { name: part.name.clone() });
            }
            let progress = self.beginning(part);
            let under_way = Standing::UnderWay { progress, stop: stop.clone(), ended: ended.clone() };
            standing.insert(part.file.clone(), under_way);
        }
        let (weights, part) = (Arc::clone(self), part.clone());
        self.tasks.spawn(async move {
            let fetched = weights.bring(&part, &stop).await;
            // Whoever hears that it is there can use it.
            if fetched.is_ok() && tokio::task::spawn_blocking(then).await.is_err() {
                tracing::warn!(part = part.name, "a model that was fetched could not be taken into use");
            }
            weights.end(&part, fetched);
            ended.cancel();
        });
        Ok(())
    }

    fn beginning(&self, part: &Part) -> FetchProgress {
        FetchProgress {
            what: Notice::as_written(&part.name),
            step: FetchStep::Fetching,
            from: Notice::as_written(""),
            done: Fetching::begun(&self.folder, &part.file),
            total: part.bytes,
        }
    }

    async fn bring(&self, part: &Part, stop: &CancellationToken) -> Result<(), FetchError> {
        let mut fetching = Fetching::into_folder(&self.folder, &part.file, Clients::usual(), stop)?;
        let tell = |progress: FetchProgress| {
            if let Some(Standing::UnderWay { progress: told, .. }) = lock(&self.standing).get_mut(&part.file)
            {
                *told = progress;
            }
        };
        fetching.fetch(part, &tell).await?;
        fetching.tidy();
        let (part, folder) = (part.clone(), self.folder.clone());
        let written = tokio::task::spawn_blocking(move || notice::write(&part, &folder)).await;
        let written = written.map_err(std::io::Error::other).and_then(|written| written);
        written.map_err(|source| FetchError::Folder { folder: self.folder.clone(), source })
    }

    fn end(&self, part: &Part, fetched: Result<(), FetchError>) {
        let mut standing = lock(&self.standing);
        match fetched {
            Ok(()) | Err(FetchError::Stopped) => standing.remove(&part.file),
            Err(error) => {
                tracing::warn!(part = part.name, %error, "a model could not be fetched");
                standing.insert(part.file.clone(), Standing::Failed(Failure::of(&error)))
            }
        };
    }

    /// Stops fetching, and has stopped when it is done. What is there stays.
    pub(crate) async fn pause(&self, part: &Part) {
        let ended = match lock(&self.standing).get(&part.file) {
            Some(Standing::UnderWay { stop, ended, .. }) => {
                stop.cancel();
                ended.clone()
            }
            Some(Standing::Failed(_)) | None => return,
        };
        ended.cancelled().await;
    }

    /// Deletes a model, or what there is of it.
    pub(crate) async fn delete(&self, part: &Part) -> std::io::Result<()> {
        self.pause(part).await;
        Fetching::give_up(&self.folder, &part.file)?;
        disk::remove(&self.path(part))?;
        disk::remove(&notice::place(part, &self.folder))?;
        lock(&self.standing).remove(&part.file);
        Ok(())
    }

    pub(crate) async fn close(&self) {
        self.closing.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}

impl Failure {
    fn of(error: &impl Describe) -> Self {
        Self { reason: error.notice(), advice: error.advice() }
    }
}
