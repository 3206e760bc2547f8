//! The free space of a disk.

use std::path::Path;

/// Bytes that are free where a folder is. Nothing, where the system does not say: then a full disk shows when it is full.
#[cfg(unix)]
pub fn free_space(folder: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(folder).ok()?;
    found.f_bavail.checked_mul(found.f_frsize)
}

#[cfg(not(unix))]
pub fn free_space(_: &Path) -> Option<u64> {
    None
}
