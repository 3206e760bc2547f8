//! The free space of a disk.

use std::path::Path;

/// Bytes that are free for this person where a folder is. Nothing, where the system does not say: then a full disk shows
/// when it is full.
#[cfg(unix)]
pub fn free_space(folder: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(folder).ok()?;
    found.f_bavail.checked_mul(found.f_frsize)
}

#[cfg(windows)]
pub fn free_space(folder: &Path) -> Option<u64> {
    fs4::available_space(folder).ok()
}

#[cfg(test)]
mod tests {
    use super::free_space;

    #[test]
    fn the_free_space_of_a_folder_is_known() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(free_space(folder.path()).is_some_and(|free| free > 0));
    }
}
