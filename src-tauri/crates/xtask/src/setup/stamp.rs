//! Tells whether files are the same as when something was last made from them.
//!
//! A stamp is a small file beside what was made, holding a digest of what it was made from. It is written after
//! success only, so that half-made things are made again.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

#[derive(Debug)]
pub(super) struct Stamp {
    path: PathBuf,
    digest: String,
}

impl Stamp {
    /// A stamp at `path` for what the files and folders in `sources` hold now. One that doesn't exist counts too.
    pub(super) fn of(path: PathBuf, sources: &[PathBuf]) -> Result<Self> {
        // Not a cryptographic hash: nobody gains from deceiving it. It may differ between Rust versions, which
        // costs one build.
        let mut hasher = DefaultHasher::new();
        for source in sources {
            digest(source, &mut hasher)?;
        }
        Ok(Self { path, digest: format!("{:016x}", hasher.finish()) })
    }

    pub(super) fn is_current(&self) -> bool {
        fs::read_to_string(&self.path).is_ok_and(|stamped| stamped.trim() == self.digest)
    }

    /// To be called before the work, so that a failure doesn't leave an old stamp on new files.
    pub(super) fn remove(&self) -> Result<()> {
        if self.path.exists() {
            fs::remove_file(&self.path)
                .with_context(|| format!("could not remove {}", self.path.display()))?;
        }
        Ok(())
    }

    pub(super) fn write(&self) -> Result<()> {
        fs::write(&self.path, &self.digest)
            .with_context(|| format!("could not write {}", self.path.display()))
    }
}

fn digest(source: &Path, hasher: &mut DefaultHasher) -> Result<()> {
    let unreadable = || format!("could not read {}", source.display());
    hasher.write(source.as_os_str().as_encoded_bytes());
    if source.is_dir() {
        let entries = fs::read_dir(source).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let mut inside: Vec<PathBuf> =
            entries.with_context(unreadable)?.iter().map(fs::DirEntry::path).collect();
        inside.sort();
        hasher.write_usize(inside.len());
        inside.iter().try_for_each(|path| digest(path, hasher))
    } else if source.exists() {
        let content = fs::read(source).with_context(unreadable)?;
        hasher.write_usize(content.len());
        hasher.write(&content);
        Ok(())
    } else {
        hasher.write(b"nothing");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own for each test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(test: &str) -> Self {
            let path = std::env::temp_dir().join(format!("xtask-stamp-{}-{test}", std::process::id()));
            fs::create_dir_all(path.join("src/deep")).unwrap();
            fs::write(path.join("src/deep/a.ts"), "one").unwrap();
            Self(path)
        }

        fn stamp(&self) -> Stamp {
            let sources = [self.0.join("src"), self.0.join("package.json")];
            Stamp::of(self.0.join(".stamp"), &sources).unwrap()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_written_stamp_is_current_until_it_is_removed() {
        let folder = Folder::new("written");
        assert!(!folder.stamp().is_current());
        folder.stamp().write().unwrap();
        assert!(folder.stamp().is_current());
        folder.stamp().remove().unwrap();
        assert!(!folder.stamp().is_current());
    }

    #[test]
    fn changed_renamed_and_added_files_are_noticed() {
        let folder = Folder::new("changed");
        folder.stamp().write().unwrap();
        let was = folder.stamp().digest;

        fs::write(folder.0.join("src/deep/a.ts"), "two").unwrap();
        let changed = folder.stamp().digest;
        fs::rename(folder.0.join("src/deep/a.ts"), folder.0.join("src/deep/b.ts")).unwrap();
        let renamed = folder.stamp().digest;
        fs::write(folder.0.join("package.json"), "").unwrap();
        let added = folder.stamp().digest;

        assert!(!folder.stamp().is_current());
        let mut all = vec![was, changed, renamed, added];
        all.dedup();
        assert_eq!(all.len(), 4);
    }
}
