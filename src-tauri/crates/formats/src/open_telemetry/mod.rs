//! Spans and events with the `gen_ai` attributes of OpenTelemetry's semantic conventions.
//!
//! Every span of a trace repeats the conversation so far, so the spans are laid over one another. Attributes may be a
//! plain map or a list of keys and typed values, and what they carry may be JSON or JSON in a text.

mod attributes;
mod events;
mod parts;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use attributes::plain;
pub(crate) use attributes::{has_some, is_message};
pub(crate) use read::read;
pub(crate) use write::write;

const INPUT: &str = "gen_ai.input.messages";
const OUTPUT: &str = "gen_ai.output.messages";
const SYSTEM: &str = "gen_ai.system_instructions";
const TOOLS: &str = "gen_ai.tool.definitions";
