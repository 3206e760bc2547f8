//! `callwright export`: writes a session in the form of another program, or for people.

use crate::Ended;
use crate::core::{Core, with};
use crate::failure::Failure;
use crate::form::{Form, Target};
use crate::output::{remark, write};
use crate::sessions::{named, title_of};
use clap::Args;
use content::{MessageId, SessionId};
use formats::{Document, Format};
use std::path::{Path, PathBuf};
use workbench::Extent;
use workbench::contract::{CommandName, ExportSession, ExportedSession, Loss, SavedSession};

#[derive(Debug, Args)]
pub(crate) struct Export {
    /// The id of a session, the beginning of it, or a title
    session: String,
    #[arg(long, value_enum, default_value_t = Form::Callwright)]
    format: Form,
    /// The file to write, instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What was written, and where it is.
enum Written {
    Text(String),
    /// A file of the data folder, for what is too long to be passed on as a text.
    File(PathBuf),
}

pub(crate) async fn run(args: Export) -> Result<Ended, Failure> {
    let Export { session, format, output } = args;
    let (written, losses) = with(Extent::Sessions, async |core: &Core| {
        let session = named(core, &session).await?;
        match format.target() {
            Target::Format(format) => export(core, session, format).await,
            Target::Document(form) => export_document(core, session, form).await,
        }
    })
    .await?;
    let delivered = deliver(&written, output.as_deref());
    if let Written::File(file) = &written {
        // The person has it elsewhere.
        let _ = std::fs::remove_file(file);
    }
    delivered?;
    for Loss { place, what } in losses {
        remark(format_args!("{place}: {what}"));
    }
    Ok(Ended::Well)
}

/// Writes a session to a file, without a word about what its form can't hold.
pub(crate) async fn to_file(
    core: &Core,
    session: SessionId,
    format: Format,
    path: &Path,
) -> Result<(), Failure> {
    let (written, _) = export(core, session, format).await?;
    let delivered = deliver(&written, Some(path));
    if let Written::File(file) = &written {
        let _ = std::fs::remove_file(file);
    }
    delivered
}

async fn export(core: &Core, session: SessionId, format: Format) -> Result<(Written, Vec<Loss>), Failure> {
    let args = ExportSession { session, format };
    let exported: ExportedSession = core.call(CommandName::SessionExport, args.clone()).await?;
    if let Some(text) = exported.text {
        return Ok((Written::Text(text), exported.losses));
    }
    let saved: SavedSession = core.call(CommandName::SessionSave, args).await?;
    Ok((Written::File(PathBuf::from(saved.file.path)), saved.losses))
}

/// A document is written from our own form, which holds everything.
async fn export_document(
    core: &Core,
    session: SessionId,
    form: Document,
) -> Result<(Written, Vec<Loss>), Failure> {
    let title = title_of(core, &session).await?;
    let text = match export(core, session, Format::Own).await?.0 {
        Written::Text(text) => text,
        Written::File(file) => {
            let text =
                disk::read_text(&file, limits::IMPORT_WHOLE).map_err(|error| Failure::unread(&file, &error));
            let _ = std::fs::remove_file(&file);
            text?
        }
    };
    let imported = formats::import_as(Format::Own, &text, &|| MessageId::new("message"));
    let imported = imported
        .map_err(|error| Failure::new(format!("the session can't be written as a document: {error}"), ""))?;
    let written = formats::document(form, &title, &imported.messages);
    Ok((Written::Text(written.text), written.losses))
}

fn deliver(written: &Written, output: Option<&Path>) -> Result<(), Failure> {
    match (written, output) {
        (Written::Text(text), None) => {
            let end: &[u8] = if text.ends_with('\n') { b"" } else { b"\n" };
            write(text.as_bytes()).and_then(|()| write(end))
        }
        (Written::Text(text), Some(path)) => {
            disk::replace(path, text.as_bytes()).map_err(|error| Failure::unwritten(path, &error))
        }
        (Written::File(file), None) => {
            let copied =
                disk::open(file).and_then(|mut file| std::io::copy(&mut file, &mut std::io::stdout()));
            copied
                .map(drop)
                .map_err(|error| Failure::new(format!("the session can't be written: {error}"), ""))
        }
        (Written::File(file), Some(path)) => {
            let beside = path.with_added_extension("new");
            let _ = std::fs::remove_file(&beside);
            let copied = disk::copy(file, &beside).and_then(|()| disk::rename(&beside, path));
            copied.map_err(|error| Failure::unwritten(path, &error))
        }
    }
}
