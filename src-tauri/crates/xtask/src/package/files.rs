//! Files with their names in the errors.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

pub(super) fn read(file: &Path) -> Result<Vec<u8>> {
    fs::read(file).with_context(|| format!("could not read {}", file.display()))
}

pub(super) fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).with_context(|| format!("could not create {}", folder.display()))?;
    }
    fs::write(file, bytes).with_context(|| format!("could not write {}", file.display()))
}

pub(super) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
