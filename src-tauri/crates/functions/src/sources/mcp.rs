//! Functions of MCP servers: programs and web services that speak the Model Context Protocol.
//!
//! Each server has a task of its own that starts it, lists its tools, starts it again when it dies, and ends it with
//! the application. What a server asks of a person waits in [`Requests`] until somebody answers. Start reading at
//! [`McpServers`], then `greeting.rs` for how a connection begins, `session.rs` for its life and `call.rs` for one call.

mod asking;
mod call;
mod connect;
mod fault;
mod function;
mod greeting;
mod handler;
mod hidden;
mod host;
mod lines;
mod listing;
mod login;
mod paste;
mod process;
mod program;
mod requests;
mod result;
mod server;
mod servers;
mod service_error;
mod session;
mod settings;
mod state;
mod task;
mod wire;

pub(crate) use asking::LeftOut;
pub(crate) use fault::{ConnectionError, ServerNote};
pub use host::McpHost;
pub use lines::{LineFrom, SourceLine};
pub(crate) use listing::{ShortenedList, ToolError, ToolHint, Unlisted};
pub(crate) use login::LoginError;
pub use login::{McpVault, VaultError};
pub(crate) use paste::{EntryError, PasteNote};
pub use paste::{PasteError, PastedServer, PastedServers, read_pasted};
pub(crate) use process::{ProcessEnd, StartError, StartReason};
pub(crate) use requests::Unasked;
pub use requests::{Asks, PersonAnswer, PersonRequest, Requests, SampledMessage, Sampling};
pub use servers::McpServers;
pub use settings::{McpSecrets, McpServer, McpTransport};
pub(crate) use state::ServerProblem;
pub use state::{McpState, McpStatus, McpTool};
pub(crate) use wire::MirrorError;
