//! `[openapi]`: the operations of a document.

use super::process::{a_megabyte, half_a_minute};
use super::table::Place;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpenApiTable {
    /// The document in the plugin's folder: OpenAPI 3.0 or 3.1, JSON or YAML.
    pub(crate) document: Place<String>,
    /// The address the paths count from, instead of the one the document names.
    pub(crate) server: Option<Place<String>>,
    /// The operations that become functions, by their ids or as `get /pets`. All of them, where nothing is said.
    pub(crate) operations: Option<Vec<String>>,
    /// For each security scheme of the document, the variable of the application's environment that holds its key.
    #[serde(default)]
    pub(crate) keys: BTreeMap<String, String>,
    /// Hosts on this computer or in its network that may be reached all the same: `localhost`, `127.0.0.1:8080`.
    #[serde(default)]
    pub(crate) private_hosts: Vec<String>,
    #[serde(default = "half_a_minute")]
    #[schemars(range(min = 1, max = limits::HTTP_TIME.most))]
    pub(crate) seconds: u64,
    /// How long an answer may be.
    #[serde(default = "a_megabyte")]
    #[schemars(range(min = 1, max = limits::HTTP_ANSWER.most))]
    pub(crate) answer_bytes: usize,
}
