//! Tools that run at the provider, beside the functions that run here.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// A hosted tool. A tool that several providers have gets one name; each protocol writes it in its own terms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum HostedTool {
    /// Searches the web.
    WebSearch,
    /// Fetches pages by address.
    WebFetch,
    /// Writes and runs code in a container of the provider.
    CodeExecution,
    /// Searches files stored at the provider.
    FileSearch { stores: Vec<String> },
    /// A verbatim entry of the provider's list of tools.
    Raw {
        #[ts(type = "JsonValue")]
        value: Value,
    },
}

impl HostedTool {
    /// The name shown to people.
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
