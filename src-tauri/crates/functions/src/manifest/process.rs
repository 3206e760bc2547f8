//! `[process]`: functions that are programs.

use super::table::{Effects, Place, nothing};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProcessTable {
    /// The program and what it is called with. A name without a slash is looked for where programs are; a path counts
    /// from the plugin's folder, which is where the program runs.
    #[schemars(length(min = 1))]
    pub(crate) command: Place<Vec<String>>,
    /// Variables of the application's own environment that the program may see, by name. It sees no others.
    #[serde(default)]
    pub(crate) environment: Vec<String>,
    /// More variables, with their values.
    #[serde(default)]
    pub(crate) variables: BTreeMap<String, String>,
    /// How long a call may take before the program is ended.
    #[serde(default = "half_a_minute")]
    #[schemars(range(min = 1, max = limits::PLUGIN_TIME.most))]
    pub(crate) seconds: u64,
    /// How much a call may write before the program is ended.
    #[serde(default = "a_megabyte")]
    #[schemars(range(min = 1, max = limits::PLUGIN_OUTPUT.most))]
    pub(crate) output_bytes: usize,
    pub(crate) functions: Vec<ProcessFunction>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProcessFunction {
    pub(crate) name: Place<String>,
    /// What it does, for the model.
    pub(crate) description: String,
    #[serde(default)]
    pub(crate) effect: Effects,
    /// What is added to the command for this function. Its name, where nothing is said.
    pub(crate) arguments: Option<Vec<String>>,
    /// A JSON schema of its arguments.
    #[serde(default = "nothing")]
    pub(crate) parameters: Value,
}

pub(super) fn half_a_minute() -> u64 {
    30
}

pub(super) fn a_megabyte() -> usize {
    1024 * 1024
}
