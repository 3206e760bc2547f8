//! Tools that run at the provider, beside the functions that run here.

use notices::{Describe, Notice};
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

notices::declare! {
    /// The name of a hosted tool, for people.
    #[derive(Copy)]
    pub(crate) enum HostedTitle: "hosted-tool" {
        WebSearch = "web search",
        WebFetch = "web fetch",
        CodeExecution = "code execution",
        FileSearch = "file search",
        Other = "a tool of its own",
    }
}

impl HostedTool {
    /// The name shown to people: the provider's own for an entry that is passed on.
    pub fn title(&self) -> Notice {
        match self {
            Self::WebSearch => HostedTitle::WebSearch.notice(),
            Self::WebFetch => HostedTitle::WebFetch.notice(),
            Self::CodeExecution => HostedTitle::CodeExecution.notice(),
            Self::FileSearch { .. } => HostedTitle::FileSearch.notice(),
            Self::Raw { value } => match value.get("type").and_then(Value::as_str) {
                Some(kind) => Notice::as_written(kind),
                None => HostedTitle::Other.notice(),
            },
        }
    }
}
