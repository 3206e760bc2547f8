//! One member out of a package. Nothing else of a package is looked at, and nothing of it is run.

use crate::origin::Unfit;
use flate2::read::{DeflateDecoder, GzDecoder};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The end of a zip file, which tells where its list of members begins, without the comment that may follow.
const ZIP_END: usize = 22;
const ZIP_COMMENT: usize = 65_535;
const TAR_BLOCK: usize = 512;

/// Copies a member of a wheel, which is a zip file.
pub(crate) fn copy_from_zip(archive: &Path, member: &str, to: &mut dyn Write) -> io::Result<()> {
    let mut file = disk::open(archive)?;
    let (count, begin) = list_of_members(&mut file)?;
    file.seek(SeekFrom::Start(begin))?;
    for _ in 0..count {
        let mut head = [0; 46];
        file.read_exact(&mut head)?;
        if !head.starts_with(b"PK\x01\x02") {
            return Err(unreadable(Unfit::BrokenList));
        }
        let mut name = vec![0; usize::from(number16(&head, 28))];
        file.read_exact(&mut name)?;
        if name == member.as_bytes() {
            return copy_member(&mut file, &head, to);
        }
        let skipped = i64::from(number16(&head, 30)) + i64::from(number16(&head, 32));
        file.seek(SeekFrom::Current(skipped))?;
    }
    Err(unreadable(Unfit::NoMember { member: member.to_owned() }))
}

/// How many members there are, and where their list begins.
fn list_of_members(file: &mut File) -> io::Result<(u16, u64)> {
    let length = file.seek(SeekFrom::End(0))?;
    let tail = length.min((ZIP_END + ZIP_COMMENT) as u64);
    file.seek(SeekFrom::Start(length - tail))?;
    let mut end = Vec::new();
    file.read_to_end(&mut end)?;
    let place = end.windows(ZIP_END).rposition(|window| window.starts_with(b"PK\x05\x06"));
    let end = place.and_then(|place| end.get(place..)).ok_or_else(|| unreadable(Unfit::NoZip))?;
    Ok((number16(end, 10), u64::from(number32(end, 16))))
}

fn copy_member(file: &mut File, head: &[u8], to: &mut dyn Write) -> io::Result<()> {
    file.seek(SeekFrom::Start(u64::from(number32(head, 42))))?;
    let mut local = [0; 30];
    file.read_exact(&mut local)?;
    let skipped = i64::from(number16(&local, 26)) + i64::from(number16(&local, 28));
    file.seek(SeekFrom::Current(skipped))?;
    let packed = file.take(u64::from(number32(head, 20)));
    match number16(head, 10) {
        0 => copy(packed, to),
        8 => copy(DeflateDecoder::new(packed), to),
        method => Err(unreadable(Unfit::Method { method })),
    }
}

/// Copies a member of an npm package, which is a packed tar file.
pub(crate) fn copy_from_tar(archive: &Path, member: &str, to: &mut dyn Write) -> io::Result<()> {
    let mut unpacked = GzDecoder::new(disk::open(archive)?);
    loop {
        let mut head = [0; TAR_BLOCK];
        unpacked.read_exact(&mut head)?;
        if head.iter().all(|byte| *byte == 0) {
            return Err(unreadable(Unfit::NoMember { member: member.to_owned() }));
        }
        let size = tar_number(&head[124..136])?;
        if tar_name(&head) == member {
            return copy(unpacked.take(size), to);
        }
        let padded = size.div_ceil(TAR_BLOCK as u64) * TAR_BLOCK as u64;
        copy((&mut unpacked).take(padded), &mut io::sink())?;
    }
}

/// The name of a member. A long one is kept in two parts.
fn tar_name(head: &[u8; TAR_BLOCK]) -> String {
    let (folder, name) = (text(&head[345..500]), text(&head[..100]));
    if folder.is_empty() { name } else { format!("{folder}/{name}") }
}

fn copy(mut from: impl Read, to: &mut dyn Write) -> io::Result<()> {
    io::copy(&mut from, to).map(drop)
}

fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

fn tar_number(bytes: &[u8]) -> io::Result<u64> {
    u64::from_str_radix(text(bytes).trim(), 8).map_err(|_| unreadable(Unfit::Size))
}

fn number16(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn number32(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn unreadable(reason: Unfit) -> io::Error {
    Unfit::Package { reason: Box::new(reason) }.into()
}

#[cfg(test)]
mod tests;
