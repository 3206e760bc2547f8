//! Plugins that a person makes in the window. They are folders like all others, and are found as those are.

use crate::Workbench;
use crate::blocking::blocking;
use crate::contract::{CommandError, ErrorCode, NamedOwnSource, PluginPlace};
use functions::sources::{DraftLook, PluginDraft, put_away};
use notices::{Describe, Notice};
use ports::SourceProblem;
use std::path::PathBuf;

impl Workbench {
    pub async fn document_read(&self, args: PluginDraft) -> Result<DraftLook, CommandError> {
        // A long document takes a while to read, and others should not wait for it.
        blocking(move || args.look().map_err(to_command_error)).await
    }

    pub async fn source_make(&self, args: PluginDraft) -> Result<PluginPlace, CommandError> {
        let plugins = self.plugins_folder();
        Ok(place(blocking(move || args.write(&plugins).map_err(to_command_error)).await?))
    }

    pub async fn source_put_away(&self, args: NamedOwnSource) -> Result<PluginPlace, CommandError> {
        let plugins = self.plugins_folder();
        let name = args.source.trim_start_matches("own:");
        Ok(place(put_away(&plugins, name).map_err(to_command_error)?))
    }
}

fn place(folder: PathBuf) -> PluginPlace {
    PluginPlace { folder: folder.display().to_string() }
}

/// A problem with its place in a file.
#[derive(Debug, Describe)]
#[notice(prefix = "problem-in-file")]
#[notice("{file}, line {line}: {problem}")]
pub(crate) struct ProblemInFile {
    file: String,
    line: usize,
    problem: Notice,
}

fn to_command_error(problem: SourceProblem) -> CommandError {
    let SourceProblem { message, advice, file, line } = problem;
    let message = match (file, line) {
        (Some(file), Some(line)) => ProblemInFile { file, line, problem: message }.notice(),
        (Some(_) | None, _) => message,
    };
    CommandError { code: ErrorCode::Failed, message, advice: advice.map(|advice| *advice) }
}
