//! What the commands about parts take and give that only their provider understands.

use connectors::PartSummary;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct SummarizeParts {
    /// The values of unknown items.
    #[ts(type = "JsonValue[]")]
    pub values: Vec<Value>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SummarizedParts {
    /// One for each value, and nothing for a value that no provider wrote.
    pub summaries: Vec<Option<PartSummary>>,
}
