//! Requests looked at, written down and sent by hand, without a turn.
//!
//! Nothing here touches a history but [`Workbench::trial_use`], which a person asks for. Start reading at `composed.rs`,
//! which makes the request that a turn would make.
//!
//! [`Workbench::trial_use`]: crate::Workbench::trial_use

mod code;
mod compared;
mod composed;
mod error;
mod estimate;
mod parts;
mod shown;
mod trials;

pub(crate) use compared::WrittenRequest;
pub(crate) use error::{NothingAhead, RequestError, Unshown};
pub(crate) use parts::Words;
