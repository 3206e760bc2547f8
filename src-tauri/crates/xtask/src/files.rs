//! Files that this tool reads and writes.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

pub(crate) fn read(file: &Path) -> Result<Vec<u8>> {
    fs::read(file).with_context(|| format!("could not read {}", file.display()))
}

/// Makes the folder of the file too.
pub(crate) fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).with_context(|| format!("could not create {}", folder.display()))?;
    }
    fs::write(file, bytes).with_context(|| format!("could not write {}", file.display()))
}

#[cfg(unix)]
pub(crate) fn set_mode(file: &Path, mode: u32) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(file, fs::Permissions::from_mode(mode)).with_context(|| file.display().to_string())
}

/// Other systems know programs by their names.
#[cfg(not(unix))]
pub(crate) fn set_mode(_: &Path, _: u32) -> Result<()> {
    Ok(())
}

/// SHA-256, as `sha256sum` writes it.
pub(crate) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
