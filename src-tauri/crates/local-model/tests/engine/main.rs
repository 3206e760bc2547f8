//! Models in files with the engine that loads them: tiny ones of random weights that the tests write themselves.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "these are tests"
)]

mod asking;
mod faults;
mod guarded;
mod writing;
