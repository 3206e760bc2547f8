//! Redacts secrets in everything that is shown, stored or passed on: texts, values, streamed texts, addresses.
//!
//! A secret is found by its value, also where some of its letters are written as escapes. A secret encoded as a whole, in
//! Base64 for instance, is missed. Nothing here may log, store or hand out a secret. Start reading at [`Redactor`].

mod address;
mod error;
mod letter;
mod names;
mod pieces;
mod redactor;

pub use address::{password_of, without_passwords};
pub use error::describe_error;
pub use names::{is_secret_name, is_secret_value};
pub use pieces::Pieces;
pub use redactor::{REDACTED, Redactor};
