//! Makes a history that any provider takes out of one that was made with any other.
//!
//! A history may hold calls nobody answered, results nobody asked for, thoughts of another model and ids of another
//! provider's form. All of that is settled here, by the [`Rules`] a protocol declares, before it writes its request:
//! [`Outgoing::of_request`] gives turns in which every call has exactly one result right behind it. Whatever is told otherwise
//! than it was said is reported. Start reading at `writing.rs`.

mod adaptations;
mod difference;
mod exact;
mod frame;
mod ids;
mod pairing;
mod reason;
mod rendered;
mod rules;
mod segments;
mod turn;
mod writing;

#[cfg(test)]
mod tests;

pub(crate) use adaptations::{Adaptations, Encoded, Place};
pub(crate) use difference::Difference;
pub(crate) use exact::{ExactArguments, Restored};
pub(crate) use ids::{IdLength, IdRule};
pub(crate) use reason::Reason;
pub(crate) use rendered::{RenderedOutcome, arguments_object, arguments_text, render_outcome};
pub(crate) use rules::{ANNOTATIONS, CONTAINER, ON_TEXT, Rules, SystemTurns, Unclaimed};
pub(crate) use turn::{Answer, Call, Outgoing, Part, Said, Turn};
