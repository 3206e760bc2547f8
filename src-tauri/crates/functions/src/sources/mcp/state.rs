//! How a server is, in words and for the page.

use super::lines::SourceLine;
use notices::{Describe, Notice};
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
        reason: Notice,
        seconds: u64,
    },
    /// It wants the person to log in.
    Locked {
        reason: Notice,
    },
    /// It is not tried again until somebody says so.
    Failed {
        reason: Notice,
    },
}

/// What a person can do about a server that can't be used.
#[derive(Debug, Describe)]
#[notice(prefix = "mcp-server")]
pub(crate) enum ServerProblem<'a> {
    #[notice("{reason}")]
    #[advice("Fix its settings, or start it again.")]
    Failed { reason: &'a Notice },
    #[notice("{reason}")]
    #[advice("Log in, or add a header that lets you in.")]
    Locked { reason: &'a Notice },
}

impl McpStatus {
    pub(super) fn cleaned(self, redactor: &Redactor) -> Self {
        let clean = |text: String| redactor.clean(&text).into_owned();
        let cleaned = |notice: Notice| notice.map_texts(&|text| redactor.clean(text).into_owned());
        match self {
            Self::Off => Self::Off,
            Self::Starting => Self::Starting,
            Self::Running { server, protocol } => {
                Self::Running { server: clean(server), protocol: clean(protocol) }
            }
            Self::Waiting { reason, seconds } => Self::Waiting { reason: cleaned(reason), seconds },
            Self::Locked { reason } => Self::Locked { reason: cleaned(reason) },
            Self::Failed { reason } => Self::Failed { reason: cleaned(reason) },
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
    pub hints: Vec<Notice>,
    pub has_output_schema: bool,
    /// Why no model is offered it, where that is so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub left_out: Option<Notice>,
}
