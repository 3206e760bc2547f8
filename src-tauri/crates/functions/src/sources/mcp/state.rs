//! How a server is, in words and for the page.

use super::lines::SourceLine;
use redaction::Redactor;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One server as it is now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct McpState {
    pub server: String,
    pub status: McpStatus,
    /// What the server says of itself and of its use.
    pub about: Option<String>,
    pub tools: Vec<McpTool>,
    pub lines: Vec<SourceLine>,
}

/// Whether a server can be called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum McpStatus {
    Off,
    Starting,
    Running {
        /// Its own name and version.
        server: String,
        /// The version of the protocol.
        protocol: String,
    },
    /// It died, and is started again after a while.
    Waiting {
        reason: String,
        seconds: u64,
    },
    /// It wants the person to log in.
    Locked {
        reason: String,
    },
    /// It is not tried again until somebody says so.
    Failed {
        reason: String,
    },
}

impl McpStatus {
    pub(super) fn cleaned(self, redactor: &Redactor) -> Self {
        let clean = |text: String| redactor.clean(&text).into_owned();
        match self {
            Self::Off => Self::Off,
            Self::Starting => Self::Starting,
            Self::Running { server, protocol } => {
                Self::Running { server: clean(server), protocol: clean(protocol) }
            }
            Self::Waiting { reason, seconds } => Self::Waiting { reason: clean(reason), seconds },
            Self::Locked { reason } => Self::Locked { reason: clean(reason) },
            Self::Failed { reason } => Self::Failed { reason: clean(reason) },
        }
    }
}

/// A tool as its server describes it, beyond what a model is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct McpTool {
    pub name: String,
    pub title: Option<String>,
    /// What the server says of the effects of a call. Nobody has checked it.
    pub hints: Vec<String>,
    pub has_output_schema: bool,
    /// Why no model is offered it, where that is so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub left_out: Option<String>,
}
