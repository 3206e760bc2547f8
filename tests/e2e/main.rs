//! The slice from end to end: the real core and the real page, in a browser and in the real window.
//!
//! Run by `cargo xtask test`, which builds what is started here and says where it is.

#![allow(clippy::expect_used, reason = "these are tests")]

mod accessible;
mod browser;
mod exports;
mod lanes;
mod languages;
mod local_model;
mod pictures;
mod walk;
mod window;
