//! `plugin.toml`: what a plugin says about itself.

mod files;
mod http;
mod open_api;
mod process;
mod table;

pub(crate) use files::{FilesTable, Writing};
pub(crate) use http::{HttpFunction, HttpTable};
pub(crate) use open_api::OpenApiTable;
pub(crate) use process::{ProcessFunction, ProcessTable};
pub(crate) use table::{Place, object_schema};

use crate::need::Need;
use content::PluginName;
use notices::{Describe, Notice};
use ports::Consent;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

/// Who a plugin is, what it needs, and how its functions run.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "plugin.toml")]
pub struct Manifest {
    /// The version of this file's form: 1.
    #[schemars(range(min = 1, max = 1))]
    pub format: u32,
    /// The name of the plugin and of its folder. It is the first part of the names of its functions.
    #[schemars(with = "String", regex(pattern = "^[A-Za-z0-9_-]{1,64}$"))]
    pub id: PluginName,
    /// The plugin's own version.
    pub version: String,
    pub kind: PluginKind,
    /// What the plugin is for, in a sentence.
    pub description: String,
    /// What its functions do that a person has to agree to. A plugin that runs programs or reaches the network has to
    /// say so.
    #[serde(default)]
    pub permissions: Vec<Permission>,
    /// For the kind `process`.
    pub(crate) process: Option<Place<ProcessTable>>,
    /// For the kind `http`.
    pub(crate) http: Option<Place<HttpTable>>,
    /// For the kind `openapi`.
    pub(crate) openapi: Option<Place<OpenApiTable>>,
    /// For the kind `files`.
    pub(crate) files: Option<Place<FilesTable>>,
}

/// How the functions of a plugin run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PluginKind {
    /// Compiled into the application.
    Native,
    /// A program that reads its arguments as JSON and writes its result as JSON.
    Process,
    /// A request made of a template.
    Http,
    /// The operations of an OpenAPI document.
    OpenApi,
    /// The files of one folder.
    Files,
    /// A server that speaks the Model Context Protocol. It is added in the window.
    Mcp,
}

/// Something a person has to agree to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Permission {
    /// It runs programs on this computer.
    Programs,
    /// It reads or changes files.
    Files,
    /// It reaches other computers.
    Network,
}

impl From<Permission> for Need {
    fn from(permission: Permission) -> Self {
        match permission {
            Permission::Programs => Self::Programs,
            Permission::Files => Self::Files,
            Permission::Network => Self::Network,
        }
    }
}

/// A manifest that can't be used.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "manifest")]
pub enum ManifestError {
    #[error("plugin.toml can't be read: {reason}")]
    #[advice("Fix this line; the other plugins go on.")]
    Unreadable {
        #[notice(cause)]
        reason: Notice,
        at: Option<usize>,
    },
    #[error("plugin.toml has format {found}, this version knows format 1")]
    #[advice("Write format = 1.")]
    UnknownFormat { found: u32 },
    #[error("{id:?} is no name of a plugin: letters, digits, - and _, at most 64 of them")]
    #[advice("Give the plugin and its folder a plain name.")]
    UnusableId { id: String },
    #[error("the kind is {kind}, and there is no table [{kind}]")]
    #[advice("Add the table [{kind}], or change the kind.")]
    TableMissing { kind: &'static str },
    #[error("the table [{table}] is for another kind than {kind}")]
    #[advice("Remove [{table}], or change the kind.")]
    TableOfAnotherKind { table: &'static str, kind: &'static str, at: usize },
    #[error("a plugin of the kind {kind} needs the permission {permission:?}")]
    #[advice("Add permissions = [\"{permission}\"], so that a person is asked before.")]
    PermissionMissing { kind: &'static str, permission: &'static str },
}

impl From<toml::de::Error> for ManifestError {
    fn from(error: toml::de::Error) -> Self {
        let at = error.span().map(|span| span.start);
        Self::Unreadable { reason: notices::said(error.message()), at }
    }
}

impl ManifestError {
    /// Where in the file it is, as an offset in bytes, where that is known.
    pub fn at(&self) -> Option<usize> {
        match self {
            Self::Unreadable { at, .. } => *at,
            Self::TableOfAnotherKind { at, .. } => Some(*at),
            Self::UnknownFormat { .. }
            | Self::UnusableId { .. }
            | Self::TableMissing { .. }
            | Self::PermissionMissing { .. } => None,
        }
    }

    /// The key it is about, where it is about one that is there.
    pub fn key(&self) -> Option<&'static str> {
        match self {
            Self::UnknownFormat { .. } => Some("format"),
            Self::UnusableId { .. } => Some("id"),
            Self::TableMissing { .. } | Self::PermissionMissing { .. } => Some("kind"),
            Self::Unreadable { .. } | Self::TableOfAnotherKind { .. } => None,
        }
    }
}

impl Manifest {
    pub fn read(text: &str) -> Result<Self, ManifestError> {
        let manifest: Self = toml::from_str(text)?;
        if manifest.format != 1 {
            return Err(ManifestError::UnknownFormat { found: manifest.format });
        }
        let id = manifest.id.as_str();
        if !is_plain_name(id, 64) {
            return Err(ManifestError::UnusableId { id: id.to_owned() });
        }
        manifest.check_tables()?;
        manifest.check_permissions()?;
        Ok(manifest)
    }

    /// The JSON schema of the file, for editors.
    pub fn schema() -> Value {
        schemars::schema_for!(Self).to_value()
    }

    /// What a plugin written in Rust asks for. What would run is the application itself, by its version.
    pub(crate) fn consent(&self) -> Option<Consent> {
        let to: Vec<_> = self.permissions.iter().map(|permission| Need::from(*permission).notice()).collect();
        let runs = format!("{} {}", self.id.as_str(), self.version);
        let fingerprint = to.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        (!to.is_empty()).then_some(Consent { to, runs, fingerprint })
    }

    fn check_tables(&self) -> Result<(), ManifestError> {
        let kind = self.kind.word();
        let tables = [
            ("process", self.process.as_ref().map(|table| table.span().start)),
            ("http", self.http.as_ref().map(|table| table.span().start)),
            ("openapi", self.openapi.as_ref().map(|table| table.span().start)),
            ("files", self.files.as_ref().map(|table| table.span().start)),
        ];
        for (table, at) in tables {
            match at {
                Some(at) if table != kind => {
                    return Err(ManifestError::TableOfAnotherKind { table, kind, at });
                }
                None if table == kind => return Err(ManifestError::TableMissing { kind }),
                Some(_) | None => {}
            }
        }
        Ok(())
    }

    fn check_permissions(&self) -> Result<(), ManifestError> {
        let (needed, permission) = match self.kind {
            PluginKind::Native | PluginKind::Mcp => return Ok(()),
            PluginKind::Process => (Permission::Programs, "programs"),
            PluginKind::Http | PluginKind::OpenApi => (Permission::Network, "network"),
            PluginKind::Files => (Permission::Files, "files"),
        };
        if self.permissions.contains(&needed) {
            return Ok(());
        }
        Err(ManifestError::PermissionMissing { kind: self.kind.word(), permission })
    }
}

impl PluginKind {
    pub fn word(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Process => "process",
            Self::Http => "http",
            Self::OpenApi => "openapi",
            Self::Files => "files",
            Self::Mcp => "mcp",
        }
    }
}

/// Whether a name is of letters, digits, - and _, and no longer than that.
pub(crate) fn is_plain_name(name: &str, most: usize) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    (1..=most).contains(&name.len()) && name.chars().all(is_plain)
}

#[cfg(test)]
mod tests;
