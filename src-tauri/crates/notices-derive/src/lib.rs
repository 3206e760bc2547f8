//! The derive of `notices::Describe`: the words of a notice stand beside the variant that makes it.
//!
//! ```ignore
//! #[derive(Debug, thiserror::Error, Describe)]
//! #[notice(prefix = "store")]
//! pub enum StoreError {
//!     /// The id is "store.full", and its place is "path".
//!     #[error("the disk with {path} is full")]
//!     #[advice("Free some space and try again. Nothing that was shown is lost.")]
//!     Full { path: PathBuf },
//!     #[error("{path} can't be read: {source}")]
//!     NotAccessible { path: PathBuf, source: io::Error },
//!     #[error(transparent)]
//!     Files(FileError),
//! }
//! ```
//!
//! - `#[notice(prefix = "…")]`, once for each type. A variant's id is the prefix and its name in kebab case; a struct's
//!   id is the prefix alone. `#[notice(id = "…")]` keeps the id of a variant that was renamed.
//! - The words are those of thiserror's `#[error("…")]`. Without thiserror they stand in `#[notice("…")]`, and `Display`
//!   is derived as well. `transparent` in either passes on the only field, which has the derive itself.
//! - `#[advice("…")]` is what a person can do about it, on a variant or, for all that have none, on the type. Its id ends
//!   in ".advice"; equal advice of one type has one id.
//! - Places name fields, or constants. A field stands there as [`notices::AsValue`] says; with a format, as in `{ratio:.1}`,
//!   or marked `#[notice(text)]`, it stands there as `Display` writes it. Marked `#[notice(written)]`, it stands there as a
//!   phrase of other software, or one that has no id yet: a notice that is told as written.
//! - A field that is called `source` or `cause`, or is marked `#[source]` or `#[notice(cause)]`, is the cause. Words that
//!   end in ": {source}" end before the colon in the catalogue.

mod attributes;
mod expand;
mod model;
mod words;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// See the documentation of this crate.
#[proc_macro_derive(Describe, attributes(notice, advice))]
pub fn describe(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let described = model::read(&input).map(|described| expand::expand(&described));
    described.unwrap_or_else(|error| error.to_compile_error()).into()
}
