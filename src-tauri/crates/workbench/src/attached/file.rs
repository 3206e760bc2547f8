//! `attached.json`: the programs that are attached, and the receiver of spans. A program's secret is in it, so that its address stays the same; the file
//! is private, as everything in the data folder is.

use super::AttachError;
use super::program::Program;
use crate::contract::{ProgramId, ProgramSettings};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// The form this version writes.
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

#[derive(Serialize, Deserialize)]
struct File {
    format: u32,
    #[serde(flatten)]
    saved: Saved,
}

pub(super) fn read(path: &Path) -> Result<Saved, AttachError> {
    let not_read = |reason: String| AttachError::NotRead {
        path: path.display().to_string(),
        reason: notices::said(&reason),
    };
    let text = match disk::read_text(path, limits::SETTINGS_FILE) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Saved::default()),
        Err(error) => return Err(not_read(error.to_string())),
    };
    let file: File = serde_json::from_str(&text).map_err(|error| not_read(error.to_string()))?;
    if file.format != FORMAT {
        return Err(not_read(format!("it has format {}, and this version reads {FORMAT} only", file.format)));
    }
    Ok(file.saved)
}

pub(super) fn write(path: &Path, saved: &Saved) -> Result<(), AttachError> {
    let not_kept = |reason: String| AttachError::NotKept {
        path: path.display().to_string(),
        reason: notices::said(&reason),
    };
    let file = File { format: FORMAT, saved: saved.clone() };
    let text = serde_json::to_vec_pretty(&file).map_err(|error| not_kept(error.to_string()))?;
    disk::replace(path, &text).map_err(|error| not_kept(error.to_string()))
}
