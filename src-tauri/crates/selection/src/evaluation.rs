//! How good a ranking is, measured against queries whose fitting functions are known.
//!
//! It knows nothing of where queries come from: data of others, or a person's own sessions. Start reading at
//! [`measure`], which does it all.

mod data;
mod measures;
mod method;
mod run;

pub use data::{Data, DataError, Query};
pub use measures::{Measures, auroc};
pub use method::{Context, Method};
pub use run::{Labelled, Miss, Ranker, Report, VectorOf, measure};
