//! What models accept, as a person says: rows in `models.toml` that count for more than those that ship.

use crate::Workbench;
use crate::contract::{
    CommandError, FactsOfModel, ModelRows, NamedModel, Nothing, ReportedProblem, SaveModelRows,
};
use crate::services::ServiceError;
use connectors::{ModelTable, TableError};
use disk::SettingsFileError;
use notices::{Describe, Notice, said};
use std::path::{Path, PathBuf};

/// A longer file was not made by hand.
const MAX_BYTES: usize = 1 << 20;

/// Reasons why rows are not kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "rows")]
#[advice("Change them, then save the rows.")]
pub(crate) enum RowsError {
    #[error("the rows are longer than 1 MB")]
    TooLong,
    #[error("the rows can't be read: {reason}")]
    Wrong {
        #[notice(cause)]
        reason: Notice,
    },
}

/// The rows of one data folder.
#[derive(Clone, Debug)]
pub(crate) struct RowFile {
    path: PathBuf,
}

impl RowFile {
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self { path: folder.join("models.toml") }
    }

    /// The rows that count. A file that can't be used has none.
    pub(crate) fn table(&self) -> ModelTable {
        self.text().and_then(|text| self.parsed(&text)).unwrap_or_default()
    }

    /// Why the file can't be used, for the page to tell.
    pub(crate) fn problem(&self) -> Option<ReportedProblem> {
        self.text().and_then(|text| self.parsed(&text)).err().map(|error| ReportedProblem::of(&error))
    }

    /// A file that can't be used is told of and left as it is.
    fn read(&self) -> ModelRows {
        ModelRows {
            is_own: self.path.exists(),
            text: self.text().unwrap_or_default(),
            problem: self.problem().map(|problem| problem.message),
            usual: ModelTable::usual_text().to_owned(),
            as_of: ModelTable::usual().as_of.clone(),
            file: self.path.display().to_string(),
        }
    }

    fn write(&self, text: &str) -> Result<(), SettingsFileError> {
        disk::replace(&self.path, text.as_bytes())
            .map_err(|error| SettingsFileError::not_written(&self.path, &error))
    }

    fn text(&self) -> Result<String, SettingsFileError> {
        Ok(disk::read_settings(&self.path)?.unwrap_or_default())
    }

    fn parsed(&self, text: &str) -> Result<ModelTable, SettingsFileError> {
        ModelTable::parse(text).map_err(|error| SettingsFileError::NotRead {
            path: self.path.clone(),
            reason: said(&error.to_string()),
        })
    }
}

impl Workbench {
    pub async fn models_read(&self, _: Nothing) -> Result<ModelRows, CommandError> {
        Ok(self.rows().read())
    }

    pub async fn models_save(&self, args: SaveModelRows) -> Result<ModelRows, CommandError> {
        checked(&args.text)?;
        let services = self.services()?;
        self.rows().write(&args.text)?;
        services.connect_again();
        Ok(self.rows().read())
    }

    /// Goes back to the table that ships.
    pub async fn models_reset(&self, _: Nothing) -> Result<ModelRows, CommandError> {
        let services = self.services()?;
        disk::remove_settings(&self.rows().path)?;
        services.connect_again();
        Ok(self.rows().read())
    }

    pub async fn model_facts(&self, args: NamedModel) -> Result<FactsOfModel, CommandError> {
        let services = self.services()?;
        let known = services.facts(&args.model);
        let (kind, facts) = known.ok_or(ServiceError::NoService)?;
        Ok(FactsOfModel { model: args.model, kind, facts })
    }

    fn rows(&self) -> RowFile {
        RowFile::in_folder(&self.config().home)
    }
}

fn checked(text: &str) -> Result<(), RowsError> {
    if text.len() > MAX_BYTES {
        return Err(RowsError::TooLong);
    }
    let wrong = |error: TableError| RowsError::Wrong { reason: said(&error.to_string()) };
    ModelTable::parse(text).map(drop).map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::{RowFile, checked};

    const ROW: &str = "[[models]]\nmodels = [\"m*\"]\noutput = 7\nsource = \"mine\"\n";

    #[test]
    fn rows_of_ones_own_are_kept_until_they_are_given_up() {
        let home = tempfile::tempdir().expect("a folder");
        let file = RowFile::in_folder(home.path());
        let before = file.read();
        assert_eq!((before.text.as_str(), before.is_own, before.problem), ("", false, None));
        assert!(before.usual.contains("[[models]]"));
        file.write(ROW).expect("it is written");
        let read = RowFile::in_folder(home.path()).read();
        assert_eq!((read.text.as_str(), read.is_own, read.problem), (ROW, true, None));
        assert_eq!(file.table().facts("openai", "m1").output, Some(7));
        disk::remove_settings(&file.path).expect("it is removed");
        assert_eq!(file.read().text, "");
    }

    #[test]
    fn a_file_that_is_none_is_told_of_and_left_as_it_is() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("models.toml");
        std::fs::write(&path, "[[models]]\nmodel = 7\n").expect("a file");
        let file = RowFile::in_folder(home.path());
        let read = file.read();
        assert!(read.problem.is_some_and(|problem| problem.to_string().contains("models.toml")));
        assert_eq!(file.table(), connectors::ModelTable::default());
        assert_eq!(std::fs::read_to_string(&path).expect("the file"), read.text);
    }

    #[test]
    fn rows_that_can_not_be_read_are_not_saved() {
        assert!(checked(ROW).is_ok() && checked("").is_ok());
        for wrong in [
            "[[models]]\nmodels = []\n",
            "[[models]]\nmodels = [\"m\"]\nthink = 1\n",
            "=",
            &"#".repeat(2 << 20),
        ] {
            assert!(checked(wrong).is_err(), "{wrong:.20}");
        }
    }
}
