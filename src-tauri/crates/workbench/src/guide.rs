//! What a person was guided through, kept in `guide.json`.

use crate::Workbench;
use crate::blocking::blocking;
use crate::contract::{CommandError, Guide, Nothing};
use disk::{SettingsFile, SettingsFileError};
use std::path::PathBuf;

/// The format this version writes.
const FORMAT: u32 = 1;

impl Workbench {
    /// Where the file can't be read, there is nothing to guide through: nobody is shown twice what can't be remembered.
    pub async fn guide_read(&self, _: Nothing) -> Result<Guide, CommandError> {
        let file = at(self.config().guide());
        blocking(move || Ok::<_, CommandError>(read(&file))).await
    }

    pub async fn guide_keep(&self, args: Guide) -> Result<Guide, CommandError> {
        let file = at(self.config().guide());
        blocking(move || file.write(&args).map(|()| args)).await
    }
}

fn at(path: PathBuf) -> SettingsFile<Guide> {
    SettingsFile::new(path, FORMAT)
}

fn read(file: &SettingsFile<Guide>) -> Guide {
    file.read().map(Option::unwrap_or_default).unwrap_or_else(|error: SettingsFileError| {
        tracing::warn!(%error, "what was shown before is not known");
        Guide { is_tour_over: true, seen_version: Some(env!("CARGO_PKG_VERSION").to_owned()) }
    })
}

#[cfg(test)]
mod tests {
    use super::{at, read};
    use crate::contract::Guide;

    #[test]
    fn what_was_shown_is_remembered_and_what_can_not_be_read_shows_nothing() {
        let home = tempfile::tempdir().expect("a folder");
        let file = at(home.path().join("guide.json"));
        assert_eq!(read(&file), Guide::default());
        let shown = Guide { is_tour_over: true, seen_version: Some("0.1.0".to_owned()) };
        file.write(&shown).expect("it is kept");
        assert_eq!(read(&file), shown);
        std::fs::write(file.path(), "{ \"format\": 2 }").expect("a newer file");
        let nothing = read(&file);
        assert!(nothing.is_tour_over && nothing.seen_version.is_some());
        file.write(&shown).expect_err("it is left as it is");
    }
}
