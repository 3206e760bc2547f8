//! Keeps secrets out of whatever is shown, kept or passed on: texts, values, texts that arrive in pieces, addresses.
//!
//! A secret is found by its value, also where a counterpart wrote some of its letters as escapes. It is not found where a
//! counterpart encoded it as a whole, in base 64 for instance. Start reading at [`Redactor`].

mod address;
mod letter;
mod names;
mod pieces;
mod redactor;

pub use address::{password_of, without_passwords};
pub use names::{is_secret_name, is_secret_value};
pub use pieces::Pieces;
pub use redactor::{REDACTED, Redactor};
