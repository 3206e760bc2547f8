//! `services.json`: the settings of services, without a secret in it.

use crate::contract::ServiceSettings;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// The form this version writes.
const FORMAT: u32 = 1;

#[derive(Serialize, Deserialize)]
struct File {
    format: u32,
    services: Vec<ServiceSettings>,
}

/// The services in the file. A file that is not there holds none.
pub(super) fn read(path: &Path) -> Result<Vec<ServiceSettings>, String> {
    let text = match disk::read_text(path, limits::SETTINGS_FILE) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
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
    Ok(file.services)
}

pub(super) fn write(path: &Path, services: &[ServiceSettings]) -> Result<(), String> {
    let file = File { format: FORMAT, services: services.to_vec() };
    let text = serde_json::to_vec_pretty(&file).map_err(|error| error.to_string())?;
    disk::replace(path, &text).map_err(|error| format!("{}: {error}", path.display()))
}
