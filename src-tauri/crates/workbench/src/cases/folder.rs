//! Where sets and runs lie, and the folders elsewhere that a person has listed.

use super::CasesError;
use super::set::{files, read_case};
use crate::contract::{CaseSet, CommandError};
use crate::exports::clean_name;
use disk::SettingsFile;
use experiments::{Case, CaseId, id_from};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The format this version writes.
const FORMAT: u32 = 1;

/// The cases of the sample set, with their files.
const SAMPLE: [(&str, &str); 3] = [
    (
        "tells-the-results.json",
        include_str!("../../../../../docs/examples/experiments/tells-the-results.json"),
    ),
    ("two-cities.json", include_str!("../../../../../docs/examples/experiments/two-cities.json")),
    ("two-rounds.json", include_str!("../../../../../docs/examples/experiments/two-rounds.json")),
];
const SAMPLE_SET: &str = "sample";

/// The folder of everything.
pub(super) struct Folder {
    home: PathBuf,
    listed: SettingsFile<Listed>,
}

/// Folders that lie elsewhere.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Listed {
    folders: Vec<String>,
}

impl Folder {
    pub(super) fn at(home: PathBuf) -> Self {
        let listed = SettingsFile::new(home.join("folders.json"), FORMAT);
        Self { home, listed }
    }

    pub(super) fn runs(&self) -> PathBuf {
        self.home.join("runs")
    }

    fn own(&self) -> PathBuf {
        self.home.join("sets")
    }

    /// Those of the data folder by name, then those elsewhere.
    pub(super) fn sets(&self) -> Result<Vec<CaseSet>, CommandError> {
        let entries = std::fs::read_dir(self.own()).into_iter().flatten().flatten();
        let mut own: Vec<_> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
        own.sort();
        let listed = self.listed.read()?.unwrap_or_default();
        let elsewhere = listed.folders.into_iter().map(PathBuf::from);
        let own = own.iter().map(|path| set_at(path, false));
        Ok(own.chain(elsewhere.map(|path| set_at(&path, true))).collect())
    }

    pub(super) fn set(&self, folder: &str) -> Result<CaseSet, CommandError> {
        let found = self.sets()?.into_iter().find(|set| set.folder == folder);
        Ok(found.ok_or_else(|| CasesError::NoSet { folder: folder.to_owned() })?)
    }

    /// A path is listed, and a name becomes a folder.
    pub(super) fn add(&self, name: &str) -> Result<CaseSet, CommandError> {
        let name = name.trim();
        let path = Path::new(name);
        if path.is_absolute() {
            if !path.is_dir() {
                return Err(CasesError::NoFolder { folder: name.to_owned() }.into());
            }
            let mut listed = self.listed.read()?.unwrap_or_default();
            if !listed.folders.iter().any(|folder| folder == name) {
                listed.folders.push(name.to_owned());
                self.listed.write(&listed)?;
            }
            return Ok(set_at(path, true));
        }
        if !name.chars().any(char::is_alphanumeric) {
            return Err(CasesError::NoName.into());
        }
        Ok(self.make(&clean_name(name).to_lowercase())?)
    }

    fn make(&self, name: &str) -> Result<CaseSet, CasesError> {
        let folder = self.own().join(name);
        disk::make_folder(&folder).map_err(|error| CasesError::unwritten(&folder, &error))?;
        Ok(set_at(&folder, false))
    }

    /// Cases that a person has changed stay as they are.
    pub(super) fn sample(&self) -> Result<CaseSet, CasesError> {
        let set = self.make(SAMPLE_SET)?;
        for (name, text) in SAMPLE {
            let path = Path::new(&set.folder).join(name);
            if !path.exists() {
                disk::replace(&path, text.as_bytes())
                    .map_err(|error| CasesError::unwritten(&path, &error))?;
            }
        }
        Ok(set_at(Path::new(&set.folder), false))
    }
}

fn set_at(path: &Path, is_elsewhere: bool) -> CaseSet {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    CaseSet {
        folder: path.display().to_string(),
        name: name.unwrap_or_else(|| path.display().to_string()),
        cases: files(path).map(|files| files.len()).unwrap_or_default(),
        is_elsewhere,
    }
}

/// The file of a case, whatever it is called.
pub(super) fn file_of(set: &Path, id: &CaseId) -> Result<Option<(PathBuf, Case)>, CasesError> {
    let usual = set.join(format!("{}.json", id.as_str()));
    let others = files(set)?.into_iter().filter(|path| *path != usual);
    let first = usual.is_file().then(|| usual.clone());
    let read = first.into_iter().chain(others).filter_map(|path| Some((read_case(&path).ok()?, path)));
    Ok(read.map(|(case, path)| (path, case)).find(|(_, case)| case.id == *id))
}

/// An id that no case of a set has yet.
pub(super) fn free_id(set: Option<&Path>, title: &str) -> CaseId {
    let id = id_from(title);
    let is_free = |id: &CaseId| set.is_none_or(|set| !set.join(format!("{}.json", id.as_str())).exists());
    if is_free(&id) {
        return id;
    }
    let mut others = (2..10_000).map(|number| CaseId::new(format!("{}-{number}", id.as_str())));
    others.find(is_free).unwrap_or(id)
}
