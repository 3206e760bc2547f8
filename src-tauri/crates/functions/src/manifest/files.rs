//! `[files]`: one folder.

use super::table::Place;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FilesTable {
    /// The folder. A path without a root counts from the plugin's own folder; `~` is the home folder.
    pub(crate) folder: Place<String>,
    /// Whether files may be written, too.
    #[serde(default)]
    pub(crate) writing: Writing,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Writing {
    #[default]
    Refused,
    Allowed,
}
