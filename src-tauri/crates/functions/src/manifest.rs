//! `plugin.toml`: what a plugin says about itself.

use content::PluginName;
use serde::Deserialize;

/// Who a plugin is and what it needs.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of this file's form.
    pub format: u32,
    pub id: PluginName,
    pub version: String,
    pub kind: PluginKind,
    pub description: String,
}

/// How the functions of a plugin run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PluginKind {
    /// Compiled into the application.
    Native,
    /// A server that speaks the Model Context Protocol. It is added in the window.
    Mcp,
}

/// A manifest that can't be used.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    #[error("plugin.toml can't be read: {0}")]
    Unreadable(#[from] toml::de::Error),
    #[error("plugin.toml has format {found}, this version knows format 1")]
    UnknownFormat { found: u32 },
}

impl Manifest {
    pub fn read(text: &str) -> Result<Self, ManifestError> {
        let manifest: Self = toml::from_str(text)?;
        match manifest.format {
            1 => Ok(manifest),
            found => Err(ManifestError::UnknownFormat { found }),
        }
    }
}
