//! A list of messages of Microsoft.Extensions.AI as it is serialised: `role`, and `contents` with a `$type` each.
//!
//! Names are in one piece. A call whose arguments are broken loses its error there; here it is kept among the
//! additional properties of the content.

mod contents;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

/// Says that nobody is to run a call: the service behind the client did.
const INFORMATIONAL: &str = "informationalOnly";

/// Where a call's arguments are kept that are not a JSON object.
const MALFORMED: &str = "malformedArguments";
