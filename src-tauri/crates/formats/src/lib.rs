//! Conversations as other programs write them, in and out, each with a report of what could not be carried over.
//!
//! Pure values: text in, messages out, and back. Nothing here does IO, reads a clock or asks a provider; what is on a
//! live connection belongs to the connectors. Start reading at [`Format`], then [`import`] and [`export`], then the
//! folder of one format, each of which has `read` and `write`.

mod anthropic;
mod arguments;
mod calls;
mod conversation;
mod detect;
mod error;
mod export;
mod extensions_ai;
mod fields;
mod format;
mod function;
mod gemini;
mod import;
mod json_lines;
mod loss;
mod marks;
mod media;
mod names;
mod open_telemetry;
mod openai_chat;
mod openai_responses;
mod output;
mod own;
mod part;
mod reader;
mod segments;
mod semantic_kernel;
mod shape;
mod state;
#[cfg(test)]
mod support;
#[cfg(test)]
mod tests;
mod thoughts;
mod verify;
mod writer;

pub use conversation::MessageIds;
pub use detect::detect;
pub use error::ImportError;
pub use export::{Exported, export};
pub use format::Format;
pub use function::ImportedFunction;
pub use import::{Imported, import, import_as};
pub use loss::Loss;
pub use reader::{Incoming, LONGEST_MESSAGE, Reader, Rest, Spool, Spooled, SpooledText};
pub use writer::{Apart, ApartKind, Pieces, Streamed, Writer, stays_apart};
