//! Downloads files that the application uses and does not contain.
//!
//! A [`Manifest`] names each [`Part`] with its size, hash, licence and sources; [`Fetching`] brings it into a folder. A file is
//! used only if it is, byte for byte, the one in the manifest, and nothing in a package is ever run. This crate must not know
//! what a file is for. Start reading at [`Part`], then at [`Fetching`].

mod archive;
mod clients;
mod digest;
mod download;
mod fetch;
mod flaw;
mod hub;
mod joined;
mod manifest;
mod notice_list;
mod origin;
mod progress;

pub use clients::Clients;
pub use digest::sha256;
pub use fetch::{FetchError, Fetching};
pub use flaw::{Flaw, Thoroughness};
pub use hub::hub;
pub use manifest::{Manifest, ManifestError, Part, PartFault, Piece, Source, Tried};
pub use notice_list::NOTICES;
pub use origin::Attempt;
pub use progress::{FetchProgress, FetchStep};
