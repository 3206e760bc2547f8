//! The slice from end to end: the real core and the real page, in a browser and in the real window.
//!
//! Run by `cargo xtask test`, which builds what is started here and says where it is.

#![allow(clippy::expect_used, reason = "these are tests")]

mod accessible;
mod acme;
mod attached;
mod browser;
mod density;
mod experiments;
mod exports;
mod figures;
mod first_screen;
mod instructions;
mod keyboard;
mod lanes;
mod languages;
mod local_model;
mod pictures;
mod results;
mod services;
mod sessions;
mod sources;
mod stops;
mod transcript;
mod waiting;
mod walk;
mod window;

/// It makes the scripted model call the same function twice.
const QUESTION: &str = "What is the weather in Boston and in Oslo? Should I take an umbrella?";
