//! Pictures that a page draws of a session, because a browser alone has the fonts and the painter for it.

use super::{ExportError, named};
use crate::Workbench;
use crate::blocking::blocking;
use crate::contract::{CommandError, SavePicture, SavedFile};
use crate::exports::ExportFile;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;

/// How every PNG file begins.
const MAGIC: [u8; 8] = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n'];

impl Workbench {
    pub async fn picture_save(&self, args: SavePicture) -> Result<SavedFile, CommandError> {
        let SavePicture { session, png } = args;
        let bytes = decoded_png(&png)?;
        let name = named(&self.naming(&session).await?.title, "png");
        let folder = self.config().exports();
        blocking(move || ExportFile::write_all_of(&folder, &name, &bytes)).await
    }
}

/// The bytes of a picture that a page painted.
pub(crate) fn decoded_png(png: &str) -> Result<Vec<u8>, CommandError> {
    let decoded = BASE64_STANDARD.decode(png).ok().filter(|bytes| bytes.starts_with(&MAGIC));
    decoded.ok_or_else(|| CommandError::of(&ExportError::NotPng))
}
