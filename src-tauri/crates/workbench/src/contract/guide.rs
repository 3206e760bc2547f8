//! The guidance of a person who is new, or whose Callwright is.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The guidance that a person has had. It lies in the data folder, because a browser forgets it with the port.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Guide {
    /// Whether the tour was finished or skipped. It does not begin by itself again.
    #[serde(default)]
    pub is_tour_over: bool,
    /// The last version whose news were shown, or that was there first. Nothing before the first start.
    #[serde(default)]
    pub seen_version: Option<String>,
}
