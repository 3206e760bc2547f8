//! How often a service is asked.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The limits of one service while a set runs. What is not set has no limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ServiceRate {
    /// Its name for people.
    pub service: String,
    /// Requests that are sent in a minute.
    #[serde(default)]
    pub per_minute: Option<u32>,
    /// Requests that are answered at the same time.
    #[serde(default)]
    pub at_once: Option<u32>,
}
