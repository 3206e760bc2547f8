//! Counterparts on this machine, for tests that talk over real sockets.
//!
//! It knows no crate of ours, so that a crate's own tests can use it without linking the application. Start reading
//! at [`provider`].

#![allow(clippy::expect_used, reason = "what tests stand on fails loudly")]

pub mod provider;
pub mod registry;
