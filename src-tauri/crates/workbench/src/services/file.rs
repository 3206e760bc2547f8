//! `services.json`: the settings of services, without a secret in it.

use crate::contract::ServiceSettings;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, Write};
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
    let text = match fs::read_to_string(path) {
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
    replace(path, &text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Puts a file in the place of another in one step, readable by its owner alone.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let written = path.with_extension("new");
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&written)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(written, path)
}
