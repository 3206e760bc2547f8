//! Between somebody else's program and its model: hold, look, edit, pass on.
//!
//! It speaks the protocol of each provider as a *server*. Bytes that nobody edited pass verbatim in both directions; an edit
//! changes only what it must. Nothing here keeps a session or decides where to stop: a request that arrives is a step of an
//! ordinary turn, which the application runs. Start reading at [`Protocol`], then [`dialect`], then the folder of one
//! protocol.

#[allow(dead_code, reason = "nothing answers a program yet")]
mod chat;
mod dialect;
mod frames;
mod framing;
#[allow(dead_code, reason = "nothing answers a program yet")]
mod gemini;
mod members;
mod names;
mod protocol;
#[cfg(test)]
mod testing;
mod held;
mod messages;
mod order;
mod original;
mod protocol;
mod responses;
mod splice;
#[cfg(test)]
mod taping;

pub use dialect::{Complaint, Head, WantedCall, WrittenAnswer};
pub use frames::{Frame, Frames};
pub use protocol::Protocol;
