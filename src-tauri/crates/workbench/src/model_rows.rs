//! What models accept, as a person says: rows in `models.toml` that count for more than those that ship.

use crate::Workbench;
use crate::contract::{CommandError, FactsOfModel, ModelRows, NamedModel, Nothing, SaveModelRows};
use connectors::{ModelTable, TableError};
use std::io;
use std::path::{Path, PathBuf};

/// A longer file was not made by hand.
const LONGEST: usize = 1 << 20;

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
    pub(crate) fn problem(&self) -> Option<String> {
        self.text().and_then(|text| self.parsed(&text)).err()
    }

    /// A file that can't be used is told of and left as it is.
    fn read(&self) -> ModelRows {
        let (text, problem) = match self.text() {
            Ok(text) => {
                let problem = self.parsed(&text).err();
                (text, problem)
            }
            Err(reason) => (String::new(), Some(reason)),
        };
        ModelRows {
            is_own: self.path.exists(),
            text,
            problem,
            usual: ModelTable::usual_text().to_owned(),
            as_of: ModelTable::usual().as_of.clone(),
            file: self.path.display().to_string(),
        }
    }

    fn write(&self, text: &str) -> Result<(), String> {
        disk::replace(&self.path, text.as_bytes()).map_err(|error| self.at_fault(&error))
    }

    fn remove(&self) -> Result<(), String> {
        match std::fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(self.at_fault(&error)),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    fn text(&self) -> Result<String, String> {
        match disk::read_text(&self.path, limits::SETTINGS_FILE) {
            Ok(text) => Ok(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
            Err(error) => Err(self.at_fault(&error)),
        }
    }

    fn parsed(&self, text: &str) -> Result<ModelTable, String> {
        ModelTable::parse(text).map_err(|error| self.at_fault(&error))
    }

    fn at_fault(&self, reason: &dyn std::fmt::Display) -> String {
        format!("{}: {reason}", self.path.display())
    }
}

impl Workbench {
    pub async fn models_read(&self, _: Nothing) -> Result<ModelRows, CommandError> {
        Ok(self.rows().read())
    }

    pub async fn models_save(&self, args: SaveModelRows) -> Result<ModelRows, CommandError> {
        checked(&args.text)?;
        let parts = self.parts()?;
        self.rows().write(&args.text).map_err(unusable)?;
        parts.services.connect_again();
        Ok(self.rows().read())
    }

    /// Goes back to the table that ships.
    pub async fn models_reset(&self, _: Nothing) -> Result<ModelRows, CommandError> {
        let parts = self.parts()?;
        self.rows().remove().map_err(unusable)?;
        parts.services.connect_again();
        Ok(self.rows().read())
    }

    pub async fn model_facts(&self, args: NamedModel) -> Result<FactsOfModel, CommandError> {
        let parts = self.parts()?;
        let known = parts.services.facts(&args.model);
        known.map(|(kind, facts)| FactsOfModel { model: args.model, kind, facts }).ok_or_else(|| {
            CommandError::failed("this model is of no service", "Choose a model of a service.")
        })
    }

    fn rows(&self) -> RowFile {
        RowFile::in_folder(&self.config().home)
    }
}

fn checked(text: &str) -> Result<(), CommandError> {
    let wrong = |message: String| CommandError::failed(message, "Change it, then save the rows.");
    if text.len() > LONGEST {
        return Err(wrong("the rows are longer than 1 MB".to_owned()));
    }
    ModelTable::parse(text).map(drop).map_err(|error: TableError| wrong(error.to_string()))
}

fn unusable(reason: String) -> CommandError {
    CommandError::failed(reason, "Make the file usable, then try again.")
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
        file.remove().expect("it is removed");
        assert_eq!(file.read().text, "");
    }

    #[test]
    fn a_file_that_is_none_is_told_of_and_left_as_it_is() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("models.toml");
        std::fs::write(&path, "[[models]]\nmodel = 7\n").expect("a file");
        let file = RowFile::in_folder(home.path());
        let read = file.read();
        assert!(read.problem.is_some_and(|problem| problem.contains("models.toml")));
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
