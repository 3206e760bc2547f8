//! `callwright export`: writes a session in the form of another program, or for people.

use crate::Ended;
use crate::core::{Core, with};
use crate::failure::Failure;
use crate::form::Form;
use crate::output::{remark, write};
use crate::printed_loss::printed_losses;
use crate::sessions::named;
use clap::Args;
use content::SessionId;
use formats::Format;
use std::path::{Path, PathBuf};
use workbench::Extent;
use workbench::contract::{CommandName, ExportForm, ExportSession, ExportedSession, Loss, SavedSession};

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
        export(core, session, format.target()).await
    })
    .await?;
    let delivered = deliver(&written, output.as_deref());
    if let Written::File(file) = &written {
        // The person has it elsewhere.
        let _ = std::fs::remove_file(file);
    }
    delivered?;
    printed_losses(&losses).iter().for_each(remark);
    Ok(Ended::Well)
}

/// Writes a session to a file, without a word about what its form can't hold.
pub(crate) async fn to_file(
    core: &Core,
    session: SessionId,
    format: Format,
    path: &Path,
) -> Result<(), Failure> {
    let (written, _) = export(core, session, format.into()).await?;
    let delivered = deliver(&written, Some(path));
    if let Written::File(file) = &written {
        let _ = std::fs::remove_file(file);
    }
    delivered
}

async fn export(
    core: &Core,
    session: SessionId,
    format: ExportForm,
) -> Result<(Written, Vec<Loss>), Failure> {
    let args = ExportSession { session, format };
    let exported: ExportedSession = core.call(CommandName::SessionExport, args.clone()).await?;
    if let Some(text) = exported.text {
        return Ok((Written::Text(text), exported.losses));
    }
    let saved: SavedSession = core.call(CommandName::SessionSave, args).await?;
    Ok((Written::File(PathBuf::from(saved.file.path)), saved.losses))
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
