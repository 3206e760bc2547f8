//! Imports and exports conversations in other programs' formats, each with a report of losses.
//!
//! Pure values: text in, messages out, and back. Nothing here does IO, reads a clock or asks a provider; live connections
//! belong to the connectors. Start reading at [`Format`], then [`import`] and [`export`], then the folder of one format, each
//! of which has `read` and `write`.
//!
//! ```
//! use content::{MessageId, Role};
//! use formats::{Format, export, import};
//!
//! let request = r#"{
//!     "model": "claude-opus-5-5",
//!     "max_tokens": 1000,
//!     "messages": [
//!         { "role": "user", "content": "Will it rain in Oslo?" },
//!         { "role": "assistant", "content": [
//!             { "type": "tool_use", "id": "toolu_1", "name": "get_forecast", "input": { "city": "Oslo" } }
//!         ] }
//!     ]
//! }"#;
//! let imported = import(request, &|| MessageId::new("message"))?;
//! assert_eq!(imported.format, Format::Anthropic);
//! let roles: Vec<Role> = imported.messages.iter().map(|message| message.role).collect();
//! assert_eq!(roles, [Role::User, Role::Assistant]);
//! assert!(!imported.losses.is_empty(), "a history has no place for the limit on tokens, and the import says so");
//!
//! let exported = export(Format::OpenAiChat, &imported.messages);
//! assert!(exported.text.contains(r#""tool_calls""#));
//! # Ok::<(), formats::ImportError>(())
//! ```

mod anthropic;
mod arguments;
mod beside;
mod calls;
mod conversation;
mod detect;
mod document;
mod error;
mod expected;
mod export;
mod extensions_ai;
mod fields;
mod format;
mod function;
mod gemini;
mod import;
mod imported;
mod json_lines;
mod loss;
mod lost;
mod marks;
mod media;
mod names;
mod notice_list;
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
mod text;
mod thoughts;
mod value;
mod verify;
mod writer;

pub use beside::Beside;
pub use conversation::MessageIds;
pub use detect::detect;
pub use document::{Document, Heading, Lane, ModelNames, Page, document, document_of_lanes, text_in_markup};
pub use error::ImportError;
pub use expected::{Expected, Spot};
pub use export::{Exported, export};
pub use format::{Format, Streamed};
pub use import::{import, import_as};
pub use imported::{Imported, ImportedFunction};
pub use loss::Loss;
pub use lost::is_of_origin;
pub use notice_list::NOTICES;
pub use open_telemetry::plain;
pub use reader::{Incoming, Reader, Rest, Spool, Spooled, SpooledText};
pub use text::LONGEST_MESSAGE;
pub use writer::{Apart, ApartKind, Pieces, Writer, stays_apart};
