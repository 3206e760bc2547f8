//! A package of Debian and Ubuntu: an `ar` archive of a version, a description and the files.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use flate2::Compression;

use super::archive::{packed, squeezed};
use super::tree::{Entry, PLAIN};
use super::{Facts, Packaged, write};

pub(super) fn make(packaged: &Packaged<'_>, facts: &Facts, out: &Path) -> Result<PathBuf> {
    let (architecture, tree) = (architecture()?, packaged.tree);
    let file = out.join(format!("{}_{}_{architecture}.deb", packaged.name, facts.version));
    let control = Entry {
        path: "control".to_owned(),
        mode: PLAIN,
        bytes: control(packaged, facts, architecture).into_bytes(),
    };
    let (ending, files) = squeezed("./usr/", tree.entries(), out)?;
    let files_in = format!("data.tar.{ending}");
    let members = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", packed("./", &[control], Compression::best())?),
        (files_in.as_str(), files),
    ];
    write(&file, &ar(&members))?;
    Ok(file)
}

pub(super) fn architecture() -> Result<&'static str> {
    match std::env::consts::ARCH {
        "x86_64" => Ok("amd64"),
        "aarch64" => Ok("arm64"),
        other => bail!("Debian's name for the processor {other} is not known here"),
    }
}

fn control(packaged: &Packaged<'_>, facts: &Facts, architecture: &str) -> String {
    let Packaged { name, summary, about, tree, glibc, debian_needs, .. } = packaged;
    let size: usize = tree.entries().iter().map(|entry| entry.bytes.len().div_ceil(1024)).sum();
    let libc = glibc.map_or_else(|| "libc6".to_owned(), |version| format!("libc6 (>= {version})"));
    let needs: Vec<_> = [libc].iter().chain(debian_needs).cloned().collect();
    let needs = needs.join(", ");
    format!(
        "Package: {name}\nVersion: {}\nArchitecture: {architecture}\nMaintainer: The Callwright developers \
         <developers@callwright.invalid>\nInstalled-Size: {size}\nDepends: {needs}\nSection: devel\n\
         Priority: optional\nDescription: {summary}\n {about}\n",
        facts.version
    )
}

/// The archive format of Unix: a line of fixed columns before each member, which begins at an even place.
fn ar(members: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut archive = b"!<arch>\n".to_vec();
    for (name, bytes) in members {
        let header = format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, "100644", bytes.len());
        archive.extend_from_slice(header.as_bytes());
        archive.extend_from_slice(bytes);
        if bytes.len() % 2 == 1 {
            archive.push(b'\n');
        }
    }
    archive
}

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;
    use super::*;
    use crate::process;

    #[test]
    fn members_of_an_archive_begin_at_even_places() {
        let archive =
            ar(&[("debian-binary", b"2.0\n".to_vec()), ("odd", b"123".to_vec()), ("last", Vec::new())]);
        assert_eq!(archive.len(), 8 + 60 + 4 + 60 + 4 + 60);
        assert_eq!(&archive[8..24], b"debian-binary   ");
        assert_eq!(&archive[66..68], b"`\n");
        assert_eq!(&archive[8 + 60 + 4..8 + 60 + 4 + 3], b"odd");
    }

    #[test]
    fn the_description_names_the_library_the_program_needs() {
        let (tree, facts) = (Tree::sample(), Facts::sample("1.2.3"));
        let glibc = super::super::glibc::needed(b"\0GLIBC_2.34\0");
        let packaged = Packaged { glibc, ..Packaged::command_line(&tree, &facts) };
        let control = control(&packaged, &facts, "amd64");
        assert!(control.contains("\nVersion: 1.2.3\n") && control.contains("libc6 (>= 2.34)"), "{control}");
        assert!(control.lines().all(|line| !line.is_empty()), "an empty line would end it");
    }

    /// Where the tool of Debian is installed, it reads what was made here.
    #[test]
    fn a_package_is_read_by_the_tool_of_debian() {
        if process::on_path("dpkg-deb").is_none() {
            return;
        }
        let out = std::env::temp_dir().join(format!("callwright-deb-{}", std::process::id()));
        let (tree, facts) = (Tree::sample(), Facts::sample("1.2.3"));
        let file = make(&Packaged::command_line(&tree, &facts), &facts, &out).unwrap();
        let read = |question: &str| {
            let mut dpkg = process::command("dpkg-deb");
            dpkg.arg(question).arg(&file);
            process::capture(dpkg).unwrap()
        };
        let (described, listed) = (read("--field"), read("--contents"));
        std::fs::remove_dir_all(&out).unwrap();
        assert!(described.contains("Version: 1.2.3\n"), "{described}");
        assert!(listed.contains("usr/bin/callwright\n"), "{listed}");
    }
}
