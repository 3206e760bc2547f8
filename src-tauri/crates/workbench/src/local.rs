//! The models that lie in files on this computer: those in the folder of models, and those a person has listed.

mod speeds;

use crate::Workbench;
use crate::blocking::blocking;
use crate::contract::{CommandError, ReportedProblem};
use crate::locking::lock;
use content::ModelId;
use disk::{SettingsFile, SettingsFileError};
use local_model::{FileFlaw, LocalModel, Speed};
use ports::Connector;
use serde::{Deserialize, Serialize};
use speeds::Speeds;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

/// What the files of models end with. One that is being fetched has another ending.
const ENDING: &str = "gguf";

/// The format this version writes.
const FORMAT: u32 = 1;

/// `local-models.json`: files that a person has listed.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Listed {
    files: Vec<PathBuf>,
}

/// One file, for the page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LocalFile {
    pub(crate) path: PathBuf,
    pub(crate) model: ModelId,
    pub(crate) title: String,
    /// How large it is, as far as that is known.
    pub(crate) bytes: Option<u64>,
    /// Why it can't answer, as far as that is the file's own fault.
    pub(crate) flaw: Option<FileFlaw>,
    /// Nothing before it was used on this machine.
    pub(crate) speed: Option<Speed>,
}

/// Opens the model in a file.
pub(crate) type OpenLocalModel = fn(ModelId, PathBuf) -> Arc<LocalModel>;

/// Every model in a file, as things are now.
pub(crate) struct LocalModels {
    folder: PathBuf,
    list: SettingsFile<Listed>,
    open_model: OpenLocalModel,
    state: Mutex<State>,
    speeds: Mutex<Speeds>,
}

#[derive(Default)]
struct State {
    models: Vec<Known>,
    /// Why the list can't be read. It is not written over then.
    unreadable: Option<SettingsFileError>,
}

/// A model and the state its file was in. It stays, with its weights, until the file is another.
#[derive(Clone)]
struct Known {
    model: Arc<LocalModel>,
    stamp: Option<(u64, SystemTime)>,
}

impl LocalModels {
    pub(crate) fn open(folder: PathBuf, list: PathBuf, open_model: OpenLocalModel) -> Self {
        let speeds = Mutex::new(Speeds::open(list.with_file_name("local-speeds.json")));
        let list = SettingsFile::new(list, FORMAT);
        let models = Self { folder, list, open_model, state: Mutex::default(), speeds };
        models.reload();
        models
    }

    /// Where files are looked for.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// What keeps the list from being read, for the page to tell.
    pub(crate) fn problem(&self) -> Option<ReportedProblem> {
        lock(&self.state).unreadable.as_ref().map(ReportedProblem::of)
    }

    pub(crate) fn models(&self) -> Vec<Arc<dyn Connector>> {
        let as_connector = |known: &Known| -> Arc<dyn Connector> { Arc::<LocalModel>::clone(&known.model) };
        lock(&self.state).models.iter().map(as_connector).collect()
    }

    pub(crate) fn files(&self) -> Vec<LocalFile> {
        let models: Vec<_> = lock(&self.state).models.iter().map(|known| Arc::clone(&known.model)).collect();
        let mut speeds = lock(&self.speeds);
        let seen = |model: &Arc<LocalModel>| Some((model.path().to_owned(), model.speed()?));
        speeds.take_in(models.iter().filter_map(seen));
        let file = |model: Arc<LocalModel>| LocalFile {
            speed: speeds.of(model.path()),
            path: model.path().to_owned(),
            model: model.profile().model.clone(),
            title: model.profile().title.clone(),
            bytes: model.bytes(),
            flaw: model.flaw_of_file(),
        };
        models.into_iter().map(file).collect()
    }

    /// Looks again at what is there. What has not changed stays as it is.
    pub(crate) fn reload(&self) {
        let mut state = lock(&self.state);
        let read = self.list.read();
        state.unreadable = read.as_ref().err().cloned();
        let listed = read.ok().flatten().unwrap_or_default().files;
        let mut ids = BTreeSet::new();
        let mut models = Vec::new();
        for path in in_folder(&self.folder).into_iter().chain(listed) {
            if models.iter().any(|known: &Known| known.model.path() == path) {
                continue;
            }
            let id = id(&path, &mut ids);
            let stamp = stamp(&path);
            let is_same = |known: &&Known| {
                known.model.path() == path && known.stamp == stamp && known.model.profile().model == id
            };
            let known = state.models.iter().find(is_same).cloned();
            models.push(known.unwrap_or_else(|| Known { model: (self.open_model)(id, path), stamp }));
        }
        state.models = models;
    }

    /// Lists a file wherever it is.
    pub(crate) fn add(&self, path: PathBuf) -> Result<(), SettingsFileError> {
        self.change(|files| {
            if !files.contains(&path) {
                files.push(path);
            }
        })
    }

    /// Takes a file out of the list. The file stays where it is.
    pub(crate) fn forget(&self, path: &Path) -> Result<(), SettingsFileError> {
        self.change(|files| files.retain(|listed| listed != path))
    }

    fn change(&self, change: impl FnOnce(&mut Vec<PathBuf>)) -> Result<(), SettingsFileError> {
        let mut listed = self.list.read()?.unwrap_or_default();
        change(&mut listed.files);
        self.list.write(&listed)?;
        self.reload();
        Ok(())
    }
}

impl Workbench {
    /// Looks again at which models are in files, after one came or went.
    pub async fn reload_local_models(&self) -> Result<(), CommandError> {
        let local = self.local()?;
        blocking(move || {
            local.reload();
            Ok::<_, CommandError>(())
        })
        .await
    }
}

/// A folder that is not there holds no models, which is how everybody starts.
fn in_folder(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_model = |path: &PathBuf| {
        path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(ENDING)) && path.is_file()
    };
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).filter(is_model).collect();
    paths.sort();
    paths
}

/// A model goes by the name of its file. The second of a name gets a number.
fn id(path: &Path, taken: &mut BTreeSet<String>) -> ModelId {
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let first = std::iter::once(format!("local:{name}"));
    let mut names = first.chain((2_u32..).map(|number| format!("local:{name}~{number}")));
    let free = names.find(|name| !taken.contains(name)).unwrap_or(name);
    taken.insert(free.clone());
    ModelId::new(free)
}

fn stamp(path: &Path) -> Option<(u64, SystemTime)> {
    let facts = std::fs::metadata(path).ok()?;
    Some((facts.len(), facts.modified().ok()?))
}

#[cfg(test)]
mod tests {
    use super::LocalModels;
    use crate::assembly::local_model;
    use std::sync::Arc;

    fn titles(models: &LocalModels) -> Vec<String> {
        models.files().into_iter().map(|file| file.model.as_str().to_owned()).collect()
    }

    #[test]
    fn files_come_and_go_and_those_that_stay_are_the_same_models() {
        let home = tempfile::tempdir().expect("a folder");
        let (folder, elsewhere) = (home.path().join("models"), home.path().join("elsewhere"));
        for folder in [&folder, &elsewhere] {
            std::fs::create_dir(folder).expect("the folder is made");
        }
        let models = LocalModels::open(folder.clone(), home.path().join("local-models.json"), local_model);
        assert!(titles(&models).is_empty() && models.folder() == folder);

        std::fs::write(folder.join("b.gguf"), "no model").expect("the file is written");
        std::fs::write(folder.join("b.gguf.part"), "half").expect("the file is written");
        std::fs::write(elsewhere.join("b.gguf"), "GGUF").expect("the file is written");
        models.add(elsewhere.join("b.gguf")).expect("the list is written");
        models.add(elsewhere.join("b.gguf")).expect("the list is written");
        assert_eq!(titles(&models), ["local:b", "local:b~2"]);
        let flaws: Vec<_> =
            models.files().into_iter().filter_map(|file| file.flaw).map(|flaw| flaw.to_string()).collect();
        assert_eq!(flaws.first().map(String::as_str), Some("it is not a GGUF file"));
        assert!(flaws.get(1).is_some_and(|flaw| flaw.starts_with("it is incomplete")), "{flaws:?}");

        let before = models.models();
        models.reload();
        let after = models.models();
        assert!(before.iter().zip(&after).all(|(before, after)| Arc::ptr_eq(before, after)));

        models.forget(&elsewhere.join("b.gguf")).expect("the list is written");
        std::fs::remove_file(folder.join("b.gguf")).expect("the file is removed");
        models.reload();
        assert!(titles(&models).is_empty() && elsewhere.join("b.gguf").exists());
    }

    #[test]
    fn a_list_that_can_not_be_read_is_named_and_left_alone() {
        let home = tempfile::tempdir().expect("a folder");
        let list = home.path().join("local-models.json");
        std::fs::write(&list, "{").expect("the list is written");
        let models = LocalModels::open(home.path().join("models"), list.clone(), local_model);
        assert!(
            models.problem().is_some_and(|problem| problem.message.to_string().contains("local-models.json"))
        );
        assert_eq!(std::fs::read_to_string(list).expect("the list"), "{");
    }
}
