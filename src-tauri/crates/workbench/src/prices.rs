//! What models cost and how much they can read: the table that ships, or the one a person made of it.

mod cost;

use crate::Workbench;
use crate::contract::{CommandError, Nothing, PriceTable, Prices, check_prices};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The form this version writes.
const FORMAT: u32 = 1;

/// A longer table was not made by hand.
const MOST: usize = 2_000;

const USUAL: &str = include_str!("prices/usual.json");

#[derive(Serialize, Deserialize)]
struct File {
    format: u32,
    #[serde(flatten)]
    table: PriceTable,
}

/// The table of one data folder.
pub(crate) struct PriceFile {
    path: PathBuf,
    /// One change at a time.
    lock: Mutex<()>,
}

impl PriceFile {
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self { path: folder.join("prices.json"), lock: Mutex::new(()) }
    }

    /// A file that can't be read is told of and left as it is.
    fn read(&self) -> Result<Prices, String> {
        let told =
            |table, is_own, problem| Prices { table, is_own, problem, file: self.path.display().to_string() };
        let text = match disk::read_text(&self.path, limits::SETTINGS_FILE) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(told(usual()?, false, None)),
            Err(error) => return Ok(told(usual()?, false, Some(self.at_fault(&error)))),
        };
        match parsed(&text) {
            Ok(table) => Ok(told(table, true, None)),
            Err(reason) => Ok(told(usual()?, false, Some(self.at_fault(&reason)))),
        }
    }

    fn write(&self, table: PriceTable) -> Result<(), String> {
        let _one_at_a_time = self.lock.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let text =
            serde_json::to_vec_pretty(&File { format: FORMAT, table }).map_err(|error| error.to_string())?;
        disk::replace(&self.path, &text).map_err(|error| self.at_fault(&error))
    }

    fn remove(&self) -> Result<(), String> {
        let _one_at_a_time = self.lock.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match std::fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(self.at_fault(&error)),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    fn at_fault(&self, reason: &dyn std::fmt::Display) -> String {
        format!("{}: {reason}", self.path.display())
    }
}

impl Workbench {
    pub async fn prices_read(&self, _: Nothing) -> Result<Prices, CommandError> {
        PriceFile::in_folder(&self.config().home).read().map_err(unusable)
    }

    pub async fn prices_save(&self, args: PriceTable) -> Result<Prices, CommandError> {
        checked(&args)?;
        let file = PriceFile::in_folder(&self.config().home);
        file.write(args).map_err(unusable)?;
        file.read().map_err(unusable)
    }

    /// Goes back to the table that ships.
    pub async fn prices_reset(&self, _: Nothing) -> Result<Prices, CommandError> {
        let file = PriceFile::in_folder(&self.config().home);
        file.remove().map_err(unusable)?;
        file.read().map_err(unusable)
    }
}

fn usual() -> Result<PriceTable, String> {
    parsed(USUAL)
}

fn parsed(text: &str) -> Result<PriceTable, String> {
    let file: File = serde_json::from_str(text).map_err(|error| error.to_string())?;
    match file.format {
        FORMAT => Ok(file.table),
        other => Err(format!("it has format {other}, and this version reads format {FORMAT} only")),
    }
}

fn checked(table: &PriceTable) -> Result<(), CommandError> {
    let wrong = |message: String| CommandError::failed(message, "Change it, then save the table.");
    if table.models.len() > MOST {
        return Err(wrong(format!("a table has {MOST} rows at most")));
    }
    for (index, row) in table.models.iter().enumerate() {
        let line = index + 1;
        if row.model.trim().is_empty() {
            return Err(wrong(format!("row {line} names no model")));
        }
        if row.context == Some(0) {
            return Err(wrong(format!("the model of row {line} can read nothing")));
        }
    }
    check_prices(table)
}

fn unusable(reason: String) -> CommandError {
    CommandError::failed(reason, "Make the file usable, then try again.")
}

#[cfg(test)]
mod tests {
    use super::{PriceFile, checked, usual};
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
        let table = usual().expect("a table");
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
        file.write(table.clone()).expect("it is written");
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
        assert!(read.problem.is_some_and(|problem| problem.contains("prices.json")));
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
