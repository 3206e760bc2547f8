//! A settings file: JSON with the version of its format, read within a limit and replaced as a whole.

use crate::{read_text as read_limited, replace};
use notices::{Describe, Notice};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::ErrorKind;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// A file with the fields of `T`, and the version of its format beside them.
#[derive(Debug)]
pub struct SettingsFile<T> {
    path: PathBuf,
    format: u32,
    contents: PhantomData<fn() -> T>,
}

/// Reasons why a settings file can't be used. A file that can't be read is left as it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "settings-file")]
pub enum SettingsFileError {
    #[error("{path} can't be read: {reason}")]
    #[advice("Fix the file or delete it, and start Callwright again. Until then it is left as it is.")]
    NotRead {
        path: PathBuf,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("{path} has format {found}, and this version reads format {known} only")]
    #[advice("Open it with the version that wrote it, or move it away. It is left as it is.")]
    OtherFormat { path: PathBuf, found: u32, known: u32 },
    #[error("{path} can't be written: {reason}")]
    #[advice("Make room on the disk, or give yourself the right to write there, and try again.")]
    NotWritten {
        path: PathBuf,
        #[notice(cause)]
        reason: Notice,
    },
}

#[derive(Deserialize)]
struct Version {
    #[serde(default = "first")]
    format: u32,
}

#[derive(Serialize)]
struct Versioned<'a, T> {
    format: u32,
    #[serde(flatten)]
    contents: &'a T,
}

/// The format of files without a version, which had none at first.
fn first() -> u32 {
    1
}

impl SettingsFileError {
    pub fn not_read(path: &Path, error: &impl Describe) -> Self {
        Self::NotRead { path: path.to_owned(), reason: error.notice() }
    }

    pub fn not_written(path: &Path, error: &impl Describe) -> Self {
        Self::NotWritten { path: path.to_owned(), reason: error.notice() }
    }
}

impl<T> SettingsFile<T> {
    pub fn new(path: PathBuf, format: u32) -> Self {
        Self { path, format, contents: PhantomData }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the file, also a damaged one, unless another version wrote it in a format of its own.
    pub fn remove(&self) -> Result<(), SettingsFileError> {
        match self.check_unchanged() {
            other @ Err(SettingsFileError::OtherFormat { .. }) => other,
            Ok(()) | Err(SettingsFileError::NotRead { .. } | SettingsFileError::NotWritten { .. }) => {
                remove_settings(&self.path)
            }
        }
    }

    /// Refuses to change what this version did not write: a file of another format, and a damaged one.
    fn check_unchanged(&self) -> Result<(), SettingsFileError> {
        read_settings(&self.path)?.map_or(Ok(()), |text| self.check_format(&text))
    }

    fn check_format(&self, text: &str) -> Result<(), SettingsFileError> {
        let Version { format: found } = serde_json::from_str(text)
            .map_err(|error: serde_json::Error| SettingsFileError::not_read(&self.path, &error))?;
        if found == self.format {
            return Ok(());
        }
        let (path, known) = (self.path.clone(), self.format);
        Err(SettingsFileError::OtherFormat { path, found, known })
    }
}

impl<T: DeserializeOwned> SettingsFile<T> {
    /// The contents, if there is such a file.
    pub fn read(&self) -> Result<Option<T>, SettingsFileError> {
        read_settings(&self.path)?.map(|text| self.parse(&text)).transpose()
    }

    /// Reads a text as if it stood in the file.
    // The version comes first: the fields of another one may have other meanings.
    pub fn parse(&self, text: &str) -> Result<T, SettingsFileError> {
        self.check_format(text)?;
        serde_json::from_str(text)
            .map_err(|error: serde_json::Error| SettingsFileError::not_read(&self.path, &error))
    }
}

impl<T: Serialize> SettingsFile<T> {
    /// Replaces the file, unless it is damaged or another version wrote it in a format of its own.
    pub fn write(&self, contents: &T) -> Result<(), SettingsFileError> {
        self.check_unchanged()?;
        let file = Versioned { format: self.format, contents };
        let text = serde_json::to_vec_pretty(&file)
            .map_err(|error| SettingsFileError::not_written(&self.path, &error))?;
        replace(&self.path, &text).map_err(|error| SettingsFileError::not_written(&self.path, &error))
    }
}

/// The text of a settings file, if there is one.
pub fn read_settings(path: &Path) -> Result<Option<String>, SettingsFileError> {
    match read_limited(path, limits::SETTINGS_FILE) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(SettingsFileError::not_read(path, &error)),
    }
}

/// Removes a settings file, if there is one.
pub fn remove_settings(path: &Path) -> Result<(), SettingsFileError> {
    crate::remove(path).map_err(|error| SettingsFileError::not_written(path, &error))
}

#[cfg(test)]
mod tests {
    use super::{SettingsFile, SettingsFileError};
    use std::collections::BTreeMap;
    use std::fs;

    type File = SettingsFile<BTreeMap<String, serde_json::Value>>;

    #[test]
    fn what_is_written_is_read_again_and_a_missing_file_has_no_contents() {
        let home = tempfile::tempdir().expect("a folder");
        let file = File::new(home.path().join("some.json"), 1);
        assert_eq!(file.read(), Ok(None));
        file.write(&[("one".to_owned(), 1.into())].into()).expect("it is written");
        let read = file.read().expect("it is read").expect("it is there");
        assert_eq!(read.get("one"), Some(&1.into()));
    }

    #[test]
    fn the_format_of_another_version_is_named_before_its_contents_are_read() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("some.json");
        fs::write(&path, r#"{ "one": [], "format": 2 }"#).expect("a file");
        let read = SettingsFile::<BTreeMap<String, u32>>::new(path.clone(), 1).read();
        assert_eq!(read, Err(SettingsFileError::OtherFormat { path, found: 2, known: 1 }));
    }

    #[test]
    fn a_file_of_another_format_is_neither_replaced_nor_removed() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("some.json");
        let text = r#"{ "one": [], "format": 2 }"#;
        fs::write(&path, text).expect("a file");
        let file = File::new(path.clone(), 1);
        let refused = Err(SettingsFileError::OtherFormat { path: path.clone(), found: 2, known: 1 });
        assert_eq!((file.write(&BTreeMap::new()), file.remove()), (refused.clone(), refused));
        assert_eq!(fs::read_to_string(&path).expect("the file"), text);
    }

    #[test]
    fn a_damaged_file_is_not_replaced() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("some.json");
        fs::write(&path, "{").expect("a file");
        let file = File::new(path.clone(), 1);
        assert!(matches!(file.write(&BTreeMap::new()), Err(SettingsFileError::NotRead { .. })));
        assert_eq!(fs::read_to_string(&path).expect("the file"), "{");
        fs::remove_file(&path).expect("it is deleted");
        file.write(&BTreeMap::new()).expect("it is written anew");
        file.remove().expect("it is removed");
        assert!(!path.exists());
    }

    #[test]
    fn a_file_that_is_no_json_is_named_with_the_place_of_the_fault() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("some.json");
        fs::write(&path, "{ \"format\": 1,\n ! }").expect("a file");
        let error = File::new(path.clone(), 1).read().expect_err("it is no JSON");
        let text = error.to_string();
        assert!(text.starts_with(&format!("{} can't be read: ", path.display())), "{text}");
        assert!(text.contains("line 2"), "{text}");
    }
}
