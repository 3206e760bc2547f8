//! The wire, once for all protocols: bytes into frames, attempts, time-outs, and what people see of it.
//!
//! A pure core (decoders, the retry rule, reading a refusal) and a rim that does the IO. A protocol hands
//! in an [`WireRequest`] and a [`Reader`] and gets an event stream. Start reading at [`reader`], then [`wire`].

mod answer_fault;
mod aws_events;
mod client;
mod complaint;
mod decoder;
mod echoes;
mod exchange;
mod hearing;
mod limits;
mod lines;
mod reader;
mod request;
mod retry;
mod slots;
mod sse;
#[cfg(test)]
pub(crate) mod testing;
mod whole;
mod wire;

pub use client::{Network, Proxying, bare_client};
pub use limits::{Limits, RetryRule};
pub use slots::Slots;

pub(crate) use answer_fault::AnswerFault;
pub(crate) use complaint::{Complaint, Unexplained};
pub(crate) use decoder::{Frame, FrameFault};
pub(crate) use hearing::Hearing;
pub(crate) use reader::{Fault, Reader, Reading, nameless};
pub(crate) use request::{Framing, Header, WireRequest};
pub(crate) use wire::Wire;
