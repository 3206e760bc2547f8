//! Everything that is tested across crates, in one binary.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "these are tests"
)]

/// The binary of `tests/programs`.
const PROGRAMS: &str = env!("CARGO_BIN_EXE_programs");

mod aimock;
mod architecture;
mod attached;
mod bad_input;
mod binding;
mod canary;
mod captured;
mod content;
mod contract;
mod crash;
mod cut_answers;
mod cut_off;
mod documents;
mod durability;
mod event_files;
mod experiment_kills;
mod experiment_moments;
mod experiment_runs;
mod experiments;
mod functions;
mod gaps;
mod going_on;
mod histories;
mod hostile;
mod imported_names;
mod imported_settings;
mod imports;
mod instructions;
mod key_binding;
mod keychain;
mod lanes;
mod large_values;
mod marks;
mod mcp;
mod meanings;
mod migrations;
mod model_facts;
mod newer_settings;
#[cfg(unix)]
mod private_files;
mod recordings;
mod reduction;
mod refused;
mod requests;
mod reruns;
mod revived;
mod saved_exports;
mod search;
mod searched;
mod selection;
mod server;
mod service_trials;
mod services;
mod sessions;
#[cfg(target_os = "linux")]
mod soak;
#[cfg(unix)]
mod special_files;
mod telemetry;
mod threats;
mod turns;
mod weights;
mod windows;
