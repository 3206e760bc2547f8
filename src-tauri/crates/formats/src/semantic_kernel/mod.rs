//! A chat history of Semantic Kernel as it is serialised: a list of messages with `Role: {Label}` and `Items`.
//!
//! Each item says its kind in `$type`. Plugin and function are written apart, so names survive whole. A call whose
//! arguments are broken cannot be serialised there; here it is, with what was written kept in the item's metadata.
//! What Semantic Kernel for Python writes is read too, and written as .NET has it.

mod early;
mod items;
mod python;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use python::is_message as is_python_message;
pub(crate) use read::read;
pub(crate) use write::write;

/// Where a call's arguments are kept that are not a JSON object.
const MALFORMED: &str = "MalformedArguments";
