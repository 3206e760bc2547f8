//! `cargo xtask test`: everything that must hold, from formatting to the real window.
//!
//! `steps` lists what is checked and what each step needs, `work` does it, `runner` goes through the list and
//! `report` tells how it went. `hermetic` is where tests run: without a network and with an empty home.

mod engine;
mod hermetic;
mod isolation;
mod report;
mod runner;
mod steps;
mod tally;
mod work;

pub(crate) use runner::check;
pub(crate) use steps::{StepId, filtered_step_names, step_names};
