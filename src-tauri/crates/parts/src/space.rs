//! How much room there is.

use std::path::Path;

/// What is free where a folder is. Nothing, where the system does not say: then a full disk shows when it is full.
#[cfg(unix)]
pub(crate) fn free(folder: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(folder).ok()?;
    found.f_bavail.checked_mul(found.f_frsize)
}

#[cfg(not(unix))]
pub(crate) fn free(_: &Path) -> Option<u64> {
    None
}
