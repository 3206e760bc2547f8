//! Functions of MCP servers: programs and web services that speak the Model Context Protocol.
//!
//! Each server has a task of its own that starts it, lists its tools, starts it again when it dies, and ends it with
//! the application. What a server asks of a person waits in [`Requests`] until somebody answers. Start reading at
//! [`McpServers`], then `greeting.rs` for how a connection begins, `session.rs` for its life and `call.rs` for one call.

mod asking;
mod call;
mod connect;
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
mod session;
mod settings;
mod state;
mod task;
mod wire;

pub use host::McpHost;
pub use lines::{LineFrom, SourceLine};
pub use login::McpVault;
pub use paste::{PasteError, PastedServer, PastedServers, read_pasted};
pub use requests::{Asks, PersonAnswer, PersonRequest, Requests, SampledMessage, Sampling};
pub use servers::McpServers;
pub use settings::{McpSecrets, McpServer, McpTransport};
pub use state::{McpState, McpStatus, McpTool};
