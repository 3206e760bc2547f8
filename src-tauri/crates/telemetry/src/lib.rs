//! Logs and traces of the program itself.
//!
//! The log goes to standard error. If the environment names a collector, each step of a turn is sent there as a span over
//! OTLP; otherwise no span is created. It must not know another crate of the application, only the target of their spans.
//! Start reading at [`Choices`], then [`begin`].

mod begin;
mod choices;
mod client;

pub use begin::{Telemetry, begin};
use choices::{Choices, Collector};
