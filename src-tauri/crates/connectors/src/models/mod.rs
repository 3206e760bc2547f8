//! What each model accepts, as data.
//!
//! Providers refuse settings by the model: one takes no temperature, another takes functions only while it does not
//! think. None of it is written as a condition on a name. The table that ships is `usual.toml`, each row with its
//! source; a person's own rows and what a provider tells of its models count for more. Rows go from the family to the
//! exceptions, so a model that appears tomorrow behaves as the newest of its family does.

mod facts;
mod listed;
mod name;
#[cfg(test)]
mod rows;
mod sayable;
mod settle;
mod table;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod wires;

pub use facts::{Budget, CacheWay, Functions, ModelFacts, ReasoningBack, Refusable, ThinkingFacts, Thinks};
pub use listed::{ListedModel, ToldFacts};
pub(crate) use sayable::Sayable;
pub(crate) use settle::settle;
pub use table::{ModelTable, TableError};
