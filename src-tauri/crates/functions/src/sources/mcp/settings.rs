//! How a server is reached. No secret is in here: the values of variables and headers are kept apart from their names.

use crate::need::Need;
use notices::{Describe, Notice};
use ports::{Consent, SourceFacts, SourceId, SourceKind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// A server a person has set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct McpServer {
    /// Names it in the file, and is the plugin of its functions. Empty for a server that is new.
    pub id: String,
    /// Its name for people.
    pub title: String,
    pub transport: McpTransport,
    /// How many seconds a call may last without a sign of life.
    pub seconds: u32,
    pub is_enabled: bool,
}

/// What carries the messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum McpTransport {
    /// A program that reads its standard input and writes to its standard output.
    Command {
        program: String,
        arguments: Vec<String>,
        /// The folder it runs in.
        folder: Option<String>,
        /// The names of variables it gets. Their values are kept like keys.
        variables: Vec<String>,
        /// The names of variables it gets as this application has them.
        inherited: Vec<String>,
    },
    /// A web service.
    Http {
        address: String,
        /// The names of headers sent with every request. Their values are kept like keys.
        headers: Vec<String>,
    },
}

impl McpServer {
    /// The source its functions come from.
    pub fn source(&self) -> SourceId {
        SourceId::new(format!("mcp:{}", self.id))
    }

    pub(super) fn facts(&self) -> SourceFacts {
        SourceFacts {
            id: self.source(),
            title: self.title.clone(),
            kind: SourceKind::Mcp,
            place: Some(self.place()),
            needs: self.needs(),
        }
    }

    /// What somebody agrees to who lets a tool of it run, with what stands for its program.
    pub(super) fn consent(&self, program: String) -> Consent {
        let folder = match &self.transport {
            McpTransport::Command { folder, .. } => {
                folder.as_deref().filter(|folder| !folder.trim().is_empty())
            }
            McpTransport::Http { .. } => None,
        };
        let place = self.place();
        let runs = folder.map_or_else(|| place.clone(), |folder| format!("{place} ({folder})"));
        Consent { to: self.needs(), runs, fingerprint: program }
    }

    /// The line that starts it, or its address.
    fn place(&self) -> String {
        match &self.transport {
            McpTransport::Command { program, arguments, .. } => {
                let words = std::iter::once(program).chain(arguments).map(String::as_str);
                words.collect::<Vec<_>>().join(" ")
            }
            // What follows the question mark may be a key, and so may what stands before the host.
            McpTransport::Http { address, .. } => {
                let address = address.split(['?', '#']).next().unwrap_or_default();
                redaction::without_passwords(address).into_owned()
            }
        }
    }

    fn needs(&self) -> Vec<Notice> {
        let need = match &self.transport {
            McpTransport::Command { program, .. } => Need::Asks { program: program.clone() },
            McpTransport::Http { .. } => Need::Sends { address: self.place() },
        };
        vec![need.notice()]
    }
}

/// The values that are kept apart. There is no way to print them.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct McpSecrets {
    pub variables: BTreeMap<String, String>,
    pub headers: BTreeMap<String, String>,
}
