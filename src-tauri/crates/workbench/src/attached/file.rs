//! `attached.json`: the programs that are attached, and the receiver of spans. A program's secret is in it, so that its address stays the same; the file
//! is private, as everything in the data folder is.

use super::program::Program;
use crate::contract::{ProgramId, ProgramSettings};
use disk::SettingsFile;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

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
    pub(super) secret: String,
    pub(super) settings: ProgramSettings,
}

impl SavedProgram {
    pub(super) fn of(program: &Program) -> Self {
        let (title, settings) = program.named();
        Self { id: program.id.clone(), title, secret: program.secret.clone(), settings }
    }
}

pub(super) fn at(path: PathBuf) -> SettingsFile<Saved> {
    SettingsFile::new(path, FORMAT)
}
