//! Tools that run at the provider, beside the functions that run here.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// A tool of the provider. Those that several providers have are named alike; each protocol writes them in its own words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum HostedTool {
    /// Looks for pages on the web.
    WebSearch,
    /// Reads pages whose addresses are known.
    WebFetch,
    /// Writes and runs code in a container of the provider.
    CodeExecution,
    /// Looks into files that are stored at the provider.
    FileSearch { stores: Vec<String> },
    /// An entry of the list of tools, as the provider writes it.
    Raw {
        #[ts(type = "JsonValue")]
        value: Value,
    },
}

impl HostedTool {
    /// What it is called where a person reads of it.
    pub fn title(&self) -> &str {
        match self {
            Self::WebSearch => "web search",
            Self::WebFetch => "web fetch",
            Self::CodeExecution => "code execution",
            Self::FileSearch { .. } => "file search",
            Self::Raw { value } => value.get("type").and_then(Value::as_str).unwrap_or("a tool of its own"),
        }
    }
}
