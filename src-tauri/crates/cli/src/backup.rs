//! `callwright backup`: everything in one file. Keys are left out, and what can be fetched or made anew.

use crate::Ended;
use crate::core::{Core, with};
use crate::failure::Failure;
use crate::output::{remark, say, say_json};
use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tar::{Builder, EntryType, Header};
use workbench::Extent;
use workbench::contract::{CommandName, CopiedData};

/// The first entry of a backup, which says what it is.
pub(crate) const LABEL: &str = "callwright-backup.json";

/// The form of a backup.
pub(crate) const FORMAT: u32 = 1;

#[derive(Debug, Args)]
pub(crate) struct Backup {
    /// The file to write, a .tar.gz
    file: PathBuf,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Label {
    pub(crate) format: u32,
    pub(crate) version: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Printed {
    file: String,
    bytes: u64,
    /// Entries that are not regular files, or are files of another version.
    left_out: Vec<String>,
}

pub(crate) async fn run(args: Backup) -> Result<Ended, Failure> {
    let Backup { file, json } = args;
    if file.exists() {
        let advice = "Name another file, or remove this one.";
        return Err(Failure::new(format!("{} is there already", file.display()), advice));
    }
    let copied: CopiedData =
        with(Extent::Sessions, async |core: &Core| core.ask(CommandName::DataCopy).await).await?;
    let folder = PathBuf::from(&copied.folder);
    let packed = pack(&folder, &file);
    // The copy was made for the file alone.
    let _ = std::fs::remove_dir_all(&folder);
    let bytes = packed.map_err(|error| Failure::unwritten(&file, &error))?;
    if json {
        say_json(&Printed { file: file.display().to_string(), bytes, left_out: copied.left_out })?;
        return Ok(Ended::Well);
    }
    for name in &copied.left_out {
        remark(format_args!("{name} was left out: it is no regular file, or another version wrote it"));
    }
    say(format_args!("{} ({bytes} bytes) holds everything but keys.", file.display()))?;
    Ok(Ended::Well)
}

/// The file gets its name when everything is in it and on the disk.
fn pack(folder: &Path, file: &Path) -> io::Result<u64> {
    let unfinished = file.with_added_extension("unfinished");
    let packed = write(folder, &unfinished).and_then(|bytes| disk::rename(&unfinished, file).map(|()| bytes));
    if packed.is_err() {
        let _ = std::fs::remove_file(&unfinished);
    }
    packed
}

fn write(folder: &Path, unfinished: &Path) -> io::Result<u64> {
    let out = disk::private().write(true).create_new(true).open(unfinished)?;
    let mut archive = Builder::new(GzEncoder::new(out, Compression::default()));
    let label = Label { format: FORMAT, version: env!("CARGO_PKG_VERSION").to_owned() };
    let label = serde_json::to_vec(&label)?;
    let mut header = Header::new_gnu();
    header.set_entry_type(EntryType::Regular);
    header.set_mode(0o600);
    header.set_size(label.len() as u64);
    archive.append_data(&mut header, LABEL, &label[..])?;
    archive.append_dir_all("", folder)?;
    let out: File = archive.into_inner()?.finish()?;
    (&out).flush()?;
    out.sync_all()?;
    Ok(out.metadata()?.len())
}
