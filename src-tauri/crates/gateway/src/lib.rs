//! Between somebody else's program and its model: hold, look, edit, pass on.
//!
//! It speaks the protocol of each provider as a *server*. Bytes that nobody edited pass verbatim in both directions; an edit
//! changes only what it must. Nothing here keeps a session or decides where to stop: a request that arrives is a step of an
//! ordinary turn, which the application runs. Start reading at [`Exchange`], then [`dialect`], then the folder of one
//! protocol.

mod asked;
mod chat;
mod conversation;
mod dialect;
mod exchange;
mod frames;
mod framing;
mod gemini;
mod headers;
mod held;
mod json;
mod members;
mod messages;
mod names;
mod notice_list;
mod order;
mod original;
mod outlet;
mod passage;
mod protocol;
mod request;
mod responses;
mod rewrite;
mod route;
mod server;
mod splice;
#[cfg(test)]
mod taping;
#[cfg(test)]
mod testing;

pub use conversation::{Continuation, Fingerprint, Outline, Relation, Shared, continues};
pub use dialect::{Complaint, Head, WantedCall, WrittenAnswer};
pub use exchange::{ALIVE_EVERY, Arrived, Exchange, HEAD_AFTER, HoldRules, Upstream, Waits};
pub use frames::{Frame, Frames};
pub use names::offered_name as written_name;
pub use notice_list::NOTICES;
pub use outlet::{Delivery, Ending, Outlet, ResponseHead};
pub use passage::{nowhere, pass_through, unavailable};
pub use protocol::Protocol;
pub use request::{ProgramRequest, RequestFault};
pub use rewrite::{Change, RewriteFault, Rewritten, Wanted, rewritten};
pub use route::{
    ANTHROPIC_BASE, AddressFault, GEMINI_BASE, OPENAI_BASE, Provider, Route, upstream, with_model,
};
pub use server::{Gateway, GatewayError, Incoming, Programs};
