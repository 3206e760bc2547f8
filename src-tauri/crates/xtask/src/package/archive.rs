//! Tar archives that are the same for the same files: no times, no owner, folders before what is in them.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{Builder, EntryType, Header};

use super::tree::{EXECUTABLE, Entry, Tree};
use super::{Facts, read, write};
use crate::output::Output;
use crate::process;

/// `NAME-VERSION-PLATFORM.tar.gz`, which is unpacked anywhere.
pub(super) fn make(name: &str, tree: &Tree, facts: &Facts, out: &Path) -> Result<PathBuf> {
    let name = format!("{name}-{}-{}-{}", facts.version, std::env::consts::OS, std::env::consts::ARCH);
    let file = out.join(format!("{name}.tar.gz"));
    write(&file, &packed(&format!("{name}/"), tree.entries(), Compression::best())?)?;
    Ok(file)
}

/// The entries below a folder whose name ends in a slash.
pub(super) fn packed(below: &str, entries: &[Entry], compression: Compression) -> Result<Vec<u8>> {
    Ok(write_all(GzEncoder::new(Vec::new(), compression), below, entries)?.finish()?)
}

/// The same by `xz` where that is installed, which makes programs a fifth smaller. Returns the ending of its name too.
pub(super) fn squeezed(below: &str, entries: &[Entry], work: &Path) -> Result<(&'static str, Vec<u8>)> {
    if process::on_path("xz").is_none() {
        return Ok(("gz", packed(below, entries, Compression::best())?));
    }
    let plain = work.join("unfinished.tar");
    write(&plain, &packed_plain(below, entries)?)?;
    let mut xz = process::command("xz");
    // One thread, because the result of several depends on their number.
    xz.args(["-9", "--threads=1", "--force"]).arg(&plain);
    process::run(xz, &Output::Terminal)?;
    let file = plain.with_extension("tar.xz");
    let bytes = read(&file)?;
    std::fs::remove_file(&file)?;
    Ok(("xz", bytes))
}

/// The same without compression.
pub(super) fn packed_plain(below: &str, entries: &[Entry]) -> Result<Vec<u8>> {
    write_all(Vec::new(), below, entries)
}

fn write_all<W: Write>(out: W, below: &str, entries: &[Entry]) -> Result<W> {
    let mut archive = Builder::new(out);
    let mut folders = BTreeSet::new();
    for Entry { path, mode, bytes } in entries {
        let path = format!("{below}{path}");
        for (place, _) in path.match_indices('/').filter(|(place, _)| *place > 0) {
            let folder = &path[..=place];
            if folder != "./" && folders.insert(folder.to_owned()) {
                append(&mut archive, EntryType::Directory, folder, EXECUTABLE, &[])?;
            }
        }
        append(&mut archive, EntryType::Regular, &path, *mode, bytes)?;
    }
    Ok(archive.into_inner()?)
}

fn append(
    archive: &mut Builder<impl Write>,
    kind: EntryType,
    path: &str,
    mode: u32,
    bytes: &[u8],
) -> Result<()> {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_mode(mode);
    header.set_size(bytes.len() as u64);
    header.set_mtime(0);
    header.set_uid(0);
    header.set_gid(0);
    archive.append_data(&mut header, path, bytes)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn an_archive_has_its_folders_first_and_is_the_same_each_time() {
        let tree = Tree::sample();
        let bytes = packed("here/", tree.entries(), Compression::best()).unwrap();
        assert_eq!(bytes, packed("here/", tree.entries(), Compression::best()).unwrap());
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(bytes.as_slice()));
        let mut found = Vec::new();
        for entry in archive.entries().unwrap() {
            let mut entry = entry.unwrap();
            let mut text = String::new();
            entry.read_to_string(&mut text).unwrap();
            let path = entry.path().unwrap().display().to_string();
            found.push((path, entry.header().mode().unwrap(), text));
        }
        let expected = [
            ("here/", EXECUTABLE, ""),
            ("here/bin/", EXECUTABLE, ""),
            ("here/bin/callwright", EXECUTABLE, "#!/bin/sh\n"),
            ("here/share/", EXECUTABLE, ""),
            ("here/share/doc/", EXECUTABLE, ""),
            ("here/share/doc/callwright/", EXECUTABLE, ""),
            ("here/share/doc/callwright/LICENSE-MIT", 0o644, "A licence"),
        ];
        assert_eq!(found, expected.map(|(path, mode, text)| (path.to_owned(), mode, text.to_owned())));
    }
}
