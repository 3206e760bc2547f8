//! The whole loop with a model in a file: a tiny one of random weights, and in the long mode one that was really taught.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "these are tests"
)]

mod questions;
mod real;
mod turns;
