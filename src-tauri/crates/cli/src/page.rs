//! The page inside this program.

use server::{EmbeddedFile, Page};
use std::path::PathBuf;

const FILES: &[EmbeddedFile] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The page in a folder a person names, else the one inside.
pub(crate) fn chosen(folder: Option<PathBuf>) -> Page {
    folder.map_or(Page::Embedded(FILES), Page::Folder)
}

pub(crate) fn is_embedded() -> bool {
    !FILES.is_empty()
}
