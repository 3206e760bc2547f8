//! The program as a person or a script runs it, each test with a data folder of its own.

#![cfg(unix)]
#![allow(clippy::expect_used, reason = "a test that can't be set up fails loudly")]

mod asking;
mod attached;
mod bad_input;
mod concluding;
mod copies;
mod doctor;
mod exporting;
mod home;
mod importing;
mod judging;
mod keeping;
mod linked;
mod running;
mod sessions;
mod testing;
