//! What the commands about functions take and give.

use connectors::schemas::SchemaChange;
use content::{FunctionName, SessionId};
use functions::FunctionSettings;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ConfigureFunctions {
    pub session: SessionId,
    pub settings: FunctionSettings,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct NamedFunction {
    pub function: FunctionName,
}

/// What there is to know of a function besides its description.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct FunctionFacts {
    /// The schema as each provider gets it.
    pub projections: Vec<ProviderSchema>,
    /// How many of its results are recorded.
    pub recordings: usize,
}

/// A function's schema as one provider gets it.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ProviderSchema {
    pub provider: String,
    #[ts(type = "JsonValue")]
    pub schema: Value,
    pub changes: Vec<SchemaChange>,
    /// Why this provider can't be told of the function at all.
    pub obstacle: Option<String>,
}
