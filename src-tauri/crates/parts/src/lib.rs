//! Files the application uses and does not contain: what they are, and how they get here.
//!
//! A [`Manifest`] names each [`Part`] with its size, its hash, its licence and where it is to be had; [`Fetching`] brings it
//! into a folder. What arrives is used only if it is, byte for byte, the file that was named, and nothing of a package is
//! ever run. It does not know what a file is for. Start reading at [`Part`], then at [`Fetching`].

mod archive;
mod clients;
mod digest;
mod download;
mod fetch;
mod flaw;
mod hub;
mod joined;
mod manifest;
mod progress;
mod space;

pub use clients::Clients;
pub use digest::sha256;
pub use fetch::{FetchError, Fetching};
pub use flaw::{Flaw, Thoroughness};
pub use hub::hub;
pub use manifest::{Manifest, Part, Piece, Source, Tried};
pub use progress::{FetchProgress, FetchStep};
