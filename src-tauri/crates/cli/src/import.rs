//! `callwright import`: makes sessions of conversations in files.

use crate::core::{Core, with};
use crate::failure::Failure;
use crate::form::Form;
use crate::output::say_json;
use crate::printed_loss::{PrintedLoss, printed_losses};
use crate::{Ended, serve};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};
use workbench::contract::{
    BeginImport, BegunImport, CommandName, ImportPiece, ImportProgress, ImportedSession, NamedSession,
    Nothing, TakenSetting,
};
use workbench::{Extent, PieceError, TextPieces};

#[derive(Debug, Args)]
pub(crate) struct Import {
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

/// What came of one file.
#[derive(Serialize)]
struct Imported<'a> {
    file: String,
    session: &'a str,
    title: &'a str,
    format: String,
    messages: usize,
    losses: Vec<PrintedLoss<'a>>,
    /// The settings of the request, with which the session goes on.
    settings: &'a [TakenSetting],
    /// The functions that are defined there and not here.
    functions: Vec<&'a str>,
}

pub(crate) async fn run(args: Import) -> Result<Ended, Failure> {
    let Import { files, json } = args;
    let mut all = Vec::new();
    let imported = with(Extent::Sessions, async |core: &Core| {
        for file in &files {
            let imported = import(core, file).await.map_err(|failure| failure.of_file(file))?;
            if !json {
                serve::tell(&imported)?;
            }
            all.push((file, imported));
        }
        Ok(())
    })
    .await;
    // What was imported before a file that failed is there, so it is told.
    if json {
        say_json(&all.iter().map(|(file, imported)| describe_import(file, imported)).collect::<Vec<_>>())?;
    }
    imported.map(|()| Ended::Well)
}

fn describe_import<'a>(file: &Path, imported: &'a ImportedSession) -> Imported<'a> {
    let ImportedSession { session, format, messages, losses, functions, settings, model: _ } = imported;
    Imported {
        file: file.display().to_string(),
        session: session.id.as_str(),
        title: &session.title,
        format: Form::name(*format),
        messages: *messages,
        losses: printed_losses(losses),
        settings,
        functions: functions.iter().map(|function| function.name.as_str()).collect(),
    }
}

/// A file goes in piece by piece, so that its length does not matter.
async fn import(core: &Core, path: &Path) -> Result<ImportedSession, Failure> {
    let unread = |error: &std::io::Error| Failure::unread(path, error);
    let file = disk::open(path).map_err(|error| unread(&error))?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    let BegunImport { session } = core.call(CommandName::ImportBegin, BeginImport { name }).await?;
    for (number, piece) in (0..).zip(TextPieces::of(file)) {
        let text = match piece {
            Ok(text) => text,
            Err(error) => {
                let _: Nothing = core.call(CommandName::ImportStop, NamedSession { session }).await?;
                return Err(match error {
                    PieceError::File(error) => unread(&error),
                    PieceError::NotText => Failure::new(error.to_string(), "Nothing was imported."),
                });
            }
        };
        let piece = ImportPiece { session: session.clone(), number, text };
        let _: ImportProgress = core.call(CommandName::ImportPiece, piece).await?;
    }
    core.call(CommandName::ImportEnd, NamedSession { session }).await
}
