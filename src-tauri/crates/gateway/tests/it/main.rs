//! The gateway over real sockets: a program in front, its provider behind.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails loudly")]

mod ahead;
mod door;
mod going_on;
mod holding;
mod keeping_alive;
mod mishaps;
mod passing;
mod program;
mod view;
mod wire;
mod world;
