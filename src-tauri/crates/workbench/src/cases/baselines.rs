//! The report that later experiments of a set are held against. It is a file in the form of `callwright test --json`.

use super::CasesError;
use super::error::reason;
use crate::Workbench;
use crate::blocking::blocking;
use crate::contract::{CommandError, KeptBaseline, NamedExperiment, Nothing};
use experiments::Report;
use std::path::{Path, PathBuf};

/// The baselines of all sets, one each.
pub(super) struct Baselines {
    folder: PathBuf,
}

impl Baselines {
    pub(super) fn at(home: &Path) -> Self {
        Self { folder: home.join("baselines") }
    }

    /// Sets of one name in different places have different files.
    fn file(&self, set: &str) -> PathBuf {
        let name = Path::new(set).file_name().map(|name| name.to_string_lossy().into_owned());
        let whole = ring::digest::digest(&ring::digest::SHA256, set.as_bytes());
        let place: String = whole.as_ref().iter().take(6).map(|byte| format!("{byte:02x}")).collect();
        self.folder.join(format!("{}-{place}.json", name.unwrap_or_default()))
    }

    /// Nothing, where none is kept.
    pub(super) fn read(&self, set: &str) -> Result<Option<(KeptBaseline, Report)>, CasesError> {
        let file = self.file(set);
        if !file.is_file() {
            return Ok(None);
        }
        let text = disk::read_text(&file, limits::SETTINGS_FILE)
            .map_err(|error| CasesError::unread(&file, &error))?;
        let unfit = |error| CasesError::NoBaseline { path: file.clone(), reason: reason(&error) };
        let report = Report::read(&text).map_err(unfit)?;
        Ok(Some((KeptBaseline { path: file.display().to_string() }, report)))
    }

    fn keep(&self, set: &str, report: &Report) -> Result<KeptBaseline, CasesError> {
        let file = self.file(set);
        let unwritten = |error: &std::io::Error| CasesError::unwritten(&file, error);
        disk::make_folder(&self.folder).map_err(|error| unwritten(&error))?;
        let text = serde_json::to_vec_pretty(report).map_err(|error| unwritten(&error.into()))?;
        disk::replace(&file, &text).map_err(|error| unwritten(&error))?;
        Ok(KeptBaseline { path: file.display().to_string() })
    }

    fn forget(&self, set: &str) -> Result<(), CasesError> {
        let file = self.file(set);
        disk::remove(&file).map_err(|error| CasesError::unwritten(&file, &error))
    }
}

impl Workbench {
    pub(super) fn baselines(&self) -> Baselines {
        Baselines::at(&self.config().experiments())
    }

    pub async fn baseline_keep(&self, args: NamedExperiment) -> Result<KeptBaseline, CommandError> {
        let (summary, judged) = self.judged(&args.experiment).await?;
        let baselines = self.baselines();
        blocking(move || baselines.keep(&summary.folder, &judged.report())).await
    }

    pub async fn baseline_forget(&self, args: NamedExperiment) -> Result<Nothing, CommandError> {
        let (summary, _) = self.judged(&args.experiment).await?;
        let baselines = self.baselines();
        blocking(move || baselines.forget(&summary.folder).map(|()| Nothing {})).await
    }
}
