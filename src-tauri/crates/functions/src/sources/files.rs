//! The files of one folder. Paths are followed by a handle of the folder and not by the system's own rules, so neither
//! a link nor `..` nor an absolute path leads out of it, whatever else changes the folder meanwhile.

mod arguments;
mod error;
mod folder;
mod search;

pub(crate) use error::{FileError, FolderError};

use crate::manifest::Writing;
use crate::native::{Erased, NativeFunction, report};
use arguments::{
    Found, ListArguments, Listed, ReadArguments, ReadText, SearchArguments, WriteArguments, Written,
};
use content::{FunctionName, PluginName};
use folder::Folder;
use ports::{CallScope, Consent, Effect, Function, FunctionError};
use std::path::Path;
use std::sync::Arc;

/// The functions over a folder, or why it can't be used.
pub(crate) fn functions(
    plugin: &PluginName,
    folder: &Path,
    writing: Writing,
    consent: &Consent,
) -> Result<Vec<Arc<dyn Function>>, FolderError> {
    let folder = Arc::new(Folder::open(folder)?);
    let mut functions = vec![
        made(plugin, List(Arc::clone(&folder)), consent),
        made(plugin, Read(Arc::clone(&folder)), consent),
        made(plugin, Search(Arc::clone(&folder)), consent),
    ];
    match writing {
        Writing::Refused => {}
        Writing::Allowed => functions.push(made(plugin, Write(folder), consent)),
    }
    Ok(functions)
}

fn made<F: NativeFunction>(plugin: &PluginName, function: F, consent: &Consent) -> Arc<dyn Function> {
    let name = FunctionName { plugin: Some(plugin.clone()), function: F::NAME.to_owned() };
    Arc::new(Erased::asking(name, function, Some(consent.clone())))
}

struct List(Arc<Folder>);

impl NativeFunction for List {
    type Arguments = ListArguments;
    type Output = Listed;
    const NAME: &'static str = "list";
    const DESCRIPTION: &'static str = "Lists what is in the folder, or in a folder inside it.";
    const EFFECT: Effect = Effect::ReadsOnly;

    async fn run(&self, arguments: ListArguments, _: &CallScope) -> Result<Listed, FunctionError> {
        let path = arguments.path.unwrap_or_else(|| ".".to_owned());
        aside(&self.0, move |folder| folder.list(&path)).await
    }
}

struct Read(Arc<Folder>);

impl NativeFunction for Read {
    type Arguments = ReadArguments;
    type Output = ReadText;
    const NAME: &'static str = "read";
    const DESCRIPTION: &'static str = "Reads a text file, or some of its lines.";
    const EFFECT: Effect = Effect::ReadsOnly;

    async fn run(&self, arguments: ReadArguments, _: &CallScope) -> Result<ReadText, FunctionError> {
        aside(&self.0, move |folder| folder.read(&arguments)).await
    }
}

struct Search(Arc<Folder>);

impl NativeFunction for Search {
    type Arguments = SearchArguments;
    type Output = Found;
    const NAME: &'static str = "search";
    const DESCRIPTION: &'static str = "Finds a text in the files of the folder, whatever its case.";
    const EFFECT: Effect = Effect::ReadsOnly;

    async fn run(&self, arguments: SearchArguments, scope: &CallScope) -> Result<Found, FunctionError> {
        let cancel = scope.cancel.clone();
        aside(&self.0, move |folder| search::search(folder, &arguments, &|| cancel.is_cancelled())).await
    }
}

struct Write(Arc<Folder>);

impl NativeFunction for Write {
    type Arguments = WriteArguments;
    type Output = Written;
    const NAME: &'static str = "write";
    const DESCRIPTION: &'static str = "Writes a text file.";
    const EFFECT: Effect = Effect::Changes;

    async fn run(&self, arguments: WriteArguments, _: &CallScope) -> Result<Written, FunctionError> {
        aside(&self.0, move |folder| folder.write(&arguments)).await
    }
}

/// Works on files away from the threads that must not wait. What goes wrong is for the model to hear.
async fn aside<T: Send + 'static>(
    folder: &Arc<Folder>,
    work: impl FnOnce(&Folder) -> Result<T, FolderError> + Send + 'static,
) -> Result<T, FunctionError> {
    let folder = Arc::clone(folder);
    let worked = tokio::task::spawn_blocking(move || work(&folder)).await;
    worked
        .map_err(|error| FunctionError::broken(&error.to_string()))?
        .map_err(|error| report(error.to_string()))
}

#[cfg(test)]
mod tests;
