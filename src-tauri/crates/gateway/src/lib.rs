//! Between somebody else's program and its model: hold, look, edit, pass on.
//!
//! It speaks the protocol of each provider as a *server*. Bytes that nobody edited pass verbatim in both directions; an edit
//! changes only what it must. Nothing here keeps a session or decides where to stop: a request that arrives is a step of an
//! ordinary turn, which the application runs. Start reading at [`Exchange`].
//!
//! | module | what it is |
//! | --- | --- |
//! | `server`, `route` | the address of a program, and where a request goes |
//! | `relay` | an address in front of that of a program, which still answers when the application has gone |
//! | `request` | what a program asks: read, recognised as part of a conversation, rewritten |
//! | `exchange` | one request with its response: passed on, held, changed, answered by somebody else |
//! | `dialects` | the four protocols as their servers write them; nothing outside knows their JSON |
//! | `spans` | spans that a program exports, where it can't be pointed here |
//! | `streams`, `json` | frames and JSON texts that change in one place only |

mod dialects;
mod exchange;
mod json;
mod notice_list;
mod protocol;
mod relay;
mod request;
mod route;
mod server;
mod spans;
mod streams;
#[cfg(test)]
mod testing;

pub use dialects::{Complaint, Head, WantedCall, WrittenAnswer, written_name};
pub use exchange::{
    ALIVE_EVERY, Arrived, Delivery, Ending, Exchange, HEAD_AFTER, HoldRules, NO_KEY, Outlet, ResponseHead,
    ResponseMark, Secrets, Upstream, Waits, kept_back, nowhere, pass_through, unavailable,
};
pub use notice_list::NOTICES;
pub use protocol::Protocol;
pub use relay::{Alone, Relay, RelayError};
pub use request::{
    Change, Continuation, Fingerprint, GoesOnFrom, History, ImportedSettings, Outline, ProgramRequest,
    Relation, RequestFault, RewriteFault, Rewritten, Shared, TakenSetting, Wanted, continues, rewritten,
};
pub use route::{
    ANTHROPIC_BASE, AddressFault, GEMINI_BASE, OPENAI_BASE, Provider, Route, upstream, with_model,
};
pub use server::{Gateway, GatewayError, Incoming, Programs, is_same_secret};
pub use spans::{ModelSpan, Receiver, SpanFault, SpanGroup, SpanHistory, SpanKind, ToolSpan, receive_spans};
pub use streams::{Frame, Frames};
