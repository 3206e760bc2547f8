//! Plugins that a person makes in the window. They are folders like all others, and are found as those are.

use crate::Workbench;
use crate::blocking::blocking;
use crate::contract::{CommandError, NamedOwnSource, PluginPlace};
use functions::sources::{DraftLook, PluginDraft, put_away};
use ports::SourceProblem;
use std::path::PathBuf;

impl Workbench {
    pub async fn document_read(&self, args: PluginDraft) -> Result<DraftLook, CommandError> {
        // A long document takes a while to read, and others should not wait for it.
        blocking(move || args.look().map_err(told)).await
    }

    pub async fn source_make(&self, args: PluginDraft) -> Result<PluginPlace, CommandError> {
        let plugins = self.plugins_folder();
        Ok(place(blocking(move || args.write(&plugins).map_err(told)).await?))
    }

    pub async fn source_put_away(&self, args: NamedOwnSource) -> Result<PluginPlace, CommandError> {
        let plugins = self.plugins_folder();
        let name = args.source.trim_start_matches("own:");
        Ok(place(put_away(&plugins, name).map_err(told)?))
    }
}

fn place(folder: PathBuf) -> PluginPlace {
    PluginPlace { folder: folder.display().to_string() }
}

fn told(problem: SourceProblem) -> CommandError {
    let SourceProblem { message, advice, file, line } = problem;
    let place = match (file, line) {
        (Some(file), Some(line)) => format!("{file}, line {line}: "),
        (Some(_) | None, _) => String::new(),
    };
    CommandError::failed(format!("{place}{message}"), advice)
}
