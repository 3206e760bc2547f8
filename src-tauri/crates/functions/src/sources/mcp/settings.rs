//! How a server is reached. No secret is in here: the values of variables and headers are kept apart from their names.

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
        let Consent { to: needs, fingerprint: place } = self.consent();
        SourceFacts {
            id: self.source(),
            title: self.title.clone(),
            kind: SourceKind::Mcp,
            place: Some(place),
            needs,
        }
    }

    /// What somebody agrees to who lets a tool of it run. The fingerprint is the line that starts it, or its address.
    pub(super) fn consent(&self) -> Consent {
        match &self.transport {
            McpTransport::Command { program, arguments, .. } => {
                let words = std::iter::once(program).chain(arguments).map(String::as_str);
                let fingerprint = words.collect::<Vec<_>>().join(" ");
                let to =
                    vec![format!("asks {program}, a program that runs on this machine with your rights")];
                Consent { to, fingerprint }
            }
            McpTransport::Http { address, .. } => {
                // What follows the question mark may be a key, and so may what stands before the host.
                let address = address.split(['?', '#']).next().unwrap_or_default();
                let address = redaction::without_passwords(address).into_owned();
                Consent {
                    to: vec![format!("sends what it is called with to {address}")],
                    fingerprint: address,
                }
            }
        }
    }
}

/// The values that are kept apart. There is no way to print them.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct McpSecrets {
    pub variables: BTreeMap<String, String>,
    pub headers: BTreeMap<String, String>,
}
