//! How fast each model was when it was used last, kept from run to run.

use local_model::Speed;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// By the file of the model.
#[derive(Debug)]
pub(super) struct Speeds {
    file: PathBuf,
    kept: BTreeMap<PathBuf, Speed>,
}

impl Speeds {
    /// What can't be read is measured again.
    pub(super) fn open(file: PathBuf) -> Self {
        let text = disk::read_text(&file, limits::SETTINGS_FILE).unwrap_or_default();
        let kept = serde_json::from_str(&text).unwrap_or_default();
        Self { file, kept }
    }

    pub(super) fn of(&self, model: &Path) -> Option<Speed> {
        self.kept.get(model).copied()
    }

    pub(super) fn take_in(&mut self, seen: impl Iterator<Item = (PathBuf, Speed)>) {
        let mut is_changed = false;
        for (model, speed) in seen {
            is_changed |= self.kept.insert(model, speed) != Some(speed);
        }
        if !is_changed {
            return;
        }
        let written = serde_json::to_vec_pretty(&self.kept).map_err(std::io::Error::other);
        if let Err(error) = written.and_then(|text| disk::replace(&self.file, &text)) {
            tracing::warn!(%error, "how fast models are can't be kept");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Speeds;
    use local_model::Speed;
    use std::path::{Path, PathBuf};

    #[test]
    fn what_was_seen_is_there_in_the_next_run() {
        let home = tempfile::tempdir().expect("a folder");
        let file = home.path().join("local-speeds.json");
        let speed = Speed { reads: 210.5, writes: 31.0 };
        Speeds::open(file.clone()).take_in([(PathBuf::from("/a.gguf"), speed)].into_iter());
        let kept = Speeds::open(file.clone());
        assert_eq!((kept.of(Path::new("/a.gguf")), kept.of(Path::new("/b.gguf"))), (Some(speed), None));
        std::fs::write(&file, "{").expect("a file");
        assert_eq!(Speeds::open(file).of(Path::new("/a.gguf")), None);
    }
}
