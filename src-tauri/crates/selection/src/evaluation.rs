//! Measures the quality of a ranking against queries with known fitting functions.
//!
//! It does not know where queries come from: data of others, or a person's own sessions. Start reading at [`measure`],
//! which does everything.

mod data;
mod measures;
mod method;
mod run;

pub use data::{Data, DataError, Query};
pub use measures::{Measures, auroc};
pub use method::{Context, Method};
pub use run::{Labelled, Miss, Ranker, Report, VectorOf, measure};
