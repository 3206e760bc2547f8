//! What carries the messages of a server, and how they are read. The protocol itself is spoken by `rmcp`, which drops
//! each message it can't read and leaves the caller waiting; so a message is read here first.

mod events;
mod incoming;
mod mirrors;
mod old_web;
mod outline;
mod pipes;
mod response;
mod waiting;
mod web;
mod written;

pub(super) use incoming::NO_CODE;
pub(crate) use mirrors::MirrorError;
pub(super) use mirrors::Mirrors;
pub(super) use old_web::OldWeb;
pub(super) use pipes::PipeTransport;
pub(super) use web::{Web, WebFault};

/// A longer message is not kept.
const MAX_MESSAGE_BYTES: usize = limits::MCP_MESSAGE.size();
