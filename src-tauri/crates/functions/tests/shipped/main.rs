//! The functions that ship: what a model is told of them, what they are given, and that they answer whatever it writes.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "these are tests"
)]

mod binding;
mod properties;
mod schemas;
