//! What models cost and how much they can read: the table that ships, or the one a person made of it.

mod cost;

use crate::Workbench;
use crate::contract::{CommandError, Nothing, PriceTable, Prices, check_prices};
use disk::{SettingsFile, SettingsFileError};
use notices::Describe;
use std::path::Path;

/// The format this version writes.
const FORMAT: u32 = 1;

/// A longer table was not made by hand.
const MAX_PRICES: usize = 2_000;

const USUAL: &str = include_str!("prices/usual.json");

/// Reasons why a table of prices is not kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "prices")]
#[advice("Change it, then save the table.")]
pub(crate) enum PricesError {
    #[error(transparent)]
    File(#[from] SettingsFileError),
    #[error("a table has {MAX_PRICES} rows at most")]
    TooMany,
    #[error("row {line} names no model")]
    NoModel { line: usize },
    #[error("the context of row {line} is 0")]
    NoContext { line: usize },
}

/// The table of one data folder.
pub(crate) struct PriceFile {
    file: SettingsFile<PriceTable>,
}

impl PriceFile {
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self { file: SettingsFile::new(folder.join("prices.json"), FORMAT) }
    }

    /// A file that can't be read is told of and left as it is.
    fn read(&self) -> Result<Prices, PricesError> {
        let file = self.file.path().display().to_string();
        let usual = || self.file.parse(USUAL);
        Ok(match self.file.read() {
            Ok(Some(table)) => Prices { table, is_own: true, problem: None, file },
            Ok(None) => Prices { table: usual()?, is_own: false, problem: None, file },
            Err(error) => Prices { table: usual()?, is_own: false, problem: Some(error.notice()), file },
        })
    }

    fn write(&self, table: &PriceTable) -> Result<(), PricesError> {
        Ok(self.file.write(table)?)
    }

    fn remove(&self) -> Result<(), PricesError> {
        Ok(self.file.remove()?)
    }
}

impl Workbench {
    pub async fn prices_read(&self, _: Nothing) -> Result<Prices, CommandError> {
        Ok(PriceFile::in_folder(&self.config().home).read()?)
    }

    pub async fn prices_save(&self, args: PriceTable) -> Result<Prices, CommandError> {
        checked(&args)?;
        let file = PriceFile::in_folder(&self.config().home);
        file.write(&args)?;
        Ok(file.read()?)
    }

    /// Goes back to the table that ships.
    pub async fn prices_reset(&self, _: Nothing) -> Result<Prices, CommandError> {
        let file = PriceFile::in_folder(&self.config().home);
        file.remove()?;
        Ok(file.read()?)
    }
}

fn checked(table: &PriceTable) -> Result<(), CommandError> {
    if table.models.len() > MAX_PRICES {
        return Err(PricesError::TooMany.into());
    }
    for (index, row) in table.models.iter().enumerate() {
        let line = index + 1;
        if row.model.trim().is_empty() {
            return Err(PricesError::NoModel { line }.into());
        }
        if row.context == Some(0) {
            return Err(PricesError::NoContext { line }.into());
        }
    }
    check_prices(table)
}

#[cfg(test)]
mod tests {
    use super::{PriceFile, checked};
    use crate::contract::{ModelPrice, PriceTable};

    fn row(model: &str, input: f64) -> ModelPrice {
        let input = Some(input);
        ModelPrice {
            model: model.to_owned(),
            context: None,
            input,
            cached: None,
            output: None,
            reasoning: None,
        }
    }

    #[test]
    fn the_table_that_ships_can_be_read_and_says_of_when_it_is() {
        let home = tempfile::tempdir().expect("a folder");
        let table = PriceFile::in_folder(home.path()).read().expect("a table").table;
        assert!(checked(&table).is_ok() && table.models.len() > 40);
        assert!(table.as_of.starts_with("20") && table.as_of.len() == 10, "{}", table.as_of);
        // What a cache had is never dearer.
        assert!(table.models.iter().all(|row| row.cached <= row.input || row.cached.is_none()));
    }

    #[test]
    fn a_changed_table_is_kept_until_it_is_given_up() {
        let home = tempfile::tempdir().expect("a folder");
        let file = PriceFile::in_folder(home.path());
        assert!(!file.read().expect("prices").is_own);
        let table = PriceTable { as_of: "2026-11-21".to_owned(), models: vec![row("m*", 1.5)] };
        file.write(&table).expect("it is written");
        let read = PriceFile::in_folder(home.path()).read().expect("prices");
        assert_eq!((read.table, read.is_own, read.problem), (table, true, None));
        file.remove().expect("it is removed");
        assert!(!file.read().expect("prices").is_own);
    }

    #[test]
    fn a_file_that_is_none_is_told_of_and_not_written_over() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("prices.json");
        std::fs::write(&path, "{ \"format\": 2 }").expect("a file");
        let read = PriceFile::in_folder(home.path()).read().expect("prices");
        assert!(read.problem.is_some_and(|problem| problem.to_string().contains("prices.json")));
        assert_eq!(std::fs::read_to_string(&path).expect("the file"), "{ \"format\": 2 }");
    }

    #[test]
    fn a_table_that_can_not_be_meant_is_refused() {
        let table = |model: &str, input| PriceTable { as_of: String::new(), models: vec![row(model, input)] };
        assert!(checked(&table("m", 0.0)).is_ok());
        for wrong in [table(" ", 1.0), table("m", -1.0), table("m", f64::NAN)] {
            assert!(checked(&wrong).is_err(), "{wrong:?}");
        }
    }
}
