//! `attached.json`: the programs that are attached, and the receiver of spans. A program's secret is in it, so that its
//! address stays the same; the file is private, as everything in the data folder is. A copy has no secrets: programs get new
//! ones where it is opened.

use super::AttachError;
use super::commands::fresh_secret;
use super::program::Program;
use crate::contract::{ProgramId, ProgramSettings};
use disk::{SettingsFile, SettingsFileError};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The format this version writes.
const FORMAT: u32 = 1;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Saved {
    /// The port it listened on.
    #[serde(default)]
    pub(super) port: u16,
    #[serde(default)]
    pub(super) programs: Vec<SavedProgram>,
    /// The receiver of spans, if it is on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) receiver: Option<SavedReceiver>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SavedReceiver {
    pub(super) port: u16,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SavedProgram {
    pub(super) id: ProgramId,
    pub(super) title: String,
    /// Empty in a copy.
    #[serde(default)]
    pub(super) secret: String,
    pub(super) settings: ProgramSettings,
    /// The commands that use it, where it is attached for commands alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) commands: Option<u32>,
}

impl SavedProgram {
    pub(super) fn of(program: &Program) -> Self {
        let (title, settings) = program.named();
        let commands = program.commands();
        Self { id: program.id.clone(), title, secret: program.secret.clone(), settings, commands }
    }
}

impl Saved {
    /// Gives a secret to each program of a copy. Returns whether there was one.
    pub(super) fn complete(&mut self) -> Result<bool, AttachError> {
        let mut is_changed = false;
        for program in self.programs.iter_mut().filter(|program| program.secret.is_empty()) {
            program.secret = fresh_secret()?;
            is_changed = true;
        }
        Ok(is_changed)
    }
}

/// Writes a copy that another computer can use and that opens no door of this one.
pub(crate) fn copy_without_secrets(from: &Path, to: &Path) -> Result<(), SettingsFileError> {
    let Some(mut saved) = at(from.to_owned()).read()? else { return Ok(()) };
    saved.programs.iter_mut().for_each(|program| program.secret.clear());
    at(to.to_owned()).write(&Saved { port: 0, ..saved })
}

pub(super) fn at(path: PathBuf) -> SettingsFile<Saved> {
    SettingsFile::new(path, FORMAT)
}

#[cfg(test)]
mod tests {
    use super::{at, copy_without_secrets};
    use crate::attached::Attached;
    use crate::locking::lock;

    const SAVED: &str = r#"{"format":1,"port":4711,"receiver":{"port":4318},"programs":[
        {"id":"one","title":"One","secret":"0123456789abcdef","settings":SETTINGS}]}"#;

    fn saved() -> String {
        let settings = crate::attached::program::first_settings(crate::contract::Upstreams::default());
        SAVED.replace("SETTINGS", &serde_json::to_string(&settings).expect("JSON"))
    }

    #[test]
    fn a_copy_has_no_secret_and_its_programs_get_a_lasting_one_where_it_is_opened() {
        let home = tempfile::tempdir().expect("a folder");
        let (from, to) = (home.path().join("attached.json"), home.path().join("copy.json"));
        std::fs::write(&from, saved()).expect("a file");
        copy_without_secrets(&from, &to).expect("it is copied");
        let text = std::fs::read_to_string(&to).expect("the copy");
        assert!(text.contains("\"One\"") && text.contains("4318"), "{text}");
        assert!(!text.contains("0123456789abcdef") && !text.contains("4711"), "{text}");
        let secret = |attached: &Attached| lock(&attached.state).programs[0].secret.clone();
        let fresh = secret(&Attached::open(to.clone()));
        assert_eq!(fresh.len(), 48);
        assert_eq!(secret(&Attached::open(to)), fresh, "the address stays the same from now on");
    }

    #[test]
    fn a_file_of_a_newer_version_is_not_copied_because_its_secrets_are_not_known() {
        let home = tempfile::tempdir().expect("a folder");
        let (from, to) = (home.path().join("attached.json"), home.path().join("copy.json"));
        std::fs::write(&from, saved().replace("\"format\":1", "\"format\":2")).expect("a file");
        copy_without_secrets(&from, &to).expect_err("it is of another format");
        assert!(!to.exists());
        copy_without_secrets(&home.path().join("none.json"), &to).expect("nothing is there to copy");
        assert!(at(to).read().expect("no file").is_none());
    }
}
