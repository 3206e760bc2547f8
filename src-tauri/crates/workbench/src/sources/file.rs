//! `sources.json`: what a person has set up, without a secret in it.

use functions::sources::mcp::McpServer;
use functions::sources::pasted::PastedSettings;
use functions::sources::prompt::PromptSettings;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// The form this version writes.
const FORMAT: u32 = 1;

/// Everything in the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Settings {
    #[serde(default)]
    pub(super) servers: Vec<McpServer>,
    #[serde(default)]
    pub(super) pasted: Vec<PastedSettings>,
    #[serde(default)]
    pub(super) prompts: Vec<PromptSettings>,
}

#[derive(Serialize, Deserialize)]
struct File {
    format: u32,
    #[serde(flatten)]
    settings: Settings,
}

/// What is in the file. One that is not there holds nothing.
pub(super) fn read(path: &Path) -> Result<Settings, String> {
    let text = match disk::read_text(path, limits::SETTINGS_FILE) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Settings::default()),
        Err(error) => return Err(format!("{}: {error}", path.display())),
    };
    let file: File = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    if file.format != FORMAT {
        let place = path.display();
        return Err(format!(
            "{place} has format {}, and this version reads format {FORMAT} only",
            file.format
        ));
    }
    Ok(file.settings)
}

pub(super) fn write(path: &Path, settings: &Settings) -> Result<(), String> {
    let file = File { format: FORMAT, settings: settings.clone() };
    let text = serde_json::to_vec_pretty(&file).map_err(|error| error.to_string())?;
    disk::replace(path, &text).map_err(|error| format!("{}: {error}", path.display()))
}
