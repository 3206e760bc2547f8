//! What the program tells of itself while it runs.
//!
//! Its own log goes to standard error. Where the environment names a collector, each step of a turn is sent there as a
//! span, over OTLP; otherwise no span is even made. It knows no other crate of ours, only the target their spans have.
//! Start reading at [`Choices`], then [`begin`].

mod begin;
mod choices;
mod client;

pub use begin::{Telemetry, begin};
use choices::{Choices, Collector};
